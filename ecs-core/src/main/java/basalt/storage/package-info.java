/**
 * Where the rows are: blocks, presence bits, columns, sparse pages, and the rows' allocation. Internal; not exported.
 *
 * <p>An entity's index is its row. {@code index >>> ROW_BITS} names the block, {@code index & ROW_MASK} the row in it,
 * and every byte of a row lies at the block's base plus a constant of {@link basalt.component.BlockLayout}. Classes
 * here take a block's base address and a row; the callers, {@link basalt.storage.Store} above all, have proven both.
 */
package basalt.storage;
