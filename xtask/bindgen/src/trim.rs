//! Leaves out of the glue what the page never calls, and shortens the names that glue and wasm call each other by.
//!
//! The page calls the start function and nothing else, but libraries export classes of their own, whose code no linker may
//! drop. The names end in hashes, which no compressor makes smaller. Where the glue does not look as expected, all of it
//! stays.
use std::collections::BTreeSet;

use walrus::{
    FunctionKind, Module,
    ir::{Instr, InstrLocId, Unreachable},
    passes::gc,
};

const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz";

/// The module that the glue is to the wasm file.
const GLUE: &str = "./app_bg.js";

/// Trims wasm and glue together and gives the glue.
pub(crate) fn trim(module: &mut Module, glue: &str) -> String {
    let mut glue = without_comments(&without_classes(glue));
    empty(module);
    loop {
        let before = glue.len();
        glue = without_lost_imports(&glue, &imported(module));
        glue = without_idle_items(&glue);
        drop_idle_exports(module, &glue);
        gc::run(module);
        if glue.len() == before {
            break;
        }
    }
    without_indentation(&shorten(module, &glue))
}

/// What only the methods of dropped classes start: promises for streams that nobody opens. Tables of function pointers keep
/// such code, since nothing says which of them are used.
const IDLE: &str = "_ZN6js_sys7futures17future_to_promise";

/// Empties the functions that only dropped classes could have called.
fn empty(module: &mut Module) {
    for function in module.funcs.iter_mut() {
        let idle = function
            .name
            .as_ref()
            .is_some_and(|name| name.starts_with(IDLE));
        if let FunctionKind::Local(local) = &mut function.kind
            && idle
        {
            let entry = local.entry_block();
            let instructions = &mut local.block_mut(entry).instrs;
            instructions.clear();
            instructions.push((Instr::Unreachable(Unreachable {}), InstrLocId::default()));
        }
    }
}

/// No text of the glue goes over several lines.
fn without_indentation(glue: &str) -> String {
    glue.split_inclusive('\n')
        .map(|line| line.trim_start_matches(' '))
        .collect()
}

/// Whole top-level items: from a line that is not indented to the next that starts another.
fn items(glue: &str) -> Vec<&str> {
    let starts = |line: &str| {
        let word = line.split(' ').next().unwrap_or_default();
        ["export", "function", "async", "const", "let", "if"].contains(&word)
    };
    let mut cuts = vec![0];
    let mut at = 0;
    for line in glue.split_inclusive('\n') {
        if at > 0 && starts(line) {
            cuts.push(at);
        }
        at += line.len();
    }
    cuts.push(glue.len());
    cuts.windows(2)
        .map(|pair| &glue[pair[0]..pair[1]])
        .collect()
}

/// Without exported classes, and without the second way to start.
fn without_classes(glue: &str) -> String {
    let mut kept = String::new();
    let mut classes = Vec::new();
    for item in items(glue) {
        if let Some(rest) = item.strip_prefix("export class ") {
            classes.extend(rest.split(' ').next());
        } else if !classes
            .iter()
            .any(|class| item.starts_with(&format!("if (Symbol.dispose) {class}.")))
        {
            kept.push_str(item);
        }
    }
    kept.replace("export { initSync, ", "export { ")
}

fn without_comments(glue: &str) -> String {
    glue.split_inclusive('\n')
        .filter(|line| !line.trim_start().starts_with("// "))
        .collect()
}

/// Names that the wasm file imports from the glue.
fn imported(module: &Module) -> BTreeSet<String> {
    let ours = module.imports.iter().filter(|import| import.module == GLUE);
    ours.map(|import| import.name.clone()).collect()
}

