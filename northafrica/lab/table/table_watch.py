"""What a page watches at a table: one click is one order, what is typed stays, a table in two places says so.

A click is meant for the decision that the page shows. The kernel hears of it later and could not tell a second click,
made before the page showed the next decision, from one made after. So the page itself holds back what would be given
twice: a second order at the same moment, and the second half of a double click that began at an earlier one. A table
shown twice in one page is one table. An order being typed is left alone when the answer to the last one arrives, and a
click that nobody answers is told.
"""

from __future__ import annotations

import json

import ipywidgets as widgets
from markupsafe import Markup

from northafrica.core.html import style, tag, together
from northafrica.lab.tray.parts import Html

ORDERS = ("play", "next", "choose", "bot", "bots-on", "bots-turn", "dice", "throw", "begin", "resume", "branch")
ANSWERS = ("exercise-check", "exercise-hint", "exercise-solution")
DESK = ("add", "take", "stock", "mark", "bare", "text", "forget", "set-up", "clear", "save", "download")
"""Buttons of the position desk; undo and redo are pressed as often as one likes."""
BUTTONS = ",".join(
    [
        *(f"button.na-do-{name}" for name in ORDERS + ANSWERS),
        *(f"button.na-do-desk-{name}" for name in DESK),
        'button[class*="na-do-drop-"]',
        'button[class*="na-do-answer-"]',
    ]
)
FIELDS = ".na-order-text,.na-dice"
TWICE = (
    "This table is open in two tabs of the browser. Both play the same game: what is chosen in one changes the other, "
    "and the tab saved last keeps the notebook. Go on in one of them and close the other."
)
AGAIN = "This table is shown more than once on this page: all of them are one and the same game."
TYPED = "The last order is still being answered. What you have typed stays: press Enter again."
NO_ANSWER = (
    "There is no answer yet. Python may be busy; if the kernel was restarted or has ended, nothing here works any "
    "more: run the cell again."
)
PATIENCE = 10_000  # milliseconds without an answer

# `given`: the moment at which the last order was given; `begun`: the one at which a run of quick clicks began; `asked`
# and `when`: the moment of the last click or Enter, and its time. All places that show the table share them.
ONE_ORDER = """const kept=(window.naGiven??={})[TABLE]??={},
moment=()=>root.querySelector('[data-moment]')?.dataset.moment,
tell=text=>{const note=root.querySelector('.na-late');if(note){note.hidden=!text;if(note.textContent!==text)
note.textContent=text}},
ask=()=>{kept.asked=moment();kept.when=Date.now()},
look=()=>{if(!root.isConnected){clearInterval(clock);root.naGuarded=false}
else if(kept.asked===undefined||kept.asked!==moment()){kept.asked=undefined;tell('')}
else if(Date.now()-kept.when>PATIENCE)tell(NO_ANSWER)},
clock=setInterval(look,500),
hold=event=>{event.preventDefault();event.stopImmediatePropagation()},
give=(event,goes_on)=>{const now=moment();if(!goes_on)kept.begun=now;
if(now===kept.given||now!==kept.begun){hold(event);return false}
kept.given=now;ask();return true};
root.addEventListener('click',event=>{if(event.target.closest(BUTTONS))give(event,event.detail>1)},true);
root.addEventListener('keydown',event=>{const enter=event.key==='Enter',field=event.target.closest(FIELDS);
if(event.repeat&&(field?enter:event.target.closest(BUTTONS)&&(enter||event.key===' ')))hold(event);
else if(enter&&field){if(give(event,false))sent(event.target);else tell(TYPED)}},true);"""

