package basalt.bench.access;

import basalt.bench.rival.ArtemisBodies;
import basalt.bench.scene.Check;
import com.artemis.ComponentMapper;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Entities of artemis-odb. */
@State(Scope.Thread)
public class ArtemisIds {
    private final int[] shuffled = new int[Places.COUNT];
    private ComponentMapper<ArtemisBodies.Position> positions;
    private int round;

    /** Builds the world and checks one round. */
    @Setup
    public void build() {
        ArtemisBodies bodies = new ArtemisBodies(Places.COUNT, ArtemisBodies.Work.COUNT_BODIES);
        bodies.create();
        positions = bodies.positions();
        int[] order = Places.shuffled();
        for (int place = 0; place < Places.COUNT; place++) {
            shuffled[place] = bodies.entities()[order[place]];
        }
        check();
    }

    /** Checks one more round. */
    @TearDown
    public void check() {
        write();
        Places.checkSum(read());
        Check.same("x", 7, Places.value(7, round), positions.get(shuffled[7]).x);
    }

    int read() {
        int sum = 0;
        for (int entity : shuffled) {
            sum += (int) positions.get(entity).x;
        }
        return sum;
    }

    void write() {
        round++;
        for (int place = 0; place < shuffled.length; place++) {
            positions.get(shuffled[place]).x = Places.value(place, round);
        }
    }
}
