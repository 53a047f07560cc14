/**
 * The memory of rows: blocks, presence bits, columns, and the allocation of rows. Not exported.
 *
 * <p>A row of the world is a number: {@code row >>> ROW_BITS} is the block, {@code row & ROW_MASK} the row in it, and
 * its data is at constant offsets from the block's base (see {@link basalt.component.layout.BlockLayout}). An entity's
 * index is its row, until rows move: see Permutation and RowMoves. Classes here take a block's base address and a row
 * in it, or a {@link basalt.storage.Place}, which is both; the callers ensure that they are valid.
 *
 * <pre>
 *   a component is added to an entity
 *     -> {@link basalt.storage.Entities#require}       handle to place; the generations of row and handle must be equal
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
 * <pre>
 *   holes are closed
 *     -> {@link basalt.storage.Compactor}           pairs the last entities of an allocator with its lowest free rows
 *     -> RowMoves                                   makes a permutation of it, and moves what the rows have
 *     -> Permutation                                the rows exchange their indices, so that handles stay
 *     -> {@link basalt.storage.Rows.RowFollower}    what is kept for rows follows, such as unread changes
 * </pre>
 *
 * <p>Classes here notify nothing. All structural changes of a world go through {@code storage.change}, which does; it
 * also stores events, in pages of their own. {@code storage.access} is above these packages: threads, declared access,
 * and the store of a world.
 */
package basalt.storage;
