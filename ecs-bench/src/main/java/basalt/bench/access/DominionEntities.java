package basalt.bench.access;

import basalt.bench.rival.DominionBodies;
import basalt.bench.scene.Check;
import dev.dominion.ecs.api.Entity;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Entities of Dominion. */
@State(Scope.Thread)
public class DominionEntities {
    private final Entity[] shuffled = new Entity[Places.COUNT];
    private int round;

    /** Builds the dominion and checks one round. */
    @Setup
    public void build() {
        DominionBodies bodies = new DominionBodies(Places.COUNT);
        bodies.create();
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
        Check.same("x", 7, Places.value(7, round), shuffled[7].get(DominionBodies.Position.class).x);
    }

    int read() {
        int sum = 0;
        for (Entity entity : shuffled) {
            sum += (int) entity.get(DominionBodies.Position.class).x;
        }
        return sum;
    }

    void write() {
        round++;
        for (int place = 0; place < shuffled.length; place++) {
            shuffled[place].get(DominionBodies.Position.class).x = Places.value(place, round);
        }
    }
}