/// The name that a line of the glue's import object defines.
fn defined(line: &str) -> Option<&str> {
    let name = line.strip_prefix("        ")?.split_once(": function(")?.0;
    is_name(name).then_some(name)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Without the functions that the wasm file no longer imports.
fn without_lost_imports(glue: &str, imported: &BTreeSet<String>) -> String {
    let mut kept = String::new();
    let mut lost = false;
    for line in glue.split_inclusive('\n') {
        if let Some(name) = defined(line) {
            lost = !imported.contains(name);
        } else if line.starts_with("    };") {
            lost = false;
        }
        if !lost {
            kept.push_str(line);
        }
    }
    kept
}

/// The name of a top-level function or constant.
fn named(item: &str) -> Option<&str> {
    let rest = ["function ", "const "]
        .iter()
        .find_map(|start| item.strip_prefix(start))?;
    let end = rest.find(['(', ' '])?;
    Some(&rest[..end]).filter(|name| is_name(name))
}

/// Without functions and constants that nothing else names.
fn without_idle_items(glue: &str) -> String {
    let idle =
        |item: &&str| named(item).is_some_and(|name| mentions(glue, name) == mentions(item, name));
    items(glue).into_iter().filter(|item| !idle(item)).collect()
}

/// How often a text has a name as a whole word.
fn mentions(text: &str, name: &str) -> usize {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(name)
        .filter(|(at, _)| {
            !text[..*at].ends_with(part) && !text[at + name.len()..].starts_with(part)
        })
        .count()
}

fn drop_idle_exports(module: &mut Module, glue: &str) {
    let idle: Vec<_> = module
        .exports
        .iter()
        .filter(|export| mentions(glue, &format!("wasm.{}", export.name)) == 0)
        .map(walrus::Export::id)
        .collect();
    for id in idle {
        module.exports.delete(id);
    }
}

/// `a`, `b`, … `z`, `aa`, …
fn short(mut number: usize) -> String {
    let mut name = String::new();
    loop {
        name.insert(0, char::from(LETTERS[number % LETTERS.len()]));
        if number < LETTERS.len() {
            return name;
        }
        number = number / LETTERS.len() - 1;
    }
}

/// Gives every import and export a short name, in the wasm file and in the glue.
fn shorten(module: &mut Module, glue: &str) -> String {
    let mut glue = glue.to_owned();
    let ours = module
        .imports
        .iter_mut()
        .filter(|import| import.module == GLUE);
    for (number, import) in ours.enumerate() {
        let (long, name) = (format!("        {}: function(", import.name), short(number));
        if glue.contains(&long) {
            glue = glue.replace(&long, &format!("        {name}: function("));
            import.name = name;
        }
    }
    // The longest first: one name may begin another.
    let mut exports: Vec<_> = module.exports.iter_mut().collect();
    exports.sort_by_key(|export| std::cmp::Reverse(export.name.len()));
    for (number, export) in exports.into_iter().enumerate() {
        let name = short(number);
        glue = glue.replace(&format!("wasm.{}", export.name), &format!("wasm.{name}"));
        export.name = name;
    }
    glue
}

#[cfg(test)]
mod tests {
    use super::*;
    use walrus::{FunctionBuilder, ValType};

    const SAMPLE: &str = "\
export class Stream {
    free() {
        wasm.__wbg_stream_free(this.__wbg_ptr);
    }
}
if (Symbol.dispose) Stream.prototype[Symbol.dispose] = Stream.prototype.free;
function __wbg_get_imports() {
    const import0 = {
        __wbg_focus_17: function(arg0) {
            // Says what it does.
            helper(arg0.focus());
        },
        __wbg_enqueue_18: function(arg0) {
            idle(arg0);
        },
    };
    return { import0 };
}

const StreamFinalization = new FinalizationRegistry(ptr => wasm.__wbg_stream_free(ptr, 1));
function helper(x) {
    return wasm.__wbindgen_malloc(x);
}
function idle(x) {
    return idle(wasm.__wbindgen_free(x));
}
function initSync(module) {
    return module;
}
async function __wbg_init() {
    return __wbg_get_imports();
}

export { initSync, __wbg_init as default };
";

    /// A module that imports the first function of the sample and exports what the sample calls.
    fn module() -> Module {
        let mut module = Module::default();
        let kind = module.types.add(&[ValType::I32], &[]);
        module.add_import_func(GLUE, "__wbg_focus_17", kind);
        for name in [
            "__wbg_stream_free",
            "__wbindgen_malloc",
            "__wbindgen_free",
            "main",
        ] {
            let mut function = FunctionBuilder::new(&mut module.types, &[], &[]);
            function.func_body().unreachable();
            let function = function.finish(Vec::new(), &mut module.funcs);
            module.exports.add(name, function);
        }
        module
    }

    #[test]
    fn what_is_called_stays_under_one_name_on_both_sides() {
        let mut module = module();
        // A function that is exported and calls the import keeps it.
        let import = module.imports.iter().next().unwrap();
        let walrus::ImportKind::Function(focus) = import.kind else {
            panic!("a function");
        };
        let malloc = module.exports.get_func("__wbindgen_malloc").unwrap();
        let walrus::FunctionKind::Local(body) = &mut module.funcs.get_mut(malloc).kind else {
            panic!("a body");
        };
        body.builder_mut().func_body().i32_const(0).call(focus);

        let glue = trim(&mut module, SAMPLE);
        let import = &module.imports.iter().next().unwrap().name;
        let export = &module.exports.iter().next().unwrap().name;
        assert_eq!(module.exports.iter().count(), 1, "{glue}");
        assert!(import.len() == 1 && export.len() == 1);
        assert!(glue.contains(&format!("\n{import}: function(arg0) {{")));
        assert!(glue.contains(&format!("return wasm.{export}(x);")));
        for gone in [
            "Stream",
            "idle",
            "enqueue",
            "initSync",
            "// Says",
            "__wbindgen_free",
        ] {
            assert!(!glue.contains(gone), "{gone} in {glue}");
        }
        for kept in [
            "function helper",
            "__wbg_get_imports",
            "export { __wbg_init as default };",
        ] {
            assert!(glue.contains(kept), "no {kept} in {glue}");
        }
    }

    #[test]
    fn code_of_dropped_classes_is_emptied_in_tables_too() {
        let mut module = Module::default();
        for name in [IDLE, "wanted"] {
            let mut function = FunctionBuilder::new(&mut module.types, &[], &[ValType::I32]);
            function.name(name.to_owned()).func_body().i32_const(1);
            function.finish(Vec::new(), &mut module.funcs);
        }
        empty(&mut module);
        let first = |name: &str| {
            let id = module.funcs.by_name(name).unwrap();
            let FunctionKind::Local(local) = &module.funcs.get(id).kind else {
                panic!("a body");
            };
            local.block(local.entry_block()).instrs[0].0.clone()
        };
        assert!(matches!(first(IDLE), Instr::Unreachable(_)));
        assert!(matches!(first("wanted"), Instr::Const(_)));
    }

    #[test]
    fn short_names_differ() {
        let names: BTreeSet<String> = (0..2000).map(short).collect();
        assert_eq!(names.len(), 2000);
        assert_eq!(
            (short(0), short(25), short(26)),
            ("a".into(), "z".into(), "aa".into())
        );
    }

    #[test]
    fn names_are_found_as_whole_words() {
        assert_eq!(mentions("wasm.main wasm.main_x xwasm.main", "wasm.main"), 1);
        assert_eq!(defined("        focus_1: function(a) {"), Some("focus_1"));
        assert_eq!(defined("            x: function(a) {"), None);
    }
}
