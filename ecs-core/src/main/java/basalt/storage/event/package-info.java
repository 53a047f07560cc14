/**
 * Events: rows that live for two ticks, and that no entity has. Internal; not exported.
 *
 * <pre>
 *   world.events(TYPE).send(..)  or a command, played back
 *     -> {@link basalt.storage.event.Events#of}          the {@link basalt.storage.event.EventPages} of the type
 *     -> {@link basalt.storage.event.EventPages#append}  the buffer of this tick takes a row in its last page
 *   world.swapEvents(), which a schedule calls when its tick ends
 *     -> {@link basalt.storage.event.Events#swap}        the events of this tick become those of the last, which go
 * </pre>
 *
 * <p>An event's columns lie as those of a sparse component's page do, and are written by the same row images.
 */
package basalt.storage.event;
