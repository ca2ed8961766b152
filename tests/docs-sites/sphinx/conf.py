import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent / "_ext"))

project = "Fine-tuning at home"
extensions = ["myst_parser", "headroom"]
html_theme = "furo"
html_js_files = [("https://headroom.example/embed.js", {"defer": "defer"})]
html_static_path = ["_static"]
html_css_files = ["frames.css"]
