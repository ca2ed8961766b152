"""Options of training frameworks, read from their packages as source; nothing of them is imported or run.

    python3 tests/launch/options.py FOLDER            # packages are downloaded there without their dependencies
    python3 tests/launch/options.py FOLDER --check    # those of the releases that the tables name; nothing is written

Ends with 1 where a table is another one than the package's, and with 2 where packages could not be had.
Writes tests/launch/options/<framework>.tsv: option, type, default, a line each, under a line with the release. Types are joined by
bars: bool, int, float, str, list, dict, any, null, or a literal in quotes.
"""
import ast, pathlib, re, subprocess, sys, tarfile, zipfile

HERE = pathlib.Path(__file__).parent
NAMES = {"bool": "bool", "int": "int", "float": "float", "str": "str", "dict": "dict", "list": "list", "Any": "any", "object": "any"}
LISTS = {"list", "List", "Sequence", "tuple", "Tuple", "set", "Set"}
NUMBERS = {"PositiveInt": "int", "NonNegativeInt": "int", "NonNegativeFloat": "float", "PositiveFloat": "float"}


def unpacked(folder, package, release=None):
    """The folder of a package, downloaded where it is absent, and its release: the newest, or that one."""
    here = folder / (f"{package}-{release}" if release else package)
    if not (here / "RELEASE").exists():
        down = here / "down"
        wanted = f"{package}=={release}" if release else package
        subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", down, wanted], check=True)
        [file] = down.iterdir()
        (zipfile.ZipFile if file.suffix == ".whl" else tarfile.open)(file).extractall(here)
        (here / "RELEASE").write_text(re.sub(r"\.(whl|tar\.gz)$", "", file.name).split("-")[1])
    return here, (here / "RELEASE").read_text()


class Source:
    """Trees of Python files, and the enums in them."""

    def __init__(self, folder, files):
        self.trees = [ast.parse(path.read_text()) for name in files for path in sorted(folder.glob(name))]
        self.enums = {}
        for node in self.nodes(ast.ClassDef):
            values = [item.value.value for item in node.body if isinstance(item, ast.Assign) and isinstance(item.value, ast.Constant)]
            if any("Enum" in ast.unparse(base) for base in node.bases) and values:
                self.enums[node.name] = values

    def nodes(self, kind):
        return (node for tree in self.trees for node in ast.walk(tree) if isinstance(node, kind))

    def kinds(self, note):
        """Types of an annotation."""
        if note is None:
            return {"any"}
        if isinstance(note, ast.Constant):
            if note.value is None:
                return {"null"}
            return self.kinds(ast.parse(note.value, mode="eval").body) if isinstance(note.value, str) else {"any"}
        if isinstance(note, ast.BinOp):
            return self.kinds(note.left) | self.kinds(note.right)
        if isinstance(note, ast.Subscript):
            name, inside = ast.unparse(note.value).split(".")[-1], note.slice
            parts = inside.elts if isinstance(inside, ast.Tuple) else [inside]
            if name == "Literal":
                return {"null" if part.value is None else repr(part.value) for part in parts if isinstance(part, ast.Constant)}
            if name in ("Optional", "Union"):
                return set().union(*map(self.kinds, parts)) | ({"null"} if name == "Optional" else set())
            if name == "Annotated":
                return self.kinds(parts[0])
            return {"list"} if name in LISTS else {"dict"}
        name = ast.unparse(note).split(".")[-1]
        if name in self.enums:
            return {repr(value) for value in self.enums[name]}
        return {NAMES.get(name) or NUMBERS.get(name) or ("list" if name in LISTS else "any")}

    def fields(self, classes=None, prefix=""):
        """Annotated fields of classes."""
        for node in self.nodes(ast.ClassDef):
            if classes is not None and node.name not in classes:
                continue
            for item in node.body:
                if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name) and not item.target.id.startswith("_"):
                    words = {word.arg: word.value for word in getattr(item.value, "keywords", [])}
                    alias = words.get("alias")
                    names = [item.target.id] + ([alias.value] if isinstance(alias, ast.Constant) else [])
                    for name in names:
                        yield prefix + name, self.kinds(item.annotation), default(item.value)

    def arguments(self):
        """Calls of `add_argument`."""
        for node in self.nodes(ast.Call):
            if getattr(node.func, "attr", "") != "add_argument":
                continue
            words = {word.arg: word.value for word in node.keywords}
            for name in (arg.value for arg in node.args if isinstance(arg, ast.Constant) and str(arg.value).startswith("--")):
                kinds = {NAMES.get(ast.unparse(words["type"]).split(".")[-1], "any")} if "type" in words else {"str"}
                if ast.unparse(words.get("action", ast.Constant(""))).startswith("'store_"):
                    kinds = {"bool"}
                if "`true`" in (said := ast.unparse(words.get("help", ast.Constant("")))) or "(true|false)" in said or "true" in default(words.get("default")) + default(words.get("default")).replace("'false'", "true"):
                    kinds |= {"bool"}
                if isinstance(words.get("choices"), (ast.List, ast.Tuple)):
                    kinds = {ast.unparse(choice) for choice in words["choices"].elts}
                yield name[2:].replace("-", "_"), kinds, default(words.get("default"))

    def parameters(self, prefix, pattern):
        """Parameters of functions and of `__init__`."""
        for node in self.nodes(ast.FunctionDef):
            if re.fullmatch(pattern, node.name):
                args = node.args.args + node.args.kwonlyargs
                given = [None] * (len(node.args.args) - len(node.args.defaults)) + node.args.defaults + node.args.kw_defaults
                for arg, value in zip(args, given):
                    if arg.arg != "self":
                        yield prefix + arg.arg, self.kinds(arg.annotation), default(value)


