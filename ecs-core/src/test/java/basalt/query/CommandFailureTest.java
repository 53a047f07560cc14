package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Rarer;
import basalt.world.Template;
import basalt.world.World;
import basalt.world.WorldStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/**
 * A world whose memory source fails each allocation in turn. Commands that could not be recorded can be recorded again,
 * commands that could not be applied are dropped, all others are applied, and no memory leaks.
 */
class CommandFailureTest {
    /** Enough to fill the first segment and half of the second. */
    private static final int MANY = 6000;

    @Test
    void shouldRecoverFromEachFailedAllocation() {
        int refused = 0;
        int whileRecording = 0;
        int whileApplying = 0;
        boolean failed = true;
        while (failed) {
            refused++;
            CountingMemory counting = new CountingMemory(MemorySource.direct());
            FailingMemory failing = new FailingMemory(counting, refused);
            try (World world = World.builder().memory(failing).build()) {
                Script script = new Script(world);
                script.record();
                whileRecording += script.refusals;
                boolean applied = script.apply();
                whileApplying += applied ? 0 : 1;
                script.repeat();
                WorldStatistics.Memory memory = world.statistics().memory();
                assertEquals(counting.allocatedBytes(), memory.totalBytes());
            } catch (AssertionError e) {
                throw new AssertionError("when allocation " + refused + " was refused: " + e.getMessage(), e);
            }
            assertEquals(0, counting.outstanding(), "when allocation " + refused + " was refused");
            failed = failing.hasFailed();
        }
        assertEquals(2, whileRecording, "two segments; the templates share a block");
        assertTrue(whileApplying >= 2, "both blocks have to move for a component: " + whileApplying);
    }

    /** The same commands for each world. */
    private static final class Script {
        private final World world;
        private final Commands commands;
        private final Template rare;
        private final Template plain;
        private final long one;
        private final long two;
        private final long far;
        private final List<Long> spawned = new ArrayList<>();
        private int refusals;
        private int recorded;

        Script(World world) {
            this.world = world;
            commands = world.commands();
            rare = world.template().with(new Rare(1, "one"), new Rarer(2)).build();
            plain = world.template().with(new Health(1)).build();
            Template others = world.template().with(new Health(4)).build();
            one = patiently(() -> world.spawn(new Health(1)), false);
            two = patiently(() -> world.spawn(new Health(2)), false);
            far = patiently(others::spawn, false);
        }

        void record() {
            spawned.add(patiently(() -> rare.spawn(commands), true));
            spawned.add(patiently(() -> rare.spawn(commands), true));
            spawned.add(patiently(() -> plain.spawn(commands), true));
            assertEquals((int) (long) spawned.get(0) + 1, (int) (long) spawned.get(1), "no row was lost");
            one(() -> commands.add(one, Frozen.TYPE));
            one(() -> commands.add(one, Rare.TYPE));
            one(() -> commands.add(two, Rare.TYPE));
            one(() -> commands.add(far, new Rare(5, "five")));
            for (int i = 0; i < MANY; i++) {
                int points = i;
                one(() -> commands.set(two, Health.POINTS, points));
            }
            assertEquals(recorded, commands.count());
            spawned.forEach(entity -> assertFalse(world.isAlive(entity)));
        }

        private void one(Runnable recording) {
            patiently(
                    () -> {
                        recording.run();
                        return 0;
                    },
                    true);
        }

        private long patiently(LongSupplier action, boolean recording) {
            recorded += recording ? 1 : 0;
            while (true) {
                int before = commands.count();
                try {
                    return action.getAsLong();
                } catch (NativeMemoryException e) {
                    refusals += recording ? 1 : 0;
                    assertEquals(before, commands.count());
                }
            }
        }

        /** Applies the commands; false if memory was lacking for some. */
        boolean apply() {
            boolean done = true;
            try {
                world.applyCommands();
            } catch (NativeMemoryException e) {
                done = false;
            }
            Commands.Stats figures = world.statistics().commands();
            assertEquals(0, commands.count());
            assertEquals(recorded, figures.applied() + figures.dropped());
            int spawns = (int) spawned.stream().filter(world::isAlive).count();
            int lacking = 3 - spawns + (isThere(one) ? 0 : 2) + (isThere(far) ? 0 : 1);
            lacking += world.has(one, Frozen.TYPE) ? 0 : 1;
            assertEquals(done, lacking == 0);
            assertEquals(lacking, figures.dropped());
            assertEquals(world.has(one, Rare.TYPE), world.has(two, Rare.TYPE), "the change of a word is one");
            assertEquals(MANY - 1, world.get(two, Health.POINTS));
            assertEquals(3 + spawns, world.entityCount());
            return done;
        }

        /** Whether an entity has its sparse component. */
        private boolean isThere(long entity) {
            return world.has(entity, Rare.TYPE);
        }

        /** Records the dropped commands again. */
        void repeat() {
            for (int i = 0; i < spawned.size(); i++) {
                if (!world.isAlive(spawned.get(i))) {
                    spawned.set(i, (i < 2 ? rare : plain).spawn(commands));
                }
            }
            commands.add(one, Rare.TYPE);
            commands.add(two, Rare.TYPE);
            commands.add(far, new Rare(5, "five"));
            world.applyCommands();
            assertEquals(new Rare(1, "one"), world.get(spawned.get(0), Rare.TYPE));
            assertEquals(new Rare(0, null), world.get(two, Rare.TYPE));
            assertEquals(new Rare(5, "five"), world.get(far, Rare.TYPE));
            assertEquals(6, world.query().build().count());
            world.query().build().bulk().destroy();
        }
    }
}
