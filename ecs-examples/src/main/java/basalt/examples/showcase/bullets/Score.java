package basalt.examples.showcase.bullets;

import basalt.save.Restorable;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The score of the emitters. A resource: there is one per world, and systems declare access to it as to a component.
 */
final class Score implements Restorable {
    private long hits;
    private long ships;

    void hit() {
        hits++;
    }

    void ship() {
        ships++;
    }

    /** Bullets that have hit. */
    long hits() {
        return hits;
    }

    /** Ships that were lost. */
    long ships() {
        return ships;
    }

    void clear() {
        hits = 0;
        ships = 0;
    }

    @Override
    public int save(MutableDirectBuffer to, int offset) {
        to.putLong(offset, hits, ByteOrder.LITTLE_ENDIAN);
        to.putLong(offset + Long.BYTES, ships, ByteOrder.LITTLE_ENDIAN);
        return 2 * Long.BYTES;
    }

    @Override
    public void restore(DirectBuffer from, int offset, int length) {
        hits = from.getLong(offset, ByteOrder.LITTLE_ENDIAN);
        ships = from.getLong(offset + Long.BYTES, ByteOrder.LITTLE_ENDIAN);
    }
}