def default(value):
    """A default as text; empty where there is none or it is computed."""
    if isinstance(value, ast.Call):
        words = {word.arg: word.value for word in value.keywords}
        value = words.get("default", value.args[0] if value.args else None)
    return repr(value.value) if isinstance(value, ast.Constant) and value.value is not ... else ""


def constants(source):
    """Names of keys in constants, as DeepSpeed has them; their types are not stated."""
    for node in source.nodes(ast.Assign):
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str) and re.fullmatch(r"[a-z][a-z0-9_]+", node.value.value):
            yield node.value.value, {"any"}, ""


def deepspeed(at):
    root = next(at.glob("deepspeed-*"), at)
    source = lambda *files: Source(root / "deepspeed", files)
    yield from constants(source("runtime/constants.py"))
    yield from source("runtime/zero/config.py").fields({"DeepSpeedZeroConfig"}, "zero_optimization.")
    for part, name in (("offload_optimizer", "DeepSpeedZeroOffloadOptimizerConfig"), ("offload_param", "DeepSpeedZeroOffloadParamConfig")):
        yield from source("runtime/zero/offload_config.py").fields({name}, f"zero_optimization.{part}.")
    precision = source("runtime/precision_config.py")
    yield from precision.fields({"DeepSpeedBF16Config"}, "bf16.")
    yield from precision.fields({"DeepSpeedFP16Config"}, "fp16.")
    for name, kinds, value in constants(source("runtime/activation_checkpointing/config.py")):
        yield "activation_checkpointing." + name, kinds, value


def accelerate(at):
    root = at / "accelerate"
    yield from Source(root, ["commands/config/config_args.py"]).fields({"BaseConfig", "ClusterConfig"})
    for name, kinds, value in Source(root, ["commands/launch.py"]).arguments():
        yield name, kinds, value
        if name.startswith("fsdp_"):
            yield "fsdp_config." + name, kinds, value
        if name.startswith(("zero", "offload_", "deepspeed_", "gradient_")):
            yield "deepspeed_config." + name, kinds, value
        if name.startswith("parallelism_config_"):
            yield "parallelism_config." + name, kinds, value