# What is typed belongs to whoever types it: until it is sent, nothing is written over it. `naLater` is what the kernel
# has written meanwhile; it comes when nothing was typed after all. What is written while the field has the focus is
# selected, so that the next order is typed in its place.
OWN_WORDS = """const plain=Object.getOwnPropertyDescriptor(HTMLInputElement.prototype,'value'),
write=(field,text)=>{plain.set.call(field,text);if(document.activeElement===field)field.select()},
free=field=>{field.naTyped=false;delete field.naLater},
sent=field=>{if(field.naLater!==undefined)field.dispatchEvent(new Event('change',{bubbles:true}));
setTimeout(()=>{if(!field.naTyped&&document.activeElement===field)field.select()})};
root.addEventListener('focusin',event=>{const field=event.target;
if(field.tagName!=='INPUT'||!field.closest(FIELDS)||field.naTyped!==undefined)return;free(field);
Object.defineProperty(field,'value',{configurable:true,get(){return plain.get.call(this)},
set(text){if(this.naTyped)this.naLater=text;else write(this,text)}});
field.addEventListener('input',()=>{field.naTyped=true});field.addEventListener('change',()=>free(field));
field.addEventListener('blur',()=>{const later=field.naLater;free(field);if(later!==undefined)write(field,later)})});"""

# A tab asks again and again who else shows the table; who does not answer is forgotten. (A browser slows the clock of a
# hidden tab down, but not its answers.)
ONE_TAB = """const page=window.naPage??=String(Math.random()),seen=new Map(),line=new BroadcastChannel(TABLE),
say=word=>line.postMessage([page,word]),bye=()=>say('gone'),roots=(window.naShown??={})[TABLE]??=new Set(),
tell=()=>{for(const[who,when]of seen)if(Date.now()-when>QUIET)seen.delete(who);
for(const other of roots)if(!other.isConnected)roots.delete(other);
const note=root.querySelector('.na-twice');
if(note){note.hidden=!seen.size&&roots.size<2;note.textContent=seen.size?TWICE:AGAIN}},
leave=()=>{bye();line.close();clearInterval(beat);removeEventListener('pagehide',bye);root.naWatched=false},
beat=setInterval(()=>{if(root.isConnected){say('who');tell()}else leave()},BEAT);
line.onmessage=({data:[who,word]})=>{if(who===page)return;
if(word==='gone')seen.delete(who);else seen.set(who,Date.now());
if(word==='who')say('here');tell()};
roots.add(root);addEventListener('pagehide',bye);say('who')"""
BEAT, QUIET = 2000, 7000  # milliseconds


def watch(table: str) -> Html:
    """A widget for the top of a table of class `na-stepper`; `table` is a name no other table has."""
    return _watching("na-stepper", table, ONE_TAB)


def guard(root: str, table: str) -> Html:
    """The same for anything else of class `root`, without a word where it is open twice."""
    return _watching(root, table)


def _watching(root: str, table: str, more: str = "") -> Html:
    words: dict[str, str | int] = {
        "BUTTONS": BUTTONS, "FIELDS": FIELDS, "TABLE": f"northafrica-{table}", "BEAT": BEAT, "QUIET": QUIET,
        "PATIENCE": PATIENCE, "TWICE": TWICE, "AGAIN": AGAIN, "TYPED": TYPED, "NO_ANSWER": NO_ANSWER,
    }  # fmt: skip
    names = ",".join(f"{name}={json.dumps(word)}" for name, word in words.items())
    first = "if(!root.naGuarded){root.naGuarded=true;" + OWN_WORDS + ONE_ORDER + "}"
    second = "if(!root.naWatched){root.naWatched=true;" + more + "}" if more else ""
    begin = f"const root=this.closest('.{root}'),{names};if(root){{{first}{second}}}"
    notes = [tag("div", class_=f"na-{name}", role="alert", hidden=True) for name in ("twice", "late")]
    return Html(together(style("", onload=begin), *notes))


def moment(*numbers: int) -> Markup:
    """Numbers that are others whenever a click has been answered, for the page to know which decision it shows."""
    return tag("span", hidden=True, data_moment=" ".join(map(str, numbers)))


def moment_box() -> Html:
    """The widget that holds it."""
    return Html(moment(), layout=widgets.Layout(display="none"))
