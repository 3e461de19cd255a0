"""Pages of games for tests in a browser, and how to read them."""

from pathlib import Path

from tests.cli.shell import vanuatu
from tests.pictures.browser import Browser
from tests.pictures.played import GAMES

LEFT, RIGHT, UP = "\ue012", "\ue014", "\ue013"
END, HOME, ESCAPE, SPACE = "\ue010", "\ue011", "\ue00c", " "
HERE = "location.hash"
SAID = "document.getElementById('current').textContent"
SAME = 2.0  # of 255: the mean difference of two pictures that are alike
AXE = "VANUATU_AXE"  # where axe-core is

REVIEWED = r"""[Event "Reviewed"]
[Purple "Ann"]
[Teal "Ben"]
[Yellow "Cleo"]
[Result "*"]

{[%reviewer mcts:9,seed=1] [%review p,1,0.00,0.00,0.50,0.10,100.0,expert]
[%review t,1,2.40,0.50,-1.20,0.30,45.0,fair]}
1. #start=120 #tiles=A1,B2 #ships=kkb,kcc,kkk #tourists=3 #first=t
t:@guide? {[%eval 0.50,0.19,0.31] [%loss 2.4]} {[%lost 0.17,0.03]}
(t:@diver {[%eval 0.40,0.36,0.24]} y:@guide) y:@diver $14 {[%eval 0.50,0.20,0.30]}
p:@fisherman?? {[%eval 0.10,0.60,0.30] [%loss 6.2]} *
"""


def made(folder: Path, *files: str, text: str = "") -> Path:
    """The page of some games, made by the command."""
    page = folder / "page.html"
    names = [str(GAMES / name) if name != "-" else name for name in files]
    ended = vanuatu(["replay", *names, "--html", str(page)], folder, text=text)
    assert (ended.code, ended.out, ended.err) == (0, "", "")
    return page


def select(browser: Browser, name: str, value: str) -> None:
    """Choose a value of a select element."""
    script = "const [name, value] = arguments, chosen = document.getElementById(name);"
    browser.run(script + "chosen.value = value; chosen.dispatchEvent(new Event('change'))", name, value)


def quiet(browser: Browser, page: Path) -> bool:
    """Check that only the page itself was requested and that the console is empty."""
    asked = {address.partition("#")[0] for address in browser.requests()}
    assert {address for address in asked if not address.startswith("data:")} <= {page.as_uri()}
    assert browser.logged() == []
    return True
