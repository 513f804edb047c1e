const table = this.closest('.na-stepper');
if (table && !table.naTable) {
  table.naTable = true;
  const find = css => table.querySelector(css);
  const shown = one => one && one.offsetParent !== null && !one.disabled;
  const press = css => { const one = find(css); if (shown(one)) one.click(); return shown(one); };

  // Leaflet hears of a new size from the window alone.
  let size = '';
  const measure = () => {
    const map = find('.leaflet-container');
    const now = map && map.clientWidth ? `${map.clientWidth} ${map.clientHeight}` : size;
    if (now !== size) { size = now; dispatchEvent(new Event('resize')); }
  };
  const watcher = new ResizeObserver(() => requestAnimationFrame(measure));
  watcher.observe(table);
  for (const part of table.children) watcher.observe(part);

  const full = () => document.fullscreenElement ? document.exitFullscreen() : table.requestFullscreen();
  const keyList = () => {
    const list = find('.na-key-list');
    list.hidden = !list.hidden;
    find('.na-keys').setAttribute('aria-expanded', String(!list.hidden));
  };

  // An entry of the log is asked for by a field that Python reads.
  const ask = text => {
    const field = find('.na-asked input');
    if (!field) return;
    field.value = text;
    field.dispatchEvent(new Event('change', {bubbles: true}));
  };

  // The viewer goes on by itself until the end, or until anything is pressed.
  let clock = 0;
  const rest = () => { clearInterval(clock); clock = 0; };
  const watchOthers = () => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    clock = setInterval(() => { if (!table.isConnected || !press('.na-do-view-on')) rest(); }, 1100);
  };

  const count = (card, by) => {
    const field = card.querySelector('input'), now = Number(field.value) + by;
    if (now < 0 || (field.max !== '' && now > Number(field.max))) return;
    field.value = now;
    for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, {bubbles: true}));
  };

  table.addEventListener('click', event => {
    const hit = css => event.target.closest(css);
    if (event.isTrusted) rest();
    if (hit('.na-full')) full();
    else if (hit('.na-keys') || !find('.na-key-list').hidden) keyList();
    else if (hit('.na-do-view-watch')) watchOthers();
    else if (hit('.na-card .na-more')) count(hit('.na-card'), 1);
    else if (hit('.na-card .na-less')) count(hit('.na-card'), -1);
    else if (hit('[data-entry]')) ask(hit('[data-entry]').dataset.entry);
  });

  // The board by keys: one space is marked, arrows go on in their direction, Enter clicks it as the mouse would.
  let marked = null;
  const spaces = () => [...table.querySelectorAll('.leaflet-container path.leaflet-interactive[class*="k-"]')];
  const name = path => [...path.classList].find(word => word.startsWith('k-'));
  const middle = path => {
    const box = path.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const lit = path => getComputedStyle(path).strokeDasharray !== 'none';
  const fire = (kind, path) => {
    const [clientX, clientY] = middle(path);
    path.dispatchEvent(new MouseEvent(kind, {bubbles: true, cancelable: true, view: window, clientX, clientY}));
  };
  const mark = path => {
    if (!path) return;
    const before = marked && find(`path.${CSS.escape(marked)}`);
    if (before) { before.classList.remove('na-marked'); fire('mouseout', before); }
    marked = name(path);
    path.classList.add('na-marked');
    fire('mouseover', path);
    find('.leaflet-container').focus({preventScroll: true});
  };
  const here = () => (marked && find(`path.${CSS.escape(marked)}`)) || find('path.na-chosen-space');
  const toBoard = () => mark(here() || spaces().find(lit) || spaces()[0]);
  const walk = (dx, dy) => {
    const from = here();
    if (!from) return toBoard();
    const [x, y] = middle(from);
    let best = null, least = Infinity;
    for (const path of spaces()) {
      const [px, py] = middle(path), ahead = (px - x) * dx + (py - y) * dy, aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      const far = ahead + 2 * aside;
      if (path !== from && ahead > 2 && aside < 2.5 * ahead && far < least) { best = path; least = far; }
    }
    mark(best);
  };
  const nextLit = () => {
    const all = spaces().filter(lit).sort((a, b) => middle(a)[0] - middle(b)[0]);
    const at = all.findIndex(path => name(path) === marked);
    mark(all[(at + 1) % all.length]);
  };
  const pick = () => {
    const path = here();
    if (!path) return toBoard();
    if (picked === marked && find('.na-draft .na-may') && press('.na-do-play')) { picked = ''; return; }
    picked = marked;
    fire('click', path);
  };
  let picked = '';
  const answer = n => {
    const one = [...table.querySelectorAll('.na-kinds button')].filter(shown)[n - 1];
    if (one) one.click();
  };
  const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
  const LETTERS = {
    n: nextLit, b: toBoard, f: full, '?': keyList,
    p: () => press('.na-do-play'), w: () => press('.na-do-why'), e: () => press('.na-do-next'),
    u: () => press('.na-do-undo'), r: () => press('.na-do-redo'),
    '[': () => press('.na-do-view-back'), ']': () => press('.na-do-view-on'),
    '+': () => press('.na-card .na-more'), '-': () => press('.na-card .na-less'), a: () => press('.na-units-head button'),
    t: () => { const field = find('.na-order-text input'); if (field) { field.focus(); field.select(); } },
  };
  const TYPING = 'input:not([type=checkbox]):not([type=radio]),select,textarea,.noUi-handle';
  const page = table.classList.contains('na-page');  // alone in its window it hears every key
  (page ? document : table).addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      rest();
      if (!find('.na-key-list').hidden) keyList(); else press('.na-do-drop');
      picked = '';
      toBoard();
      event.preventDefault();
      return;
    }
    if (event.target.closest(TYPING)) return;
    const board = event.target.closest('.leaflet-container') || event.target === table || event.target === document.body;
    const act = board && ARROWS[event.key] ? () => walk(...ARROWS[event.key])
      : board && event.key === 'Enter' && !event.target.closest('button,a') ? () => { if (!event.repeat) pick(); }
      : /^[1-9]$/.test(event.key) ? () => { if (!event.repeat) answer(Number(event.key)); }
      : LETTERS[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    act();
  }, true);
  table.tabIndex = -1;
}
