// The options under a text field, chosen by arrow keys and Enter, or by the mouse.

import {el, setHidden} from './dom.js';

export class Choices {
  /** Options of an input, which are shown in a list; onTake gets the index of the one that was chosen. */
  constructor(input, list, onTake) {
    this.input = input;
    this.list = list;
    this.onTake = onTake;
    this.count = 0;
    this.chosen = -1;
  }

  get isOpen() {
    return !this.list.hidden;
  }

  /** Shows options, each as a list of nodes and texts; or, if there are none, a note, if there is one. */
  show(options, note) {
    this.count = options.length;
    this.chosen = -1;
    this.list.replaceChildren(...options.map((option, i) => el('li', {
      id: `${this.list.id}-${i}`, role: 'option', 'aria-selected': 'false',
      onmousedown: event => { event.preventDefault(); this.onTake(i); },
    }, ...option)));
    if (!this.count && note) this.list.append(el('li', {class: 'none'}, note));
    setHidden(this.list, !this.list.children.length);
    this.input.setAttribute('aria-expanded', String(this.isOpen));
    this.input.removeAttribute('aria-activedescendant');
  }

  hide() {
    this.show([]);
  }

  /** Handles a key of the input; tells whether it was for the options. */
  key(event) {
    if (!this.isOpen) return false;
    if (event.key === 'Escape') {
      this.hide();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      this.choose(this.chosen < 0 && step < 0 ? this.count - 1 : this.chosen + step);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && this.chosen >= 0) {
      this.onTake(this.chosen);
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  }

  choose(index) {
    if (!this.count) return;
    this.chosen = (index + this.count) % this.count;
    [...this.list.children].forEach((item, i) => item.setAttribute('aria-selected', String(i === this.chosen)));
    this.input.setAttribute('aria-activedescendant', `${this.list.id}-${this.chosen}`);
    this.list.children[this.chosen].scrollIntoView({block: 'nearest'});
  }
}
