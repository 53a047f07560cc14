package basalt.feed;

import basalt.feed.ShownRows.Walk;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * Reads the packets of a {@link PacketWriter} into the frames of a client. Whatever the bytes are, the frames are as
 * before, or have one more frame with values that a server could have sent. For one thread.
 */
final class PacketReader {
    private final Frames frames;
    private final int mostRows;
    private final int mostIndex;
    private final RowBatch batch;
    private final BitReader in = new BitReader();
    private final Checksum checksum;
    private final Walk walk = new Walk();
    private final ShownRows kept = new ShownRows();
    private int[] added = new int[64];
    private int addedCount;
    private int frame;
    private long tick;
    private int base;

    PacketReader(FeedSchema schema, Frames frames, int mostRows, int mostIndex) {
        this.frames = frames;
        this.mostRows = mostRows;
        this.mostIndex = mostIndex;
        batch = new RowBatch(schema);
        checksum = new Checksum(schema.fingerprint());
    }

    /** Reads the head of a packet. */
    void open(long session, DirectBuffer from, int offset, int length) {
        if (length <= Checksum.BYTES) {
            throw new DamagedPacketException("the packet has " + length + " bytes, too few for a head");
        }
        if (!checksum.matches(from, offset, length, session)) {
            throw new DamagedPacketException(
                    "the checksum differs: the packet was damaged, or is of another session or schema");
        }
        in.wrap(from, offset + Checksum.BYTES, length - Checksum.BYTES);
        int format = in.get(PacketWriter.FORMAT_BITS);
        if (format != PacketWriter.FORMAT) {
            throw new DamagedPacketException("the format is " + format + ", not " + PacketWriter.FORMAT);
        }
        frame = in.getCount(Integer.MAX_VALUE, "the number of the frame");
        tick = in.getVariable();
        int distance = in.getCount(frame, "the distance of the base");
        base = distance == 0 ? Frames.NONE : frame - distance;
        if (frame == Frames.NONE || tick < 0 || distance >= frames.capacity()) {
            throw new DamagedPacketException(
                    "the head is of no packet: frame=" + frame + ", tick=" + tick + ", base=" + base);
        }
        int newest = frames.newest();
        if (newest != Frames.NONE && frame > newest && tick <= frames.tick(newest)) {
            throw new DamagedPacketException(
                    "the frame is later than another, and its tick is not: " + tick + ", " + frames.tick(newest));
        }
    }

    int frame() {
        return frame;
    }

    /** {@return the number of the frame that the client needs, or {@link Frames#NONE}} */
    int base() {
        return base;
    }

    /**
     * Reads the rest of the packet into a new frame.
     *
     * @param state what the client has after the packet's base; null if the packet has none
     */
    void read(ShownRows state, ShownRows.States states) {
        frames.begin(frame, tick);
        try {
            kept.clear(frame);
            addedCount = 0;
            if (state != null) {
                frames.share(state.frame());
                readKnown(state);
            }
            readNew();
            if (!in.isAtEnd()) {
                throw new DamagedPacketException("the packet goes on behind its end");
            }
        } catch (Throwable e) {
            frames.drop();
            throw e;
        }
        frames.commit();
        states.place(frame).merge(kept, added, addedCount);
    }

    private void readKnown(ShownRows state) {
        walk.begin(state);
        int left = state.count() + RowBatch.ROWS - 1 >>> 6;
        while (left > 0) {
            int exact = in.getCount(left, "the number of batches");
            left -= exact;
            for (int i = 0; i < exact; i++) {
                nextBatch(state);
                readBatch(0, 0, 0);
            }
            if (left > 0 && in.getFlag()) {
                int stale = 1 + in.getCount(left - 1, "the number of batches that stay");
                left -= stale;
                for (int i = 0; i < stale; i++) {
                    nextBatch(state);
                    readBatch(0, batch.all(), 0);
                }
            } else if (left > 0) {
                left--;
                nextBatch(state);
                readBatch(getMask(), getMask(), getMask());
            }
        }
    }

    private void nextBatch(ShownRows state) {
        batch.fill(walk);
        for (int i = 0; i < batch.count; i++) {
            batch.before[i] = frames.values(state.frame(), batch.indices[i]);
        }
    }

    private long getMask() {
        if (!in.getFlag()) {
            return 0;
        }
        if (in.getFlag()) {
            return batch.all();
        }
        if (!in.getFlag()) {
            return in.getLong(batch.count);
        }
        long rows = 0;
        int count = in.get(PacketWriter.COUNT_BITS) + 1;
        for (int i = 0; i < count; i++) {
            rows |= 1L << in.get(PacketWriter.COUNT_BITS);
        }
        if ((rows & ~batch.all()) != 0) {
            throw new DamagedPacketException("a batch of " + batch.count + " rows has others: " + rows);
        }
        return rows;
    }

    private void readBatch(long gone, long stale, long sent) {
        if ((gone & stale | gone & sent | stale & sent) != 0) {
            throw new DamagedPacketException("a row is in two groups");
        }
        long exact = batch.all() & ~(gone | stale | sent);
        for (int i = 0; i < batch.count; i++) {
            if (((exact | sent) >>> i & 1) != 0 && !frames.has(batch.frames[i])) {
                throw new DamagedPacketException("the values of entity index " + batch.indices[i] + " are too old");
            }
        }
        batch.readKnown(in, frames, exact, sent);
        for (int i = 0; i < batch.count; i++) {
            if ((gone >>> i & 1) != 0) {
                clear(batch.indices[i]);
            } else {
                kept.add(batch.indices[i], (stale >>> i & 1) != 0 ? batch.frames[i] : frame);
            }
        }
    }

    private void clear(int index) {
        int[] values = frames.writable(index);
        for (int at = Frames.place(index); at < values.length; at += Frames.CHUNK_ROWS) {
            values[at] = 0;
        }
    }

    private void readNew() {
        int last = -1;
        while (in.getFlag()) {
            batch.count = in.get(PacketWriter.COUNT_BITS) + 1;
            last = batch.readGaps(in, last, mostIndex);
            if (batch.count > mostRows - kept.count() - addedCount) {
                throw new DamagedPacketException("there are too many entities: more than " + mostRows);
            }
            added = addedCount + RowBatch.ROWS > added.length ? Arrays.copyOf(added, 2 * added.length) : added;
            for (int i = 0; i < batch.count; i++) {
                if (kept.contains(batch.indices[i])) {
                    throw new DamagedPacketException("entity index " + batch.indices[i] + " is there already");
                }
                added[addedCount++] = batch.indices[i];
            }
            batch.readNew(in, frames);
        }
    }
}
