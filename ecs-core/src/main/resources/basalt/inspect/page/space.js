// Space: how many points are in the cells of a grid.

import {address} from './api.js';
import {colour, context, decode, el, number, setHidden, setText} from './dom.js';

const HEIGHT = 520;

export class Space {
  constructor(page, root) {
    this.page = page;
    this.grid = el('select', {id: 'grid', 'aria-label': 'Grid', onchange: () => this.choose(this.grid.value)});
    this.picture = el('canvas', {id: 'cells', class: 'cells', role: 'img', tabindex: 0,
      'aria-label': 'Cells; arrow keys describe one', 'aria-describedby': 'cells-text'});
    this.text = el('p', {id: 'cells-text', class: 'summary'});
    this.picture.addEventListener('mousemove', event => {
      const [size, answer] = [this.size(), this.answer];
      if (answer) {
        this.point(Math.floor(event.offsetX / size), answer.lines - 1 - Math.floor(event.offsetY / (2 * size)));
      }
    });
    this.picture.addEventListener('mouseleave', () => this.point());
    this.picture.addEventListener('blur', () => this.point());
    this.picture.addEventListener('keydown', event => this.pointNext(event));
    this.section = el('section', {'aria-label': 'Cells'}, el('h2', {}, 'Cells'),
      el('div', {class: 'actions'}, el('label', {}, 'grid ', this.grid)), this.text, this.picture);
    this.none = el('p', {class: 'summary'}, 'The inspector was built without watch(name, grid).');
    root.append(this.none, this.section);
    this.statusChanged();
  }

  show(parameters) {
    this.chosen = parameters.grid ?? this.chosen;
    if ([...this.grid.options].some(option => option.value === this.chosen)) this.grid.value = this.chosen;
    const grid = this.grid.value;
    this.page.watch(grid ? new Map([[address('cells', {grid}), answer => this.update(answer)]]) : new Map());
  }

  statusChanged() {
    const names = this.page.status?.grids ?? [];
    setHidden(this.none, !this.page.status || names.length > 0);
    setHidden(this.section, names.length === 0);
    if (names.join() === [...this.grid.options].map(option => option.value).join()) return;
    this.grid.replaceChildren(...names.map(name => el('option', {value: name}, name)));
    this.show({});
  }

  choose(grid) {
    this.page.replace('space', {grid});
    this.show({grid});
  }

  update(answer) {
    if (answer.error) return;
    this.answer = answer;
    this.counts = decode(answer.counts);
    this.draw();
    this.point(...this.tile ?? []);
  }

  /** The width of a tile, which is twice as high. */
  size() {
    const {columns = 1, lines = 1} = this.answer ?? {};
    const room = this.picture.parentElement.clientWidth || 320;
    const most = Math.min(room / Math.max(1, columns), HEIGHT / 2 / Math.max(1, lines));
    return Math.max(2, Math.min(16, Math.floor(most)));
  }

  draw() {
    const {columns, lines} = this.answer;
    const size = this.size();
    this.picture.style.width = `${Math.max(1, columns) * size}px`;
    this.picture.style.height = `${Math.max(1, lines) * 2 * size}px`;
    const draw = context(this.picture);
    const most = this.counts.reduce((a, b) => Math.max(a, b), 1);
    for (let i = 0; i < this.counts.length; i++) {
      const x = i % columns * size;
      const y = (lines - 1 - Math.floor(i / columns)) * 2 * size;
      draw.globalAlpha = 1;
      draw.fillStyle = colour('lane');
      draw.fillRect(x, y, size - 1, 2 * size - 1);
      if (this.counts[i]) {
        draw.globalAlpha = 0.2 + 0.8 * Math.sqrt(this.counts[i] / most);
        draw.fillStyle = colour('match');
        draw.fillRect(x, y, size - 1, 2 * size - 1);
      }
    }
    draw.globalAlpha = 1;
  }

  /** What is said of the tile that is pointed at, or of all. */
  describe() {
    const {points, every, radius, dimensions, width, height, columns, lines, x, y} = this.answer;
    if (this.tile) {
      const [column, line] = this.tile;
      const count = this.counts[line * columns + column];
      return `x from ${number(x + column * width)}, y from ${number(y + line * height)}: `
        + `${count === 255 ? 'at least ' : ''}${number(count * every)} entities`;
    }
    return `${number(points)} entities, radius ${number(radius)}${dimensions === 3 ? ', seen along z' : ''}; `
      + `${number(columns)} by ${number(lines)} tiles of ${number(width)} by ${number(height)}`
      + (every > 1 ? `; one entity in ${number(every)} is looked at` : '');
  }

  point(column, line) {
    const isInside = column >= 0 && column < this.answer?.columns && line >= 0 && line < this.answer.lines;
    this.tile = isInside ? [column, line] : undefined;
    if (this.answer) setText(this.text, this.describe());
  }

  pointNext(event) {
    const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};
    if (!(event.key in steps) || !this.answer?.columns) return;
    event.preventDefault();
    const {columns, lines} = this.answer;
    const [column, line] = this.tile ? this.tile.map((at, i) => at + steps[event.key][i]) : [0, lines - 1];
    this.point(Math.max(0, Math.min(columns - 1, column)), Math.max(0, Math.min(lines - 1, line)));
  }
}
