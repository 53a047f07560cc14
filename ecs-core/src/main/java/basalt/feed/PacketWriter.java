package basalt.feed;

import basalt.component.Entity;
import basalt.feed.ShownRows.Walk;
import java.util.Arrays;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.IntHashSet;

/**
 * Writes packets: what a client needs so that its state becomes that of the newest frame.
 *
 * <pre>
 *   packet   checksum: 32 bits, also of the session and the layout
 *            format: 4   frame   tick   frames since the base, 0 for none       numbers by putVariable
 *            known rows, in batches of 64 in order of their indices:
 *                number of batches in which all is as expected
 *                1 bit: 1   number of batches that stay as they are - 1         (no room)
 *                       0   a batch: rows that are gone; rows that stay as they are; rows that have changed; fields
 *            new rows, in batches: 1 bit: 1   count - 1: 6   indices   fields
 *                                         0   the end
 * </pre>
 *
 * <p>A row is expected to have the values that the client has, or, in a field that moves, those moved by the velocity
 * that the client has. For one thread.
 */
final class PacketWriter {
    /** The smallest packet that can always be written. */
    static final int LEAST_BYTES = 64;

    static final int FORMAT = 1;
    static final int FORMAT_BITS = 4;
    static final int COUNT_BITS = 6;

    /** More than what follows a batch at least: numbers of batches, the end of the known and of the new rows. */
    private static final int TAIL_BITS = 120;

    private final FeedSchema schema;
    private final Frames frames;
    private final RowBatch batch;
    private final BitWriter out = new BitWriter();
    private final Checksum checksum;
    private final Walk walk = new Walk();
    private final ShownRows kept = new ShownRows();
    private final RowSelection changedSelection = new RowSelection();
    private final RowSelection newSelection = new RowSelection();
    private int[] added = new int[64];
    private int addedCount;

    /** Null while all rows are written. */
    private FeedPriority priority;

    private long limitBits;

    /** The part of {@link #limitBits} that is kept for new rows while known ones are written. */
    private long newRoom;

    /** The bits of the client's greatest packet, and of what each packet begins with. */
    private long mostBits;

    private int headBits;

    /** The indices of new entities that no packet of the client has room for. */
    private final IntHashSet tooLarge = new IntHashSet();

    /** Whether chosen rows were not written, because they need more than was estimated. */
    private boolean isRefused;

    /** The batches that are not written yet: first those that are as expected, then those that stay as they are. */
    private int exactBatches;

    private int staleBatches;

    /** What all rows together need. */
    private long changedBits;

    private int changedRows;
    private long newBits;

    /** What a row needs, roughly. */
    private int changedRowBits;

    private int newRowBits;

    PacketWriter(FeedSchema schema, Frames frames) {
        this.schema = schema;
        this.frames = frames;
        batch = new RowBatch(schema);
        checksum = new Checksum(schema.fingerprint());
    }

    /**
     * Writes the packet of the newest frame. Returns bytes.
     *
     * @param base what the client has; null for nothing
     * @param limitBytes the greatest size, at least {@link #LEAST_BYTES}
     */
    int write(
            long session,
            ShownRows.States client,
            ShownRows base,
            IndexSet wanted,
            int limitBytes,
            FeedPriority newPriority) {
        priority = null;
        limitBits = Long.MAX_VALUE;
        newRoom = 0;
        changedBits = 0;
        changedRows = 0;
        newBits = 0;
        mostBits = (long) (limitBytes - Checksum.BYTES) << 3;
        tooLarge.clear();
        int size = write(base, wanted);
        if (size > limitBytes) {
            priority = newPriority;
            limitBits = mostBits;
            offer(base, wanted);
            long room = limitBits - newRoom - TAIL_BITS;
            do {
                changedSelection.choose(room);
                newSelection.choose(newRoom);
                size = write(base, wanted);
                room -= room >> 2;
            } while (isRefused && room > limitBits >> 4); // else the last rows would always be those that wait
        }
        checksum.wrap(out, session);
        client.place(frames.newest()).merge(kept, added, addedCount);
        return size;
    }

    /** Copies the packet that was written last. */
    void copyTo(MutableDirectBuffer to, int offset) {
        checksum.copyTo(to, offset);
    }

    private int write(ShownRows base, IndexSet wanted) {
        isRefused = false;
        out.clear();
        out.reserve(256);
        int frame = frames.newest();
        out.put(FORMAT, FORMAT_BITS);
        out.putVariable(Integer.toUnsignedLong(frame));
        out.putVariable(frames.tick(frame));
        out.putVariable(base == null ? 0 : frame - base.frame());
        headBits = out.bits();
        kept.clear(frame);
        if (base != null) {
            writeKnown(base, wanted);
        }
        findNew(wanted);
        writeNew();
        return Checksum.BYTES + out.bytes();
    }

