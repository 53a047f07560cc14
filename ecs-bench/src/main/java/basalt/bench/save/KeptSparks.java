package basalt.bench.save;

import basalt.bench.scene.Check;
import basalt.bench.steady.ScheduledSparks;
import basalt.memory.MemorySource;
import basalt.save.Snapshots;
import java.util.Arrays;
import org.agrona.UnsafeApi;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The last states of a world of particles. */
@State(Scope.Thread)
public class KeptSparks {
    private static final int STATES = 8;

    /** Position, velocity, life and heat of a particle, and the time that it burns. */
    private static final int ROW_BYTES = 7 * Float.BYTES;

    private static final int ALIGNMENT = 4096;

    private Snapshots snapshots;
    private long bytes;
    private long from;
    private final long[] to = new long[STATES + 1];
    private int copies;

    /**
     * Keeps some states, and checks that the world goes on from one of them as before.
     *
     * @param sparks the world
     */
    @Setup
    public void keep(ScheduledSparks sparks) {
        bytes = (long) sparks.particles * ROW_BYTES;
        from = memory(1);
        Arrays.setAll(to, i -> memory(2));
        snapshots = sparks.world().snapshots(STATES);
        capture();
        sparks.tick();
        long expected = sparks.world().stateHash();
        snapshots.restore(snapshots.newestTick());
        sparks.tick();
        Check.same("hash after a tick", expected, sparks.world().stateHash());
        for (int i = 0; i < 2 * STATES; i++) {
            sparks.tick();
            capture();
        }
    }

    private long memory(int fill) {
        long address = MemorySource.allocateFrom(MemorySource.direct(), bytes, ALIGNMENT);
        UnsafeApi.setMemory(address, bytes, (byte) fill);
        return address;
    }

    long capture() {
        return snapshots.capture();
    }

    long copy() {
        copies = (copies + 1) % to.length;
        UnsafeApi.copyMemory(from, to[copies], bytes);
        return copies;
    }

    /** Frees the memory of the copies. */
    @TearDown
    public void close() {
        MemorySource.direct().free(from, bytes);
        for (long copy : to) {
            MemorySource.direct().free(copy, bytes);
        }
    }
}
