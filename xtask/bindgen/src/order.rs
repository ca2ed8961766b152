//! Puts functions that resemble each other side by side, and leaves out sections that only debuggers read.
//!
//! A compressor takes what it has seen before for little, and less the nearer that is and the more its surroundings are
//! alike. The order of functions means nothing to the page: 2% of its packed bytes. A file that holds anything unexpected stays as
//! it is.
use wasmparser::{
    BinaryReaderError, Element, ElementItems, ElementSectionReader, Encoding, ExportSectionReader,
    ExternalKind, FunctionBody, Operator, Parser, Payload, SectionLimited,
};

/// Words of the set of short byte strings by which functions are compared.
const WORDS: usize = 64;
/// Bytes of each of them.
const STRING: usize = 5;
/// How many of the functions that are left, the smallest first, may be the next.
const WINDOW: usize = 1000;

const CODE: u8 = 10;

/// A number at a place of the file that is the index of a function.
struct Index {
    at: usize,
    number: u32,
}

/// A section as it stands in the file: without its number and length.
struct Section {
    id: u8,
    start: usize,
    end: usize,
}

/// The file in its new order.
pub(crate) fn ordered(wasm: &[u8]) -> Vec<u8> {
    parsed(wasm)
        .ok()
        .flatten()
        .map_or_else(|| wasm.to_vec(), |file| file.write(wasm))
}

#[derive(Default)]
struct File {
    sections: Vec<Section>,
    /// Functions that come from outside: their indices are the first, and stay.
    imported: u32,
    /// Types of the file's own functions.
    types: Vec<u32>,
    /// Where the bodies of the file's own functions are.
    bodies: Vec<(usize, usize)>,
    /// Every index of a function, in the order of the file.
    indices: Vec<Index>,
}

fn parsed(wasm: &[u8]) -> Result<Option<File>, BinaryReaderError> {
    let mut file = File::default();
    for payload in Parser::new(0).parse_all(wasm) {
        let payload = payload?;
        if let Some((id, range)) = payload.as_section() {
            file.sections.push(Section {
                id,
                start: range.start,
                end: range.end,
            });
        }
        match payload {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    let ty = import?.ty;
                    file.imported += u32::from(matches!(ty, wasmparser::TypeRef::Func(_)));
                }
            }
            Payload::FunctionSection(types) => {
                file.types = types.into_iter().collect::<Result<_, _>>()?;
            }
            Payload::ExportSection(exports) => file.exports(wasm, exports)?,
            Payload::ElementSection(elements) => {
                if !file.elements(elements)? {
                    return Ok(None);
                }
            }
            Payload::CodeSectionEntry(body) => file.body(&body)?,
            Payload::Version {
                encoding: Encoding::Module,
                ..
            }
            | Payload::TypeSection(_)
            | Payload::TableSection(_)
            | Payload::MemorySection(_)
            | Payload::DataCountSection { .. }
            | Payload::DataSection(_)
            | Payload::CodeSectionStart { .. }
            | Payload::CustomSection(_)
            | Payload::End(_) => {}
            Payload::GlobalSection(globals) => {
                for global in globals {
                    if !constant(global?.init_expr.get_operators_reader())? {
                        return Ok(None);
                    }
                }
            }
            _ => return Ok(None),
        }
    }
    let whole = file.bodies.len() == file.types.len();
    Ok(whole.then_some(file))
}

/// Whether an expression names no function.
fn constant(operators: wasmparser::OperatorsReader<'_>) -> Result<bool, BinaryReaderError> {
    for operator in operators {
        if matches!(operator?, Operator::RefFunc { .. }) {
            return Ok(false);
        }
    }
    Ok(true)
}

impl File {
    fn exports(
        &mut self,
        wasm: &[u8],
        exports: ExportSectionReader<'_>,
    ) -> Result<(), BinaryReaderError> {
        for export in exports.into_iter_with_offsets() {
            let (start, export) = export?;
            if export.kind == ExternalKind::Func {
                let (_, name) = number(wasm, start);
                self.indices.push(Index {
                    at: name + export.name.len() + 1,
                    number: export.index,
                });
            }
        }
        Ok(())
    }

