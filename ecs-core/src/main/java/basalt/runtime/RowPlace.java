package basalt.runtime;

/**
 * Where a row is that is handed out singly.
 *
 * @param context what it shares with others
 * @param base its block's address
 * @param row row in the block
 */
public record RowPlace(RowContext context, long base, int row) {}
