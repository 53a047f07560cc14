package basalt.feed.wire;

import basalt.match.MatchedBlock;
import basalt.match.MatchedRows;
import basalt.runtime.KernelDriver;
import basalt.runtime.RowContext;

/** Encodes the rows of a query into the frame that is written. */
public final class Capture implements KernelDriver {
    private final FieldLayout layout;
    private final Frames frames;
    private final IndexSet indices;
    private final RowWord all = new RowWord();
    private final RowWord having = new RowWord();

    public Capture(FieldLayout layout, Frames frames, IndexSet indices) {
        this.layout = layout;
        this.frames = frames;
        this.indices = indices;
    }

    @Override
    public void run(RowContext context, MatchedRows matches, long entry, int fromWord, int toWord) {
        long base = MatchedBlock.base(entry);
        for (int word = fromWord; word < toWord; word++) {
            long rows = MatchedBlock.word(entry, word);
            if (rows != 0) {
                // SAFETY: the rows match the query, so they are alive, and this loop calls no other code.
                all.set(base, word, rows, frames, indices);
                layout.encode(all, having, word, rows);
            }
        }
    }
}