    /// Says whether all of them are lists of functions.
    fn elements(&mut self, elements: ElementSectionReader<'_>) -> Result<bool, BinaryReaderError> {
        for element in elements {
            let Element {
                items: ElementItems::Functions(items),
                ..
            } = element?
            else {
                return Ok(false);
            };
            self.list(items)?;
        }
        Ok(true)
    }

    fn list(&mut self, items: SectionLimited<'_, u32>) -> Result<(), BinaryReaderError> {
        for item in items.into_iter_with_offsets() {
            let (at, number) = item?;
            self.indices.push(Index { at, number });
        }
        Ok(())
    }

    fn body(&mut self, body: &FunctionBody<'_>) -> Result<(), BinaryReaderError> {
        let range = body.range();
        self.bodies.push((range.start, range.end));
        for operator in body.get_operators_reader()?.into_iter_with_offsets() {
            let (operator, at) = operator?;
            if let Operator::Call {
                function_index: number,
            }
            | Operator::ReturnCall {
                function_index: number,
            }
            | Operator::RefFunc {
                function_index: number,
            } = operator
            {
                // The operation is one byte.
                self.indices.push(Index { at: at + 1, number });
            }
        }
        Ok(())
    }

    fn write(&self, wasm: &[u8]) -> Vec<u8> {
        let bodies: Vec<&[u8]> = self
            .bodies
            .iter()
            .map(|(start, end)| &wasm[*start..*end])
            .collect();
        let order = chain(&bodies);
        let mut places = vec![0; order.len()];
        for (place, old) in (self.imported..).zip(&order) {
            places[*old] = place;
        }
        // The header has eight bytes.
        let mut out = wasm[..8].to_vec();
        for section in &self.sections {
            let content = match section.id {
                0 => continue,
                3 => {
                    let mut content = leb(self.types.len());
                    for old in &order {
                        content.extend(leb(self.types[*old] as usize));
                    }
                    content
                }
                CODE => {
                    let mut content = leb(order.len());
                    for old in &order {
                        let (start, end) = self.bodies[*old];
                        let body = self.renumbered(wasm, start, end, &places);
                        content.extend(leb(body.len()));
                        content.extend(body);
                    }
                    content
                }
                _ => self.renumbered(wasm, section.start, section.end, &places),
            };
            out.push(section.id);
            out.extend(leb(content.len()));
            out.extend(content);
        }
        out
    }

    /// A part of the file with the new indices of its functions.
    fn renumbered(&self, wasm: &[u8], start: usize, end: usize, places: &[u32]) -> Vec<u8> {
        let mut out = Vec::with_capacity(end - start);
        let mut done = start;
        let first = self.indices.partition_point(|index| index.at < start);
        for index in self.indices[first..].iter().take_while(|i| i.at < end) {
            out.extend(&wasm[done..index.at]);
            let own = index.number.checked_sub(self.imported);
            let place = own.map_or(index.number, |own| places[own as usize]);
            out.extend(leb(place as usize));
            done = number(wasm, index.at).1;
        }
        out.extend(&wasm[done..end]);
        out
    }
}

/// The short byte strings that a function has, as a set of their hashes.
struct Strings {
    set: [u64; WORDS],
    count: u32,
}

impl Strings {
    fn of(body: &[u8]) -> Self {
        let mut set = [0_u64; WORDS];
        for string in body.windows(STRING) {
            let hash = string
                .iter()
                .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
                    (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
                });
            // The best bits of this hash are not the last.
            let bit = (hash >> 24) as usize % (WORDS * 64);
            set[bit / 64] |= 1 << (bit % 64);
        }
        let count = set.iter().map(|word| word.count_ones()).sum();
        Self { set, count }
    }

    /// How much of both is in both.
    fn likeness(&self, other: &Self) -> f64 {
        let pairs = self.set.iter().zip(&other.set);
        let both: u32 = pairs.map(|(a, b)| (a & b).count_ones()).sum();
        f64::from(both) / f64::from(self.count + other.count - both + 1)
    }
}

