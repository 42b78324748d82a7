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
    said.textContent = shown === rows.length ? `${shown} runs` : `${shown} of ${rows.length} runs`;
  };
  box.addEventListener('input', filter);
  filter();
}
// What a link leads to is opened.
const open = () => {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (target && target.tagName === 'DETAILS') target.open = true;
};
addEventListener('hashchange', open);
open();
