"""A toy: Blue (west) against Red and Ruby (east) for a well. It has one of everything the core must carry.

One thought a line, so that the whole game can be read at a glance.
"""

from dataclasses import dataclass, make_dataclass
from itertools import combinations

from northafrica.core import board, cards, deed, options, orders, pieces, rulebook, state, step, system

# fmt: off
Piece, Some, allow, refuse = pieces.Piece, orders.Some, rulebook.Ruling.allow, rulebook.Ruling.refuse
POWERS = {"blue": "west", "red": "east", "ruby": "east"}
FOE, NEXT = {"blue": "red", "red": "blue", "ruby": "blue"}, {"blue": "red", "red": "ruby", "ruby": "blue"}
CAMP, HAND = {"west": "dune", "east": "ridge"}, {"west": "hand_west", "east": "hand_east"}
TILES, LINE, START = ("moon", "sun"), ("dune", "well", "ridge"), {"red": "ridge", "ruby": "ridge", "fate": "cup"}
RULES = ["setup", "ambush", "deal", "fight", "hold", "line", "men", "route", "water", "rest", "win"]
BOOK = rulebook.Rulebook(rulebook.Rule(r, r, 1, "", "core", r, r) for r in RULES)
DRY = options.Option("dry", ("no", "yes"), "no", "no rain", "rest", False, "optional")
LINKS = [board.Link("dune", "well", "land"), board.Link("well", "ridge", "land")]
BOARD = board.Board([board.Space(place, place.title(), "land", 0, 0) for place in LINE], LINKS)

def order(name, **fields):  # a class of orders in one line
    words, typed = {"kind": name, "help": name}, [(field, object, spec) for field, spec in fields.items()]
    return make_dataclass(name, typed, bases=(orders.Order,), namespace=words, frozen=True)

Put, ForMe = order("put", at=orders.word_field(choices=LINE[:2])), order("choose_for_me")
March = order("march", units=orders.units_field(), route=orders.path_field())
Drop, Commit = order("drop", line=orders.count_field()), order("commit")
Play, Pass, Stay, Flee = order("play", tile=orders.word_field(choices=TILES)), *map(order, ("pass", "stay", "flee"))
Facts = make_dataclass("Facts", [("plan", tuple, ()), ("need", int, 4)], frozen=True)

def men(view, place, want):  # groups of men of a side or a power in a place
    return [(p, n) for p, n in sorted(view.state.at(place).items()) if want in (POWERS.get(p.power), p.power)]

@dataclass(frozen=True)
class Spot:  # what the toy's steps are about: a power and a place
    who: str = "blue"
    place: str = ""
    def seat(self, view): return view.seat_of(self.who)
    def foes(self, view): return men(view, self.place, POWERS[FOE[self.who]])

@dataclass(frozen=True)
class Does(deed.Deed):  # a kind of order: what it does; its ruling and what fills its fields where they matter
    kind: type
    act: object
    ruling: object = lambda view, order: allow()
    offer: object = lambda view, field, given: field.choices
    def judge(self, view, order): return self.ruling(view, order)
    def values(self, view, field, given): return self.offer(view, field, given)
    def do(self, table, order, found): self.act(table, order)

class Asked(Spot, step.Choice):  # what the toy's choices share
    def prompt(self, view): return step.Prompt(f"{self.label(view)}: what says {self.seat(view)}?", "", (RULES[0],))

class SetUp(Asked):
    def deeds(self, view): return Does(Put, self.put), Does(ForMe, self.put)
    def put(self, table, order):
        table.emit("placed", "setup", piece=Piece("blue", "man"), count=2, place=getattr(order, "at", "dune"))
        table.replace(Deal(), Turn("blue"))

class Deal(step.Chance):  # two tiles a side out of the cup, seen by their side alone
    replacing, faces_rule = False, "deal"
    def count(self, view): return 4
    def pool(self, view): return [p.kind for p, n in sorted(view.state.at("cup").items()) for _ in range(n)]
    def resolve(self, table, result):
        for tile, side in zip(result, ("west", "west", "east", "east"), strict=True):
            seen = tuple(dict.fromkeys(table.seat_of(power) for power in POWERS if POWERS[power] == side))
            table.emit("moved", "deal", piece=Piece("fate", tile), count=1, place="cup", to=HAND[side], seen_by=seen)
        table.finish()

