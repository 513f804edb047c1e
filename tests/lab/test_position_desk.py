"""The position desk: every change is checked, nothing slips in, and what is saved can be used."""

from __future__ import annotations

import html
import random
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import northafrica
from northafrica.core.cases import read_case, run_case
from northafrica.core.game import Game
from northafrica.core.start import make_setting, new_game
from northafrica.core.table import Table
from northafrica.lab import PositionDesk
from northafrica.lab.desk.desk_words import expectation, ways
from northafrica.lab.desk.position_draft import PositionDraft
from northafrica.lab.desk.position_saving import items, save_case, save_exercise, save_position
from northafrica.lab.exercises import toml_text
from northafrica.lab.exercises.exercise import read_exercises
from northafrica.lab.exercises.exercise_kinds import KINDS
from northafrica.lab.table.answer import Answer
from northafrica.systems import SYSTEMS
from tests.lab.positions import SEVEN
from tests.lab.tables import open_widgets
from tests.toy.game import TOY

ALL = "attack tobruk from mersa_matruh with 5 infantry 2 tank"


@pytest.fixture
def draft() -> PositionDraft:
    return PositionDraft(SEVEN)


@pytest.fixture
def desk() -> Iterator[PositionDesk]:
    made = PositionDesk(SEVEN)
    yield made
    made.close()


def test_changes_stand_in_the_text(draft: PositionDraft) -> None:
    assert draft.add("sz31", 1, "uk", "battleship", "damaged").ok
    assert draft.add("mersa_matruh", 1, "uk", "infantry").ok
    assert draft.take("tobruk", 2, "italy", "infantry").ok
    assert draft.stock("cairo", "land_mine", 3, to="mersa_matruh").ok
    assert draft.stock("treasury", "rp", 20, "uk").ok
    assert draft.stock("tobruk", "supply", 0).ok
    assert draft.mark("tobruk", "").ok
    assert draft.turn(round_=10, power="us", phase="deploy").ok
    lines = draft.text.splitlines()
    for line in (
        "at sz31: 1 uk battleship (damaged)",
        "at mersa_matruh: 6 uk infantry, 2 uk tank",
        "stock cairo>mersa_matruh: land_mine 3",
        "stock treasury: rp/uk 20",
        "round 10",
        "power us",
        "phase deploy",
    ):
        assert line in lines
    assert not [line for line in lines if "tobruk" in line]


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (lambda d: d.add("tobruk", 1, "italy", "destroyer"), "put it in a sea zone"),
        (lambda d: d.add("sz13", 1, "italy", "infantry"), "write '(cargo)'"),
        (lambda d: d.add("tobruk", 1, "italy", "infantry", "cargo"), "leave '(cargo)' out"),
        (lambda d: d.add("tobruk", 1, "italy", "tank", "damaged"), "no status of tank"),
        (lambda d: d.add("tobruk", 1, "us", "submarine"), "us has no submarine; it has infantry"),
        (lambda d: d.add("tobrok", 1, "italy", "infantry"), "did you mean tobruk?"),
        (lambda d: d.add("tobruk", 1, "italy", "infantri"), "did you mean infantry?"),
        (lambda d: d.add("sz31", 9, "uk", "battleship"), "exist: take"),
        (lambda d: d.take("tobruk", 3, "italy", "infantry"), "there are 2 italy infantry in tobruk, not 3"),
        (lambda d: d.stock("sz13", "supply", 3), "supply at sea is owned"),
        (lambda d: d.stock("tobruk", "rp", 3, "uk"), "treasury only"),
        (lambda d: d.stock("tobruk", "beer", 3), "there is no stock 'beer'; there are supply"),
        (lambda d: d.stock("cairo", "land_mine", 1), "inside>neighbour"),
        (lambda d: d.stock("cairo", "land_mine", 1, to="tripoli"), "inside>neighbour"),
        (lambda d: d.stock("tobruk", "sea_mine", 1, "uk"), "sea zone"),
        (lambda d: d.mark("siwa", "uk"), "no RP value"),
        (lambda d: d.mark("tobruk", "control", "uk"), "no marker 'uk'; there are control"),
        (lambda d: d.stock("tobruk", 2, "supply"), "'supply' stands where a whole number"),
        (lambda d: d.turn(round_=6), "rounds go from 7 to 14"),
        (lambda d: d.turn(power="vichy"), "has no turn in round 9"),
        (lambda d: d.turn(phase="lunch"), "write 'phase' and one of advance_convoys"),
        (lambda d: d.read("northafrica position 1\nsystem aana\nscenario torch\nround 9\nat x: 1 uk tank"), "line 5"),
        (lambda d: d.undo(), "nothing to undo"),
    ],
)
def test_what_cannot_be_is_told_with_its_mend_and_not_done(draft: PositionDraft, act, told: str) -> None:
    before = draft.text
    answer = act(draft)
    assert not answer.ok
    assert told in str(answer)
    assert draft.text == before
    assert not draft.undo().ok


