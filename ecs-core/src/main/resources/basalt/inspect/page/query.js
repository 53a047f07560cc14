// A text field for queries, with completion and an error that points at its place.

import {get} from './api.js';
import {el, setHidden, setText} from './dom.js';

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
    this.options = [];
    this.chosen = -1;
    this.input.addEventListener('input', () => this.typed());
    this.input.addEventListener('keydown', event => this.key(event));
    this.input.addEventListener('focus', () => this.complete());
    this.input.addEventListener('blur', () => { this.hide(); this.use(); });
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
    this.chosen = -1;
    this.list.replaceChildren(...this.options.map((option, i) =>
      el('li', {
        id: `${this.list.id}-${i}`, role: 'option', 'aria-selected': 'false',
        onmousedown: event => { event.preventDefault(); this.take(i); },
      }, el('b', {}, option.text), ' ', el('small', {}, option.detail || option.kind))));
    setHidden(this.list, !this.options.length);
    this.input.setAttribute('aria-expanded', String(this.options.length > 0));
  }

  key(event) {
    const isOpen = !this.list.hidden;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!isOpen) return;
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      this.choose((this.chosen + step + this.options.length) % this.options.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isOpen && this.chosen >= 0) this.take(this.chosen);
      else { this.hide(); this.use(); }
    } else if (event.key === 'Tab' && isOpen && this.chosen >= 0) {
      event.preventDefault();
      this.take(this.chosen);
    } else if (event.key === 'Escape') {
      this.hide();
    }
  }

  choose(index) {
    this.chosen = index;
    [...this.list.children].forEach((item, i) => item.setAttribute('aria-selected', String(i === index)));
    this.input.setAttribute('aria-activedescendant', `${this.list.id}-${index}`);
    this.list.children[index]?.scrollIntoView({block: 'nearest'});
  }

  take(index) {
    const {text} = this.options[index];
    const before = this.input.value.slice(0, this.found.from) + text;
    this.input.value = before + this.input.value.slice(this.found.to);
    this.input.setSelectionRange(before.length, before.length);
    this.hide();
    this.typed();
  }

  hide() {
    setHidden(this.list, true);
    this.input.setAttribute('aria-expanded', 'false');
    this.input.removeAttribute('aria-activedescendant');
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