class Turn(Asked):  # a plan of marches that stand or fall together: 1 water a man, each man once
    def fallback(self, view): return Drop(1) if view.facts.plan else Commit()
    def deeds(self, view):
        drop = Does(Drop, self.drop, self.may_drop, lambda view, *_: range(1, len(view.facts.plan) + 1))
        return Does(March, self.add, self.may_add, self.ways), drop, Does(Commit, self.go, self.may_go)
    def ways(self, view, field, given):
        mine = sorted((n, place) for place in LINE for _, n in men(view, place, self.who))
        ways, most = [(at, to) for _, at in mine for to in BOARD.neighbours(at)], [Some(n, "man") for n, _ in mine[-1:]]
        return {"units": most, "route": ways}[field.name]
    def may_drop(self, view, order):
        return allow() if 1 <= order.line <= len(view.facts.plan) else refuse("line", f"no line {order.line}")
    def may_add(self, view, order):
        full = len(view.facts.plan) == 3
        return refuse("line", "a plan has three lines", has=3) if full else self.sound(view, [order])
    def may_go(self, view, order): return self.sound(view, view.facts.plan)
    def sound(self, view, plan):  # the ruling on a plan: every set of its lines must stand
        lines = list(enumerate(plan, 1))
        sets = (some for size in range(1, len(lines) + 1) for some in combinations(lines, size))
        return next((no for no in (self.together(view, some) for some in sets) if not no), allow())
    def together(self, view, lines):  # the ruling on some lines; small sets are asked before large ones
        names, man = " and ".join(f"line {n}" for n, _ in lines), Piece(self.who, "man")
        if any(len(line.route) != 2 or not BOARD.are_adjacent(*line.route) for _, line in lines):
            return refuse("route", f"{names}: march to the next place")
        groups = [(line.route[0], some) for _, line in lines for some in line.units]
        for place in LINE:
            has, needs = sum(n for _, n in men(view, place, self.who)), sum(s.count for at, s in groups if at == place)
            if needs > has or not all(some.fits(man) for _, some in groups):
                return refuse("men", f"{names}: {has} men of {self.who} on the {place}", has=has)
        has, needs = view.state.stock(CAMP[POWERS[self.who]], "water", self.who), sum(s.count for _, s in groups)
        dry = refuse("water", f"{names}: {needs} water needed, {has} there", needs=needs, has=has)
        return dry if needs > has else allow()
    def add(self, table, order): table.state.facts = Facts((*table.facts.plan, order))
    def drop(self, table, order):
        plan = table.facts.plan
        table.state.facts = Facts((*plan[: order.line - 1], *plan[order.line :]))
    def go(self, table, order):
        plan, table.state.facts = table.facts.plan, Facts()
        table.replace(Next())
        for start, to, n in [(*line.route, some.count) for line in plan for some in line.units]:
            camp = CAMP[POWERS[self.who]]
            table.emit("spent", "water", resource="water", owner=self.who, amount=n, place=camp)
            table.emit("moved", "route", piece=Piece(self.who, "man"), count=n, place=start, to=to)
        for fight in (Roll(self.who, place) for place in dict.fromkeys(line.route[1] for line in plan)):
            table.push(*[Ambush(FOE[self.who]), fight] if fight.foes(table) else ())

@dataclass(frozen=True)
class Ambush(Asked):  # a window; who plays a tile opens the window for the other side, inside this one
    inner: bool = False
    window = "ambush"
    def hand(self, view): return view.state.at(HAND[POWERS[self.who]])
    def tiles(self, view, field, given): return sorted(piece.kind for piece in self.hand(view))
    def decline(self, table): table.finish()
    def deeds(self, view):
        return Does(Play, self.lay, self.may_lay, self.tiles), Does(Pass, lambda table, order: table.finish())
    def may_lay(self, view, order):
        has = Piece("fate", order.tile) in self.hand(view)
        return allow() if has else refuse("ambush", f"there is no {order.tile} in your hand")
    def lay(self, table, order):
        table.emit("removed", "ambush", piece=Piece("fate", order.tile), count=1, place=HAND[POWERS[self.who]])
        table.state.facts = Facts(need=table.facts.need + (-1 if self.inner else 1))
        return table.finish() if self.inner else table.push(Ambush(FOE[self.who], inner=True))