def test_undo_and_redo(draft: PositionDraft) -> None:
    first = draft.text
    draft.add("tobruk", 1, "italy", "tank")
    second = draft.text
    draft.clear()
    assert "infantry" not in draft.text
    assert draft.undo().ok
    assert draft.text == second
    assert draft.undo().ok
    assert draft.text == first
    assert draft.redo().ok
    assert draft.text == second
    draft.add("tobruk", 1, "italy", "truck")
    assert not draft.redo().ok


def test_a_game_in_progress_is_kept_until_it_is_changed() -> None:
    game = northafrica.position(SEVEN)
    game.play("commit")
    game.play("attack tobruk from mersa_matruh with 3 infantry 2 tank paying 1 mersa_matruh")
    draft = PositionDraft(game)
    assert draft.in_progress
    assert draft.game().state.stack == game.state.stack
    answer = draft.add("tobruk", 1, "italy", "tank")
    assert "begins with its phase" in str(answer)
    assert not draft.in_progress
    assert "(attack" not in draft.text
    assert draft.game().check("commit")
    assert draft.undo().ok
    assert draft.game().state.stack == game.state.stack


def _random_change(draft: PositionDraft, rng: random.Random, place: str) -> Answer:
    made = draft.materials
    power = rng.choice([*made.pieces, "nobody"])
    kind = rng.choice([*made.pieces.get(power, ("tank",)), "destroyer", "camel"])
    status = rng.choice(["", "", "cargo", "damaged", "used 1", "no(t", "made uk"])
    sort = rng.choice(made.stocks)
    which = rng.randrange(8)
    if which < 2:
        return draft.add(place, rng.randint(1, 5), power, kind, status if which else "")
    if which == 2:
        return draft.stock(place, sort.resource, rng.randint(-1, 9), rng.choice(["", power]))
    if which == 3:
        return draft.mark(place, rng.choice(["", power]))
    if which == 4:
        return draft.turn(round_=rng.randint(0, 16))
    if which == 5:
        return draft.turn(power=power, phase=rng.choice([*draft.phases(), ""]))
    return draft.undo() if which == 6 else draft.empty(place)


def test_no_state_slips_in_that_the_reader_refuses() -> None:
    rng = random.Random(7)
    game = northafrica.load("aana", "torch", seed=3)
    draft = PositionDraft(game, empty=True)
    places = draft.places()
    done = 0
    for _ in range(400):
        done += _random_change(draft, rng, rng.choice(places)).ok
        opened = northafrica.position(draft.text)
        assert not opened.system.faults(opened.view())
        assert PositionDraft(draft.text).now == draft.now
    assert 60 < done < 390


class Flagged(type(TOY)):  # type: ignore[misc]
    """The toy with a flag that every position has."""

    def blank(self, table: Table) -> None:
        super().blank(table)
        table.emit("marked", "setup", place="well", marker="flag", value="up", power="")


def test_what_every_position_has_can_be_taken_away() -> None:
    toy = Flagged()
    draft = PositionDraft(new_game(make_setting(toy, next(iter(toy.scenarios))), 1), empty=True)
    assert "mark well: flag up" in draft.text
    assert draft.mark("well", "", "flag").ok
    assert "mark well: nothing" in draft.text
    assert draft.game().state.marker("well", "flag") == ""


def test_any_system_can_be_put_on_the_desk() -> None:
    draft = PositionDraft(new_game(make_setting(TOY, next(iter(TOY.scenarios))), 1), empty=True)
    assert draft.add("dune", 2, "blue", "man").ok
    assert not draft.add("dune", 5, "red", "man").ok  # the toy has six men
    assert "at dune: 2 blue man" in draft.text


def test_places_answer_to_their_names_too() -> None:
    draft = PositionDraft(northafrica.load("afrika2", "gazala"), empty=True)
    assert draft.mark("tobruk", "axis").ok
    assert draft.add("tobruk", 1, "axis", "brescia").ok
    assert draft.stock("tobruk", "sp", 2, "axis").ok
    lines = draft.text.splitlines()
    assert {"at a36.23: 1 axis brescia", "stock a36.23: sp/axis 2", "mark a36.23: control axis"} <= set(lines)
    assert not draft.add("tobruck", 1, "axis", "pavia").ok


