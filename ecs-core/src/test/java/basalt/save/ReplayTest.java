package basalt.save;

import static basalt.memory.Refusal.assertIllegal;
import static basalt.memory.Refusal.assertThrowsWith;
import static basalt.system.Access.destroys;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.receives;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.ReferenceCodec;
import basalt.component.ReferenceColumn;
import basalt.component.WithCodec;
import basalt.memory.CountingMemory;
import basalt.memory.Elsewhere;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.Velocity;
import basalt.system.Schedule;
import basalt.world.EventChannel;
import basalt.world.EventReader;
import basalt.world.StateHashes;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReplayTest {
    private static final float SECONDS = 0.25f;

    private final CountingMemory counting = new CountingMemory(MemorySource.direct());
    private final FailingMemory memory = new FailingMemory(counting);
    private final World world = World.builder().memory(memory).build();
    private final Template soldier = world.template()
            .with(new Position(1, 2), new Velocity(3, 4), new Health(50))
            .build();
    private final Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
    private final Query healthy = world.query().all(Health.TYPE).build();
    private final EventChannel<Blow> channel = world.events(Blow.TYPE);
    private final EventReader<Blow> blows = channel.reader();

    /** A variable of the program, which no snapshot contains. */
    private float outside;

    private final Schedule schedule = newSchedule();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);
    private final List<Integer> inputs = new ArrayList<>();
    private final Replay replay = new Replay(schedule, 1, this::apply);
    private final Snapshots ring = Saves.snapshots(world, 64);
    private final List<Long> hashes = new ArrayList<>();

    private Schedule newSchedule() {
        RowKernel move = moving.kernel(row -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX)));
        RowKernel reap = healthy.kernel((row, commands) -> {
            if (row.get(Health.POINTS) <= 0) {
                commands.destroy(row.entity());
            }
        });
        return Schedule.builder(world)
                .workers(3)
                .add("move", move, reads(Velocity.TYPE), writes(Position.TYPE))
                .add(
                        "hit",
                        () -> blows.forEachNumber(event -> {
                            double weight = channel.get(event, Blow.WEIGHT);
                            healthy.forEach(row -> row.set(Health.POINTS, row.get(Health.POINTS) - (int) weight));
                        }),
                        receives(Blow.TYPE),
                        writes(Health.TYPE))
                .add("reap", reap, destroys())
                .add("drift", () -> moving.forEach(row -> row.set(Velocity.DY, outside)), exclusive())
                .build();
    }

    /** The bytes decide how many soldiers come. */
    private void apply(World to, DirectBuffer from, int offset, int length) {
        inputs.add(length == 0 ? -1 : (int) from.getByte(offset));
        for (int i = length == 0 ? 0 : from.getByte(offset); i > 0; i--) {
            soldier.spawn(to.commands());
        }
    }

    @AfterEach
    void close() {
        replay.close();
        schedule.close();
        world.close();
        assertEquals(0, counting.outstanding());
    }

    ReplayTest() {
        ring.capture();
    }

    /** Records a tick, and keeps the state and the hash after it. */
    private void record(int soldiers) {
        buffer.putByte(3, (byte) soldiers);
        replay.tick(SECONDS, buffer, 3, 1);
        ring.capture();
        hashes.add(StateHashes.requireExact(world));
    }

    private void restore(long tick) {
        ring.restore(tick);
    }

    private void requirePlayed(long from, long to, int workers) {
        restore(from);
        ReplayDifference result = replay.play(to, workers);
        assertTrue(result.isSame(), result::toString);
        assertEquals(to - from, result.ticks());
        assertEquals(to - from, result.compared());
        assertEquals(0, result.tick());
        assertEquals(hashes.get((int) to - 1), StateHashes.requireExact(world));
    }

    @Test
    void shouldPlayInputs() {
        for (int i = 0; i < 12; i++) {
            record(i);
        }
        inputs.clear();
        requirePlayed(0, 12, 1);
        assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), inputs);
        requirePlayed(5, 12, 3);
        requirePlayed(5, 6, 2);
        assertEquals(1, replay.firstTick());
        assertEquals(12, replay.lastTick());
    }

    @Test
    void shouldPlayTicksWithoutInputAndOtherLengths() {
        ring.capture();
        replay.tick(0.5f);
        replay.tick(0);
        replay.tick(0.125f);
        long hash = Saves.stateHash(world);
        restore(0);
        assertTrue(replay.play(3).isSame());
        assertEquals(hash, Saves.stateHash(world));
        assertEquals(0.625, world.time().elapsedSeconds());
        assertEquals(List.of(-1, -1, -1, -1, -1, -1), inputs);
    }

    /** Every kind of command, for entities that are alive, new, dead, and in columns of entities. */
    @Test
    void shouldPlayCommandsFromOutside() {
        Random random = new Random(1);
        for (int tick = 0; tick < 30; tick++) {
            List<Long> alive = new ArrayList<>();
            healthy.forEach(row -> alive.add(row.entity()));
            long added = soldier.spawn(world.commands());
            long bare = world.commands().spawn();
            world.commands().set(added, Velocity.DX, tick);
            world.commands().add(bare, Vectors.sample(tick));
            world.commands().set(bare, Vectors.TARGETS, 0, added);
            world.commands().set(bare, Vectors.TARGETS, 1, bare);
            world.commands().add(bare, Frozen.TYPE);
            if (!alive.isEmpty()) {
                long one = alive.get(random.nextInt(alive.size()));
                world.commands().set(bare, Vectors.TARGETS, 1, one);
                world.commands().add(one, Vectors.sample(tick));
                world.commands().set(one, Position.Y, tick);
                world.commands().disable(one, Velocity.TYPE);
                if (tick % 3 == 0) {
                    world.commands().destroy(one);
                    world.commands().set(one, Position.X, 7f);
                }
                if (tick % 4 == 0) {
                    world.commands().remove(one, Velocity.TYPE);
                    world.commands().disable(one);
                }
            }
            long event = world.commands().send(Blow.TYPE);
            world.commands().set(event, Blow.WEIGHT, (double) tick % 5);
            world.commands().send(new Blow(1));
            record(tick % 3);
        }
        assertTrue(world.entityCount() > 20);
        for (int from : new int[] {0, 7, 29}) {
            for (int workers : new int[] {1, 2, 3}) {
                requirePlayed(from, 30, workers);
            }
        }
    }

    /** After a restoration new entities have other generations than those that were recorded. */
    @Test
    void shouldFindEntitiesWithOtherGenerations() {
        record(3);
        long[] recorded = {Entity.NULL};
        healthy.forEach(row -> recorded[0] = row.entity());
        world.commands().set(recorded[0], Position.Y, 99f);
        record(0);
        restore(0);
        assertTrue(replay.play(1).isSame());
        assertFalse(world.isAlive(recorded[0]));
        assertTrue(replay.play(2).isSame());
        assertEquals(hashes.get(1), Saves.stateHash(world));
        float[] highest = new float[1];
        moving.forEach(row -> highest[0] = Math.max(highest[0], row.get(Position.Y)));
        assertEquals(99f, highest[0]);
    }

    @Test
    void shouldDropTicksThatAreRecordedAgain() {
        for (int i = 0; i < 6; i++) {
            record(1);
        }
        restore(3);
        replay.tick(SECONDS, new UnsafeBuffer(new byte[] {9}), 0, 1);
        assertEquals(4, replay.lastTick());
        long hash = Saves.stateHash(world);
        restore(2);
        assertTrue(replay.play(4).isSame());
        assertEquals(hash, Saves.stateHash(world));
        assertThrows(IllegalArgumentException.class, () -> replay.play(5));
    }

    @Test
    void shouldNameWhatDiffers() {
        for (int i = 0; i < 6; i++) {
            record(4);
        }
        restore(2);
        outside = 3;
        ReplayDifference result = replay.play(6);
        assertFalse(result.isSame());
        assertEquals(3, result.tick());
        assertEquals(1, result.ticks());
        assertEquals(1, result.compared());
        assertEquals(List.of(Velocity.TYPE.name()), result.components());
        assertTrue(result.systems().contains("drift"), result::toString);
        assertFalse(result.systems().contains("hit"), result::toString);
        assertEquals(3, world.time().tick());
    }

    @Test
    void shouldCompareAtIntervals() {
        try (Replay rare = new Replay(schedule, 4, this::apply)) {
            ring.capture();
            for (int i = 0; i < 10; i++) {
                buffer.putByte(0, (byte) 2);
                rare.tick(SECONDS, buffer, 0, 1);
            }
            restore(0);
            ReplayDifference result = rare.play(10);
            assertTrue(result.isSame());
            assertEquals(10, result.ticks());
            assertEquals(3, result.compared());
            restore(0);
            outside = 1;
            assertEquals(1, rare.play(10).tick());
        }
    }

    @Test
    void shouldRefuseTicksThatItHasNotSeen() {
        record(1);
        schedule.tick(SECONDS);
        assertIllegal(() -> replay.tick(SECONDS), "begins tick 3");
        assertThrows(IllegalArgumentException.class, () -> replay.play(5));
        assertThrows(IllegalArgumentException.class, () -> replay.play(1));
    }

    /** Has a field without a codec. */
    record Held(int number, Object thing) {
        static final Component<Held> TYPE = Component.of(Held.class);
        static final ReferenceColumn<Object> THING = TYPE.reference("thing", Object.class);
    }

    @Test
    void shouldRefuseObjectsWithoutCodec() {
        long bare = world.commands().spawn();
        world.commands().add(bare, new Held(1, "thing"));
        long tick = world.time().tick();
        assertIllegal(() -> replay.tick(SECONDS), "field thing of " + Held.TYPE.name(), "@WithCodec");
        assertEquals(tick, world.time().tick());
        assertEquals(0, replay.lastTick());
        world.applyCommands();
        world.commands().set(bare, Held.THING, "other");
        assertThrows(IllegalStateException.class, () -> replay.tick(SECONDS));
        world.applyCommands();
        world.commands().set(bare, Held.THING, null);
        replay.tick(SECONDS);
        assertEquals(1, replay.lastTick());
    }

    /** A codec that refuses some texts. */
    public static final class PickyCodec implements ReferenceCodec<Thread> {
        @Override
        public int write(Thread value, MutableDirectBuffer to, int offset) {
            return 0;
        }

        @Override
        public Thread read(DirectBuffer from, int offset, int length) {
            throw new IllegalArgumentException("not again");
        }
    }

    record Picky(@WithCodec(PickyCodec.class) Thread thread) {
        static final Component<Picky> TYPE = Component.of(Picky.class);
    }

    /** Nothing of the tick waits then, so that the world can be put back. */
    @Test
    void shouldForgetCommandsThatCannotBePlayed() {
        soldier.spawn(world.commands());
        world.commands().add(world.commands().spawn(), new Picky(Thread.currentThread()));
        record(1);
        restore(0);
        assertThrowsWith(IllegalArgumentException.class, () -> replay.play(1), "not again");
        assertEquals(0, world.commands().count());
        restore(1);
    }

    @Test
    void shouldRefuseMisuse() {
        assertThrows(IllegalArgumentException.class, () -> new Replay(null, 1, this::apply));
        assertThrows(IllegalArgumentException.class, () -> new Replay(schedule, 0, this::apply));
        assertThrows(IllegalArgumentException.class, () -> new Replay(schedule, 1, null));
        assertThrows(IllegalArgumentException.class, () -> Replay.ofEachSystem(schedule, null));
        assertThrows(IllegalArgumentException.class, () -> replay.tick(-1));
        assertThrows(IllegalArgumentException.class, () -> replay.tick(Float.NaN));
        assertThrows(IllegalArgumentException.class, () -> replay.tick(1, null, 0, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> replay.tick(1, buffer, 60, 5));
        assertThrows(IllegalArgumentException.class, () -> replay.play(1));
        record(1);
        restore(0);
        assertThrows(IllegalArgumentException.class, () -> replay.play(1, 0));
        assertThrows(IllegalArgumentException.class, () -> replay.play(1, 4));
        world.commands().spawn();
        assertThrows(IllegalStateException.class, () -> replay.play(1));
        world.applyCommands();
        Elsewhere.run("another", () -> assertThrows(IllegalStateException.class, () -> replay.tick(1)));
        Elsewhere.run("another", () -> assertThrows(IllegalStateException.class, replay::close));
        moving.forEach(row -> assertThrows(IllegalStateException.class, () -> replay.tick(1)));
        Replay[] nested = new Replay[1];
        nested[0] = new Replay(schedule, 1, (given, from, offset, length) -> nested[0].tick(1));
        assertIllegal(() -> nested[0].tick(1), "input");
        assertEquals(0, nested[0].lastTick());
        nested[0].close();
        replay.close();
        replay.close();
        assertThrows(IllegalStateException.class, () -> replay.tick(1));
        assertThrows(IllegalStateException.class, () -> replay.play(1));
        assertEquals(0, replay.reservedBytes());
    }

    /** Each allocation is refused once: nothing is recorded or done then, and the next try works. */
    @Test
    void shouldSurviveRefusedMemory() {
        int refused = 0;
        for (int nth = 1; nth < 40; nth++) {
            long tick = world.time().tick();
            for (int i = 0; i < 500; i++) {
                world.commands().spawn();
            }
            memory.failNth(nth);
            try {
                buffer.putByte(0, (byte) 1);
                replay.tick(SECONDS, buffer, 0, 1);
            } catch (NativeMemoryException e) {
                refused++;
            }
            memory.failNth(-1);
            world.applyCommands();
            assertEquals(world.time().tick(), replay.lastTick(), "allocation " + nth);
            assertTrue(world.time().tick() - tick <= 1);
        }
        assertTrue(refused > 1, "so few: " + refused);
    }
}
