/**
 * The memory of rows: blocks, presence bits, columns, and the allocation of rows. Not exported.
 *
 * <p>An entity's index is its row. {@code index >>> ROW_BITS} is the block, {@code index & ROW_MASK} the row in it, and
 * the data of a row is at constant offsets from the block's base (see {@link basalt.component.layout.BlockLayout}).
 * Classes here take a block's base address and a row; the callers ensure that both are valid.
 *
 * <pre>
 *   a component is added to an entity
 *     -> {@link basalt.storage.Entities#require}       handle to block; the generations of row and handle must be equal
 *     -> {@link basalt.storage.Pools#add}           sets the bit
 *     -> Presence                                   the word of 64 rows, and the summary over the words
 *     -> {@link basalt.storage.Blocks}              the block counts as populated by the component, if it was not
 *     -> {@link basalt.storage.ColumnSet#zero}      zeroes the row, or a {@link basalt.storage.RowImage} is written
 *
 *   an entity is spawned
 *     -> {@link basalt.storage.RowAllocator}        claims the free rows of a word from the lowest block of its kind,
 *                                                   and fills their columns from its {@link basalt.storage.Prototype};
 *                                                   then each spawn sets the bits of "alive" and of the components
 *     -> {@link basalt.storage.Entities}            increments the generation, and counts the entity
 *
 *   an entity is spawned with other components, or observed, or in a row that was reserved
 *     -> {@link basalt.storage.Entities}            increments the generation, and sets the "alive" bit
 *     -> {@link basalt.storage.Prototype}           sets the bits of all its components, and writes their values
 * </pre>
 *
 * <p>Classes here notify nothing. All structural changes of a world go through {@code storage.change}, which does.
 * {@code storage.event} stores events in pages of their own. {@code storage.access} is above these packages: threads,
 * declared access, and the store of a world.
 */
package basalt.storage;