# -- saving ----------------------------------------------------------------------------------------
def test_an_exercise_is_saved_with_an_answer_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "lesson" / "exercises.toml"
    common = {"before": ["commit"], "order": ALL}
    answer = save_exercise(SEVEN, file, id="seven", kind="legal", question='All of "them"?', hints=["a", "b"], **common)
    assert answer.ok
    assert "its answer: no" in answer.lines
    assert any(line.startswith("because: refused: ") and "needs 2 supply" in line for line in answer.lines)
    early = save_exercise(SEVEN, file, id="seven", kind="legal", question="All?", order=ALL)  # the moves come first
    assert any("all combat moves are committed before" in line for line in early.lines)
    assert save_exercise(SEVEN, file, id="needs", kind="number", question="How much?", number="needs", **common).ok
    again = save_exercise(SEVEN, file, id="seven", kind="legal", question="Two\nlines?", **common)
    assert "exercises there: 2" in again.lines
    found = read_exercises(file)
    assert [exercise.id for exercise in found] == ["seven", "needs"]
    assert [exercise.solution() for exercise in found] == ["no", "2"]
    assert found[0].text == "Two\nlines?"
    before = file.read_text()
    for wrong in ({"number": "beer"}, {"number": "needs", "befor": ["commit"]}):
        bad = save_exercise(SEVEN, file, id="x", kind="number", question="?", **common, **wrong)
        assert not bad.ok
        assert ".part" not in str(bad)
    assert file.read_text() == before
    assert {path.name for path in file.parent.iterdir()} == {file.name, f"{file.name}.older", f"{file.name}.older-2"}
    assert "All?" in (file.parent / "exercises.toml.older-2").read_text(), "what was written over is kept"


def test_a_case_is_saved_only_if_it_holds(tmp_path: Path) -> None:
    file = tmp_path / "seven.toml"
    # p.15: seven attackers need 2 supply and Mersa Matruh holds 1
    assert save_case(SEVEN, file, title="Seven", page="15", do=f"commit\nrefused declare.cost: {ALL}").ok
    assert run_case(read_case(file), SYSTEMS).ok
    bad = save_case(SEVEN, tmp_path / "bad.toml", title="Seven", do=f"commit\n{ALL}")
    assert not bad.ok
    assert "needs 2 supply" in str(bad)
    assert not (tmp_path / "bad.toml").exists()
    assert "no item" in str(save_case(SEVEN, file, title="Seven", do="| 3"))


def test_items_and_dice() -> None:
    assert items("commit\n\nrefused: end | 3, 9\nrefused a.b: end") == [
        {"order": "commit"},
        {"order": "end", "refused": "", "dice": [3, 9]},
        {"order": "end", "refused": "a.b"},
    ]


def test_another_file_is_not_lost(tmp_path: Path) -> None:
    file = tmp_path / "p.txt"
    file.write_text("my notes")
    assert "another file lies there, which is no position" in save_position(SEVEN, file).headline
    assert file.read_text() == "my notes"
    file.unlink()
    others = [SEVEN.replace("round 9", f"round {n}") for n in (9, 8, 7)]
    for text in others:
        assert save_position(text, file).ok
    assert save_position(SEVEN, file).lines == ("what was there is now p.txt.older-3",)
    kept = [tmp_path / name for name in ("p.txt.older", "p.txt.older-2", "p.txt.older-3")]
    assert [one.read_text() for one in kept] == others
    assert not save_position(SEVEN, file).lines
    assert not save_position(SEVEN, file / "below").ok


def test_toml_text_is_read_back() -> None:
    tables = [
        {"a": 'quo"te', "b": True, "c": -3, "d": ["x", {"e f": [1]}], "g": 'two\nlines \\ """ of \'text\'\n'},
        {"h": "", "i": "\ttab\x7f", "j": 'ends with quote\n"'},
    ]
    for table in tables:
        assert tomllib.loads(toml_text.lines(table)) == table
    with pytest.raises(TypeError, match="cannot be written"):
        toml_text.value(None)
    assert tomllib.loads(toml_text.lines({"margin": 1.5}))["margin"] == 1.5


