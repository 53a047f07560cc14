/**
 * Events: rows that last for two ticks and belong to no entity. Not exported.
 *
 * <pre>
 *   world.events(TYPE).send(..)  or a command, played back
 *     -> {@link basalt.storage.event.Events#of}          the {@link basalt.storage.event.EventPages} of the type
 *     -> {@link basalt.storage.event.EventPages#append}  the buffer of this tick takes a row in its last page
 *   world.swapEvents(), which a schedule calls when its tick ends
 *     -> {@link basalt.storage.event.Events#swap}        drops the last tick's events; those of this tick replace them
 * </pre>
 *
 * <p>A page of events has its columns at offsets from the page's base, and is written by the row images of components.
 */
package basalt.storage.event;
