/**
 * Generational handles for blocks of memory. Not exported.
 *
 * <p>{@link basalt.memory.handle.Handles} stores the generation of each slot: it rejects handles that are not live, and
 * ends the slices of a block that is freed or moved.
 */
package basalt.memory.handle;