    private void writeKnown(ShownRows base, IndexSet wanted) {
        exactBatches = 0;
        staleBatches = 0;
        walk.begin(base);
        while (batch.fill(walk)) {
            long gone = batch.find(frames, wanted);
            long changed = batch.compare(frames, gone);
            if ((gone | changed) == 0 && staleBatches > 0 && out.bits() + TAIL_BITS > limitBits - newRoom) {
                staleBatches++; // what is as expected may stay as it is, too, if there is no room to say more
                keep(0, batch.all());
            } else if ((gone | changed) == 0) {
                endStale();
                exactBatches++;
                keep(gone, 0);
            } else {
                writeBatch(gone, changed);
            }
        }
        endStale();
        if (exactBatches > 0) {
            out.putVariable(exactBatches);
        }
    }

    private void writeBatch(long gone, long changed) {
        long sent = changed;
        if (priority != null) {
            sent = select(changed);
        }
        int bits = maskBits(gone) + maskBits(changed & ~sent) + maskBits(sent);
        bits += sent == 0 ? 0 : batch.measure(Frames.GENERATION + 1, sent);
        if ((sent | gone) == 0 || out.bits() + bits + TAIL_BITS > limitBits - newRoom) {
            isRefused |= (sent | gone) != 0;
            staleBatches++;
            keep(0, batch.all());
            return;
        }
        changedBits += bits;
        changedRows += Long.bitCount(sent);
        out.reserve(bits + 512);
        endStale();
        out.putVariable(exactBatches);
        exactBatches = 0;
        out.put(false);
        putMask(gone);
        putMask(changed & ~sent);
        putMask(sent);
        if (sent != 0) {
            batch.write(out, Frames.GENERATION + 1, sent);
        }
        keep(gone, changed & ~sent);
    }

    /** Writes the number of the batches that stay as they are, if there are some. */
    private void endStale() {
        if (staleBatches > 0) {
            out.reserve(64);
            out.putVariable(exactBatches);
            out.put(true);
            out.putVariable(staleBatches - 1);
            exactBatches = 0;
            staleBatches = 0;
        }
    }

    /** Writes which rows of the batch are meant: none, all, a bit for each, or their numbers. */
    private void putMask(long rows) {
        int count = Long.bitCount(rows);
        out.put(count != 0);
        if (count != 0) {
            boolean isAll = rows == batch.all();
            out.put(isAll);
            if (!isAll) {
                boolean asNumbers = COUNT_BITS * (count + 1) < batch.count;
                out.put(asNumbers);
                if (asNumbers) {
                    out.put(count - 1, COUNT_BITS);
                    for (long rest = rows; rest != 0; rest &= rest - 1) {
                        out.put(Long.numberOfTrailingZeros(rest), COUNT_BITS);
                    }
                } else {
                    out.putLong(rows, batch.count);
                }
            }
        }
    }

    private int maskBits(long rows) {
        int count = Long.bitCount(rows);
        return count == 0 ? 1 : rows == batch.all() ? 2 : 3 + Math.min(COUNT_BITS * (count + 1), batch.count);
    }

    private void keep(long gone, long stale) {
        if (stale == 0) {
            kept.addAll(batch.indices, batch.count, gone);
            return;
        }
        for (int i = 0; i < batch.count; i++) {
            if ((gone >>> i & 1) == 0) {
                kept.add(batch.indices[i], (stale >>> i & 1) != 0 ? batch.frames[i] : frames.newest());
            }
        }
    }

    /** Finds the wanted entities that the client does not have. */
    private void findNew(IndexSet wanted) {
        addedCount = 0;
        int at = 0;
        for (int word = 0; word < wanted.words(); word++) {
            long bits = wanted.word(word);
            while (at < kept.words() && kept.number(at) < word) {
                at++;
            }
            if (at < kept.words() && kept.number(at) == word) {
                bits &= ~kept.word(at);
            }
            for (; bits != 0; bits &= bits - 1) {
                add((word << 6) + Long.numberOfTrailingZeros(bits));
            }
        }
    }

    private void add(int index) {
        int generation = frames.generation(frames.newest(), index);
        if (generation == 0
                || tooLarge.contains(index)
                || priority != null && !newSelection.take(priority.of(Entity.of(index, generation)), newRowBits)) {
            return;
        }
        if (addedCount == added.length) {
            added = Arrays.copyOf(added, 2 * addedCount);
        }
        added[addedCount++] = index;
    }

