// Memory: of the world and of allocators, findings, and a picture of the blocks.

import {address} from './api.js';
import {bytes, colour, context, decode, el, number, setHidden, setText} from './dom.js';
import {QueryField} from './query.js';

const CELL = 6;

export class Memory {
  constructor(page, root) {
    this.page = page;
    this.figures = el('dl', {id: 'memory-figures', class: 'figures'});
    this.chart = el('canvas', {id: 'memory-chart', class: 'chart', role: 'img', 'aria-label': 'Memory over time'});
    this.chartText = el('p', {class: 'summary'});
    this.allocators = el('tbody');
    this.trackers = el('div', {id: 'trackers'});
    this.findings = el('ul', {id: 'findings'});
    this.query = new QueryField('blocks-query', 'Query of the picture', text => {
      this.page.replace('memory', text ? {query: text} : {});
      this.show(text ? {query: text} : {});
    });
    this.picture = el('canvas', {id: 'blocks', class: 'blocks', role: 'img', tabindex: 0,
      'aria-label': 'Blocks; arrow keys describe a word', 'aria-describedby': 'blocks-text'});
    this.pictureText = el('p', {id: 'blocks-text', class: 'summary'});
    this.before = el('canvas', {id: 'blocks-before', class: 'blocks', role: 'img'});
    this.beforeBox = el('figure', {hidden: true}, el('figcaption', {}, 'before'), this.before);
    this.compact = el('button', {id: 'compact', type: 'button', hidden: true, onclick: () => this.compactNow()},
      'Compact');
    this.picture.addEventListener('mousemove', event => this.point(
      Math.floor(event.offsetY / CELL) * this.perLine() + Math.floor(event.offsetX / CELL)));
    this.picture.addEventListener('mouseleave', () => this.point(undefined));
    this.picture.addEventListener('blur', () => this.point(undefined));
    this.picture.addEventListener('keydown', event => this.pointNext(event));
    root.append(
      el('section', {'aria-label': 'World'}, el('h2', {}, 'World'), this.figures),
      el('section', {'aria-label': 'Over time'}, el('h2', {}, 'Last ten minutes'), this.chart, this.chartText),
      el('section', {'aria-label': 'Blocks'}, el('h2', {}, 'Blocks'),
        el('p', {class: 'summary'}, 'One square is a word of 64 rows: ',
          el('i', {class: 'key match'}), ' match, ', el('i', {class: 'key alive'}), ' alive, ',
          el('i', {class: 'key free'}), ' free.'),
        this.query.element, el('div', {class: 'actions'}, this.compact), this.pictureText,
        el('div', {class: 'pictures'}, this.beforeBox,
          el('figure', {}, el('figcaption', {}, 'now'), this.picture))),
      el('section', {'aria-label': 'Allocators'}, el('h2', {}, 'Allocators'),
        el('div', {class: 'scroll'}, el('table', {id: 'allocators'},
          el('thead', {}, el('tr', {}, ...['name', 'kind', 'used', 'reserved', 'most used'].map(text =>
            el('th', {scope: 'col'}, text)))), this.allocators))),
      el('section', {'aria-label': 'Tags and budgets'}, el('h2', {}, 'Tags and budgets'), this.trackers),
      el('section', {'aria-label': 'Findings'}, el('h2', {}, 'Findings'), this.findings));
    this.rows = [];
    this.statusChanged();
  }

  show(parameters) {
    this.query.value = parameters.query ?? '';
    this.page.watch(new Map([
      ['memory', answer => this.update(answer)],
      [address('blocks', {query: parameters.query, limit: 64}), answer => this.updateBlocks(answer)],
    ]));
  }

  statusChanged() {
    setHidden(this.compact, !this.page.status?.editable);
  }

  update(answer) {
    if (answer.error) return;
    for (const [name, value] of Object.entries(answer.world)) {
      let cell = this.figures.querySelector(`[data-figure="${name}"]`);
      if (!cell) {
        cell = el('dd', {'data-figure': name});
        const label = name.replace('Bytes', '').replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
        this.figures.append(el('div', {}, el('dt', {}, label), cell));
      }
      setText(cell, name.endsWith('Bytes') ? bytes(value) : number(value));
    }
    this.drawChart(answer.history);
    answer.allocators.forEach((allocator, i) => {
      this.rows[i] ??= this.allocators.appendChild(el('tr', {}, ...Array.from({length: 5}, () => el('td'))));
      [allocator.name, allocator.kind, bytes(allocator.usedBytes), bytes(allocator.reservedBytes),
        bytes(allocator.highWaterBytes)].forEach((text, j) => setText(this.rows[i].children[j], text));
    });
    this.updateTrackers(answer.trackers);
    this.updateFindings(answer.diagnostics);
  }

  drawChart(history) {
    const draw = context(this.chart);
    const width = this.chart.clientWidth;
    const height = this.chart.clientHeight;
    const most = Math.max(1, ...history.peakBytes);
    const line = (values, name) => {
      draw.strokeStyle = colour(name);
      draw.lineWidth = 1.5;
      draw.beginPath();
      values.forEach((value, i) => {
        const x = width - (values.length - 1 - i) / 600 * width;
        const y = height - 2 - value / most * (height - 6);
        if (i) draw.lineTo(x, y);
        else draw.moveTo(x, y);
      });
      draw.stroke();
    };
    line(history.peakBytes, 'muted');
    line(history.totalBytes, 'accent');
    const last = history.totalBytes[history.totalBytes.length - 1] ?? 0;
    setText(this.chartText, `now ${bytes(last)}, most ${bytes(most)}`);
  }

