// Entities: a query, a page of its rows, and beside them one entity.

import {address} from './api.js';
import {el, number, setHidden, setText, shown} from './dom.js';
import {edit} from './edit.js';
import {EntityPanel} from './entity.js';
import {QueryField} from './query.js';

const PAGE_SIZES = [25, 50, 100, 200];

/** How many rows there are above and below those that are seen. */
const SPARE_ROWS = 3;

/** How often a second rows are asked for, and those of which more cells change than can be read. */
const HERTZ = 4;
const RESTLESS_HERTZ = 2;

/** So many answers in a row must ask for the other rate, since that needs another connection. */
const AGREEING = 3;

const LONGEST_TEXT = 200; // of a longer one the table has a part

/** Changed cells are marked if they are at most one of so many: marks show nothing if all cells change. */
const MARKED_OF = 8;

export class Entities {
  constructor(page, root) {
    this.page = page;
    this.query = new QueryField('query', 'Query', text => this.change({query: text, offset: 0, sort: ''}));
    this.summary = el('p', {id: 'summary', class: 'summary'});
    this.head = el('thead');
    this.body = el('tbody', {onmouseover: event => {
      const {target} = event;
      target.title = target.scrollWidth > target.clientWidth ? target.textContent : '';
    }});
    this.table = el('table', {id: 'rows', class: 'rows'}, this.head, this.body);
    this.room = el('div', {}, this.table);
    this.size = el('select', {id: 'page-size', 'aria-label': 'Rows a page', onchange: event =>
      this.change({limit: Number(event.target.value), offset: 0})},
    ...PAGE_SIZES.map(size => el('option', {value: size}, `${size} rows`)));
    this.info = el('span', {id: 'page-info'});
    this.previous = el('button', {id: 'page-previous', type: 'button', onclick: () => this.turn(-1)}, 'Previous');
    this.next = el('button', {id: 'page-next', type: 'button', onclick: () => this.turn(1)}, 'Next');
    this.spawn = el('div', {class: 'spawn', hidden: true});
    this.panel = new EntityPanel(page);
    this.scroll = el('div', {class: 'scroll', tabindex: 0, 'aria-label': 'Entities', onkeydown: event => {
      if (event.target.closest('.edit')) return;
      if (event.key === 'PageDown') { event.preventDefault(); this.turn(1); }
      if (event.key === 'PageUp') { event.preventDefault(); this.turn(-1); }
    }, onscroll: () => this.findSeen()}, this.room);
    this.resized = new ResizeObserver(() => this.findSeen());
    this.resized.observe(this.scroll);
    root.append(el('div', {class: 'entities'},
      el('section', {'aria-label': 'Query and rows'},
        this.query.element, this.summary, this.scroll,
        el('div', {class: 'pager'}, this.previous, this.info, this.next, this.size, this.spawn)),
      this.panel.element));
    this.hertz = HERTZ;
    this.rows = [];
    this.rowHeight = 26;
    this.firstSeen = 0;
    this.firstDrawn = 0;
    this.seen = 10;
    this.columnsKey = '';
    this.statusChanged();
  }

  close() {
    this.resized.disconnect();
  }

  /** Shows what the parameters of the address say. */
  show(parameters) {
    this.state = {
      query: parameters.query ?? '',
      offset: Number(parameters.offset ?? 0),
      limit: PAGE_SIZES.includes(Number(parameters.limit)) ? Number(parameters.limit) : 50,
      sort: parameters.sort ?? '',
      descending: parameters.descending === 'true',
      entity: parameters.entity ?? '',
    };
    this.query.value = this.state.query;
    this.size.value = this.state.limit;
    this.late = null;
    this.endEdit?.();
    this.disagreeing = -1; // the first answer shows no change
    for (const row of this.rows) row.entity = undefined; // its link has the parameters
    const {entity, ...rows} = this.state;
    const handlers = new Map([[address('entities', rows), answer => this.update(answer)]]);
    if (entity) handlers.set(address('entity', {id: entity}), answer => this.panel.update(answer));
    this.panel.show(entity);
    this.handlers = handlers;
    this.page.watch(handlers, this.hertz);
  }

  parameters() {
    return Object.fromEntries(Object.entries(this.state)
      .filter(([, value]) => value !== '' && value !== 0 && value !== false)
      .map(([key, value]) => [key, String(value)]));
  }

  change(changes) {
    this.state = {...this.state, ...changes};
    const parameters = this.parameters();
    this.page.replace('entities', parameters);
    this.show(parameters);
  }

  turn(step) {
    const offset = Math.max(0, this.state.offset + step * this.state.limit);
    if (step > 0 && offset >= (this.count ?? 0)) return;
    this.change({offset});
  }

