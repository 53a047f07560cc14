// A text field for queries, with completion and an error that points at its place.

import {get} from './api.js';
import {Choices} from './choices.js';
import {el, setHidden} from './dom.js';

let numberOfFields = 0;

export class QueryField {
  /** A field that calls onQuery when the text is to be used. */
  constructor(id, label, onQuery) {
    const list = `${id}-list-${++numberOfFields}`;
    this.onQuery = onQuery;
    this.input = el('input', {
      id, type: 'text', autocomplete: 'off', spellcheck: 'false', role: 'combobox', 'aria-label': label,
      'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': list, 'aria-describedby': `${id}-error`,
      placeholder: 'all entities — or: Position, !Frozen, Health.hp < 10',
    });
    this.list = el('ul', {id: list, role: 'listbox', hidden: true});
    this.error = el('p', {id: `${id}-error`, class: 'error', role: 'alert', hidden: true});
    this.element = el('div', {class: 'query'}, this.input, this.list, this.error);
    this.choices = new Choices(this.input, this.list, index => this.take(index));
    this.input.addEventListener('input', () => this.typed());
    this.input.addEventListener('keydown', event => this.key(event));
    this.input.addEventListener('focus', () => this.complete());
    this.input.addEventListener('blur', () => { this.choices.hide(); this.use(); });
  }

  get value() {
    return this.input.value.trim();
  }

  set value(text) {
    if (document.activeElement !== this.input) {
      this.input.value = text;
      this.used = text.trim();
    }
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.use(), 400);
    this.complete();
  }

  use() {
    clearTimeout(this.timer);
    if (this.value !== this.used) {
      this.used = this.value;
      this.onQuery(this.value);
    }
  }

  async complete() {
    const text = this.input.value;
    const at = this.input.selectionStart;
    let found;
    try {
      found = await get(`complete?query=${encodeURIComponent(text)}&at=${at}`);
    } catch {
      return;
    }
    if (text !== this.input.value || document.activeElement !== this.input) return;
    this.found = found;
    this.options = found.options.slice(0, 12);
    this.choices.show(this.options.map(option =>
      [el('b', {}, option.text), ' ', el('small', {}, option.detail || option.kind)]));
  }

  key(event) {
    if (!this.choices.key(event) && event.key === 'Enter') {
      event.preventDefault();
      this.choices.hide();
      this.use();
    }
  }

  take(index) {
    const {text} = this.options[index];
    const before = this.input.value.slice(0, this.found.from) + text;
    this.input.value = before + this.input.value.slice(this.found.to);
    this.input.setSelectionRange(before.length, before.length);
    this.choices.hide();
    this.typed();
  }

  /** Shows what is wrong, or null for nothing. The place is shown as a copy of the text with a mark. */
  showError(refusal) {
    setHidden(this.error, !refusal);
    this.input.setAttribute('aria-invalid', String(Boolean(refusal)));
    if (!refusal) {
      this.shownError = null;
      return;
    }
    const key = JSON.stringify([this.input.value, refusal]);
    if (key === this.shownError) return;
    this.shownError = key;
    const text = this.input.value;
    const message = el('span', {}, refusal.error);
    this.error.shown = undefined;
    if (refusal.at === undefined) {
      this.error.replaceChildren(message);
      return;
    }
    const end = refusal.at + Math.max(1, refusal.length);
    this.error.replaceChildren(
      el('code', {}, text.slice(0, refusal.at), el('mark', {}, text.slice(refusal.at, end) || ' '), text.slice(end)),
      ' ', message);
  }
}
