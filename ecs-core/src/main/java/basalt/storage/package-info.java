/**
 * Where the rows are: blocks, presence bits, columns, sparse pages, and the allocation of rows. Internal; not exported.
 *
 * <p>An entity's index is its row. {@code index >>> ROW_BITS} names the block, {@code index & ROW_MASK} the row in it,
 * and every byte of a row lies at the block's base plus a constant of {@link basalt.component.BlockLayout}. Classes
 * here take a block's base address and a row; their callers have proven both.
 *
 * <pre>
 *   a component is added to an entity
 *     -> {@link basalt.storage.Entities#require}       handle to block: row and handle have the same generation
 *     -> {@link basalt.storage.Pools#add}           takes the page of a sparse component first, then sets the bit
 *     -> {@link basalt.storage.RowBits}             the word of 64 rows, and the summary over the words
 *     -> {@link basalt.storage.Blocks}              the block counts as populated by the component, if it was not
 *     -> {@link basalt.storage.ColumnSet#zero}      zeroes the row, or a {@link basalt.storage.RowImage} is written
 *
 *   an entity is spawned
 *     -> {@link basalt.storage.RowAllocator}        claims the free rows of a word from the lowest block of its kind
 *     -> {@link basalt.storage.Entities}            counts the generation up, and sets the "alive" bit
 *     -> {@link basalt.storage.Prototype}           sets the bits of all its components, and writes their values
 * </pre>
 *
 * <p>Nothing here tells of changes: {@code storage.change} does, through which all structural changes of a world go.
 * {@code storage.event} keeps events in pages like those of sparse components. {@code storage.access} stands on top:
 * threads, declared access, and the store of a world.
 */
package basalt.storage;
