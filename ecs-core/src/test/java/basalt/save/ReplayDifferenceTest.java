package basalt.save;

import static basalt.system.Access.exclusive;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.SaveFormatException;
import basalt.memory.MemorySource;
import basalt.query.Query;
import basalt.storage.StateBuffer;
import basalt.storage.file.ReplayTables;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.system.Schedule;
import basalt.world.Template;
import basalt.world.World;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayDifferenceTest {
    private static final Replay.Input IGNORED = (world, buffer, offset, length) -> {};

    @TempDir
    private Path folder;

    private int files;

    /** What is other than usual in a run. */
    private record Change(int healedBy, int inTick, int inputInTick, int extraTicks, boolean spawns, boolean skips) {
        static final Change NONE = new Change(1, 0, 0, 0, false);

        Change(int healedBy, int inTick, int inputInTick, int extraTicks, boolean spawns) {
            this(healedBy, inTick, inputInTick, extraTicks, spawns, false);
        }
    }

    /** Records ten ticks of a world with two systems, and a command in each tick. */
    private Path record(BiFunction<Schedule, Replay.Input, Replay> kind, Change change) {
        Path file = folder.resolve("run-" + files++ + ".replay");
        try (World world = World.create()) {
            Template soldier = world.template().with(new Health(1)).build();
            for (int i = 0; i < 100; i++) {
                world.spawn(new Health(i), new Position(i, 0));
            }
            Query healthy = world.query().all(Health.TYPE).build();
            Query placed = world.query().all(Position.TYPE).build();
            try (Schedule schedule = Schedule.builder(world)
                            .workers(1)
                            .add(
                                    "heal",
                                    healthy.kernel(row -> row.set(
                                            Health.POINTS,
                                            row.get(Health.POINTS)
                                                    + (world.time().tick() == change.inTick ? change.healedBy : 1))),
                                    writes(Health.TYPE))
                            .add("idle", () -> {}, exclusive())
                            .add(
                                    "move",
                                    placed.kernel(row -> row.set(Position.X, row.get(Position.X) + 1)),
                                    writes(Position.TYPE))
                            .build();
                    Replay replay = kind.apply(schedule, IGNORED)) {
                UnsafeBuffer input = new UnsafeBuffer(new byte[4]);
                for (int tick = 1; tick <= 10 + change.extraTicks; tick++) {
                    soldier.spawn(world.commands());
                    if (change.spawns && tick == 6) {
                        soldier.spawn(world.commands());
                    }
                    input.putInt(0, tick == change.inputInTick ? 77 : tick);
                    if (change.skips && tick == 5) {
                        schedule.disable("idle");
                    }
                    replay.tick(1, input, 0, 4);
                }
                replay.save(file);
            }
        }
        return file;
    }

    private Path record(Change change) {
        return record(Replay::ofEachSystem, change);
    }

    private Path recordEach(int ticks, Change change) {
        return record((schedule, input) -> new Replay(schedule, ticks, input), change);
    }

    @Test
    void shouldFindNoDifferenceOfEqualRunsOnAnyThread() {
        Path first = record(Change.NONE);
        Path second = record(Change.NONE);
        ReplayDifference found = CompletableFuture.supplyAsync(() -> ReplayDifference.between(first, second))
                .join();
        assertTrue(found.isSame());
        assertEquals(new ReplayDifference(10, 10, 0, List.of(), List.of(), 0), found);
    }

    @Test
    void shouldNameTickComponentAndSystem() {
        ReplayDifference found = ReplayDifference.between(record(Change.NONE), record(new Change(2, 7, 0, 0, false)));
        assertFalse(found.isSame());
        assertEquals(7, found.tick());
        assertEquals(7, found.compared());
        assertEquals(List.of(Health.TYPE.name()), found.components());
        assertEquals(List.of("heal"), found.systems());
        assertEquals(0, found.givenTick());
    }

    @Test
    void shouldFindNoDifferenceInASystemThatHasRunInOneOfTheRunsOnly() {
        assertTrue(ReplayDifference.between(record(Change.NONE), record(new Change(1, 0, 0, 0, false, true)))
                .isSame());
    }

    @Test
    void shouldNameOtherInput() {
        ReplayDifference found = ReplayDifference.between(record(Change.NONE), record(new Change(1, 0, 4, 0, false)));
        assertTrue(found.isSame());
        assertEquals(4, found.givenTick());
    }

    @Test
    void shouldNameOtherCommands() {
        ReplayDifference found = ReplayDifference.between(record(Change.NONE), record(new Change(1, 0, 0, 0, true)));
        assertEquals(6, found.givenTick());
        assertEquals(6, found.tick());
        assertTrue(found.components().contains("the entities that are alive"), () -> found.toString());
        assertEquals(List.of(), found.systems());
    }

    @Test
    void shouldCompareTheTicksThatBothHave() {
        ReplayDifference found = ReplayDifference.between(record(new Change(2, 12, 0, 5, false)), record(Change.NONE));
        assertEquals(new ReplayDifference(10, 10, 0, List.of(), List.of(), 0), found);
    }

    @Test
    void shouldCompareRecordingsOfDifferentIntervals() {
        ReplayDifference found =
                ReplayDifference.between(recordEach(3, Change.NONE), recordEach(2, new Change(5, 6, 0, 0, false)));
        assertEquals(10, found.ticks());
        assertEquals(7, found.tick()); // hashes after ticks 1, 4, 7, 10 and after 1, 3, 5, 7, 9
        assertEquals(2, found.compared());
        assertEquals(List.of(), found.systems());
    }

    @Test
    void shouldCompareNothingWithoutCommonTicks() {
        Path empty = folder.resolve("empty.replay");
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world).build();
                Replay replay = new Replay(schedule, 1, IGNORED)) {
            replay.save(empty);
        }
        assertEquals(
                new ReplayDifference(0, 0, 0, List.of(), List.of(), 0),
                ReplayDifference.between(empty, record(Change.NONE)));
    }

    @Test
    void shouldRefuseFilesThatAreNoReplay() throws Exception {
        Path good = record(Change.NONE);
        Path bad = folder.resolve("bad.replay");
        assertThrows(UncheckedIOException.class, () -> ReplayDifference.between(good, bad));
        Files.writeString(bad, "no replay");
        assertThrows(SaveFormatException.class, () -> ReplayDifference.between(good, bad));
        byte[] bytes = Files.readAllBytes(good);
        bytes[bytes.length / 2] ^= 1;
        Files.write(bad, bytes);
        assertThrows(SaveFormatException.class, () -> ReplayDifference.between(bad, good));
        assertThrows(IllegalArgumentException.class, () -> ReplayDifference.between(null, good));
        assertThrows(IllegalArgumentException.class, () -> new ReplayDifference(0, 0, 0, null, List.of(), 0));
    }

    private static final long ALIVE = 0;
    private static final long DISABLED = 1;

    private final ReplayTables tables = new ReplayTables();

    private static void write(StateBuffer to, int system, long... hashes) {
        to.putLong((long) hashes.length / 3 << Integer.SIZE | (system < 0 ? 0 : 1));
        if (system >= 0) {
            to.putLong(system);
        }
        for (long value : hashes) {
            to.putLong(value);
        }
    }

    /** A file of a few megabytes could have millions of them. */
    @Test
    void shouldKeepNoPassesInWhichNoSystemHasRun() {
        try (StateBuffer states = new StateBuffer(MemorySource.direct())) {
            int move = tables.system("move");
            states.putLong(1_003);
            write(states, -1);
            for (int i = 0; i < 500; i++) {
                write(states, -1);
            }
            write(states, move, DISABLED, 3, 4, ALIVE, 1, 2);
            for (int i = 0; i < 500; i++) {
                write(states, -1);
            }
            write(states, -1, ALIVE, 5, 6);
            states.position(0);
            List<HashedPass> passes = RecordedStates.read(states, tables);
            assertEquals(3, passes.size());
            assertEquals(List.of("move"), passes.get(1).names());
            assertEquals(states.end(), states.position());

            int alive = tables.id((int) ALIVE);
            int disabled = tables.id((int) DISABLED);
            assertEquals(
                    List.of(Math.min(alive, disabled), Math.max(alive, disabled)),
                    passes.get(1).hashes().differences(passes.get(2).hashes()));
            assertTrue(passes.get(1).hashes().hasOtherRows(passes.get(2).hashes(), disabled));
            assertEquals(
                    List.of(), passes.get(1).hashes().differences(passes.get(1).hashes()));
        }
    }
}
