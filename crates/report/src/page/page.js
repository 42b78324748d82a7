'use strict';
// Tables whose headings sort: numbers by data-value, the largest first, then texts; rows without a value stay at the end.
for (const table of document.querySelectorAll('table.sortable')) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const planned = [...body.rows];
  heads.forEach((head, column) => {
    const button = head.querySelector('button');
    if (!button) return;
    button.addEventListener('click', () => {
      const numeric = head.classList.contains('n');
      const order = numeric ? ['descending', 'ascending', 'none'] : ['ascending', 'descending', 'none'];
      const next = order[(order.indexOf(head.getAttribute('aria-sort')) + 1) % 3];
      heads.forEach((other) => { if (other.hasAttribute('aria-sort')) other.setAttribute('aria-sort', 'none'); });
      head.setAttribute('aria-sort', next);
      const value = (row) => {
        const cell = row.cells[column];
        if (!numeric) return cell.textContent;
        return cell.dataset.value === undefined ? null : Number(cell.dataset.value);
      };
      const rows = [...planned];
      if (next !== 'none') {
        const sign = next === 'ascending' ? 1 : -1;
        rows.sort((one, other) => {
          const [left, right] = [value(one), value(other)];
          if (left === null || right === null) return (left === null) - (right === null);
          return sign * ((left > right) - (left < right));
        });
      }
      body.append(...rows);
    });
  });
}
// The box that keeps the rows with all of its words.
const box = document.getElementById('filter');
if (box) {
  const rows = [...document.querySelectorAll('#runs tbody tr')];
  const said = document.getElementById('shown');
  const filter = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = [...row.cells].slice(0, 3).map((cell) => cell.textContent).join(' ').toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) shown += 1;
    }
    const hidden = new Set(rows.filter((row) => row.hidden).map((row) => row.dataset.of));
    for (const part of document.querySelectorAll('[data-run]')) part.hidden = hidden.has(part.dataset.run);
    said.textContent = shown === rows.length ? `${shown} runs` : `${shown} of ${rows.length} runs`;
  };
  box.addEventListener('input', filter);
  filter();
}
// Profiles: the box that keeps the rows with all of its words and pales the frames without.
for (const profile of document.querySelectorAll('.profile')) {
  const words = profile.querySelector('input.rows');
  words.addEventListener('input', () => {
    const all = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (text) => all.every((word) => text.toLowerCase().includes(word));
    for (const row of profile.querySelectorAll('tbody tr')) row.hidden = !fits(row.textContent);
    for (const frame of profile.querySelectorAll('.frame[data-name]')) frame.classList.toggle('dim', !fits(frame.dataset.name));
  });
}
// Flame graphs: a frame is enlarged to the whole width with what stands on it.
for (const flame of document.querySelectorAll('svg.flame')) {
  const frames = [...flame.querySelectorAll('g.frame')];
  const said = flame.closest('.profile').querySelector('output.frame');
  const width = flame.viewBox.baseVal.width;
  const body = (frame) => {
    const { from, cycles } = frame.firstElementChild.nextElementSibling.dataset;
    return { from: Number(from), cycles: Number(cycles), level: Number(frame.dataset.level) };
  };
  const bodies = new Map(frames.map((frame) => [frame, body(frame)]));
  const show = (from, cycles) => {
    const scale = width / Math.max(cycles, 1);
    const at = (place) => Math.min(Math.max((place - from) * scale, 0), width);
    for (const frame of frames) {
      for (const part of frame.querySelectorAll('rect')) {
        const begin = Number(part.dataset.from);
        const left = at(begin);
        part.setAttribute('x', left);
        part.setAttribute('width', at(begin + Number(part.dataset.cycles)) - left);
      }
      const own = bodies.get(frame);
      const room = at(own.from + own.cycles) - at(own.from);
      frame.style.display = room > 0 ? '' : 'none';
      const fits = Math.max(0, Math.floor((room - 6) / 6.7));
      const name = [...frame.dataset.name];
      const text = frame.querySelector('text');
      text.setAttribute('x', at(own.from) + 3);
      text.textContent = name.length <= fits ? name.join('') : fits >= 4 ? name.slice(0, fits - 1).join('') + '…' : '';
    }
  };
  const all = () => show(0, Number(flame.dataset.all));
  const enlarge = (frame) => show(bodies.get(frame).from, bodies.get(frame).cycles);
  const shown = (frame) => frame.style.display !== 'none';
  const inside = (one, other) => one.from >= other.from && one.from + one.cycles <= other.from + other.cycles;
  const beside = (frame, step) => {
    const level = frames.filter((other) => shown(other) && bodies.get(other).level === bodies.get(frame).level);
    return level[level.indexOf(frame) + step];
  };
  const next = {
    ArrowUp: (frame) => frames.filter((other) => shown(other) && bodies.get(other).level === bodies.get(frame).level + 1 && inside(bodies.get(other), bodies.get(frame)))
      .sort((one, other) => bodies.get(other).cycles - bodies.get(one).cycles)[0],
    ArrowDown: (frame) => frames.find((other) => bodies.get(other).level === bodies.get(frame).level - 1 && inside(bodies.get(frame), bodies.get(other))),
    ArrowLeft: (frame) => beside(frame, -1),
    ArrowRight: (frame) => beside(frame, 1),
  };
  for (const frame of frames) {
    frame.addEventListener('click', () => { frame.focus(); enlarge(frame); });
    frame.addEventListener('focus', () => {
      for (const other of frames) other.setAttribute('tabindex', other === frame ? '0' : '-1');
      said.textContent = frame.getAttribute('aria-label');
    });
    frame.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') enlarge(frame);
      else if (event.key === 'Escape') all();
      else if (next[event.key]) next[event.key](frame)?.focus();
      else return;
      event.preventDefault();
    });
  }
}
// What a link leads to is opened.
const open = () => {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (target && target.tagName === 'DETAILS') target.open = true;
};
addEventListener('hashchange', open);
open();