    private void writeNew() {
        int last = -1;
        int from = 0;
        while (from < addedCount) {
            batch.count = Math.min(RowBatch.ROWS, addedCount - from);
            for (int i = 0; i < batch.count; i++) {
                int index = added[from + i];
                batch.indices[i] = index;
                batch.places[i] = Frames.place(index);
                batch.now[i] = frames.values(frames.newest(), index);
            }
            int before = last;
            last = batch.compareNew(before);
            int bits = measureNew();
            while (!fits(bits) && batch.count > 1) {
                batch.count >>= 1; // a part may still fit
                last = batch.compareNew(before);
                bits = measureNew();
            }
            if (!fits(bits)) {
                last = before;
                leaveOut(from);
                continue;
            }
            newBits += bits;
            out.reserve(bits + 64);
            out.put(true);
            out.put(batch.count - 1, COUNT_BITS);
            batch.writeGaps(out);
            batch.write(out, 0, batch.all());
            from += batch.count;
        }
        out.put(false);
    }

    /** Whether there is room for so many bits in the packet, and would be if it had nothing else. */
    private boolean fits(int bits) {
        return out.bits() + bits + 1 <= limitBits && headBits + bits + 1 <= mostBits;
    }

    /** Leaves out a new row that does not fit, also from the mean of what rows take. */
    private void leaveOut(int at) {
        if (priority == null) {
            tooLarge.add(added[at]);
        }
        addedCount--;
        System.arraycopy(added, at + 1, added, at, addedCount - at);
    }

    private int measureNew() {
        return 1 + COUNT_BITS + batch.measureGaps() + batch.measure(0, batch.all());
    }

    /** Offers all rows that could be sent, after all were written. */
    private void offer(ShownRows base, IndexSet wanted) {
        changedSelection.clear();
        newSelection.clear();
        changedRowBits = 1 + (int) (changedBits / Math.max(1, changedRows));
        newRowBits = 1 + (int) (newBits / Math.max(1, addedCount));
        for (int i = 0; i < addedCount; i++) {
            int generation = frames.generation(frames.newest(), added[i]);
            newSelection.offer(priority.of(Entity.of(added[i], generation)), newRowBits);
        }
        if (base != null) {
            walk.begin(base);
            while (batch.fill(walk)) {
                long gone = batch.find(frames, wanted);
                for (long rest = batch.compare(frames, gone); rest != 0; rest &= rest - 1) {
                    changedSelection.offer(score(Long.numberOfTrailingZeros(rest)), changedRowBits);
                }
            }
        }
        // New rows get half of the packet, or what the others leave.
        newRoom =
                Math.min((long) newRowBits * addedCount, Math.max(limitBits >> 1, limitBits - changedBits - TAIL_BITS));
    }

    private long select(long changed) {
        long sent = 0;
        for (long rest = changed; rest != 0; rest &= rest - 1) {
            int i = Long.numberOfTrailingZeros(rest);
            if (changedSelection.take(score(i), changedRowBits)) {
                sent |= 1L << i;
            }
        }
        return sent;
    }

    private float score(int i) {
        return priority.of(Entity.of(batch.indices[i], batch.generation(i))) * (frames.newest() - batch.frames[i]);
    }

    /**
     * Which rows are sent if there is no room for all: those with the highest scores. Scores are put into classes of
     * about an eighth of a power of two; all rows of the higher classes are taken, and as many of the last one as fit.
     */
    static final class RowSelection {
        private static final int SHIFT = 20;

        /** The bits that the rows of each class take. */
        private final long[] bits = new long[1 << Integer.SIZE - 1 - SHIFT];

        private int lowest;
        private long rest;

        void clear() {
            Arrays.fill(bits, 0);
        }

        /** A row that could be sent, with the bits that it takes. */
        void offer(float score, int rowBits) {
            bits[level(score)] += rowBits;
        }

        /** Finds out how many rows fit. */
        void choose(long room) {
            rest = room;
            lowest = bits.length - 1;
            while (lowest > 0 && bits[lowest] <= rest) {
                rest -= bits[lowest--];
            }
        }

        /** Whether a row is sent. Each that was offered is asked for once. */
        boolean take(float score, int rowBits) {
            int level = level(score);
            if (level == lowest && rest >= rowBits) {
                rest -= rowBits;
                return true;
            }
            return level > lowest;
        }

        private static int level(float score) {
            return score > 0 ? Float.floatToIntBits(score) >>> SHIFT : 0; // also 0 for NaN
        }
    }
}
