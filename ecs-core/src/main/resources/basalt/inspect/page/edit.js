// A value that is edited in its place.

import {post} from './api.js';
import {el, setText} from './dom.js';

/** Whether spaces belong to the values of a field. */
const isText = field => field.type === 'text' || field.kind === 'char';

/** The values that a field can have; undefined for a field of any others. */
const choices = field =>
  field.kind === 'enum' ? ['null', ...field.constants] : field.kind === 'bool' ? ['true', 'false'] : undefined;

/**
 * Puts an input, or a choice of constants, into the place of an element, until the value is sent, or something else is
 * done. What is refused is said beside it.
 *
 * @param target entity, component, field and lane
 * @param value the value that is shown now
 * @param longest how many characters of a text are shown: a longer one cannot be changed
 * @param onEnd called when the element is in its place again
 * @returns a function that ends this
 */
export function edit(element, target, field, value, longest, onSent, onEnd = () => {}) {
  const text = isText(field);
  const raw = String(value ?? (text ? '' : null));
  // an input would lose parts
  const isFixed = text && (raw.length > longest || /[\r\n\p{Surrogate}]/u.test(raw));
  const options = choices(field);
  const attributes = {'aria-label': `${target.component}.${target.field}`, class: 'edit'};
  const input = options
    ? el('select', attributes, ...options.map(option => el('option', {value: option}, option)))
    : el('input', attributes);
  input.value = raw;
  input.readOnly = isFixed;
  const error = el('small', {class: 'error', role: 'alert'}, isFixed ? 'cannot be changed here' : '');
  let isSending = false;
  const end = () => {
    if (!input.isConnected) return;
    input.onblur = null;
    input.replaceWith(element);
    error.remove();
    onEnd();
  };
  const send = async () => {
    if (isSending) return;
    if (text && input.value === raw) {
      end();
      return;
    }
    isSending = true;
    try {
      await post('set', {...target, value: text ? input.value : input.value.trim()});
      end();
      onSent();
    } catch (refusal) {
      setText(error, refusal.message);
      input.focus({preventScroll: true});
    }
    isSending = false;
  };
  input.addEventListener('keydown', event => {
    if (event.key === 'Enter' && !isFixed) { event.preventDefault(); send(); }
    if (event.key === 'Escape') end();
  });
  if (options) input.addEventListener('change', send);
  input.onblur = () => isSending || end();
  element.replaceWith(input);
  input.after(error);
  input.focus({preventScroll: true});
  input.select?.();
  return end;
}
