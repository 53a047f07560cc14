// Systems: their times, what the workers did in the last tick, and the order of the schedule.

import {download, get} from './api.js';
import {colour, context, el, number, setText, sparkline, time} from './dom.js';

const COLUMNS = [
  ['name', 'system'], ['stage', 'stage'], ['median', 'median'], ['max', 'worst'], ['samples', 'last ticks'],
  ['rows', 'rows'], ['commands', 'commands'], ['arenaBytes', 'arena bytes'],
];
const KINDS = {'later stage': 'later', after: 'after', 'commands after': 'commands'};

/** A colour for each system, far from those of its neighbours. */
const hue = index => index < 0 ? 0 : Math.round(index * 137.5) % 360;

export class Systems {
  constructor(page, root) {
    this.page = page;
    this.sort = {by: 'order', descending: true};
    this.rows = new Map();
    this.body = el('tbody');
    this.head = el('thead');
    this.total = el('p', {class: 'summary', id: 'tick-times'});
    this.timeline = el('canvas', {id: 'timeline', tabindex: 0, role: 'img', 'aria-describedby': 'timeline-text'});
    this.timelineText = el('p', {id: 'timeline-text', class: 'summary', 'aria-live': 'polite'},
      'Move over a piece, or step through them with the arrow keys.');
    this.timeline.addEventListener('mousemove', event => this.hover(event));
    this.timeline.addEventListener('keydown', event => this.stepPiece(event));
    this.graph = el('div', {id: 'graph', class: 'scroll'});
    this.reasons = el('div', {id: 'reasons', 'aria-live': 'polite'});
    this.ambiguities = el('ul', {id: 'ambiguities'});
    this.ambiguityCount = el('summary', {}, 'Pairs whose order only the order of adding decides');
    const ticks = el('input', {id: 'trace-ticks', type: 'number', min: 1, max: 1000, value: 60,
      'aria-label': 'Ticks of the trace'});
    root.append(
      el('section', {'aria-label': 'Times'}, el('h2', {}, 'Times'), this.total,
        el('div', {class: 'scroll'}, el('table', {id: 'systems-table'}, this.head, this.body))),
      el('section', {'aria-label': 'Last tick'}, el('h2', {}, 'Workers in the last tick'), this.timeline,
        this.timelineText,
        el('form', {class: 'actions', onsubmit: event => { event.preventDefault(); this.trace(ticks.value); }},
          ticks, el('button', {id: 'trace'}, 'Download a trace for Perfetto'))),
      el('section', {'aria-label': 'Graph'}, el('h2', {}, 'Order'), this.graph, this.reasons),
      el('section', {'aria-label': 'Ambiguities'},
        el('details', {}, this.ambiguityCount, this.ambiguities)));
    this.drawHead();
    this.loadGraph();
  }

  show() {
    this.page.watch(new Map([
      ['systems', answer => this.update(answer)],
      ['timeline', answer => this.updateTimeline(answer)],
    ]));
  }

  drawHead() {
    this.head.replaceChildren(el('tr', {}, el('th', {scope: 'col'}, 'on'), ...COLUMNS.map(([key, label]) => {
      const isSorted = this.sort.by === key;
      if (key === 'samples') return el('th', {scope: 'col'}, label);
      return el('th', {scope: 'col', 'aria-sort': isSorted ? (this.sort.descending ? 'descending' : 'ascending')
        : 'none'}, el('button', {type: 'button', onclick: () => {
        this.sort = {by: key, descending: isSorted ? !this.sort.descending : key !== 'name'};
        this.drawHead();
      }}, label, isSorted ? (this.sort.descending ? ' ▼' : ' ▲') : ''));
    })));
  }