  sortBy(name) {
    const {sort, descending} = this.state;
    if (sort !== name) this.change({sort: name, descending: true, offset: 0});
    else if (descending) this.change({descending: false, offset: 0});
    else this.change({sort: '', offset: 0});
  }

  /** Shows or hides what needs an inspector that may change something. */
  statusChanged() {
    const status = this.page.status;
    const options = status?.editable
      ? [...status.templates.map(name => ['template', name]), ...status.prefabs.map(name => ['prefab', name])]
      : [];
    setHidden(this.spawn, !options.length);
    const choice = el('select', {id: 'spawn-choice', 'aria-label': 'What to spawn'},
      ...options.map(([kind, name]) => el('option', {value: `${kind}=${name}`}, `${name} (${kind})`)));
    this.spawn.replaceChildren(choice, el('button', {id: 'spawn', type: 'button', onclick: () => {
      const [kind, ...name] = choice.value.split('=');
      this.page.change('spawn', {[kind]: name.join('=')});
    }}, 'Spawn'));
    this.panel.statusChanged();
    this.table.classList.toggle('editable', Boolean(status?.editable));
  }

  /** Shows an answer. The table stands still while a value in it is edited; the last answer is shown afterwards. */
  update(answer) {
    this.query.showError(answer.error ? answer : null);
    this.late = this.endEdit ? answer : null;
    if (answer.error || this.late) return;
    this.count = answer.count;
    const rate = answer.words ? answer.count / answer.words : 0;
    const word = answer.count < 64 ? '' : rate >= 48 ? ' (dense)' : rate >= 16 ? ' (some holes)' : ' (scattered)';
    setText(this.summary, answer.count === 0
      ? 'no entity matches'
      : `${number(answer.count)} ${answer.count === 1 ? 'entity' : 'entities'} · ${rate.toFixed(1)} rows a word${word}`
        + ` · ${number(answer.spans)} ${answer.spans === 1 ? 'span' : 'spans'}`
        + ` · ${number(answer.blocks)} ${answer.blocks === 1 ? 'block' : 'blocks'}`);
    this.updateHead(answer.columns);
    const last = answer.offset + answer.rows.length;
    setText(this.info, answer.rows.length ? `${number(answer.offset + 1)}–${number(last)}` : '–');
    this.previous.disabled = answer.offset === 0;
    this.next.disabled = last >= answer.count;
    this.answer = answer;
    this.draw();
    this.adaptRate();
  }

  adaptRate() {
    const hertz = this.isRestless ? RESTLESS_HERTZ : HERTZ;
    this.disagreeing = hertz === this.hertz ? 0 : this.disagreeing + 1;
    if (this.disagreeing < AGREEING) return;
    this.disagreeing = 0;
    this.hertz = hertz;
    this.page.watch(this.handlers, hertz);
  }

  /** Finds out which rows are seen, and draws them. */
  findSeen() {
    this.rowHeight = this.rows[0]?.element.offsetHeight || this.rowHeight;
    this.firstSeen = Math.max(0, Math.floor(this.scroll.scrollTop / this.rowHeight) - SPARE_ROWS);
    this.seen = Math.ceil(this.scroll.clientHeight / this.rowHeight) + 2 * SPARE_ROWS;
    if (this.answer) this.draw();
  }

  /** Draws the rows that are seen. There are no others; they leave room. */
  draw() {
    const {rows} = this.answer;
    const first = Math.max(0, Math.min(this.firstSeen, rows.length - this.seen));
    const end = Math.min(rows.length, first + this.seen);
    if (this.endEdit && first !== this.firstDrawn) {
      this.endEdit();
      this.draw();
      return;
    }
    this.moveRows(first - this.firstDrawn);
    this.firstDrawn = first;
    const changed = [];
    for (let i = first; i < end; i++) this.updateRow(this.rows[i - first] ?? this.addRow(), i, changed);
    this.rows.forEach((row, i) => setHidden(row.element, i >= end - first));
    this.room.style.paddingTop = `${first * this.rowHeight}px`;
    this.room.style.paddingBottom = `${(rows.length - end) * this.rowHeight}px`;
    this.table.setAttribute('aria-rowcount', this.count + 2);
    this.isRestless = changed.length * MARKED_OF > this.rows.length * this.answer.columns.length;
    if (!this.isRestless) this.mark(changed);
  }

  /** Moves elements of rows that are not seen any more to the other end, so that the others stay what they are. */
  moveRows(step) {
    for (let i = Math.min(Math.abs(step), this.rows.length); i > 0; i--) {
      if (step > 0) {
        this.rows.push(this.rows.shift());
        this.body.append(this.rows[this.rows.length - 1].element);
      } else {
        this.rows.unshift(this.rows.pop());
        this.body.prepend(this.rows[0].element);
      }
    }
  }

