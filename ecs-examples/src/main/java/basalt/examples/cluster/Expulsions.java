package basalt.examples.cluster;

import basalt.save.Restorable;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.LongArrayList;

/**
 * Sessions that are closed at the next tick. Between lies the time in which a player is told why. A resource of the
 * world, so it is saved with it.
 */
final class Expulsions implements Restorable {
    private final LongArrayList sessions = new LongArrayList();

    void add(long session) {
        sessions.addLong(session);
    }

    boolean contains(long session) {
        return sessions.containsLong(session);
    }

    void remove(long session) {
        sessions.removeLong(session);
    }

    /** Closes all, in the order in which they were added. */
    void close(Effects effects) {
        for (int i = 0; i < sessions.size(); i++) {
            effects.close(sessions.getLong(i));
        }
        sessions.clear();
    }

    @Override
    public int save(MutableDirectBuffer to, int offset) {
        for (int i = 0; i < sessions.size(); i++) {
            to.putLong(offset + i * Long.BYTES, sessions.getLong(i), ByteOrder.LITTLE_ENDIAN);
        }
        return sessions.size() * Long.BYTES;
    }

    @Override
    public void restore(DirectBuffer from, int offset, int length) {
        sessions.clear();
        for (int at = offset; at < offset + length; at += Long.BYTES) {
            sessions.addLong(from.getLong(at, ByteOrder.LITTLE_ENDIAN));
        }
    }
}
