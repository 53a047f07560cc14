package basalt.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.internal.Internal;
import basalt.memory.NativeMemoryException;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.runtime.Worker;
import basalt.storage.MovingBlocks;
import basalt.storage.fixture.Declared;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Rarer;
import basalt.storage.fixture.WorldFixture;
import basalt.world.RemovedComponents;
import basalt.world.Template;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rules of playback, one at a time. {@link PlaybackModelTest} tests them together. */
class PlaybackTest extends WorldFixture {
    private final Commands commands = world.commands();
    private final Playback playback = Internal.of(world).playback();
    private final Worker other = Internal.of(world).worker(memory, Long.MAX_VALUE);
    private Commands others;

    /** A second recorder: a worker that this thread has entered. */
    @BeforeEach
    void enterTheOther() {
        other.enter(new Declared("other")
                .changing(Health.TYPE, Frozen.TYPE)
                .spawning()
                .destroying());
        others = Internal.recorder(other.queue());
    }

    @AfterEach
    void leaveTheOther() {
        other.leave(false);
        other.close();
    }

    @Test
    void shouldDropChangesOfWhatIsDestroyedLaterIfNothingSeesThem() {
        long doomed = world.spawn(new Health(1));
        commands.add(doomed, Frozen.TYPE);
        commands.set(doomed, Health.POINTS, 5);
        long reserved = commands.spawn();
        commands.add(reserved, Frozen.TYPE);
        commands.destroy(doomed);
        world.applyCommands();

        assertFalse(world.isAlive(doomed));
        assertTrue(world.has(reserved, Frozen.TYPE));
        assertStats(3, 2);
    }

    @Test
    void shouldChangeInTheOrderOfRecording() {
        long entity = world.spawn(new Health(1));
        commands.remove(entity, Health.TYPE);
        commands.set(entity, Health.POINTS, 2); // dropped
        commands.add(entity, Health.TYPE);
        commands.set(entity, Health.POINTS, 3);
        commands.add(entity, Health.TYPE); // without effect
        commands.disable(entity, Health.TYPE);
        commands.disable(entity, Frozen.TYPE); // without effect
        commands.add(entity, new Health(4));
        commands.add(entity, Frozen.TYPE);
        commands.remove(entity, Frozen.TYPE);
        world.applyCommands();

        assertEquals(4, world.get(entity, Health.POINTS));
        assertFalse(world.isEnabled(entity, Health.TYPE), "its values are new, and it is still disabled");
        assertFalse(world.has(entity, Frozen.TYPE));
        assertStats(9, 1);
    }

    /** Two recorders destroy the same entity: the first command is still pending when the second is read. */
    @Test
    void shouldDestroyOnceForTwoRecorders() {
        long one = world.spawn(new Health(1));
        long two = world.spawn(new Health(2));
        commands.destroy(one);
        commands.destroy(two);
        others.destroy(two);
        others.destroy(one);
        playback.add(Internal.of(commands), 0, Internal.of(commands).position(), 0);
        playback.add(other.queue(), 0, other.queue().position(), 0);
        playback.run();

        assertEquals(0, world.entityCount());
        assertFalse(world.isAlive(one));
        assertFalse(world.isAlive(two));
        assertStats(2, 2);
        long[] again = {world.spawn(), world.spawn(), world.spawn()};
        assertEquals(3, world.entityCount());
        assertEquals(3, world.query().build().count());
        assertTrue(again[0] != again[1] && again[1] != again[2]);
    }

    @Test
    void shouldDestroyEntitiesSpawnedByTheSameCommands() {
        Template template = world.template().with(new Rare(1, "one")).build();
        long one = template.spawn(commands);
        long two = template.spawn(commands);
        commands.set(one, Rare.CHARGE, 5);
        commands.destroy(one);
        commands.destroy(one);
        world.applyCommands();

        assertFalse(world.isAlive(one));
        assertTrue(world.isAlive(two));
        assertEquals(1, world.entityCount());
        assertStats(3, 2);
        template.spawn(1);
        Query rare = world.query().all(Rare.TYPE).build();
        assertEquals(Entity.index(one), Entity.index(rare.first()), "its row is reused");
        assertFalse(world.isAlive(one), "its handle is not");
    }