  updateHead(columns) {
    const key = JSON.stringify([columns, this.state.sort, this.state.descending]);
    if (key === this.columnsKey) return;
    const isOther = JSON.stringify(columns) !== this.columns;
    this.columnsKey = key;
    this.columns = JSON.stringify(columns);
    const groups = [];
    for (const column of columns) {
      const group = groups[groups.length - 1];
      if (group?.name === column.component) group.count++;
      else groups.push({name: column.component, count: 1});
    }
    this.head.replaceChildren(
      el('tr', {}, el('th', {rowspan: 2, scope: 'col'}, 'entity'),
        ...groups.map(group => el('th', {colspan: group.count, scope: 'colgroup', class: 'group'}, group.name))),
      el('tr', {}, ...columns.map(column => this.columnHead(column))));
    if (isOther) {
      this.rows = [];
      this.body.replaceChildren();
    }
  }

  columnHead(column) {
    const name = `${column.component}.${column.field}`;
    const isSorted = this.state.sort === name;
    const isSortable = column.length === 1 && !['reference', 'list', 'string'].includes(column.kind);
    if (!isSortable) return el('th', {scope: 'col'}, column.field);
    return el('th', {
      scope: 'col', 'aria-sort': isSorted ? (this.state.descending ? 'descending' : 'ascending') : 'none',
    }, el('button', {type: 'button', 'data-sort': name, onclick: () => this.sortBy(name)},
      column.field, isSorted ? (this.state.descending ? ' ▼' : ' ▲') : ''));
  }

  addRow() {
    const link = el('a', {});
    const element = el('tr', {onclick: event => {
      if (event.target.closest('a, .edit, .error')) return;
      const isOpen = element.dataset.entity === this.state.entity;
      if (!isOpen || !this.edit(row, event.target.closest('td'))) this.page.openEntity(element.dataset.entity);
    }}, el('td', {}, el('div', {class: 'cell handle'}, link)));
    const row = {element, link, cells: []};
    this.rows.push(row);
    this.body.append(element);
    return row;
  }

  /** Lets a value of a row be changed in its place; tells whether it can be. */
  edit(row, place) {
    const index = row.cells.findIndex(cell => cell.parentElement === place);
    const column = this.answer.columns[index];
    const isEditable = column?.length === 1 && column.type !== 'object' && this.page.status?.editable;
    if (!isEditable || this.endEdit) return false;
    const {entity, values} = this.answer.rows[this.firstDrawn + this.rows.indexOf(row)];
    const {component, field} = column;
    this.endEdit = edit(row.cells[index], {entity, component, field}, column, values[index], LONGEST_TEXT,
      () => this.scroll.focus({preventScroll: true}),
      () => {
        this.endEdit = null;
        if (this.late) this.update(this.late);
      });
    return true;
  }

  updateRow(row, index, changed) {
    const data = this.answer.rows[index];
    const isOther = row.entity !== data.entity;
    if (isOther) {
      row.entity = data.entity;
      row.element.dataset.entity = data.entity;
      row.link.href = this.page.entityLink(data.entity);
    }
    const place = this.answer.offset + index + 3;
    if (row.place !== place) {
      row.place = place;
      row.element.setAttribute('aria-rowindex', place);
    }
    setText(row.link, data.name ? `${data.name} · ${data.entity}` : data.entity);
    const isChosen = data.entity === this.state.entity;
    if (row.isChosen !== isChosen) {
      row.isChosen = isChosen;
      row.element.classList.toggle('chosen', isChosen);
    }
    if (row.isEnabled !== data.enabled) {
      row.isEnabled = data.enabled;
      row.element.classList.toggle('disabled', !data.enabled);
    }
    this.answer.columns.forEach((column, i) => {
      let cell = row.cells[i];
      if (!cell) {
        cell = el('div', {class: 'cell'});
        if (column.length > 1) cell.style.minWidth = `${Math.min(60, 12 * column.length)}ch`;
        row.cells[i] = cell;
        row.element.append(el('td', {class: column.kind}, cell));
      }
      if (setText(cell, shown(data.values[i], column.kind)) && !isOther) changed.push(cell);
    });
  }

  /** Marks cells that have changed for half a second. */
  mark(cells) {
    if (!cells.length) return;
    const now = performance.now();
    for (const cell of cells) {
      cell.changedAt = now;
      cell.classList.add('changed');
    }
    setTimeout(() => {
      for (const cell of cells) if (cell.changedAt === now) cell.classList.remove('changed');
    }, 500);
  }
}
