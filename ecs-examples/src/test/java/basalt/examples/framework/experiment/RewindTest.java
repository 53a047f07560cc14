package basalt.examples.framework.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.IntColumn;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RewindTest {
    private static final long NO_LIMIT = Long.MAX_VALUE;

    private final World world = World.create();
    private final long counter = world.spawn(new Counter(0));

    record Counter(int ticks) {
        static final Component<Counter> TYPE = Component.of(Counter.class);
        static final IntColumn TICKS = TYPE.int32("ticks");
    }

    @AfterEach
    void closeWorld() {
        world.close();
    }

    @Test
    void shouldStepBackToTheOldestState() {
        try (Rewind rewind = new Rewind(capacity -> Saves.snapshots(world, capacity), 5, NO_LIMIT)) {
            tick(rewind, 20);
            assertEquals(4, rewind.ticks());
            assertEquals(List.of(19, 18, 17, 16), backs(rewind));
            assertEquals(0, rewind.ticks());
            assertEquals(16, ticks());
        }
    }

    @Test
    void shouldContinueFromWhereItHasStopped() {
        try (Rewind rewind = new Rewind(capacity -> Saves.snapshots(world, capacity), 5, NO_LIMIT)) {
            tick(rewind, 20);
            assertTrue(rewind.stepBack());
            assertTrue(rewind.stepBack());
            assertEquals(18, ticks());
            tick(rewind, 1);
            assertEquals(19, ticks());
            assertEquals(List.of(18, 17, 16), backs(rewind));
        }
    }

    @Test
    void shouldKeepNothingWithoutCapacity() {
        try (Rewind rewind = new Rewind(capacity -> Saves.snapshots(world, capacity), 0, NO_LIMIT)) {
            tick(rewind, 3);
            assertFalse(rewind.isUsable());
            assertFalse(rewind.stepBack());
            assertEquals(0, rewind.ticks());
            assertEquals(0, rewind.reservedBytes());
        }
    }

    @Test
    void shouldHaveNothingBeforeTheFirstTick() {
        try (Rewind rewind = new Rewind(capacity -> Saves.snapshots(world, capacity), 5, NO_LIMIT)) {
            assertFalse(rewind.isUsable());
            assertFalse(rewind.stepBack());
            tick(rewind, 1);
            assertTrue(rewind.isUsable());
            assertTrue(rewind.reservedBytes() > 0);
            assertFalse(rewind.stepBack());
            assertEquals(1, ticks());
        }
    }

    /** Each ring is too large, until there is one of a single state, for every eighth tick. */
    @Test
    void shouldKeepFewerTicksIfTheyNeedTooMuchMemory() {
        List<Integer> capacities = new ArrayList<>();
        IntFunction<Snapshots> rings = capacity -> {
            capacities.add(capacity);
            return Saves.snapshots(world, capacity);
        };
        try (Rewind rewind = new Rewind(rings, 8, 1)) {
            tick(rewind, 13);
            assertEquals(List.of(8, 4, 2, 1), capacities);
            assertEquals(List.of(8, 8, 8, 8, 8, 8, 8, 8), backs(rewind), "a state of eight ticks is shown eight times");
            tick(rewind, 8);
            assertEquals(16, ticks());
            tick(rewind, 1);
            assertTrue(rewind.stepBack());
            assertEquals(16, ticks());
            assertEquals(4, capacities.size());
        }
    }

    private void tick(Rewind rewind, int ticks) {
        for (int i = 0; i < ticks; i++) {
            world.set(counter, Counter.TICKS, ticks() + 1);
            world.time().advance(1);
            rewind.afterTick();
        }
    }

    private int ticks() {
        return world.get(counter, Counter.TICKS);
    }

    /** The states that are shown while stepping back as far as possible. */
    private List<Integer> backs(Rewind rewind) {
        List<Integer> shown = new ArrayList<>();
        while (rewind.stepBack()) {
            shown.add(ticks());
        }
        return shown;
    }
}
