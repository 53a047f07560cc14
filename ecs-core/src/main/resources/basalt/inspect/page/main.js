// The frame of the page: which view is open, the header, and the connection.

import {get, post, token, Stream} from './api.js';
import {Choices} from './choices.js';
import {byId, number, setHidden, setText} from './dom.js';
import {Entities} from './entities.js';
import {Memory} from './memory.js';
import {Scatter} from './scatter.js';
import {Space} from './space.js';
import {Systems} from './systems.js';
import {Time} from './time.js';

const VIEWS = {entities: Entities, scatter: Scatter, systems: Systems, memory: Memory, space: Space, time: Time};

/** The fragment of the address that opens a view. */
function fragment(view, parameters = {}) {
  const text = new URLSearchParams(parameters).toString();
  return `#${token()}/${view}${text ? `?${text}` : ''}`;
}

/** What views know of the page. */
const page = {
  status: null,
  /** Opens a view; parameters stand in the address, so that going back and reloading work. */
  go(view, parameters) {
    location.hash = fragment(view, parameters);
  },
  /** Changes the parameters without a new entry in the history. */
  replace(view, parameters) {
    history.replaceState(null, '', fragment(view, parameters));
  },
  /** Shows an entity beside the open view, if that has room for one. */
  openEntity(id) {
    location.hash = page.entityLink(id);
  },
  /** The fragment of the address that does so. */
  entityLink(id) {
    return page.open.panel
      ? fragment(page.view, {...page.open.parameters(), entity: id})
      : fragment('entities', {entity: id});
  },
  /** Watches other addresses than before, besides the status. What moves passes a higher rate. */
  watch(handlers, hertz = 4) {
    stream.watch(new Map([['status', showStatus], ...handlers]), hertz);
  },
  /** Makes a change, and shows why it was refused. */
  async change(address, form) {
    try {
      await post(address, form);
      return true;
    } catch (refusal) {
      alertOnce(refusal.message);
      return false;
    }
  },
};

let isConnected = false;
let alertTimer;
let ticks = [];
let shownOptions;

const stream = new Stream(connected => {
  if (connected === isConnected) return;
  isConnected = connected;
  document.body.classList.toggle('lost', !connected);
  if (connected) {
    setHidden(byId('alert'), true);
  } else {
    setText(byId('state'), 'no connection');
    explainLoss();
  }
});

/** Says why there is no connection: the program has ended, or was started with another token. */
async function explainLoss() {
  let why = 'No connection: the program has ended, or does not answer. Trying again…';
  try {
    await get('status');
  } catch (failure) {
    if (failure.status === 403 && !token()) {
      why = 'The address lacks its token: open the address that the program has printed.';
    } else if (failure.status === 403) {
      why = 'The program was started again with another token: open the address that it has printed.';
    } else if (failure.status === 429) {
      why = `${failure.message}.`;
    }
  }
  if (!isConnected) showAlert(why);
}

function showAlert(text) {
  setText(byId('alert'), text);
  setHidden(byId('alert'), false);
}

function alertOnce(text) {
  showAlert(text);
  clearTimeout(alertTimer);
  alertTimer = setTimeout(() => isConnected && setHidden(byId('alert'), true), 6000);
}

function showStatus(status) {
  if (status.error) return;
  page.status = status;
  setText(byId('tick'), number(status.tick));
  setText(byId('entity-count'), number(status.entities));
  setText(byId('state'), status.state);
  byId('state').dataset.state = status.state;
  showRate(status.tick);
  const canStep = status.editable && status.loop !== null;
  setHidden(byId('loop'), !canStep);
  if (canStep) {
    setText(byId('pause'), status.loop.paused ? 'Go on' : 'Pause');
    byId('step').disabled = !status.loop.paused;
    const speed = byId('speed');
    if (document.activeElement !== speed) speed.value = String(status.loop.scale);
  }
  setHidden(byId('stall'), status.state !== 'stalled');
  if (status.state === 'stalled') {
    setText(byId('stall-age'), `${(status.ageMillis / 1000).toFixed(1)} s`);
    setText(byId('stall-systems'), status.running.map(it => `${it.system} (worker ${it.worker})`).join(', ') || 'none');
    setText(byId('stall-stack'), status.stack.join('\n'));
  }
  const options = JSON.stringify([status.editable, status.templates, status.prefabs, status.grids, status.features]);
  if (options !== shownOptions) {
    shownOptions = options;
    page.open?.statusChanged?.();
  }
}

/** Ticks a second, of the last two seconds. */
function showRate(tick) {
  const now = performance.now();
  if (ticks.length && tick < ticks[ticks.length - 1].tick) ticks = [];
  ticks.push({now, tick});
  while (now - ticks[0].now > 2000 && ticks.length > 2) ticks.shift();
  const passed = now - ticks[0].now;
  setText(byId('rate'), passed < 300 ? '–' : Math.round((tick - ticks[0].tick) / passed * 1000));
}

function route() {
  const [, path = 'entities'] = location.hash.slice(1).split('/');
  const [name, query = ''] = path.split('?');
  const View = VIEWS[name] ?? Entities;
  const view = VIEWS[name] ? name : 'entities';
  const parameters = Object.fromEntries(new URLSearchParams(query));
  for (const link of byId('nav').children) {
    link.href = fragment(link.dataset.view);
    if (link.dataset.view === view) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  byId('home').href = fragment('entities');
  if (page.view === view && page.open) {
    page.open.show(parameters);
    return;
  }
  page.open?.close?.();
  page.view = view;
  byId('main').replaceChildren();
  page.open = new View(page, byId('main'));
  page.open.show(parameters);
}

byId('pause').addEventListener('click', () => page.change(page.status.loop.paused ? 'resume' : 'pause'));
byId('step').addEventListener('click', () => page.change('step'));
byId('speed').addEventListener('change', event => page.change('speed', {scale: event.target.value}));

const search = byId('search');
let found = [];
const choices = new Choices(search, byId('search-list'), index => choose(found[index].entity));

/** Finds entities for the text of the search field; none if the text has changed when there is an answer. */
async function find() {
  const text = search.value.trim();
  let entities = [];
  if (text) {
    try {
      ({entities} = await get(`find?text=${encodeURIComponent(text)}`));
    } catch {
      // the list stays empty
    }
  }
  if (text !== search.value.trim() || document.activeElement !== search) return [];
  found = entities.slice(0, 10);
  choices.show(found.map(it => [it.name ? `${it.name} · ${it.entity}` : it.entity]), text && 'nothing found');
  return found;
}

function choose(id) {
  search.value = '';
  choices.hide();
  page.openEntity(id);
}

search.addEventListener('input', find);
search.addEventListener('blur', () => choices.hide());
search.addEventListener('keydown', event => choices.key(event));
byId('search-form').addEventListener('submit', async event => {
  event.preventDefault();
  const [first] = await find();
  if (first) choose(first.entity);
});

addEventListener('hashchange', route);
document.addEventListener('visibilitychange', () => document.hidden ? stream.close() : stream.open());
route();
