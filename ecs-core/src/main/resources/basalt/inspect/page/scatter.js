// Scatter: two or three columns of the rows that a query finds, as points: a picture of the world.

import {address, get} from './api.js';
import {colour, context, decode, el, number, setText, shown} from './dom.js';
import {EntityPanel} from './entity.js';
import {QueryField} from './query.js';

const NUMBERS = /^(float|int)\d/;
const FILLED = 0.42; // of the width and height, to each side of the middle
const EYE = 4; // how far the eye is from the middle of three dimensions; the points are between -1 and 1
const NEAR = 8; // pixels between a point and a click on it
const MOST_LISTED = 100;

const componentOf = axis => axis.slice(0, axis.lastIndexOf('.'));

export class Scatter {
  constructor(page, root) {
    this.page = page;
    this.query = new QueryField('scatter-query', 'Query', text => this.change({query: text}));
    this.axes = ['x', 'y', 'z'].map(axis => el('select', {
      id: `axis-${axis}`, onfocus: () => this.load(), onchange: event => this.change({[axis]: event.target.value})}));
    this.text = el('p', {id: 'scatter-text', class: 'summary', role: 'status'});
    this.selected = el('p', {id: 'selected'});
    this.picture = el('canvas', {id: 'scatter', role: 'img', tabindex: 0, 'aria-describedby': 'scatter-text',
      'aria-label': 'Points; arrow keys move them, with Ctrl they turn, + and - zoom, Home fits',
      onpointerdown: event => this.press(event), onpointermove: event => this.move(event),
      onpointerup: event => this.release(event), onpointercancel: () => { this.drag = null; },
      onwheel: event => this.turnWheel(event), onkeydown: event => this.key(event),
      oncontextmenu: event => event.preventDefault()});
    this.panel = new EntityPanel(page);
    root.append(el('div', {class: 'entities'},
      el('section', {'aria-label': 'Scatter'}, this.query.element,
        el('div', {class: 'actions'}, ...this.axes.map((axis, i) => el('label', {}, `${'xyz'[i]} `, axis)),
          el('button', {id: 'fit', type: 'button', onclick: () => this.fit()}, 'Fit')),
        this.text, this.picture, el('p', {class: 'summary'}, 'Drag to move, turn the wheel to zoom, click on a point,'
          + ' drag with Shift to choose several; in 3D, drag with Ctrl or the right button to turn.'),
        this.selected),
      this.panel.element));
    this.resized = new ResizeObserver(() => this.draw());
    this.resized.observe(this.picture);
    this.chosen = new Map(); // generations by index
    this.camera = {x: 0, y: 0, zoom: 1, yaw: 0.5, pitch: 0.4};
    this.clear();
  }

  close() {
    clearTimeout(this.timer);
    this.resized.disconnect();
  }

  statusChanged() {
    this.panel.statusChanged();
  }

  parameters() {
    return Object.fromEntries(Object.entries(this.state).filter(([, value]) => value !== ''));
  }

  change(changes) {
    this.state = {...this.state, ...changes};
    this.page.replace('scatter', this.parameters());
    this.show(this.parameters());
  }

  show({query = '', x = '', y = '', z = '', entity = ''}) {
    this.state = {query, x, y, z, entity};
    this.query.value = query;
    const points = x && y ? address('points', {query, x, y, z}) : '';
    if (points !== this.points) this.clear();
    this.points = points;
    this.offer();
    this.panel.show(entity);
    const handlers = new Map();
    if (points) handlers.set(points, answer => this.update(answer));
    if (entity) handlers.set(address('entity', {id: entity}), answer => this.panel.update(answer));
    this.page.watch(handlers, 5);
    this.draw();
    if (!points) this.load();
  }

  clear() {
    this.shownAxes = [];
    this.entities = new Uint32Array(0);
    this.values = new Float64Array(0);
    this.box = null;
    setText(this.text, '');
  }