  updateTrackers(trackers) {
    const key = JSON.stringify(trackers);
    if (key === this.trackersKey) return;
    this.trackersKey = key;
    this.trackers.replaceChildren(...(trackers.length ? trackers.flatMap(tracker => [
      el('h3', {}, tracker.name),
      el('ul', {class: 'tags'}, ...tracker.tags.map(tag => {
        const limit = tag.hardLimitBytes ?? tag.softLimitBytes;
        return el('li', {}, el('span', {}, tag.path || 'all'),
          limit === null ? null : el('meter', {min: 0, max: limit, high: tag.softLimitBytes ?? limit,
            value: tag.allocatedBytes, 'aria-label': `${tag.path || 'all'} of its budget`}),
          el('span', {}, `${bytes(tag.allocatedBytes)}, most ${bytes(tag.peakBytes)}`
            + (limit === null ? '' : `, budget ${bytes(limit)}`)));
      })),
    ]) : [el('p', {class: 'summary'}, 'none')]));
  }

  updateFindings(findings) {
    const key = findings.length ? `${findings.length} ${findings[findings.length - 1].tick}` : '';
    if (key === this.findingsKey) return;
    this.findingsKey = key;
    this.findings.replaceChildren(...[...findings].reverse().map(it => el('li', {},
      el('b', {}, `${it.code} ${it.subject}`), ` in tick ${number(it.tick)}: ${it.detail}. ${it.explanation} `,
      el('em', {}, it.remedy))));
    if (!findings.length) this.findings.replaceChildren(el('li', {}, 'none'));
  }

  updateBlocks(answer) {
    this.query.showError(answer.error ? answer : null);
    if (answer.error) return;
    this.blocks = {count: answer.count, words: answer.wordsPerBlock, alive: decode(answer.alive),
      matching: decode(answer.matching)};
    this.draw(this.picture, this.blocks);
    let rows = 0;
    let words = 0;
    for (const count of this.blocks.matching) {
      rows += count;
      words += count > 0 ? 1 : 0;
    }
    this.text = `${number(answer.count)} of ${number(answer.blocks)} blocks: ${number(rows)} matching rows in `
      + `${number(words)} words${words ? `, ${(rows / words).toFixed(1)} a word` : ''}`;
    this.pictureText.setAttribute('aria-live', 'off'); // a key speaks, an update does not
    this.point(this.pointed);
  }

  /** A line of squares is a block or a part of one, as many as have room. */
  perLine(canvas = this.picture) {
    const room = Math.max(8, Math.floor((canvas.parentElement.clientWidth || 320) / CELL));
    let perLine = this.blocks?.words ?? 1;
    while (perLine > room) perLine /= 2;
    return perLine;
  }

  draw(canvas, blocks) {
    const perLine = this.perLine(canvas);
    const lines = blocks.count * blocks.words / perLine;
    canvas.style.width = `${perLine * CELL}px`;
    canvas.style.height = `${Math.max(1, lines) * CELL}px`;
    const draw = context(canvas);
    const [match, alive, free] = [colour('match'), colour('alive'), colour('lane')];
    for (let i = 0; i < blocks.alive.length; i++) {
      const x = i % perLine * CELL;
      const y = Math.floor(i / perLine) * CELL;
      draw.fillStyle = free;
      draw.fillRect(x, y, CELL - 1, CELL - 1);
      if (blocks.alive[i]) {
        draw.globalAlpha = 0.35 + 0.65 * blocks.alive[i] / 64;
        draw.fillStyle = alive;
        draw.fillRect(x, y, CELL - 1, CELL - 1);
      }
      if (blocks.matching[i]) {
        draw.globalAlpha = 0.35 + 0.65 * blocks.matching[i] / 64;
        draw.fillStyle = match;
        draw.fillRect(x, y, CELL - 1, CELL - 1);
      }
      draw.globalAlpha = 1;
    }
  }

  /** Describes a word of the picture; undefined for all of it. */
  point(word) {
    this.pointed = word >= 0 && word < this.blocks?.alive.length ? word : undefined;
    if (!this.blocks) return;
    const {words, alive, matching} = this.blocks;
    const i = this.pointed;
    setText(this.pictureText, i === undefined ? this.text : `block ${Math.floor(i / words)}, word ${i % words}: `
      + `${matching[i]} of ${alive[i]} entities match, ${64 - alive[i]} rows free`);
  }

  pointNext(event) {
    const steps = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.perLine(), ArrowDown: this.perLine()};
    if (!(event.key in steps) || !this.blocks?.alive.length) return;
    event.preventDefault();
    this.pictureText.setAttribute('aria-live', 'polite');
    const next = this.pointed === undefined ? 0 : this.pointed + steps[event.key];
    this.point(Math.max(0, Math.min(this.blocks.alive.length - 1, next)));
  }

  async compactNow() {
    const before = this.blocks;
    if (await this.page.change('compact') && before) {
      setHidden(this.beforeBox, false);
      this.draw(this.before, before);
    }
  }
}