    /** A destruction before the spawn, in the order of commands, has no effect. */
    @Test
    void shouldNotDestroyEntitiesSpawnedLater() {
        long reserved = commands.spawn();
        others.destroy(reserved);
        playback.add(other.queue(), 0, other.queue().position(), 0);
        playback.add(Internal.of(commands), 0, Internal.of(commands).position(), 0);
        playback.run();

        assertTrue(world.isAlive(reserved));
        assertStats(1, 1);
    }

    @Test
    void shouldPlayRangesInTheOrderOfAdding() {
        long entity = world.spawn(new Health(0));
        long[] here = new long[4];
        long[] there = new long[4];
        for (int i = 0; i < 3; i++) {
            here[i] = Internal.of(commands).position();
            there[i] = other.queue().position();
            commands.set(entity, Health.POINTS, i);
            commands.add(entity, Frozen.TYPE);
            others.set(entity, Health.POINTS, 10 + i);
            others.remove(entity, Frozen.TYPE);
        }
        here[3] = Internal.of(commands).position();
        there[3] = other.queue().position();

        playback.add(Internal.of(commands), here[0], here[1], 0);
        playback.add(other.queue(), there[1], there[3], 0);
        playback.add(Internal.of(commands), here[1], here[2], 0);
        playback.add(other.queue(), there[0], there[0], 0);
        playback.run();

        assertEquals(1, world.get(entity, Health.POINTS));
        assertTrue(world.has(entity, Frozen.TYPE));
        assertEquals(0, commands.count(), "commands outside of the ranges are discarded");
        assertEquals(0, others.count());
        assertStats(8, 0);
        playback.run();
        assertStats(8, 0);
    }

    @Test
    void shouldApplyTheOthersWithoutMemory() {
        RemovedComponents removals = world.removed(Label.TYPE);
        long one = world.spawn(new Health(1), new Label("one"));
        long two = world.spawn(new Health(2), new Label("two"), new Frozen()); // so that only the log needs memory
        Template far = world.template().with(new Health(3)).build();
        long three = far.spawn();
        commands.add(one, Frozen.TYPE);
        commands.remove(one, Label.TYPE);
        commands.remove(two, Label.TYPE);
        commands.add(three, new Rare(5, "five"));
        commands.set(two, Health.POINTS, 9);
        memory.failNext();

        assertThrows(NativeMemoryException.class, world::applyCommands);

        assertTrue(world.has(one, Frozen.TYPE));
        assertEquals(new Label("one"), world.get(one, Label.TYPE));
        assertEquals(new Label("two"), world.get(two, Label.TYPE));
        assertEquals(0, removals.remaining());
        assertEquals(new Rare(5, "five"), world.get(three, Rare.TYPE));
        assertEquals(9, world.get(two, Health.POINTS));
        assertStats(3, 2);
        assertEquals(0, commands.count());
        world.applyCommands();
        commands.remove(one, Label.TYPE);
        world.applyCommands();
        assertFalse(world.has(one, Label.TYPE));
        assertEquals(1, removals.remaining());
    }

    @Test
    void shouldNotSpawnWithoutMemory() {
        MovingBlocks.during(() -> {
            Template rare =
                    world.template().with(new Rare(1, "one"), new Rarer(2)).build();
            long first = rare.spawn(commands);
            long second = rare.spawn(commands);
            long plain = commands.spawn();
            commands.set(first, Rare.CHARGE, 7);
            commands.set(second, Rare.CHARGE, 8);
            memory.failNext();

            assertThrows(NativeMemoryException.class, world::applyCommands);

            assertFalse(world.isAlive(first));
            assertEquals(new Rare(8, "one"), world.get(second, Rare.TYPE));
            assertTrue(world.isAlive(plain));
            assertEquals(2, world.entityCount());
            assertStats(3, 2);
            rare.spawn(1);
            assertEquals(
                    Entity.index(first),
                    Entity.index(world.query().all(Rare.TYPE).build().first()));
            assertFalse(world.isAlive(first), "its handle is not reused");
        });
    }

    private void assertStats(long applied, long dropped) {
        assertEquals(new Commands.Stats(applied, dropped), world.statistics().commands());
    }
}