  /** Finds out which columns there are. Unless some are chosen, takes those of a component that many entities have. */
  async load() {
    let components = [];
    try {
      ({components} = await get('components'));
    } catch {
      // tried again below
    }
    const columns = (component, kinds) => component.fields.filter(it => kinds.test(it.kind)).flatMap(field =>
      Array.from({length: field.length}, (unused, i) =>
        `${component.name}.${field.name}${field.length > 1 ? `[${i}]` : ''}`));
    this.names = components.flatMap(component => columns(component, NUMBERS));
    if (!this.picture.isConnected) return;
    this.offer();
    if (this.points) return;
    components.sort((a, b) => b.entities - a.entities);
    const [first] = [/^float/, NUMBERS].flatMap(kinds => components.map(it => columns(it, kinds))).filter(it => it[1]);
    if (first) {
      this.change({x: first[0], y: first[1], z: first.length === 3 ? first[2] : ''});
    } else {
      setText(this.text, 'no component of the world has two fields with numbers');
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.load(), 2000);
    }
  }

  /** Offers the columns that there are, and those that are chosen. */
  offer() {
    const names = new Set([...this.names ?? [], this.state.x, this.state.y, this.state.z]);
    names.delete('');
    const key = [...names].join();
    this.axes.forEach((axis, i) => {
      if (axis.offered !== key) {
        axis.offered = key;
        axis.replaceChildren(...(i === 2 ? [el('option', {value: ''}, 'none: 2D')] : []),
          ...[...names].map(name => el('option', {value: name}, name)));
      }
      axis.value = this.state['xyz'[i]];
    });
  }

  update(answer) {
    this.query.showError(answer.error ? answer : null);
    if (answer.error) {
      this.clear();
    } else {
      this.shownAxes = [this.state.x, this.state.y, this.state.z].filter(Boolean);
      this.entities = new Uint32Array(decode(answer.entities).buffer);
      this.values = new Float64Array(decode(answer.values).buffer);
      setText(this.text, this.describe(answer));
      if (!this.box) this.fit();
    }
    this.draw();
  }

  describe({count, incomplete, notFinite, points, every}) {
    const parts = [`${number(points)} ${points === 1 ? 'point' : 'points'}`];
    if (!count) parts[0] = incomplete ? 'no entity has all columns' : 'no entity matches';
    if (every > 1) parts[0] += `: a part, one entity in ${number(every)} of ${number(count)}`;
    if (incomplete) parts.push(`${number(incomplete)} without one of the columns`);
    if (notFinite) parts.push(`${number(notFinite)} whose values are no finite numbers`);
    return parts.join(' · ');
  }

  /** Fits the picture to the points. */
  fit() {
    const axes = this.shownAxes;
    const count = axes.length;
    if (!this.values.length) return;
    const least = Array(count).fill(Infinity);
    const most = Array(count).fill(-Infinity);
    this.values.forEach((value, i) => {
      least[i % count] = Math.min(least[i % count], value);
      most[i % count] = Math.max(most[i % count], value);
    });
    this.box = {least, most, middle: least.map((value, i) => value / 2 + most[i] / 2)};
    Object.assign(this.camera, {x: 0, y: 0, zoom: 1});
    this.draw();
  }

  /** Pixels a unit of each axis, before zooming: one scale for columns of one component, such as coordinates. */
  scales() {
    const {least, most} = this.box;
    const sides = this.shownAxes.length === 3
      ? Array(3).fill(Math.min(this.picture.clientWidth, this.picture.clientHeight) * FILLED * 0.75)
      : [this.picture.clientWidth * FILLED, this.picture.clientHeight * FILLED];
    const extents = most.map((value, i) => value / 2 - least[i] / 2 || 1);
    const own = sides.map((side, i) => side / extents[i]);
    const isOneSpace = (i, j) => Math.abs(Math.log10(extents[i] / extents[j])) < 1 && most[j] > least[j]
      && componentOf(this.shownAxes[i]) === componentOf(this.shownAxes[j]);
    return own.map((unused, i) => Math.min(...own.filter((other, j) => i === j || isOneSpace(i, j))));
  }

  /** Where points are in the picture: x and y of each, NaN behind the eye. */
  project(values) {
    const is3d = this.shownAxes.length === 3;
    const {middle} = this.box;
    const [scaleX, scaleY, scaleZ] = this.scales();
    const {clientWidth: width, clientHeight: height} = this.picture;
    const {x, y, zoom, yaw, pitch} = this.camera;
    const [sinYaw, cosYaw, sinPitch, cosPitch] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
    const eye = Math.min(width, height) * FILLED * EYE;
    const step = is3d ? 3 : 2;
    const places = new Float32Array(values.length / step * 2);
    for (let i = 0, at = 0; i < values.length; i += step, at += 2) {
      let right = (values[i] - middle[0]) * scaleX;
      let up = (values[i + 1] - middle[1]) * scaleY;
      if (is3d) {
        const back = (values[i + 2] - middle[2]) * scaleZ;
        const turned = right * sinYaw + back * cosYaw;
        const depth = eye - up * sinPitch + turned * cosPitch;
        const nearer = depth > eye / 20 ? eye / depth : NaN;
        right = (right * cosYaw - back * sinYaw) * nearer;
        up = (up * cosPitch + turned * sinPitch) * nearer;
      }
      places[at] = width / 2 + x + right * zoom;
      places[at + 1] = height / 2 + y - up * zoom;
    }
    return places;
  }

  draw() {
    const draw = context(this.picture);
    this.places = new Float32Array(0);
    if (!this.box) return;
    this.places = this.project(this.values);
    const count = this.places.length / 2;
    const size = count > 5000 ? 2 : 3;
    draw.fillStyle = colour('match');
    draw.globalAlpha = 0.7;
    for (let i = 0; i < count; i++) draw.fillRect(this.places[2 * i] - 1, this.places[2 * i + 1] - 1, size, size);
    draw.globalAlpha = 1;
    this.drawBox(draw);
    draw.fillStyle = colour('danger');
    const [index, generation] = this.state.entity.split(':').map(Number);
    for (let i = 0; i < count; i++) {
      const [of, at] = [this.entities[2 * i], this.entities[2 * i + 1]];
      const isOpen = of === index && at === generation;
      if (isOpen || this.chosen.get(of) === at) {
        const side = isOpen ? 9 : 6;
        draw.fillRect(this.places[2 * i] - side / 2, this.places[2 * i + 1] - side / 2, side, side);
      }
    }
    if (this.drag?.does === 'choose') {
      draw.strokeStyle = colour('accent');
      draw.strokeRect(this.drag.x, this.drag.y, this.drag.toX - this.drag.x, this.drag.toY - this.drag.y);
    }
  }

  /** Draws the box that the points were fitted to, with the names and bounds of the axes. */
  drawBox(draw) {
    const {least, most} = this.box;
    const count = least.length;
    const corners = Array.from({length: 1 << count}, (unused, corner) =>
      least.map((value, i) => corner >> i & 1 ? most[i] : value));
    const places = this.project(corners.flat());
    draw.strokeStyle = colour('muted');
    draw.fillStyle = colour('quiet');
    draw.textAlign = 'center';
    draw.beginPath();
    for (let corner = 0; corner < corners.length; corner++) {
      for (let i = 0; i < count; i++) {
        const other = corner | 1 << i;
        const [x, y] = places.subarray(2 * corner);
        const [toX, toY] = places.subarray(2 * other);
        if (other === corner || Number.isNaN(x + toX)) continue;
        draw.moveTo(x, y);
        draw.lineTo(toX, toY);
        if (corner) continue;
        const name = `${this.shownAxes[i]}: ${shown(least[i], 'float')} to ${shown(most[i], 'float')}`;
        draw.save();
        draw.translate((x + toX) / 2, (y + toY) / 2);
        draw.rotate(Math.abs(toX - x) < 1 ? -Math.PI / 2 : Math.atan((toY - y) / (toX - x)));
        draw.fillText(name, 0, i === 1 ? -5 : 14);
        draw.restore();
      }
    }
    draw.stroke();
  }

  press(event) {
    const is3d = this.shownAxes.length === 3;
    const isTurn = is3d && (event.button === 2 || event.ctrlKey);
    const [x, y] = [event.offsetX, event.offsetY];
    this.drag = {does: event.shiftKey ? 'choose' : isTurn ? 'turn' : 'move', x, y, toX: x, toY: y, isMoved: false};
    this.picture.setPointerCapture(event.pointerId);
  }

  move(event) {
    const {drag, camera} = this;
    if (!drag) return;
    const [x, y] = [event.offsetX - drag.toX, event.offsetY - drag.toY];
    drag.isMoved ||= Math.hypot(event.offsetX - drag.x, event.offsetY - drag.y) > 3;
    if (!drag.isMoved) return;
    [drag.toX, drag.toY] = [event.offsetX, event.offsetY];
    if (drag.does === 'move') this.pan(x, y);
    else if (drag.does === 'turn') this.turn(x / 200, y / 200);
    else this.draw();
  }

  release(event) {
    const {drag} = this;
    this.drag = null;
    if (!drag) return;
    if (!drag.isMoved) this.click(event.offsetX, event.offsetY);
    else if (drag.does === 'choose') this.choose(drag);
  }

  pan(x, y) {
    this.camera.x += x;
    this.camera.y += y;
    this.draw();
  }

  turn(yaw, pitch) {
    this.camera.yaw += yaw;
    this.camera.pitch = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, this.camera.pitch + pitch));
    this.draw();
  }

  /** Zooms at a place, which is that of the middle without one. */
  zoom(factor, x = this.picture.clientWidth / 2, y = this.picture.clientHeight / 2) {
    const {camera} = this;
    const zoom = Math.max(1e-3, Math.min(1e6, camera.zoom * factor));
    const [fromX, fromY] = [x - this.picture.clientWidth / 2, y - this.picture.clientHeight / 2];
    camera.x = fromX - (fromX - camera.x) * zoom / camera.zoom;
    camera.y = fromY - (fromY - camera.y) * zoom / camera.zoom;
    camera.zoom = zoom;
    this.draw();
  }

  turnWheel(event) {
    if (event.ctrlKey) return; // the browser's zoom
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), event.offsetX, event.offsetY);
  }

  key(event) {
    const [x, y] = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key] ?? [];
    if (x !== undefined) {
      if (event.ctrlKey) this.turn(x / 10, y / 10);
      else this.pan(-40 * x, -40 * y);
    } else if (!event.ctrlKey && '+=-'.includes(event.key)) {
      this.zoom(event.key === '-' ? 0.8 : 1.25);
    } else if (event.key === 'Home') {
      this.fit();
    } else {
      return;
    }
    event.preventDefault();
  }

  id(point) {
    return `${this.entities[2 * point]}:${this.entities[2 * point + 1]}`;
  }

  click(x, y) {
    let nearest = -1;
    let least = NEAR;
    for (let i = 0; i < this.places.length / 2; i++) {
      const distance = Math.hypot(this.places[2 * i] - x, this.places[2 * i + 1] - y);
      if (distance < least) [least, nearest] = [distance, i];
    }
    this.list([]);
    if (nearest >= 0) this.page.openEntity(this.id(nearest));
  }

  /** Chooses the points in a rectangle. */
  choose({x, y, toX, toY}) {
    const isBetween = (at, one, other) => at >= Math.min(one, other) && at <= Math.max(one, other);
    const inside = [];
    for (let i = 0; i < this.places.length / 2; i++) {
      if (isBetween(this.places[2 * i], x, toX) && isBetween(this.places[2 * i + 1], y, toY)) inside.push(i);
    }
    this.list(inside);
  }

  list(points) {
    this.chosen = new Map(points.map(i => [this.entities[2 * i], this.entities[2 * i + 1]]));
    const rest = points.length - MOST_LISTED;
    this.selected.replaceChildren(...points.length ? [`${number(points.length)} chosen: `] : [],
      ...points.slice(0, MOST_LISTED).flatMap(i => [this.panel.link(this.id(i)), ' ']),
      ...rest > 0 ? [`and ${number(rest)} more`] : []);
    this.draw();
  }
}
