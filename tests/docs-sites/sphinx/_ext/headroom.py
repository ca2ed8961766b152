"""The directive `headroom`: a widget, with the table inside that shows without it."""
import subprocess
from html import escape

from docutils import nodes
from docutils.parsers.rst import Directive, directives


class Headroom(Directive):
    required_arguments = 1
    option_spec = {
        name: directives.unchanged for name in ("view", "lock", "controls", "theme", "lang", "title")
    }

    def run(self):
        given = {"scenario": self.arguments[0], **self.options}
        options = ["--lang", given.get("lang", "en"), "--base", "https://headroom.example/"]
        command = ["headroom", "embed", given["scenario"], *options]
        table = subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
        names = "".join(f' {name}="{escape(value)}"' for name, value in given.items())
        return [nodes.raw("", f"<headroom-plan{names}>{table}</headroom-plan>", format="html")]


def setup(app):
    app.add_directive("headroom", Headroom)
    return {"parallel_read_safe": True}
