package basalt.storage.capture;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;

import basalt.component.layout.ById;
import basalt.storage.change.ChangeTracker;
import basalt.storage.change.RowSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the chunks of {@value #CHUNK_ROWS} rows of components in which something was written, for several readers, such
 * as snapshots and the state hash. Rows are recorded once for all readers of a component: before one of them reads, the
 * recorded rows are added to the chunks of each.
 *
 * <p>For the store's thread.
 */
public final class ChunkChanges implements ChangeTracker.Unsaved {
    static final int CHUNK_ROWS = 1024;
    static final int CHUNKS = ROWS / CHUNK_ROWS;

    /** All chunks of a block. */
    static final int ALL = (int) ((1L << CHUNKS) - 1);

    private static final int CHUNK_WORDS = CHUNK_ROWS / Long.SIZE;

    private final ChangeTracker tracker;
    private final List<Reader> readers = new ArrayList<>();

    /** For each component with a reader, the rows that were written since a reader has read last. */
    private final ById<RowSet> written = new ById<>(null);

    public ChunkChanges(ChangeTracker tracker) {
        this.tracker = tracker;
    }

    /** Adds a reader without components. */
    Reader addReader() {
        Reader reader = new Reader();
        readers.add(reader);
        return reader;
    }

    /** Adds the written rows of all components to the chunks of the readers, which have room for a number of blocks. */
    private void distribute(int blocks) {
        for (int i = 0; i < readers.size(); i++) {
            readers.get(i).cover(blocks);
        }
        for (int id = 0; id < written.end(); id++) {
            RowSet rows = written.get(id);
            if (rows != null && !rows.isEmpty()) {
                for (int block = 0; block < blocks; block++) {
                    addToAll(id, block, chunks(rows, block), null);
                }
                rows.clear();
            }
        }
    }

    private void addToAll(int id, int block, int chunks, Reader except) {
        for (int i = 0; chunks != 0 && i < readers.size(); i++) {
            Pending pending =
                    readers.get(i) == except ? null : readers.get(i).pending.get(id);
            if (pending != null) {
                pending.add(block, chunks);
            }
        }
    }

    private static int chunks(RowSet rows, int block) {
        int chunks = 0;
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            long words = rows.any(block, group);
            for (int i = 0; words != 0; i++, words >>>= CHUNK_WORDS) {
                if ((words & (1 << CHUNK_WORDS) - 1) != 0) {
                    chunks |= 1 << group * (CHUNKS / SUMMARY_WORDS) + i;
                }
            }
        }
        return chunks;
    }

    private boolean isRead(int id) {
        return readers.stream().anyMatch(reader -> reader.isTracked(id));
    }

    /** The chunks of one component that a reader has not read. */
    private static final class Pending {
        /** For each block, one bit a chunk. */
        private int[] chunks = {};

        private boolean isAny;

        /** Whether the component is tracked since the last read, so that all its chunks count as written. */
        private boolean isNew = true;

        void add(int block, int added) {
            chunks[block] |= added;
            isAny = true;
        }
    }

    /** One reader of written chunks. Must be closed. */
    final class Reader implements AutoCloseable {
        private final ById<Pending> pending = new ById<>(null);
        private boolean isReplaced;

        /** Whether writes of a component are recorded for this reader. */
        boolean isTracked(int id) {
            return pending.get(id) != null;
        }

        /**
         * Records writes of a component from now on, unless it does already. All its chunks count as written until
         * {@link #clear}.
         */
        void track(int id) {
            if (isTracked(id)) {
                return;
            }
            if (written.get(id) == null) {
                written.set(id, tracker.trackChanged(id, ChunkChanges.this));
            }
            pending.set(id, new Pending());
        }

        /** Finds what was written; {@link #chunks} returns it. */
        void read(int blocks) {
            distribute(blocks);
        }

        /** The chunks of a block that were written between the last {@link #clear} and the last {@link #read}. */
        int chunks(int id, int block) {
            Pending found = pending.get(id);
            return found.isNew ? ALL : found.chunks[block];
        }

        /** Whether {@link #chunks} may return any chunks of a component. */
        boolean isAny(int id) {
            return pending.get(id).isNew || pending.get(id).isAny;
        }

        /** Adds chunks to those that were found. The block is below the number that was read. */
        void add(int id, int block, int chunks) {
            pending.get(id).add(block, chunks);
        }

        /** Whether blocks were replaced since the last {@link #clear}, by another reader. */
        boolean isReplaced() {
            return isReplaced;
        }

        /** Forgets the chunks that were found. */
        void clear() {
            isReplaced = false;
            for (int id = 0; id < pending.end(); id++) {
                Pending found = pending.get(id);
                if (found != null) {
                    found.isNew = false;
                    if (found.isAny) {
                        found.isAny = false;
                        Arrays.fill(found.chunks, 0);
                    }
                }
            }
        }

        /** Tells the other readers that blocks were replaced. */
        void tellReplaced() {
            for (int i = 0; i < readers.size(); i++) {
                readers.get(i).isReplaced |= readers.get(i) != this;
            }
        }

        /** Tells the other readers that chunks were written. The block is below the number that was read. */
        void tellWritten(int id, int block, int chunks) {
            addToAll(id, block, chunks, this);
        }

        private void cover(int blocks) {
            for (int id = 0; id < pending.end(); id++) {
                Pending found = pending.get(id);
                if (found != null && blocks > found.chunks.length) {
                    found.chunks = Arrays.copyOf(found.chunks, Math.max(blocks, 2 * found.chunks.length));
                }
            }
        }

        /** Ends the recording for this reader. */
        @Override
        public void close() {
            readers.remove(this);
            for (int id = 0; id < written.end(); id++) {
                RowSet rows = written.get(id);
                if (rows != null && !isRead(id)) {
                    written.set(id, null);
                    tracker.stopTracking(rows);
                }
            }
        }
    }
}
