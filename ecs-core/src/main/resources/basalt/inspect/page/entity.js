// One entity: its components and values, its place in trees, and the relations that lead to it.

import {address, get, post} from './api.js';
import {byId, el, setHidden, setText, shown, sparkline} from './dom.js';
import {edit} from './edit.js';

const HISTORY = 40;
const LONGEST_TEXT = 10000; // of a longer one the answer has a part

export class EntityPanel {
  constructor(page) {
    this.page = page;
    this.element = el('aside', {id: 'entity', 'aria-label': 'Entity', hidden: true});
  }

  show(id) {
    setHidden(this.element, !id);
    this.linksKey = null; // links have the parameters of the view
    if (id !== this.id) {
      this.id = id;
      this.key = null;
      this.element.replaceChildren(el('p', {}, id ? 'loading…' : ''));
    }
  }

  statusChanged() {
    this.key = null;
  }

  get isEditable() {
    return Boolean(this.page.status?.editable);
  }

  change(address, form = {}) {
    return this.page.change(address, {entity: this.id, ...form});
  }

  update(answer) {
    if (answer.error || answer.entity !== this.id) {
      if (answer.error) this.element.replaceChildren(el('p', {class: 'error'}, answer.error));
      this.key = null;
      return;
    }
    const key = JSON.stringify([
      answer.alive, answer.enabled, answer.name, this.isEditable,
      answer.components.map(it => [it.name, it.enabled, it.fields.map(field => field.name)])]);
    if (key !== this.key && !this.element.contains(document.activeElement?.closest('input, select, textarea'))) {
      const isSame = this.key !== null;
      this.key = key;
      this.build(answer, isSame);
    }
    const linksKey = JSON.stringify([answer.trees, answer.relations]);
    if (linksKey !== this.linksKey) {
      this.linksKey = linksKey;
      this.linkBox.replaceChildren(...this.links(answer));
    }
    const now = performance.now();
    for (const component of answer.components) {
      for (const field of component.fields) {
        this.fields.get(`${component.name}.${field.name}`)?.update(field, now);
      }
    }
    setText(this.place, answer.alive ? `block ${answer.block}, row ${answer.row}` : '');
  }

  build(answer, keepHistory) {
    const old = keepHistory ? this.fields : new Map();
    this.fields = new Map();
    this.place = el('span', {class: 'place'});
    this.linkBox = el('div');
    this.linksKey = null;
    this.element.replaceChildren(
      el('div', {class: 'entity-head'},
        el('h2', {}, answer.name ? `${answer.name} · ${answer.entity}` : answer.entity),
        el('button', {type: 'button', id: 'entity-close', 'aria-label': 'Close', onclick: () => this.close()}, '×')),
      el('p', {}, answer.alive ? (answer.enabled ? 'enabled · ' : 'disabled · ') : 'not alive', this.place),
      ...(answer.alive && this.isEditable ? [this.actions(answer)] : []),
      ...answer.components.map(component => this.component(component, old)),
      ...(answer.alive && this.isEditable ? [this.adding()] : []),
      this.linkBox,
      ...(answer.alive && this.isEditable ? [this.attaching()] : []),
      ...(answer.alive && this.page.status?.features.texts ? [this.texts()] : []));
  }

  close() {
    const {entity, ...rest} = this.page.open.parameters();
    this.page.go(this.page.view, rest);
  }

  actions(answer) {
    const name = el('input', {id: 'entity-name', value: answer.name ?? '', maxlength: 100, placeholder: 'name',
      'aria-label': 'Name'});
    const destroy = el('button', {type: 'button', id: 'destroy', class: 'danger', onclick: () => {
      if (destroy.dataset.sure) this.change('destroy');
      else {
        destroy.dataset.sure = 'yes';
        setText(destroy, 'Really destroy?');
        setTimeout(() => { delete destroy.dataset.sure; setText(destroy, 'Destroy'); }, 3000);
      }
    }}, 'Destroy');
    return el('form', {class: 'actions', onsubmit: event => {
      event.preventDefault();
      name.blur();
      this.change('name', {name: name.value});
    }}, name,
    el('button', {type: 'button', onclick: () => this.change(answer.enabled ? 'disable' : 'enable')},
      answer.enabled ? 'Disable' : 'Enable'), destroy);
  }

  component(component, old) {
    const isOwn = this.isEditable && !component.link;
    const head = el('div', {class: 'component-head'}, el('h3', {}, component.name),
      component.enabled ? null : el('small', {}, 'disabled'),
      component.tag ? el('small', {}, 'tag') : null,
      isOwn ? el('button', {type: 'button', class: 'quiet', 'data-remove': component.name, onclick: () =>
        this.change('remove', {component: component.name})}, 'remove') : null,
      isOwn ? el('button', {type: 'button', class: 'quiet', onclick: () =>
        this.change(component.enabled ? 'disable' : 'enable', {component: component.name})},
      component.enabled ? 'disable' : 'enable') : null);
    return el('section', {class: 'component', 'data-component': component.name}, head,
      el('dl', {}, ...component.fields.map(field => {
        const name = `${component.name}.${field.name}`;
        const made = new Field(this, component, field, isOwn, old.get(name));
        this.fields.set(name, made);
        return made.element;
      })));
  }

  adding() {
    const list = el('datalist', {id: 'component-names'});
    const input = el('input', {id: 'add-component', list: 'component-names', placeholder: 'add a component',
      'aria-label': 'Add a component', onfocus: async () => {
        const {components} = await get('components');
        list.replaceChildren(...components.filter(it => !it.link).map(it => el('option', {value: it.name})));
      }});
    return el('form', {class: 'actions', onsubmit: async event => {
      event.preventDefault();
      if (await this.change('add', {component: input.value.trim()})) { input.value = ''; input.blur(); }
    }}, input, list, el('button', {}, 'Add'));
  }

