package basalt.examples.framework.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.query.Query;
import basalt.world.World;
import org.junit.jupiter.api.Test;

class StateHashTest {
    private record Height(float metres) {
        private static final Component<Height> TYPE = Component.of(Height.class);
        private static final FloatColumn METRES = TYPE.float32("metres");
    }

    private record Floor(int number) {
        private static final Component<Floor> TYPE = Component.of(Floor.class);
        private static final IntColumn NUMBER = TYPE.int32("number");
    }

    private static long hash(int... floors) {
        try (World world = World.create()) {
            for (int floor : floors) {
                world.spawn(new Floor(floor));
            }
            StateHash hash = new StateHash();
            hash.add(world.query().all(Floor.TYPE).build(), Floor.NUMBER);
            return hash.value();
        }
    }

    @Test
    void shouldHashWholeNumbers() {
        assertEquals(hash(1, 2), hash(1, 2));
        assertNotEquals(hash(1, 2), hash(2, 1));
        assertNotEquals(hash(1 << 24), hash((1 << 24) + 1));
    }

    private static long hash(float... heights) {
        try (World world = World.create()) {
            for (float height : heights) {
                world.spawn(new Height(height));
            }
            Query all = world.query().all(Height.TYPE).build();
            StateHash hash = new StateHash();
            hash.add(all, Height.METRES);
            return hash.value();
        }
    }

    @Test
    void shouldBeEqualForEqualRowsOnly() {
        assertEquals(hash(1f, 2), hash(1f, 2));
        assertNotEquals(hash(1f, 2), hash(2f, 1));
        assertNotEquals(hash(1f, 2), hash(1f, 2, 0));
        assertNotEquals(hash(0f), hash(-0f));
        assertEquals(hash(new float[0]), new StateHash().value());
    }

    @Test
    void shouldDependOnTheOrder() {
        StateHash one = new StateHash();
        one.add(1);
        one.add(2);
        StateHash other = new StateHash();
        other.add(2);
        other.add(1);
        assertNotEquals(one.value(), other.value());
    }
}