  update(answer) {
    if (answer.error) return;
    const times = answer.tickNanos;
    setText(this.total, `tick: median ${time(times.median)}, worst ${time(times.max)} of ${answer.ticks} ticks`);
    const isEditable = Boolean(this.page.status?.editable);
    answer.systems.forEach((system, index) => {
      const row = this.rows.get(system.name) ?? this.addRow(system.name, index);
      row.values = {name: system.name, stage: system.stage, median: system.nanos.median, max: system.nanos.max,
        rows: system.rows, commands: system.commands, arenaBytes: system.arenaBytes, order: -index};
      if (row.box.checked !== system.enabled) row.box.checked = system.enabled;
      row.box.disabled = !isEditable;
      setText(row.cells.stage, system.stage);
      setText(row.cells.median, time(system.nanos.median));
      setText(row.cells.max, time(system.nanos.max));
      setText(row.cells.rows, number(system.rows));
      setText(row.cells.commands, number(system.commands));
      setText(row.cells.arenaBytes, number(system.arenaBytes));
      sparkline(row.canvas, system.nanos.samples);
    });
    this.order();
  }

  addRow(name, index) {
    const box = el('input', {type: 'checkbox', 'aria-label': `${name} is enabled`, onchange: async event => {
      const enabled = event.target.checked;
      if (!await this.page.change('system', {name, enabled})) box.checked = !enabled;
    }});
    const canvas = el('canvas', {class: 'spark wide', 'aria-hidden': 'true'});
    const cells = Object.fromEntries(COLUMNS.map(([key]) => [key, el('td', {class: key})]));
    cells.name.append(el('i', {class: 'dot'}), name);
    cells.name.firstChild.style.background = `hsl(${hue(index)} 55% 55%)`;
    cells.samples.append(canvas);
    const element = el('tr', {'data-system': name}, el('td', {}, box), ...Object.values(cells));
    const row = {element, box, canvas, cells};
    this.rows.set(name, row);
    this.body.append(element);
    return row;
  }

  order() {
    const {by, descending} = this.sort;
    const rows = [...this.rows.values()].sort((a, b) => {
      const compared = by === 'name' ? a.values.name.localeCompare(b.values.name) : a.values[by] - b.values[by];
      return descending ? -compared : compared;
    });
    rows.forEach((row, i) => {
      if (this.body.children[i] !== row.element) this.body.insertBefore(row.element, this.body.children[i]);
    });
  }

  updateTimeline(answer) {
    if (answer.error) return;
    this.last = answer;
    const lane = 22;
    const height = Math.max(1, answer.workers) * lane + 4;
    if (this.timeline.style.height !== `${height}px`) this.timeline.style.height = `${height}px`;
    const draw = context(this.timeline);
    const width = this.timeline.clientWidth;
    this.scale = answer.nanos ? width / answer.nanos : 0;
    draw.fillStyle = colour('lane');
    for (let i = 0; i < answer.workers; i++) draw.fillRect(0, i * lane + 2, width, lane - 2);
    for (const [system, worker, start, duration] of answer.pieces) {
      draw.fillStyle = system < 0 ? colour('muted') : `hsl(${hue(system)} 55% 55%)`;
      draw.fillRect(start * this.scale, worker * lane + 3, Math.max(1, duration * this.scale - 0.5), lane - 4);
    }
  }

  describe(piece) {
    if (!piece) return;
    const [system, worker, start, duration] = piece;
    const name = system < 0 ? 'commands' : this.last.systems[system];
    setText(this.timelineText, `${name}, worker ${worker}: ${time(duration)}, from ${time(start)} to `
      + `${time(start + duration)} of ${time(this.last.nanos)}`);
  }

  hover(event) {
    if (!this.last) return;
    const at = event.offsetX / this.scale;
    const worker = Math.floor(event.offsetY / 22);
    const slack = 3 / this.scale;
    this.describe(this.last.pieces.find(([, of, start, duration]) =>
      of === worker && at >= start - slack && at <= start + duration + slack));
  }

