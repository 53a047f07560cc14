package basalt.feed;

import static basalt.feed.Frames.CHUNK_ROWS;

import java.util.Arrays;

/**
 * Up to 64 entities whose fields are written or read together, field by field, each by {@link NumberCode}. The numbers
 * are differences, folded so that small ones of either sign are small: 0, -1, 1, -2 become 0, 1, 2, 3.
 */
final class RowBatch {
    static final int ROWS = Long.SIZE;

    private static final int GAP_WIDTH_BITS = 6;

    /** From so many rows in a run on, a loop over rows for each field is faster. */
    private static final int LEAST_RUN = 8;

    private final FeedSchema schema;
    private final int fields;

    int count;
    final int[] indices = new int[ROWS];

    /** The frames of the values that a client has. */
    final int[] frames = new int[ROWS];

    final int[] places = new int[ROWS];

    /** On the client, the values of the state that a packet is the difference to. */
    final int[][] before = new int[ROWS][];

    final int[][] now = new int[ROWS][];

    /** Rows whose values are in the same two cells: for each run of them the row behind it, and the cells. */
    private final int[] runEnds = new int[ROWS];

    private final int[][] runBefore = new int[ROWS][];
    private final int[][] runNow = new int[ROWS][];
    private int runs;

    /** For each field {@link #ROWS} differences. */
    private final int[] differences;

    private final NumberCode code = new NumberCode();

    /** How each field is written. */
    private final int[] ways;

    private final int[] any = new int[ROWS];
    private long changed;

    /** On the client, rows whose values are not those of the base. */
    private long moved;

    /** The indices of new entities as differences. */
    private final int[] gaps = new int[ROWS];

    RowBatch(FeedSchema schema) {
        this.schema = schema;
        fields = schema.fields();
        differences = new int[fields * ROWS];
        ways = new int[fields];
    }

    /** Takes the next rows that a client has. Returns false if there are none. */
    boolean fill(ShownRows.Walk walk) {
        count = walk.next(indices, frames);
        for (int i = 0; i < count; i++) {
            places[i] = Frames.place(indices[i]);
        }
        return count > 0;
    }

    /** A bit for each row. */
    long all() {
        return -1L >>> ROWS - count;
    }

    private static int fold(int difference) {
        return difference << 1 ^ difference >> 31;
    }

    private static int unfold(int folded) {
        return folded >>> 1 ^ -(folded & 1);
    }

    /**
     * Finds the values of rows that a client has. Returns those that are gone, or that the client must get anew,
     * because the values that it has are not kept any more.
     */
    long find(Frames from, IndexSet wanted) {
        long gone = 0;
        runs = 0;
        int end = 0;
        while (end < count) {
            int chunk = Frames.chunk(indices[end]);
            int frame = frames[end];
            int[] old = from.values(frame, indices[end]);
            int[] fresh = from.values(from.newest(), indices[end]);
            long there = old == null || fresh == null ? 0 : wanted.word(chunk); // a word has the indices of a chunk
            while (end < count && Frames.chunk(indices[end]) == chunk && frames[end] == frame) {
                int place = places[end];
                if ((there >>> place & 1) == 0 || old[place] != fresh[place]) {
                    gone |= 1L << end;
                }
                end++;
            }
            runBefore[runs] = old;
            runNow[runs] = fresh;
            runEnds[runs++] = end;
        }
        return gone;
    }

    /** The generation of a row that {@link #find} has found. */
    int generation(int row) {
        int run = 0;
        while (runEnds[run] <= row) {
            run++;
        }
        return runNow[run][places[row]];
    }

    /**
     * Computes the differences between now and what a client expects, in the rows that {@link #find} has found; none in
     * those that are gone. Returns a bit for each row in which there is one.
     */
    long compare(Frames ticks, long gone) {
        Arrays.fill(any, 0, count, 0);
        int from = 0;
        for (int run = 0; run < runs; run++) {
            if (runBefore[run] != null && runNow[run] != null) {
                compare(run, from, ticks.elapsed(frames[from]));
            }
            from = runEnds[run];
        }
        for (long rest = gone; rest != 0; rest &= rest - 1) {
            int i = Long.numberOfTrailingZeros(rest);
            any[i] = 0;
            for (int field = 0; field < fields; field++) {
                differences[field * ROWS + i] = 0;
            }
        }
        changed = 0;
        for (int i = 0; i < count; i++) {
            changed |= (any[i] == 0 ? 0L : 1L) << i;
        }
        return changed;
    }

