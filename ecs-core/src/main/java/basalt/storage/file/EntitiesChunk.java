package basalt.storage.file;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.DISABLED_ID;
import static basalt.component.layout.BlockLayout.GENERATIONS;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.storage.Pools;
import basalt.storage.SavedRows;
import java.io.IOException;

/**
 * The entities of each block, in order.
 *
 * <pre>
 *   generations   of 16384 rows (see GenerationsCode)
 *   held rows     rows that have no entity and are not free: claimed, or out of generations (see RowWordsCode)
 *   disabled      rows whose entity is disabled
 *   again ...
 * </pre>
 *
 * <p>A row has an entity if its generation is odd.
 */
final class EntitiesChunk {
    private static final int MOST_BYTES = GenerationsCode.MOST_BYTES + 2 * RowWordsCode.MOST_BYTES;

    private final long[] alive = new long[WORDS];
    private final long[] others = new long[WORDS];
    private final long[] words = new long[WORDS];
    private final int[] generations = new int[ROWS];

    void encode(ChunkBuffer to, long base) throws IOException {
        to.require(MOST_BYTES);
        GenerationsCode.encode(to, base + GENERATIONS, generations);
        RowWordsCode.readPresent(base, ALIVE_ID, alive);
        for (int word = 0; word < WORDS; word++) {
            others[word] = ~alive[word];
            words[word] = others[word] & ~SavedRows.free(base, word);
        }
        RowWordsCode.encode(to, words, others);
        RowWordsCode.readPresent(base, DISABLED_ID, words);
        RowWordsCode.encode(to, words, alive);
    }

    /** Reads the entities of a block into a world; returns how many they are. */
    int decode(ChunkCursor from, SavedRows rows, int block, long base) {
        GenerationsCode.decode(from, base + GENERATIONS, alive);
        for (int word = 0; word < WORDS; word++) {
            others[word] = ~alive[word];
        }
        RowWordsCode.decode(from, words, others, "the rows that are not free");
        rows.settleEntities(block, alive, words);
        RowWordsCode.decode(from, words, alive, "the disabled entities");
        if (!RowWordsCode.isEmpty(words)) {
            rows.present(block, DISABLED_ID, words);
        }
        return RowWordsCode.count(alive);
    }

    /**
     * Which rows have a component, and in which it is disabled: for each component, in the order of the schema, and
     * each block that has rows with it, ascending. Both are sets of rows, see {@link RowWordsCode}: the first one is
     * not empty, and part of the rows with entities; the second one is part of the first.
     */
    static final class RowsChunk {
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
                rows.emptyLists(block, saved.component(), present);
                if (!saved.newFields().isEmpty()) {
                    rows.initialise(block, saved.component(), present, loading.defaults.get(saved.component()));
                }
            }
            return RowWordsCode.count(present);
        }
    }
}