def torchtune(at):
    models = Source(at / "torchtune", ["models/*/_model_builders.py"])
    yield from models.parameters("model.", r"lora_[a-z0-9_]+")
    yield from Source(at / "torchtune", ["models/*/_model_builders.py"]).parameters("tokenizer.", r"[a-z0-9_]+_tokenizer")
    yield from Source(at / "torchtune", ["datasets/_alpaca.py", "datasets/_sft.py", "datasets/_chat.py", "datasets/_instruct.py"]).parameters("dataset.", r"[a-z_]+_dataset")
    for file in sorted((at / "recipes" / "configs").rglob("*.yaml")):
        path = []
        for line in file.read_text().splitlines():
            found = re.match(r"( *)([A-Za-z_][A-Za-z_0-9]*):(.*)", line)
            if found:
                depth = len(found[1])
                path = [step for step in path if step[0] < depth] + [(depth, found[2])]
                yield ".".join(step for _, step in path), {"any"}, ""
    for file in sorted((at / "recipes").glob("*finetune*.py")):
        for name in re.findall(r"cfg\.get\(\s*\"([a-z_0-9]+)\"|cfg\.([a-z_0-9]+)\b", file.read_text()):
            yield name[0] or name[1], {"any"}, ""
    for node in models.nodes(ast.FunctionDef):
        yield "=" + node.name, {"any"}, ""
    for name in re.findall(r"^(qlora_\w+) = ", "\n".join(path.read_text() for path in (at / "torchtune/models").glob("*/_model_builders.py")), re.M):
        yield "=" + name, {"any"}, ""


def dataclasses(*files, classes=None):
    return lambda at: Source(at, files).fields(classes)


#: Framework: package, reader.
FRAMEWORKS = {
    "accelerate": ("accelerate", accelerate),
    "deepspeed": ("deepspeed", deepspeed),
    "transformers": ("transformers", dataclasses("transformers/training_args.py", classes={"TrainingArguments", "OptimizerNames"})),
    "trl": ("trl", dataclasses("trl/trainer/base_config.py", "trl/trainer/sft_config.py", "trl/trainer/model_config.py", "trl/scripts/utils.py")),
    "peft": ("peft", dataclasses("peft/tuners/lora/config.py", classes={"LoraConfig"})),
    "llamafactory": ("llamafactory", dataclasses("llamafactory/hparams/*_args.py", "llamafactory/extras/constants.py")),
    "axolotl": ("axolotl", lambda at: [
        *Source(at / "axolotl", ["utils/schemas/*.py"]).fields(),
        *Source(at / "axolotl", ["utils/schemas/fsdp.py"]).fields(prefix="fsdp_config."),
        *Source(at / "axolotl", ["integrations/*/args.py"]).fields(),
    ]),
    "swift": ("ms-swift", dataclasses("swift/arguments/*.py", "swift/arguments/base_args/*.py", "swift/trainers/arguments.py")),
    "torchtune": ("torchtune", torchtune),
    "megatron-core": ("megatron-core", dataclasses("megatron/core/model_parallel_config.py", "megatron/core/transformer/transformer_config.py", "megatron/core/optimizer/optimizer_config.py", "megatron/core/distributed/distributed_data_parallel_config.py")),
}


def table(package, release, read, at):
    """The text of a table."""
    options = {}
    for name, kinds, value in read(at):
        options.setdefault(name, (set(), value))[0].update(kinds)
    lines = [f"# {package} {release}", "option\ttype\tdefault"]
    lines += ["\t".join((name, "|".join(sorted(kinds)), value)) for name, (kinds, value) in sorted(options.items())]
    return "\n".join(lines) + "\n"


def differences(held, found):
    """Lines that one of two tables has alone."""
    held, found = held.splitlines(), found.splitlines()
    return [f"- {line}" for line in held if line not in found] + [f"+ {line}" for line in found if line not in held]


def main(folder, check):
    folder.mkdir(parents=True, exist_ok=True)
    end = 0
    for framework, (package, read) in FRAMEWORKS.items():
        file = HERE / "options" / f"{framework}.tsv"
        held = file.read_text() if check else ""
        try:
            at, release = unpacked(folder, package, held.split("\n")[0].split(" ")[-1] if check else None)
        except subprocess.CalledProcessError:
            print(framework, "could not be had")
            end = end or 2
            continue
        found = table(package, release, read, at)
        if not check:
            file.write_text(found)
        elif apart := differences(held, found):
            print(framework, release, *apart[:20], sep="\n  ")
            end = 1
        print(framework, release, found.count("\n") - 2, "options")
    return end


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), "--check" in sys.argv[2:]))
