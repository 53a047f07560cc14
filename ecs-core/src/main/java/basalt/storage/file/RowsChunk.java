package basalt.storage.file;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.storage.Pools;
import basalt.storage.SavedRows;
import java.io.IOException;

/**
 * Which rows have a component, and in which it is disabled: for each component, in the order of the schema, and each
 * block that has rows with it, ascending. Both are sets of rows, see {@link RowWordsCode}: the first one is not empty,
 * and part of the rows with entities; the second one is part of the first.
 */
final class RowsChunk {
    private static final int MOST_BYTES = 2 * RowWordsCode.MOST_BYTES;

    private final long[] alive = new long[WORDS];
    private final long[] present = new long[WORDS];
    private final long[] disabled = new long[WORDS];

    void encode(ChunkBuffer to, long base, int id) throws IOException {
        to.require(MOST_BYTES);
        RowWordsCode.readPresent(base, ALIVE_ID, alive);
        RowWordsCode.readPresent(base, id, present);
        for (int word = 0; word < WORDS; word++) {
            disabled[word] = Pools.disabledWord(base, word, id);
        }
        RowWordsCode.encode(to, present, alive);
        RowWordsCode.encode(to, disabled, present);
    }

    /** Reads the rows of a block with a component, which may be skipped; returns how many they are. */
    int decode(ChunkCursor from, SavedRows rows, int block, long base, SavedComponent saved, Loading loading) {
        RowWordsCode.readPresent(base, ALIVE_ID, alive);
        RowWordsCode.decode(from, present, alive, "the rows with a component");
        from.require(!RowWordsCode.isEmpty(present), "a component of a block has no rows");
        RowWordsCode.decode(from, disabled, present, "the rows with a disabled component");
        if (saved.component() != null) {
            rows.present(block, saved.id(), present);
            if (!RowWordsCode.isEmpty(disabled)) {
                rows.disabled(block, saved.id(), disabled);
            }
            if (!saved.newFields().isEmpty()) {
                rows.initialise(block, saved.component(), present, loading.defaults.get(saved.component()));
            }
        }
        return RowWordsCode.count(present);
    }
}