/// An order in which each function is followed by the one most like it among the smallest that are left.
fn chain(bodies: &[&[u8]]) -> Vec<usize> {
    let strings: Vec<Strings> = bodies.iter().map(|body| Strings::of(body)).collect();
    let mut left: Vec<usize> = (0..bodies.len()).collect();
    left.sort_by_key(|place| bodies[*place].len());
    let mut order: Vec<usize> = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let mut next = (0, -1.0);
        if let Some(last) = order.last() {
            for (at, place) in left.iter().enumerate().take(WINDOW) {
                let likeness = strings[*last].likeness(&strings[*place]);
                if likeness > next.1 {
                    next = (at, likeness);
                }
            }
        }
        order.push(left.remove(next.0));
    }
    order
}

/// A number of the file, and where it ends.
fn number(wasm: &[u8], mut at: usize) -> (u32, usize) {
    let (mut value, mut shift) = (0, 0);
    loop {
        let byte = wasm[at];
        at += 1;
        value |= u32::from(byte & 127) << shift;
        shift += 7;
        if byte < 128 {
            return (value, at);
        }
    }
}

/// A number as the file holds it.
fn leb(mut value: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let byte = value.to_le_bytes()[0] & 127;
        value >>= 7;
        if value == 0 {
            bytes.push(byte);
            return bytes;
        }
        bytes.push(byte | 128);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use walrus::{FunctionBuilder, Module, ValType, ir::BinaryOp};

    /// Functions that return what tells them apart, one that calls another, a table, an import.
    fn module() -> Module {
        let mut module = Module::default();
        let nothing = module.types.add(&[], &[]);
        module.add_import_func("outside", "import", nothing);
        let mut table = Vec::new();
        for number in 0..300 {
            let mut function = FunctionBuilder::new(&mut module.types, &[], &[ValType::I32]);
            let mut body = function.func_body();
            body.i32_const(number);
            for _ in 0..number % 7 {
                body.i32_const(number % 3).binop(BinaryOp::I32Add);
            }
            if let Some(callee) = table.last().filter(|_| number % 2 == 1) {
                body.call(*callee).drop();
            }
            let function = function.finish(Vec::new(), &mut module.funcs);
            module.exports.add(&format!("f{number}"), function);
            table.push(function);
        }
        let place = module
            .tables
            .add_local(false, 300, Some(300), walrus::RefType::FUNCREF);
        module.elements.add(
            walrus::ElementKind::Active {
                table: place,
                offset: walrus::ConstExpr::Value(walrus::ir::Value::I32(0)),
            },
            walrus::ElementItems::Functions(table),
        );
        module
    }

    /// What a function does, as text that names callees by what they return first.
    fn meaning(module: &Module, function: walrus::FunctionId) -> String {
        let walrus::FunctionKind::Local(local) = &module.funcs.get(function).kind else {
            return "import".to_owned();
        };
        let sequence = &local.block(local.entry_block()).instrs;
        let meanings = sequence.iter().map(|(instruction, _)| match instruction {
            walrus::ir::Instr::Call(call) => format!("({})", meaning(module, call.func)),
            walrus::ir::Instr::Const(value) => format!("{:?} ", value.value),
            _ => "+ ".to_owned(),
        });
        meanings.collect()
    }

    #[test]
    fn every_name_and_place_of_the_table_keeps_its_function() {
        let wasm = module().emit_wasm();
        let moved = ordered(&wasm);
        assert_ne!(wasm, moved);
        let (before, after) = (
            Module::from_buffer(&wasm).unwrap(),
            Module::from_buffer(&moved).unwrap(),
        );
        for number in 0..300 {
            let name = format!("f{number}");
            let of = |module: &Module| meaning(module, module.exports.get_func(&name).unwrap());
            assert_eq!(of(&before), of(&after));
        }
        let listed = |module: &Module| -> Vec<String> {
            let elements = module.elements.iter().next().unwrap();
            let walrus::ElementItems::Functions(items) = &elements.items else {
                panic!("functions");
            };
            items.iter().map(|item| meaning(module, *item)).collect()
        };
        assert_eq!(listed(&before), listed(&after));
    }

    #[test]
    fn what_is_no_module_stays() {
        assert_eq!(ordered(b"\0asm-and-more"), b"\0asm-and-more");
    }

    #[test]
    fn numbers_are_written_as_they_are_read() {
        for value in [0, 1, 127, 128, 16_383, 16_384, 1_000_000] {
            let bytes = leb(value);
            assert_eq!(
                number(&bytes, 0),
                (u32::try_from(value).unwrap(), bytes.len())
            );
        }
    }
}
