// The JSON interface: requests, and the one stream of a page.

/** The token stands in the fragment of the address, before the first "/". */
export const token = () => location.hash.slice(1).split('/')[0];

async function request(address, options = {}) {
  const answer = await fetch(`/api/v1/${address}`, {
    ...options,
    headers: {Authorization: `Bearer ${token()}`, ...options.headers},
    cache: 'no-store',
  });
  if (options.raw && answer.ok) return answer.blob();
  const body = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(body.error), body, {status: answer.status});
  return body;
}

export const get = address => request(address);

export const download = address => request(address, {raw: true});

export const post = (address, form = {}) =>
  request(address, {method: 'POST', body: new URLSearchParams(form)});

/** An address with parameters; those that are empty are left out. */
export function address(name, parameters) {
  const encoded = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== '' && value !== false) encoded.set(key, value);
  }
  const text = encoded.toString();
  return text ? `${name}?${text}` : name;
}

/**
 * Watches several addresses by one connection, since a browser allows few. A lost connection is opened again, after a
 * pause that grows up to five seconds.
 */
export class Stream {
  constructor(onState) {
    this.onState = onState;
    this.watched = new Map();
    this.pauseMillis = 250;
  }

  /** Sets what is watched, and how often a second: handlers by address. Handlers get the answer. */
  watch(handlers, hertz) {
    const same = hertz === this.hertz && handlers.size === this.watched.size
      && [...handlers.keys()].every(key => this.watched.has(key));
    this.watched = handlers;
    this.hertz = hertz;
    if (!same || !this.source) this.open();
  }

  open() {
    this.close();
    if (document.hidden) return;
    const addresses = [...this.watched.keys()];
    const query = addresses.map(watched => `&view=${encodeURIComponent(watched)}`).join('');
    const source = new EventSource(`/api/v1/watch?hz=${this.hertz}&token=${encodeURIComponent(token())}${query}`);
    addresses.forEach((watched, i) => source.addEventListener(String(i), event => {
      this.pauseMillis = 250;
      this.onState(true);
      this.watched.get(watched)?.(JSON.parse(event.data));
    }));
    source.onerror = () => {
      this.close();
      this.onState(false);
      this.timer = setTimeout(() => this.open(), this.pauseMillis);
      this.pauseMillis = Math.min(5000, 2 * this.pauseMillis);
    };
    this.source = source;
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }
}