class Roll(Spot, step.Chance):  # a die a man; the first foes fall first, and those left decide
    faces_rule = "fight"
    def count(self, view): return sum(n for _, n in men(view, self.place, self.who))
    def pool(self, view): return range(1, 7)
    def names(self, view): return ("men",)
    def resolve(self, table, result):
        need, table.state.facts = table.facts.need, Facts()
        hits = sum(die >= need for die in result)
        table.emit("rolled", "fight", dice=result, faces=6, need=need, hits=hits, place=self.place)
        for piece, n in self.foes(table):
            if hits:
                table.emit("lost", "fight", piece=piece, count=min(n, hits), place=self.place)
            hits -= min(n, hits)
        table.replace(*[Hold(self.who, self.place)] if self.foes(table) else ())

@dataclass(frozen=True)
class Hold(step.Joint, Asked):  # all who own men in the place decide together
    def deeds(self, view): return Does(Stay, self.agree), Does(Flee, self.agree)
    def seats(self, view): return tuple(dict.fromkeys(view.seat_of(p.power) for p, _ in self.foes(view)))
    def dispute(self, table, answers): table.replace(Senior(self.who, self.place))
    def agree(self, table, order):
        for piece, n in self.foes(table) if isinstance(order, Flee) else men(table, self.place, self.who):
            table.emit("retreated", "hold", piece=piece, count=n, place=self.place, to=CAMP[POWERS[piece.power]])
        table.finish()

class Senior(Hold):  # where they differ, the first power among them decides
    def seats(self, view): return super().seats(view)[:1]

class Next(step.Automatic):  # the well is held, or not; then the next power's turn, or the end
    def run(self, table):
        now, there = table.state, {POWERS[p.power] for p in table.state.at("well")}
        if len(there) == 1:
            table.emit("control", "win", place="well", marker="control", value=min(there))
        if now.power == "ruby" and now.round == 3:
            return table.conclude(state.Outcome(now.marker("well", "control"), "win", "the well", ("win",)))
        now.round, now.power = now.round + (now.power == "ruby"), NEXT[now.power]
        if table.option("dry") == "no":
            table.emit("gained", "rest", resource="water", owner=now.power, amount=1, place=CAMP[POWERS[now.power]])
        return table.replace(Turn(now.power))

class Toy(system.System):
    name, title, sides = "toy", "The Well", {"west": "West", "east": "East"}
    scenarios = {"well": system.ScenarioInfo("well", "The Well", "Three rounds for a well.", 1, 3)}
    steps, plain = (SetUp, Deal, Turn, Ambush, Roll, Hold, Senior, Next), (Facts,)
    orders = (Put, ForMe, March, Drop, Commit, Play, Pass, Stay, Flee)
    def load(self, overlay=None): return None
    def rulebook(self, data): return BOOK
    def options(self, data): return {"dry": DRY}
    def board(self, data): return BOARD
    def digests(self, data): return {"toy.csv": "0" * 12}
    def powers(self, data): return POWERS
    def blank(self, table): table.state.facts = Facts()
    def begin(self, table): table.push(Turn(table.state.power))
    def card(self, view, space): return cards.SpaceCard(space, BOARD[space].name, "land")
    def turn_bar(self, view): return cards.TurnBar(view.state.round, 3, (), view.state.power, (), "march")
    def vocabulary(self, data):
        words = {*POWERS, "fate"}, {"man", "tile", *TILES}, {*LINE, *HAND.values(), "cup"}
        return orders.Vocabulary(*map(frozenset, words), {"men": "man"})
    def set_up(self, table):
        self.blank(table)
        table.state.round, table.state.power, table.state.phase = 1, "blue", "march"
        for power, kind, n in ("red", "man", 2), ("ruby", "man", 1), ("fate", "sun", 3), ("fate", "moon", 3):
            table.emit("placed", "setup", piece=Piece(power, kind), count=n, place=START[power])
        for power, side in POWERS.items():
            table.emit("gained", "setup", resource="water", owner=power, amount=3, place=CAMP[side])
        table.push(SetUp())
    def faults(self, view):
        found = [(at, p, n) for at, t in view.state.pieces.items() for p, n in t.items()]
        wrong = [f"{n} {p} on the {at}" for at, p, n in found if (p.kind == "man") != (at in LINE)]
        return wrong + (["more than 6 men"] if sum(n for at, _, n in found if at in LINE) > 6 else [])
    def hide(self, setting, known, seat):
        mine = {HAND[POWERS[power]] for power, holder in setting.seats.items() if holder == seat}
        hidden, known = {"cup", *HAND.values()} - mine & known.pieces.keys(), known.copy()
        known.pieces |= {place: {Piece("fate", "tile"): sum(known.pieces[place].values())} for place in hidden}
        return known

TOY = Toy()
