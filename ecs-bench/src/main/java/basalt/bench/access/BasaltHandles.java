package basalt.bench.access;

import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.world.Template;
import basalt.world.World;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Handles of Basalt. */
@State(Scope.Thread)
public class BasaltHandles {
    private final long[] shuffled = new long[Places.COUNT];
    private World world;
    private int round;

    /** Builds the world and checks one round. */
    @Setup
    public void build() {
        world = World.create();
        Template body = world.template().with(Position.TYPE, Velocity.TYPE).build();
        long[] handles = new long[Places.COUNT];
        for (int i = 0; i < Places.COUNT; i++) {
            handles[i] = body.spawn();
        }
        int[] order = Places.shuffled();
        for (int place = 0; place < Places.COUNT; place++) {
            shuffled[place] = handles[order[place]];
        }
        check();
    }

    /** Checks one more round. */
    @TearDown
    public void close() {
        check();
        world.close();
    }

    private void check() {
        write();
        Places.checkSum(read());
        Check.same("x", 7, Places.value(7, round), world.get(shuffled[7], Position.X));
    }

    int read() {
        int sum = 0;
        for (long entity : shuffled) {
            sum += (int) world.get(entity, Position.X);
        }
        return sum;
    }

    void write() {
        round++;
        for (int place = 0; place < shuffled.length; place++) {
            world.set(shuffled[place], Position.X, Places.value(place, round));
        }
    }
}
