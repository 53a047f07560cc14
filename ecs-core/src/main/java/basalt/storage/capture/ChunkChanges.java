package basalt.storage.capture;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;

import basalt.component.layout.ById;
import basalt.storage.change.ChangeTracker;
import basalt.storage.change.RowSet;
import java.util.BitSet;

/**
 * Finds the chunks of {@value #CHUNK_ROWS} rows of components in which something was written since it was last cleared,
 * for snapshots or the state hash. For the store's thread. Must be closed.
 */
final class ChunkChanges implements ChangeTracker.Unsaved, AutoCloseable {
    static final int CHUNK_ROWS = 1024;
    static final int CHUNKS = ROWS / CHUNK_ROWS;

    /** All chunks of a block. */
    static final int ALL = (int) ((1L << CHUNKS) - 1);

    private static final int CHUNK_WORDS = CHUNK_ROWS / Long.SIZE;
    private static final int CHUNKS_OF_GROUP = CHUNKS / SUMMARY_WORDS;
    private static final long WORDS_OF_CHUNK = (1L << CHUNK_WORDS) - 1;

    private final ChangeTracker tracker;
    private final ById<RowSet> written = new ById<>(null);

    /** The components that are tracked since the last {@link #clear}, so that all their chunks count as written. */
    private final BitSet added = new BitSet();

    ChunkChanges(ChangeTracker tracker) {
        this.tracker = tracker;
    }

    /** Records writes of a component from now on. All its chunks count as written until {@link #clear}. */
    void track(int id) {
        if (written.get(id) == null) {
            written.set(id, tracker.trackChanged(id, this));
            added.set(id);
        }
    }

    /** The chunks of a block that were written: one bit a chunk. */
    int chunks(int id, int block) {
        if (added.get(id)) {
            return ALL;
        }
        int chunks = 0;
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            long words = written.get(id).any(block, group);
            for (int i = group * CHUNKS_OF_GROUP; words != 0; i++, words >>>= CHUNK_WORDS) {
                chunks |= (words & WORDS_OF_CHUNK) != 0 ? 1 << i : 0;
            }
        }
        return chunks;
    }

    /** Whether {@link #chunks} may return any chunks of a component. */
    boolean isAny(int id) {
        return added.get(id) || !written.get(id).isEmpty();
    }

    /** Tells the others that chunks were written. */
    void tellOthers(int id, int block, int chunks) {
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            tracker.recordReplaced(id, block, group, words(chunks, group), this);
        }
    }

    /** Which words of a group are those of chunks. */
    private static long words(int chunks, int group) {
        long words = 0;
        for (int i = 0; i < CHUNKS_OF_GROUP; i++) {
            words |= (chunks >>> group * CHUNKS_OF_GROUP + i & 1) != 0 ? WORDS_OF_CHUNK << i * CHUNK_WORDS : 0;
        }
        return words;
    }

    @Override
    public boolean isToldOfReplaced() {
        return true;
    }

    /** Forgets what was written. */
    void clear() {
        added.clear();
        for (int id = 0; id < written.end(); id++) {
            if (written.get(id) != null) {
                written.get(id).clear();
            }
        }
    }

    @Override
    public void close() {
        tracker.stopAll(this);
    }
}