# -- the widgets -----------------------------------------------------------------------------------
def test_buttons_do_what_the_calls_do(desk: PositionDesk) -> None:
    form = desk._place
    assert "choose a place" in _click(desk, "add")
    desk.map._picked("tobruk")
    assert "Tobruk" in form.head.value
    form.power.value = "italy"
    form.kind.value = "tank"
    form.count.value = 2
    assert "2 italy tank added to tobruk" in _click(desk, "add")
    form.status.value = "cargo"
    assert "not done" in _click(desk, "add")
    form.amount.value = 4
    assert form.sort.value.resource == "supply"
    _click(desk, "stock")
    form.holder.value = "italy"
    _click(desk, "mark")
    assert "at tobruk: 2 italy infantry, 2 italy tank" in desk.text
    assert "stock tobruk: supply 4" in desk.text
    assert "mark tobruk: control italy" in desk.text
    assert desk._area.value == desk.text
    _click(desk, "undo")
    assert "mark tobruk: control germany" in desk.text
    desk._turn.round.value = 8
    assert "round 8" in desk.text
    desk._turn.round.value = 2
    assert desk._turn.round.value == 8
    _click(desk, "bare")
    assert "at tobruk" not in desk.text


def test_a_text_that_cannot_be_stays_to_be_mended(desk: PositionDesk) -> None:
    before = desk.text
    desk._area.value = SEVEN.replace("2 italy infantry", "2 italy infantri")
    assert "did you mean infantry" in _click(desk, "text")
    assert "infantri" in desk._area.value
    assert desk.text == before
    desk._area.value = SEVEN.replace("torch", "rommel").replace("2 italy infantry", "3 italy infantry")
    _click(desk, "text")
    assert "scenario rommel" in desk.text
    assert "3 italy infantry" in desk.text


def test_the_form_saves_each_kind(desk: PositionDesk, tmp_path: Path) -> None:
    form = desk._saving
    for kind, name in (("position", "p.txt"), ("exercise", "e.toml"), ("case", "c.toml"), ("record", "r.jsonl")):
        form.form.value = kind
        form.file.value = str(tmp_path / name)
        form.fields["id"].value, form.fields["title"].value = "seven", "Seven"
        form.fields["before"].value, form.fields["order"].value = "commit", ALL
        form.fields["items"].value = f"commit\nrefused declare.cost: {ALL}"
        form.fields["comment"].value = "Where can the supply come from?"
        assert "saved" in _click(desk, "save"), kind
    assert northafrica.position((tmp_path / "p.txt").read_text()).state == desk.game().state
    assert read_exercises(tmp_path / "e.toml")[0].solution() == "no"
    assert run_case(read_case(tmp_path / "c.toml"), SYSTEMS).ok
    loaded = northafrica.replay(tmp_path / "r.jsonl")
    assert loaded.verified
    assert loaded.game.tree.nodes[0].comment == "Where can the supply come from?"
    assert "download" in form._link.value or _click(desk, "download")
    form.file.value = " "
    assert "name a file" in _click(desk, "save")


FIVE = "attack tobruk from mersa_matruh with 5 infantry paying 1 mersa_matruh"
FILLED = {
    "legal": ({"order": FIVE}, "yes"),
    "number": ({"order": ALL, "number": "needs"}, "2"),
    # five infantry hit at 2, two defenders at 2 (p.8), the dice after the rolling again that Tobruk allows them
    "hits": ({"items": f"{FIVE}\ncommit\nfight paying 1 tobruk | 1 2 3 7 7 2 5"}, "3"),
    "count": ({"items": f"{FIVE}\ncommit", "place": "mersa_matruh", "what": "supply"}, "0"),
    "choice": (
        {
            "items": f"{FIVE}\ncommit",
            "answers": "one left = stock mersa_matruh: supply 1\nnone = seat axis; legal fight",
        },
        "none",
    ),
    "orders": (
        {"goal": "stock mersa_matruh: supply 0; phase combat", "example": f"{FIVE}\ncommit"},
        f"{FIVE}; commit",
    ),
    "better": (
        {
            "ways": f"five = {FIVE}; commit; fight\none = attack tobruk from mersa_matruh with 1 tank; commit; fight",
            "measure": "capture",
            "rules": "declare.cost",
        },
        "five",
    ),
}