    /** Row by row, for a few rows or scattered ones: a loop over rows for each field would cost more. */
    private void compareRows(int run, int from, long ticks) {
        int[] old = runBefore[run];
        int[] fresh = runNow[run];
        for (int i = from; i < runEnds[run]; i++) {
            int place = places[i];
            int all = 0;
            for (int field = Frames.GENERATION + 1; field < fields; field++) {
                int at = field * CHUNK_ROWS + place;
                int expected = old[at];
                int velocity = schema.velocity(field);
                if (velocity >= 0) {
                    int speed = velocity * CHUNK_ROWS + place;
                    expected += FeedSchema.motion(old[speed], fresh[speed], schema.factor(field, ticks));
                }
                int difference = fold(fresh[at] - expected);
                differences[field * ROWS + i] = difference;
                all |= difference;
            }
            any[i] = all;
        }
    }

    private void compare(int run, int from, long ticks) {
        int last = runEnds[run] - 1;
        boolean isDense = places[last] - places[from] == last - from;
        if (isDense && last - from >= LEAST_RUN - 1) {
            compareFields(run, from, ticks);
        } else {
            compareRows(run, from, ticks);
        }
    }

    /** Field by field, for many rows that lie side by side: the JIT vectorises the loop over rows. */
    private void compareFields(int run, int from, long ticks) {
        int[] old = runBefore[run];
        int[] fresh = runNow[run];
        int to = runEnds[run];
        for (int field = Frames.GENERATION + 1; field < fields; field++) {
            int out = field * ROWS;
            if (schema.velocity(field) >= 0) {
                compareMoving(field, run, from, ticks);
            } else if (old == fresh) {
                Arrays.fill(differences, out + from, out + to, 0);
            } else {
                int skip = field * CHUNK_ROWS + places[from] - from;
                for (int i = from; i < to; i++) {
                    int difference = fold(fresh[skip + i] - old[skip + i]);
                    differences[out + i] = difference;
                    any[i] |= difference;
                }
            }
        }
    }

    private void compareMoving(int field, int run, int from, long ticks) {
        int[] old = runBefore[run];
        int[] fresh = runNow[run];
        int to = runEnds[run];
        int out = field * ROWS;
        int skip = field * CHUNK_ROWS + places[from] - from;
        int velocity = schema.velocity(field) * CHUNK_ROWS + places[from] - from;
        long factor = schema.factor(field, ticks);
        for (int i = from; i < to; i++) {
            int expected = old[skip + i] + FeedSchema.motion(old[velocity + i], fresh[velocity + i], factor);
            int difference = fold(fresh[skip + i] - expected);
            differences[out + i] = difference;
            any[i] |= difference;
        }
    }

    /** Computes the differences of new rows to their predecessors; returns the last index. */
    int compareNew(int lastIndex) {
        int last = lastIndex;
        for (int i = 0; i < count; i++) {
            gaps[i] = indices[i] - last - 1;
            last = indices[i];
        }
        for (int field = 0; field < fields; field++) {
            int at = field * CHUNK_ROWS;
            int expected = 0;
            for (int i = 0; i < count; i++) {
                int value = now[i][at + places[i]];
                differences[field * ROWS + i] = fold(value - expected);
                expected = value;
            }
        }
        return last;
    }

    /** Chooses how the fields of some rows are written; returns the bits that {@link #write} will write for them. */
    int measure(int firstField, long rows) {
        int bits = 0;
        boolean isWhole = rows == all() || rows == changed; // then the other rows have no differences
        for (int field = firstField; field < fields; field++) {
            ways[field] = code.choose(differences, field * ROWS, rows, isWhole ? count : 0);
            bits += code.bits(ways[field], rows);
        }
        return bits;
    }

