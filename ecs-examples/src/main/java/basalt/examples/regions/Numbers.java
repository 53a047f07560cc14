package basalt.examples.regions;

import basalt.save.Restorable;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The numbers of a region's exchange with its neighbour. They are a resource of the world, and so part of its saved
 * state. Entities that wait for an acknowledgement are in the world, too; see {@link Leaving}.
 *
 * <pre>
 *   0  sent     the last number that was given to an entity that leaves
 *   8  acked    the last number that the neighbour has acknowledged
 *  16  taken    the last number of the neighbour that was taken
 *  24  joins    how often the mirror of the neighbour's feed has begun anew
 *  32  start    the neighbour's feed that the mirror shows, 0 for none
 * </pre>
 */
final class Numbers implements Restorable {
    private static final int BYTES = 5 * Long.BYTES;

    long sent;
    long acked;
    long taken;
    long joins = 1;
    long start;

    /** The session of a mirror and a feed. */
    static long session(long start, long joins) {
        return start << Integer.SIZE | joins;
    }

    @Override
    public int save(MutableDirectBuffer to, int offset) {
        to.putLong(offset, sent, ByteOrder.LITTLE_ENDIAN);
        to.putLong(offset + 8, acked, ByteOrder.LITTLE_ENDIAN);
        to.putLong(offset + 16, taken, ByteOrder.LITTLE_ENDIAN);
        to.putLong(offset + 24, joins, ByteOrder.LITTLE_ENDIAN);
        to.putLong(offset + 32, start, ByteOrder.LITTLE_ENDIAN);
        return BYTES;
    }

    @Override
    public void restore(DirectBuffer from, int offset, int length) {
        if (length != BYTES) {
            throw new IllegalArgumentException("numbers have " + BYTES + " bytes: length=" + length);
        }
        sent = from.getLong(offset, ByteOrder.LITTLE_ENDIAN);
        acked = from.getLong(offset + 8, ByteOrder.LITTLE_ENDIAN);
        taken = from.getLong(offset + 16, ByteOrder.LITTLE_ENDIAN);
        joins = from.getLong(offset + 24, ByteOrder.LITTLE_ENDIAN);
        start = from.getLong(offset + 32, ByteOrder.LITTLE_ENDIAN);
    }
}
