// Time: the states that the world can be put back to, hashes, and the comparison of recordings.

import {get} from './api.js';
import {bytes, el, number, setHidden, setText} from './dom.js';

export class Time {
  constructor(page, root) {
    this.page = page;
    this.states = [];
    this.summary = el('p', {class: 'summary', id: 'history-summary'});
    this.slider = el('input', {id: 'history-slider', type: 'range', min: 0, max: 0, value: 0,
      'aria-label': 'State', oninput: () => this.slide()});
    this.back = el('button', {id: 'back', type: 'button', onclick: () => this.step(-1)}, 'Back');
    this.forward = el('button', {id: 'forward', type: 'button', onclick: () => this.step(1)}, 'Forward');
    this.goOn = el('button', {id: 'go-on', type: 'button', onclick: () => this.page.change('resume')},
      'Go on from here');
    this.controls = el('div', {class: 'actions'}, this.back, this.forward, this.goOn);
    this.hashes = el('ol', {id: 'hashes', class: 'hashes'});
    this.first = el('select', {id: 'first-recording', 'aria-label': 'First recording'});
    this.second = el('select', {id: 'second-recording', 'aria-label': 'Second recording'});
    this.difference = el('p', {id: 'difference', 'aria-live': 'polite'});
    this.recordings = el('section', {'aria-label': 'Recordings', hidden: true}, el('h2', {}, 'Two recordings'),
      el('form', {class: 'actions', onsubmit: event => { event.preventDefault(); this.compare(); }},
        this.first, this.second, el('button', {id: 'compare'}, 'Compare')), this.difference);
    root.append(
      el('section', {'aria-label': 'States'}, el('h2', {}, 'States'), this.summary, this.slider, this.controls),
      el('section', {'aria-label': 'Hashes'}, el('h2', {}, 'Hash of the state after each tick'), this.hashes),
      this.recordings);
    this.statusChanged();
  }

  show() {
    this.page.watch(new Map([['history', answer => this.update(answer)]]));
  }

  statusChanged() {
    const status = this.page.status;
    setHidden(this.controls, !status?.editable);
    setHidden(this.goOn, !status?.features.loop);
    this.slider.disabled = !status?.editable;
    if (status?.features.replays && this.recordings.hidden) {
      setHidden(this.recordings, false);
      this.loadRecordings();
    }
  }

  update(answer) {
    if (answer.error) return;
    this.states = answer.states;
    this.tick = answer.tick;
    const count = this.states.length;
    setText(this.summary, answer.failure ? `No more states are kept: ${answer.failure}`
      : answer.capacity === 0 ? 'The inspector was built without history(ticks) or snapshots(ring).'
        : `tick ${number(answer.tick)} · ${number(count)} of ${number(answer.capacity)} states`
          + (count ? `, from ${number(this.states[0])} to ${number(this.states[count - 1])}` : '')
          + ` · ${bytes(answer.reservedBytes)}`);
    this.slider.max = Math.max(0, count - 1);
    const here = this.states.indexOf(answer.tick);
    if (document.activeElement !== this.slider || !this.isSliding) {
      this.slider.value = here < 0 ? count - 1 : here;
    }
    this.slider.setAttribute('aria-valuetext', `tick ${answer.tick}`);
    this.back.disabled = here === 0 || !count;
    this.forward.disabled = here < 0 || here === count - 1;
    this.showHashes(answer.hashes.slice(-20).reverse());
  }

  showHashes(hashes) {
    hashes.forEach((it, i) => {
      const row = this.hashes.children[i] ?? this.hashes.appendChild(el('li', {}, el('span'), ' ', el('code')));
      setText(row.children[0], number(it.tick));
      setText(row.children[1], it.hash);
    });
    if (!hashes.length && !this.hashes.children.length) {
      this.hashes.replaceWith(this.hashes = el('ol', {id: 'hashes', class: 'hashes'}));
    }
  }

  /** Puts the world to a state; the loop is paused first, so that it stays there. */
  async restore(tick) {
    const {loop} = this.page.status ?? {};
    if (loop && !loop.paused && !await this.page.change('pause')) return;
    await this.page.change('restore', {tick});
  }

  /** Sends the last place of the slider when the one before has been reached. */
  async slide() {
    this.wanted = this.states[Number(this.slider.value)];
    if (this.isSliding) return;
    this.isSliding = true;
    while (this.wanted !== undefined) {
      const tick = this.wanted;
      this.wanted = undefined;
      await this.restore(tick);
    }
    this.isSliding = false;
  }

  step(by) {
    const here = this.states.indexOf(this.tick);
    const next = this.states[(here < 0 ? this.states.length : here) + by];
    if (next !== undefined) this.restore(next);
  }

  async loadRecordings() {
    const {files} = await get('replays').catch(() => ({files: []}));
    const options = () => files.map(file => el('option', {value: file.name}, `${file.name} (${bytes(file.bytes)})`));
    this.first.replaceChildren(...options());
    this.second.replaceChildren(...options());
    if (files.length > 1) this.second.selectedIndex = 1;
    setText(this.difference, files.length ? '' : 'There are no recordings in the folder.');
  }

  async compare() {
    setText(this.difference, 'comparing…');
    try {
      const query = new URLSearchParams({first: this.first.value, second: this.second.value});
      const found = await get(`difference?${query}`);
      const given = found.givenTick ? ` Tick ${number(found.givenTick)} got another input.` : '';
      setText(this.difference, found.compared === 0
        ? `They have ${number(found.ticks)} ticks in common, and hashes of none.${given}`
        : found.tick === 0
          ? `The same in the ${number(found.compared)} ticks of which both have hashes.${given}`
          : `They differ after tick ${number(found.tick)}, in ${found.components.join(', ')}; `
          + (found.systems.length ? `system ${found.systems.join(' or ')}.` : 'before the first system.') + given);
    } catch (refusal) {
      setText(this.difference, refusal.message);
    }
  }
}