  links(answer) {
    const parts = [];
    for (const tree of answer.trees) {
      parts.push(el('section', {class: 'component'}, el('h3', {}, `Tree ${tree.name}`),
        el('p', {class: 'path'},
          ...[...tree.ancestors].reverse().flatMap(id => [this.link(id), ' › ']), answer.entity),
        el('p', {}, `${tree.childCount} ${tree.childCount === 1 ? 'child' : 'children'} `,
          ...tree.children.flatMap(id => [this.link(id), ' ']))));
    }
    for (const relation of answer.relations) {
      parts.push(el('section', {class: 'component'},
        el('h3', {}, `${relation.component}.${relation.field} of ${relation.sourceCount}`),
        el('p', {}, ...relation.sources.flatMap(id => [this.link(id), ' ']))));
    }
    return parts;
  }

  attaching() {
    const parent = el('input', {id: 'attach-parent', placeholder: 'parent, as 12:3; empty: none',
      'aria-label': 'New parent'});
    return el('form', {class: 'actions', onsubmit: async event => {
      event.preventDefault();
      if (await this.change('attach', {parent: parent.value.trim()})) { parent.value = ''; parent.blur(); }
    }}, parent, el('button', {}, 'Move in tree'));
  }

  /** The entity, or the prefabs, as text; an editor can change it, and have it read again. */
  texts() {
    const text = el('textarea', {id: 'text', rows: 12, spellcheck: 'false', 'aria-label': 'Text', hidden: true});
    const error = el('small', {class: 'error', role: 'alert'});
    const show = async query => {
      setText(error, '');
      try {
        text.value = (await get(query)).text;
        setHidden(text, false);
      } catch (refusal) {
        setText(error, refusal.message);
      }
    };
    return el('form', {class: 'actions', onsubmit: async event => {
      event.preventDefault();
      setText(error, '');
      try {
        await post('text', {text: text.value});
      } catch (refusal) {
        setText(error, refusal.message);
      }
    }}, el('button', {type: 'button', id: 'text-entity', onclick: () => show(address('text', {entity: this.id}))},
      'As text'),
    el('button', {type: 'button', id: 'text-prefabs', onclick: () => show('text')}, 'Prefabs as text'),
    this.isEditable ? el('button', {id: 'text-read', title: 'Adds entities, and replaces prefabs'}, 'Read text') : null,
    text, error);
  }

  link(id) {
    return el('a', {href: this.page.entityLink(id), 'data-entity': id, onclick: event => {
      event.preventDefault();
      this.page.openEntity(id);
    }}, id);
  }
}

/** A field of a component: its value, when it changed, and its last values. */
class Field {
  constructor(panel, component, field, isEditable, old) {
    this.panel = panel;
    this.component = component.name;
    this.field = field;
    this.kind = field.kind;
    this.isEditable = isEditable && field.type !== 'object';
    this.history = old?.history ?? [];
    this.last = old?.last;
    this.changedAt = old?.changedAt;
    const isNumber = field.length === 1 && /^(float|int)/.test(field.kind);
    this.canvas = isNumber ? el('canvas', {class: 'spark', 'aria-hidden': 'true'}) : null;
    this.ago = el('small', {class: 'ago'});
    this.values = el('dd', {'data-field': `${component.name}.${field.name}`});
    this.lanes = Array.from({length: field.length}, (unused, lane) => this.lane(lane));
    this.values.append(...this.lanes);
    this.element = el('div', {class: 'field'}, el('dt', {title: field.kind}, field.name), this.values, this.canvas,
      this.ago);
  }

  lane(lane) {
    if (this.isEditable) {
      return el('button', {type: 'button', class: 'value', title: 'Change', onclick: event =>
        this.edit(event.currentTarget, lane)});
    }
    return this.kind === 'entity' ? el('a', {onclick: event => {
      event.preventDefault();
      const text = event.currentTarget.textContent;
      if (text.includes(':')) this.panel.page.openEntity(text);
    }}) : el('span', {class: 'value'});
  }

  update(field, now) {
    const values = field.length === 1 ? [field.value] : field.value;
    this.raw = values;
    values.forEach((value, lane) => {
      const element = this.lanes[lane];
      setText(element, shown(value, this.kind));
      if (element.tagName !== 'A') return;
      if (value) element.href = this.panel.page.entityLink(value);
      else element.removeAttribute('href');
    });
    const key = JSON.stringify(field.value);
    if (this.last !== undefined && this.last !== key) this.changedAt = now;
    this.last = key;
    const seconds = this.changedAt === undefined ? Infinity : (now - this.changedAt) / 1000;
    setText(this.ago, seconds > 10 ? '' : seconds < 0.5 ? 'changing' : `${seconds.toFixed(0)} s ago`);
    if (this.canvas) {
      this.history.push(typeof field.value === 'number' ? field.value : Number(field.value));
      if (this.history.length > HISTORY) this.history.shift();
      sparkline(this.canvas, this.history);
    }
  }

  edit(button, lane) {
    const target = {entity: this.panel.id, component: this.component, field: this.field.name, lane};
    edit(button, target, this.field, this.raw?.[lane], LONGEST_TEXT, () =>
      byId('main').querySelector('.entities .scroll')?.focus({preventScroll: true}));
  }
}
