// Small helpers for elements. All text is set as text, never as HTML.

/** Makes an element: attributes, "on..." listeners, and children (nodes or texts). */
export function el(tag, attributes = {}, ...children) {
  const made = tag.startsWith('svg:')
    ? document.createElementNS('http://www.w3.org/2000/svg', tag.slice(4))
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) {
      made.addEventListener(name.slice(2), value);
    } else if (value === true) {
      made.setAttribute(name, '');
    } else if (value !== false && value != null) {
      made.setAttribute(name, value);
    }
  }
  made.append(...children.filter(child => child != null));
  return made;
}

export const byId = id => document.getElementById(id);

/** Sets an element's text if it is another one; tells whether it was. */
export function setText(element, text) {
  const next = String(text);
  if (element.shown === next) return false;
  element.shown = next;
  if (element.firstChild?.nodeType === Node.TEXT_NODE) element.firstChild.nodeValue = next;
  else element.textContent = next;
  return true;
}

export function setHidden(element, hidden) {
  if (element.hidden !== hidden) element.hidden = hidden;
}

const grouped = new Intl.NumberFormat('en');

/** A whole number with separators. */
export const number = value => grouped.format(value);

/** Nanoseconds in a unit that fits. */
export function time(nanos) {
  if (nanos < 1e3) return `${Math.round(nanos)} ns`;
  if (nanos < 1e6) return `${(nanos / 1e3).toPrecision(3)} µs`;
  if (nanos < 1e9) return `${(nanos / 1e6).toPrecision(3)} ms`;
  return `${(nanos / 1e9).toPrecision(3)} s`;
}

/** Bytes in a unit that fits. */
export function bytes(value) {
  if (value < 1024) return `${value} B`;
  if (value < 1048576) return `${(value / 1024).toPrecision(3)} KiB`;
  if (value < 1073741824) return `${(value / 1048576).toPrecision(3)} MiB`;
  return `${(value / 1073741824).toPrecision(3)} GiB`;
}

/** A value of a field as it is shown. */
export function shown(value, kind) {
  if (value === null) return '–';
  if (value === '') return '""';
  if (Array.isArray(value)) return value.map(item => shown(item, kind)).join(', ');
  if (typeof value === 'number' && kind.startsWith('float')) return String(Number(value.toPrecision(6)));
  return String(value);
}

/** The bytes of a text in Base64. */
export function decode(text) {
  const characters = atob(text);
  const decoded = new Uint8Array(characters.length);
  for (let i = 0; i < characters.length; i++) decoded[i] = characters.charCodeAt(i);
  return decoded;
}

/** Sizes a canvas to its box and returns its context, in CSS pixels, cleared. */
export function context(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const draw = canvas.getContext('2d');
  draw.setTransform(ratio, 0, 0, ratio, 0, 0);
  draw.clearRect(0, 0, width, height);
  return draw;
}

let colours;

/** A colour of the style sheet, for canvases. */
export function colour(name) {
  colours ??= new Map();
  if (!colours.has(name)) {
    colours.set(name, getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
  }
  return colours.get(name);
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { colours = undefined; });

/** Draws values as a line that fills a canvas; null leaves a gap. */
export function sparkline(canvas, values) {
  const draw = context(canvas);
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  let least = Infinity;
  let most = -Infinity;
  for (const value of values) {
    if (value !== null) {
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  if (least === Infinity) return;
  const span = most - least || 1;
  draw.strokeStyle = colour('accent');
  draw.lineWidth = 1;
  draw.beginPath();
  let pen = false;
  values.forEach((value, i) => {
    if (value === null) {
      pen = false;
      return;
    }
    const x = values.length < 2 ? width : i / (values.length - 1) * width;
    const y = most === least ? height / 2 : height - 1 - (value - least) / span * (height - 2);
    if (pen) draw.lineTo(x, y);
    else draw.moveTo(x, y);
    pen = true;
  });
  draw.stroke();
}