  stepPiece(event) {
    if (!this.last?.pieces.length || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    const step = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : -1;
    const count = this.last.pieces.length;
    this.piece = ((this.piece ?? -step) + step + count) % count;
    this.describe(this.last.pieces[this.piece]);
  }

  async trace(ticks) {
    try {
      const file = await download(`trace?ticks=${ticks}`);
      const link = el('a', {href: URL.createObjectURL(file), download: 'basalt-trace.json'});
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (refusal) {
      setText(this.timelineText, refusal.message);
    }
  }

  async loadGraph() {
    let graph;
    let systems;
    try {
      [graph, systems] = await Promise.all([get('graph'), get('systems')]);
    } catch {
      setTimeout(() => this.graph.isConnected && this.loadGraph(), 2000);
      return;
    }
    this.declarations = new Map(systems.systems.map(it => [it.name, it.declarations]));
    this.drawGraph(graph, systems.systems.map(it => it.name));
    this.ambiguities.replaceChildren(...graph.implicit.map(pair =>
      el('li', {}, el('b', {}, pair.first), ' before ', el('b', {}, pair.second), `: ${pair.why}`)));
    setText(this.ambiguityCount,
      `${graph.implicit.length} pairs whose order only the order of adding decides`);
    if (!graph.implicit.length) this.ambiguities.replaceChildren(el('li', {}, 'none'));
  }

  drawGraph(graph, names) {
    const column = 210;
    const line = 40;
    const box = {width: 150, height: 26};
    const places = new Map();
    graph.stages.forEach((stage, i) => stage.forEach((name, j) =>
      places.set(name, {x: i * column + 10, y: j * line + 30})));
    const width = graph.stages.length * column;
    const height = Math.max(1, ...graph.stages.map(stage => stage.length)) * line + 40;
    const svg = el('svg:svg', {width, height, viewBox: `0 0 ${width} ${height}`, role: 'group',
      'aria-label': 'Order of the systems'});
    graph.stages.forEach((unused, i) => svg.append(
      el('svg:text', {x: i * column + 10, y: 18, class: 'stage'}, `stage ${i}`)));
    this.lines = graph.edges.map(edge => {
      const a = places.get(edge.first);
      const b = places.get(edge.second);
      const isSame = a.x === b.x;
      const from = {x: a.x + box.width, y: a.y + box.height / 2};
      const to = {x: isSame ? b.x + box.width : b.x, y: b.y + box.height / 2};
      const bend = isSame ? 36 : Math.max(24, (to.x - from.x) / 2);
      const path = el('svg:path', {class: `edge ${KINDS[edge.kind]}`,
        d: `M${from.x} ${from.y} C${from.x + bend} ${from.y} ${isSame ? to.x + bend : to.x - bend} ${to.y} `
          + `${to.x} ${to.y}`});
      svg.append(path);
      return {edge, path};
    });
    for (const [name, place] of places) {
      const choose = () => this.explain(name, graph);
      const node = el('svg:g', {tabindex: 0, role: 'button', 'aria-label': name, 'data-node': name,
        transform: `translate(${place.x} ${place.y})`, class: 'node', onclick: choose, onfocus: choose,
        onmouseenter: choose, onkeydown: event => { if (event.key === 'Enter') choose(); }},
      el('svg:rect', {width: box.width, height: box.height, rx: 4}),
      el('svg:rect', {width: 4, height: box.height, fill: `hsl(${hue(names.indexOf(name))} 55% 55%)`}),
      el('svg:text', {x: 12, y: 17}, name.length > 20 ? `${name.slice(0, 19)}…` : name));
      svg.append(node);
    }
    this.graph.replaceChildren(svg);
  }

  explain(name, graph) {
    for (const {edge, path} of this.lines) {
      path.classList.toggle('chosen', edge.first === name || edge.second === name);
    }
    const edges = graph.edges.filter(edge => edge.first === name || edge.second === name);
    this.reasons.replaceChildren(
      el('p', {}, el('b', {}, name), ` ${this.declarations.get(name) || 'declares nothing'}`),
      el('ul', {}, ...edges.map(edge => el('li', {}, el('b', {}, edge.second),
        ` (${edge.kind}) `, el('b', {}, edge.first), `: ${edge.why}`))));
  }
}
