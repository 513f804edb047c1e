"""What a page watches at a table: one click gives one order, and a table open in two tabs says so.

A click is meant for the decision that the page shows. The kernel hears of it later and could not tell a second click,
made before the page showed the next decision, from one made after. So the page itself holds back what would be given
twice: a second order at the same moment, and the second half of a double click that began at an earlier one.
"""

from __future__ import annotations

import json

import ipywidgets as widgets
from markupsafe import Markup

from northafrica.core.html import style, tag, together
from northafrica.lab.tray.parts import Html

ORDERS = ("play", "next", "choose", "bot", "bots-on", "bots-turn", "dice", "throw", "begin", "resume", "branch")
BUTTONS = ",".join([*(f"button.na-do-{name}" for name in ORDERS), 'button[class*="na-do-drop-"]'])
FIELDS = ".na-order-text,.na-dice"
TWICE = (
    "This table is open in two tabs of the browser. Both play the same game: what is chosen in one changes the other, "
    "and the tab saved last keeps the notebook. Go on in one of them and close the other."
)

# `given`: the moment at which the last order was given; `begun`: the one at which a run of quick clicks began.
ONE_ORDER = """let given,begun;
const hold=event=>{event.preventDefault();event.stopImmediatePropagation()},
give=(event,goes_on)=>{const now=root.querySelector('[data-moment]')?.dataset.moment;
if(!goes_on)begun=now;if(now===given||now!==begun)hold(event);else given=now};
root.addEventListener('click',event=>{if(event.target.closest(BUTTONS))give(event,event.detail>1)},true);
root.addEventListener('keydown',event=>{const enter=event.key==='Enter',field=event.target.closest(FIELDS);
if(event.repeat&&(field?enter:event.target.closest(BUTTONS)&&(enter||event.key===' ')))hold(event);
else if(enter&&field)give(event,false)},true);"""

# A tab asks again and again who else shows the table; who does not answer is forgotten. (A browser slows the clock of a
# hidden tab down, but not its answers.)
ONE_TAB = """const page=window.naPage??=String(Math.random()),seen=new Map(),line=new BroadcastChannel(CHANNEL),
say=word=>line.postMessage([page,word]),bye=()=>say('gone'),
tell=()=>{for(const[who,when]of seen)if(Date.now()-when>QUIET)seen.delete(who);
const note=root.querySelector('.na-twice');if(note)note.hidden=!seen.size},
leave=()=>{bye();line.close();clearInterval(beat);removeEventListener('pagehide',bye);root.naWatched=false},
beat=setInterval(()=>{if(root.isConnected){say('who');tell()}else leave()},BEAT);
line.onmessage=({data:[who,word]})=>{if(who===page)return;
if(word==='gone')seen.delete(who);else seen.set(who,Date.now());
if(word==='who')say('here');tell()};
addEventListener('pagehide',bye);say('who')"""
BEAT, QUIET = 2000, 7000  # milliseconds


def watch(table: str) -> Html:
    """A widget for the top of a table of class `na-stepper`; `table` is a name no other table has."""
    words = {"BUTTONS": BUTTONS, "FIELDS": FIELDS, "CHANNEL": f"northafrica-{table}", "BEAT": BEAT, "QUIET": QUIET}
    names = ",".join(f"{name}={json.dumps(word)}" for name, word in words.items())
    first = "if(!root.naGuarded){root.naGuarded=true;" + ONE_ORDER + "}"
    second = "if(!root.naWatched){root.naWatched=true;" + ONE_TAB + "}"
    begin = f"const root=this.closest('.na-stepper'),{names};if(root){{{first}{second}}}"
    note = tag("div", TWICE, class_="na-twice", role="alert", hidden=True)
    return Html(together(style("", onload=begin), note))


def moment(*numbers: int) -> Markup:
    """Numbers that are others whenever a click has been answered, for the page to know which decision it shows."""
    return tag("span", hidden=True, data_moment=" ".join(map(str, numbers)))


def moment_box() -> Html:
    """The widget that holds it."""
    return Html(moment(), layout=widgets.Layout(display="none"))
