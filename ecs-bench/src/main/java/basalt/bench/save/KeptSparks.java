package basalt.bench.save;

import basalt.bench.scene.Check;
import basalt.bench.steady.ScheduledSparks;
import basalt.save.Snapshots;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The last states of a world of particles. */
@State(Scope.Thread)
public class KeptSparks {
    private static final int STATES = 8;

    private Snapshots snapshots;

    /**
     * Keeps some states, and checks that the world goes on from one of them as before.
     *
     * @param sparks the world
     */
    @Setup
    public void keep(ScheduledSparks sparks) {
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

    long capture() {
        return snapshots.capture();
    }
}
