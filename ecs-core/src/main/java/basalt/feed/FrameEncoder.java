package basalt.feed;

import static basalt.feed.Frames.CHUNK_ROWS;

import basalt.component.Entity;
import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.RowContext;
import basalt.storage.Elements;
import basalt.storage.Entities;
import basalt.storage.Pools;
import java.util.List;

/** Encodes rows into the frame that is written: those of a query, or single ones. */
final class FrameEncoder implements KernelDriver {
    private final FeedSchema schema;
    private final Frames frames;
    private final IndexSet indices;
    private final Rows all;
    private final Rows some;

    /**
     * Encodes rows of a world, whose lists have these elements.
     *
     * @param isPrediction whether lists may be longer than the schema sends; such a list differs from every list of a
     *     server
     */
    FrameEncoder(FeedSchema schema, Frames frames, IndexSet indices, Elements elements, boolean isPrediction) {
        all = new Rows(elements, isPrediction);
        some = new Rows(elements, isPrediction);
        this.schema = schema;
        this.frames = frames;
        this.indices = indices;
    }

    /** Rows of a word of a block, and where their values go. */
    static final class Rows {
        final Elements elements;
        final boolean isPrediction;
        long base;
        int count;
        final int[] rows = new int[Long.SIZE];
        final int[] places = new int[Long.SIZE];
        final int[][] values = new int[Long.SIZE][];

        private Rows(Elements elements, boolean isPrediction) {
            this.elements = elements;
            this.isPrediction = isPrediction;
        }

        /** Takes rows of a block, which are alive, and encodes their generations. */
        private void set(long newBase, int word, long bits, Frames to, IndexSet indices) {
            base = newBase;
            count = 0;
            int firstIndex = Entities.firstIndex(newBase);
            int chunk = -1; // the rows of a word are those of a chunk, unless rows have moved
            int[] cell = null;
            for (long rest = bits; rest != 0; rest &= rest - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(rest);
                long handle = Entities.handle(newBase, firstIndex, row);
                int index = Entity.index(handle);
                if (Frames.chunk(index) != chunk) {
                    chunk = Frames.chunk(index);
                    cell = to.writable(index);
                }
                indices.add(index);
                rows[count] = row;
                places[count] = Frames.place(index);
                cell[places[count]] = Entity.generation(handle);
                values[count++] = cell;
            }
        }

        /** Those of these rows that have a bit: these, if all of them have, otherwise copied to other ones. */
        private Rows having(long having, long bits, Rows some) {
            if (having == bits) {
                return this;
            }
            some.base = base;
            some.count = 0;
            for (int i = 0; i < count; i++) {
                if ((having >>> rows[i] & 1) != 0) {
                    some.rows[some.count] = rows[i];
                    some.places[some.count] = places[i];
                    some.values[some.count++] = values[i];
                }
            }
            return some;
        }
    }

    @Override
    public void run(RowContext context, MatchedRows matches, long entry, int fromWord, int toWord) {
        long base = MatchedBlock.base(entry);
        for (int word = fromWord; word < toWord; word++) {
            long rows = MatchedBlock.word(entry, word);
            if (rows != 0) {
                encode(base, word, rows); // SAFETY: the rows match the query, so they are alive
            }
        }
    }

    /** Encodes rows of a block. SAFETY: they are alive; a column is read where its component is present. */
    void encode(long base, int word, long bits) {
        all.set(base, word, bits, frames, indices);
        for (int component = 0; component < schema.components().size(); component++) {
            int id = schema.components().get(component).id();
            long present = Pools.presentWord(base, word, id) & bits;
            if (present != 0) {
                encode(component, all.having(present & ~Pools.disabledWord(base, word, id), bits, some));
            }
        }
    }

    private void encode(int component, Rows rows) {
        for (int i = 0; i < rows.count; i++) {
            rows.values[i][FeedSchema.mask(component) * CHUNK_ROWS + rows.places[i]] |= 1 << component;
        }
        List<ColumnFields> columns = schema.columns(component);
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).encode(rows);
        }
    }
}
