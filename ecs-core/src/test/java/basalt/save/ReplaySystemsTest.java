package basalt.save;

import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.system.RunCondition;
import basalt.system.Schedule;
import basalt.system.SystemException;
import basalt.world.StateHashes;
import basalt.world.Template;
import basalt.world.World;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Replays with hashes after each system name the very system that has made a difference. */
class ReplaySystemsTest {
    private static final int TICKS = 8;

    /** The tick in which the changed systems do something else. */
    private static final int CHANGED = 5;

    private final CountingMemory counting = new CountingMemory(MemorySource.direct());
    private final FailingMemory memory = new FailingMemory(counting);
    private final World world = World.builder().memory(memory).build();
    private final Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
    private final Query healthy = world.query().all(Health.TYPE).build();
    private final Template soldier = world.template()
            .with(new Position(1, 2), new Velocity(3, 4), new Health(50))
            .build();

    /** The system that does something else; the "program" of the second run. */
    private String changed = "";

    private final RowKernel move = moving.kernel(
            row -> row.set(Position.X, row.get(Position.X) + (is("move") ? 2 : 1) * row.get(Velocity.DX)));
    private final RowKernel heal =
            healthy.kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) + (is("heal") ? 2 : 1)));
    private final Schedule schedule = Schedule.builder(world)
            .workers(3)
            .add("move", move, reads(Velocity.TYPE), writes(Position.TYPE))
            .add("heal", heal, writes(Health.TYPE))
            .add(
                    "recruit",
                    () -> {
                        if (is("recruit")) {
                            soldier.spawn(world.commands());
                        }
                    },
                    spawns())
            .add("steer", () -> moving.forEach(row -> row.set(Velocity.DY, is("steer") ? 1 : 0)), exclusive())
            .add(
                    "sometimes",
                    () -> healthy.forEach(row -> row.set(Health.POINTS, 1)),
                    writes(Health.TYPE),
                    RunCondition.when(() -> is("sometimes")))
            .add("undo", () -> moving.forEach(row -> row.set(Velocity.DY, 0)), exclusive())
            .add(
                    "fail",
                    () -> {
                        if (is("fail")) {
                            throw new IllegalArgumentException("on purpose");
                        }
                    },
                    exclusive())
            .build();
    private final Replay replay = Replay.ofEachSystem(schedule, (to, buffer, offset, length) -> {
        if (is("input")) {
            to.spawn(new Position(9, 9));
        }
        if (is("commands")) {
            to.commands().spawn();
        }
    });
    private final Snapshots ring = Saves.snapshots(world, 2);

    ReplaySystemsTest() {
        soldier.spawn(200);
        ring.capture();
    }

    private boolean is(String system) {
        return changed.equals(system) && world.time().tick() >= CHANGED - (system.startsWith("input") ? 1 : 0);
    }

    @AfterEach
    void close() {
        replay.close();
        schedule.close();
        world.close();
        assertEquals(0, counting.outstanding());
    }

    private void record() {
        for (int i = 0; i < TICKS; i++) {
            replay.tick(1);
        }
    }

    private ReplayDifference playChanged(String system, int workers) {
        changed = system;
        ring.restore(0);
        return replay.play(TICKS, workers);
    }

    private void assertFound(String system, String component) {
        for (int workers = 1; workers <= 3; workers++) {
            ReplayDifference result = playChanged(system, workers);
            assertEquals(CHANGED, result.tick(), result::toString);
            assertEquals(List.of(system), result.systems(), result::toString);
            assertTrue(result.components().contains(component), result::toString);
        }
    }

    @Test
    void shouldFindNothingIfNothingDiffers() {
        record();
        long hash = StateHashes.requireExact(world);
        for (int workers = 1; workers <= 3; workers++) {
            ReplayDifference result = playChanged("", workers);
            assertTrue(result.isSame(), result::toString);
            assertEquals(TICKS, result.compared());
            assertEquals(hash, Saves.stateHash(world));
        }
    }

    /** "move", "heal" and "recruit" run side by side. */
    @Test
    void shouldNameTheSystem() {
        record();
        assertFound("move", Position.TYPE.name());
        assertFound("heal", Health.TYPE.name());
        assertFound("recruit", "the entities that are alive");
    }

    /** The last system makes the difference undone, so hashes after the tick would not find it. */
    @Test
    void shouldNameASystemWhoseChangeIsUndone() {
        record();
        assertFound("steer", Velocity.TYPE.name());
    }

    @Test
    void shouldNameASystemThatHasNotRunBefore() {
        record();
        assertFound("sometimes", Health.TYPE.name());
        changed = "sometimes";
        ring.restore(0);
        record();
        ReplayDifference result = playChanged("", 1);
        assertEquals(CHANGED, result.tick());
        assertEquals(List.of("sometimes"), result.systems());
    }

    @Test
    void shouldNameNoSystemIfTheInputDiffers() {
        record();
        for (String input : List.of("input", "commands")) {
            ReplayDifference result = playChanged(input, 2);
            assertEquals(input.equals("input") ? CHANGED : CHANGED + 1, result.tick(), result::toString);
            assertEquals(List.of(), result.systems(), result::toString);
            assertTrue(result.components().contains("the entities that are alive"), result::toString);
        }
    }

    @Test
    void shouldNameTheSystemFromAFile() {
        record();
        byte[] bytes = Saving.bytes(replay::save);
        changed = "heal";
        ring.restore(0);
        try (Replay loaded = Replay.load(Saving.source(bytes), schedule, (to, buffer, offset, length) -> {})) {
            ReplayDifference result = loaded.play(TICKS, 1);
            assertEquals(CHANGED, result.tick());
            assertEquals(List.of("heal"), result.systems());
        }
        changed = "";
        ring.restore(0);
        try (Replay loaded = Replay.load(Saving.source(bytes), schedule, (to, buffer, offset, length) -> {})) {
            loaded.play(3, 1);
            loaded.tick(1); // records again, with hashes after each system
            ring.restore(0);
            changed = "heal";
            assertEquals(4, loaded.lastTick());
            assertTrue(loaded.play(4).isSame());
        }
    }

    /** Another program, without one of the systems, and with another one. */
    @Test
    void shouldNameSystemsThatOnlyOneProgramHas() {
        record();
        byte[] bytes = Saving.bytes(replay::save);
        ring.restore(0);
        schedule.close();
        try (Schedule other = Schedule.builder(world)
                        .add("move", move, reads(Velocity.TYPE), writes(Position.TYPE))
                        .add("recruit", () -> {}, spawns())
                        .add("stop", () -> moving.forEach(row -> row.set(Velocity.DX, 0)), exclusive())
                        .build();
                Replay loaded = Replay.load(Saving.source(bytes), other, (to, buffer, offset, length) -> {})) {
            ReplayDifference result = loaded.play(TICKS);
            assertEquals(1, result.tick());
            assertEquals(List.of("heal"), result.systems());
            assertTrue(result.components().contains(Health.TYPE.name()), result::toString);
        }
    }

    @Test
    void shouldRecordATickInWhichASystemThrows() {
        changed = "fail";
        for (int i = 1; i <= TICKS; i++) {
            if (i >= CHANGED) {
                assertThrows(SystemException.class, () -> replay.tick(1));
            } else {
                replay.tick(1);
            }
        }
        assertEquals(TICKS, replay.lastTick());
        ReplayDifference result = playChanged("", 1);
        assertTrue(result.isSame());
        assertEquals(CHANGED - 1, result.compared());
    }

    /** Each allocation is refused once: the tick has no hashes then, or was not recorded. */
    @Test
    void shouldSurviveRefusedMemory() {
        int refused = 0;
        for (int nth = 1; nth < 60; nth++) {
            memory.failNth(nth % 12 + 1);
            try {
                replay.tick(1);
            } catch (NativeMemoryException e) {
                refused++;
            }
            memory.failNth(-1);
            assertEquals(world.time().tick(), replay.lastTick());
        }
        assertTrue(refused > 0, "none");
        ring.restore(0);
        ReplayDifference result = replay.play(replay.lastTick(), 1);
        assertTrue(result.isSame(), result::toString);
        assertTrue(result.compared() > 20);
    }
}