    /** Writes the differences of rows, after {@link #measure} for them. */
    void write(BitWriter to, int firstField, long rows) {
        for (int field = firstField; field < fields; field++) {
            code.write(to, ways[field], differences, field * ROWS, rows);
        }
    }

    /** The bits of the gaps between the indices of new rows. */
    int measureGaps() {
        return GAP_WIDTH_BITS + gapWidth() * count;
    }

    private int gapWidth() {
        int all = 0;
        for (int i = 0; i < count; i++) {
            all |= gaps[i];
        }
        return Integer.SIZE - Integer.numberOfLeadingZeros(all);
    }

    void writeGaps(BitWriter to) {
        int width = gapWidth();
        to.put(width, GAP_WIDTH_BITS);
        for (int i = 0; i < count; i++) {
            to.put(gaps[i], width);
        }
    }

    int readGaps(BitReader from, int lastIndex, int mostIndex) {
        int width = from.get(GAP_WIDTH_BITS);
        if (width >= Integer.SIZE) {
            throw new DamagedPacketException("the distance of two entities is too wide: " + width + " bits");
        }
        long last = lastIndex;
        for (int i = 0; i < count; i++) {
            last += 1L + from.get(width);
            if (last > mostIndex) {
                throw new DamagedPacketException(
                        "an entity's index is out of range: " + last + ", at most " + mostIndex);
            }
            indices[i] = (int) last;
            places[i] = Frames.place((int) last);
        }
        return (int) last;
    }

    void readNew(BitReader from, Frames to) {
        for (int field = 0; field < fields; field++) {
            NumberCode.read(from, differences, field * ROWS, all());
        }
        for (int i = 0; i < count; i++) {
            now[i] = to.writable(indices[i]);
        }
        for (int field = 0; field < fields; field++) {
            int value = 0;
            for (int i = 0; i < count; i++) {
                value += unfold(differences[field * ROWS + i]);
                now[i][field * CHUNK_ROWS + places[i]] = value;
            }
        }
        requireValid(all());
    }

    /**
     * Moves rows from the frames of their values to the newest one, and adds the differences that are read for some of
     * them.
     */
    void readKnown(BitReader from, Frames to, long exact, long changed) {
        if (changed != 0) {
            for (int field = Frames.GENERATION + 1; field < fields; field++) {
                NumberCode.read(from, differences, field * ROWS, changed);
            }
            addDifferences(to, changed);
        }
        moved = changed;
        for (int field = Frames.GENERATION + 1; field < fields; field++) {
            if (schema.velocity(field) >= 0) {
                move(to, field, exact | changed);
            }
        }
        requireValid(moved);
    }

    private void addDifferences(Frames to, long changed) {
        for (long rest = changed; rest != 0; rest &= rest - 1) {
            int i = Long.numberOfTrailingZeros(rest);
            now[i] = to.writable(indices[i]);
            for (int field = Frames.GENERATION + 1; field < fields; field++) {
                now[i][field * CHUNK_ROWS + places[i]] += unfold(differences[field * ROWS + i]);
            }
        }
    }

    /** Moves rows whose velocities are those of the newest frame already. */
    private void move(Frames to, int field, long rows) {
        int velocity = schema.velocity(field) * CHUNK_ROWS;
        for (long rest = rows; rest != 0; rest &= rest - 1) {
            int i = Long.numberOfTrailingZeros(rest);
            int start = before[i][velocity + places[i]];
            int end = to.written(indices[i])[velocity + places[i]];
            int distance = FeedSchema.motion(start, end, schema.factor(field, to.elapsed(frames[i])));
            if (distance != 0) {
                now[i] = to.writable(indices[i]);
                now[i][field * CHUNK_ROWS + places[i]] += distance;
                moved |= 1L << i;
            }
        }
    }

    private void requireValid(long rows) {
        for (long rest = rows; rest != 0; rest &= rest - 1) {
            int i = Long.numberOfTrailingZeros(rest);
            if (!schema.isValid(now[i], places[i])) {
                throw new DamagedPacketException("the values of entity index " + indices[i] + " are of no entity");
            }
        }
    }
}