@pytest.mark.parametrize("kind", FILLED)
def test_the_form_makes_exercises_of_every_kind(desk: PositionDesk, tmp_path: Path, kind: str) -> None:
    filled, answer = FILLED[kind]
    form = desk._saving
    form.form.value = "exercise"
    form.kind.value = kind
    form.file.value = str(tmp_path / "e.toml")
    fields = {"id": kind, "question": "Well?", "before": "commit", **filled}
    for name, text in fields.items():
        assert form.fields[name].layout.display != "none", name
        form.fields[name].value = text
    assert f"its answer: {answer}" in _click(desk, "save")
    assert read_exercises(tmp_path / "e.toml")[0].solution() == answer


ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no checkout")
def test_what_the_form_writes_beside_a_notebook_is_left_alone_by_git(desk: PositionDesk) -> None:
    form = desk._saving
    for kind in form.form.options:
        form.form.value = kind
        file = f"notebooks/instructor/{form.file.value}"
        done = subprocess.run(["git", "check-ignore", "-q", file], cwd=ROOT, check=False)
        assert done.returncode == 0, file
    done = subprocess.run(["git", "check-ignore", "-q", "notebooks/instructor/exercises/x.toml"], cwd=ROOT, check=False)
    assert done.returncode == 1


def test_the_form_offers_every_kind_there_is(desk: PositionDesk) -> None:
    assert set(desk._saving.kind.options) == set(KINDS)
    assert set(FILLED) == set(KINDS)


@pytest.mark.parametrize(
    ("kind", "filled", "told"),
    [
        ("choice", {"answers": "none"}, "write 'ANSWER = what holds'"),
        ("choice", {"answers": "a = supply is gone"}, "says nothing that can be checked"),
        ("choice", {"answers": "a = stock tobruk supply 1"}, "like 'stock tobruk: supply 2'"),
        ("choice", {"answers": "a = stock tobruk: much"}, "'much' is no stock"),
        ("choice", {"answers": "a = mark tobruk: uk"}, "'uk' is no marker"),
        ("orders", {"goal": "", "example": "commit"}, "write what must hold"),
        ("better", {"ways": ""}, "there is no answer"),
        ("better", {"ways": "a = 1 tank against 1 infantry [supply]\nb = end"}, "no option of the odds"),
        ("better", {"ways": "a = 1 tank against 1 infantry\nb = 1 tank against 1 infantry"}, "no answer is better"),
    ],
)
def test_the_form_says_what_to_write_instead(
    desk: PositionDesk, tmp_path: Path, kind: str, filled: dict[str, str], told: str
) -> None:
    form = desk._saving
    form.form.value, form.kind.value = "exercise", kind
    form.file.value = str(tmp_path / "e.toml")
    for name, text in {"id": "x", "question": "Well?", "before": "commit", **filled}.items():
        form.fields[name].value = text
    assert told in html.unescape(_click(desk, "save"))
    assert not (tmp_path / "e.toml").exists()


def test_battles_in_words_take_the_options_of_the_odds() -> None:
    assert ways("a = 1 tank, 2 infantry against 1 infantry [attacker=uk supply=2:1 sea=no rounds=2]") == [
        {
            "text": "a",
            "battle": {
                "attackers": "1 tank, 2 infantry",
                "defenders": "1 infantry",
                "attacker": "uk",
                "supply": "2:1",
                "sea": False,
                "rounds": 2,
            },
        }
    ]
    assert expectation("mark tobruk: control uk; round 9; at tobruk: 1 uk infantry, 1 uk tank") == {
        "mark": {"tobruk": {"control": "uk"}},
        "round": 9,
        "at": {"tobruk": "1 uk infantry, 1 uk tank"},
    }


def test_closing_leaves_nothing() -> None:
    before = open_widgets()
    made = PositionDesk(SEVEN)
    made.add("tobruk", 1, "italy", "tank")
    made.close()
    assert open_widgets() == before


def _click(desk: PositionDesk, name: str) -> str:
    """Press the button of a name; returns what the desk answers."""
    found = [widget for widget in _all(desk.widget) if f"na-do-desk-{name}" in getattr(widget, "_dom_classes", ())]
    assert len(found) == 1, name
    found[0].click()
    return str(desk._answer.value)


def _all(widget: object) -> Iterator[object]:
    yield widget
    for child in getattr(widget, "children", ()):
        yield from _all(child)


def test_it_takes_files_and_says_what_is_wrong_with_them(tmp_path: Path) -> None:
    file = tmp_path / "p.txt"
    file.write_text(SEVEN)
    game: Game = northafrica.position(SEVEN)
    northafrica.save(game, tmp_path / "r.jsonl")
    assert PositionDraft(file).text == PositionDraft(SEVEN).text
    assert PositionDraft(tmp_path / "r.jsonl").game().state == game.state
    with pytest.raises(ValueError, match="cannot be read"):
        PositionDraft(tmp_path / "nothing.txt")
