package basalt.storage;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.system.Access.exclusive;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.ForwardingMemory;
import basalt.memory.NativeMemoryException;
import basalt.memory.Soak;
import basalt.save.Contents;
import basalt.save.Determinism;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.system.Schedule;
import basalt.world.StateHashes;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Restorations of worlds in which rows have moved between the states. */
class MovedRestorationTest {
    private static final int MOST_ALLOCATIONS = 200;

    private final CountingMemory counting = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
    private final FailingMemory failing = new FailingMemory(counting);
    private int failingFree;

    /** Fails in its n-th call of free. */
    private final ForwardingMemory memory = new ForwardingMemory(failing) {
        @Override
        public void free(long address, long bytes) {
            super.free(address, bytes);
            if (failingFree > 0 && --failingFree == 0) {
                throw new OutOfMemoryError("for a test");
            }
        }
    };

    private World world = World.builder().memory(memory).build();
    private Rows rows = StoreInvariants.storeOf(world).rows();

    @AfterEach
    void close() {
        world.close();
        assertEquals(0, counting.outstanding());
    }

    private int row(long entity) {
        return MovedRows.row(world, entity);
    }

    /** Moves an entity to a row, whose contents go to its old row. */
    private void move(long entity, int target) {
        MovedRows.move(world, new int[] {row(entity)}, new int[] {target});
    }

    private long capture(Snapshots ring) {
        world.time().advance(1);
        return ring.capture();
    }

    private List<Long> spawn(Template template, int count) {
        List<Long> spawned = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            spawned.add(template.spawn());
        }
        return spawned;
    }

    @Test
    void shouldHashTheOrder() {
        List<Long> entities = spawn(world.template().with(new Health(1)).build(), ROWS + 100);
        int first = row(entities.get(0));
        long before = Saves.stateHash(world);
        long ofHealth = Saves.stateHash(world, Health.TYPE);
        move(entities.get(0), row(entities.get(ROWS + 50)));
        long after = StateHashes.requireExact(world);
        assertNotEquals(before, after);
        assertEquals(ofHealth, Saves.stateHash(world, Health.TYPE));
        move(entities.get(7), row(entities.get(0)));
        assertNotEquals(after, StateHashes.requireExact(world));
        move(entities.get(7), row(entities.get(0)));
        move(entities.get(0), first);
        assertEquals(before, StateHashes.requireExact(world));
    }

    @Test
    void shouldForgetTheOrderThatItDidNotHave() {
        List<Long> entities = spawn(world.template().with(new Health(1)).build(), 300);
        try (Snapshots ring = Saves.snapshots(world, 2)) {
            long tick = capture(ring);
            long before = Saves.stateHash(world);
            move(entities.get(3), row(entities.get(4)));
            long later = capture(ring);
            long after = Saves.stateHash(world);
            long bytes = ring.reservedBytes();
            ring.restore(tick);
            assertEquals(before, StateHashes.requireExact(world));
            assertFalse(rows.entities().permutation().isAny(), "lookups are as fast as before");
            ring.restore(later);
            assertEquals(after, StateHashes.requireExact(world));
            assertEquals(row(entities.get(3)) + 1, row(entities.get(2)) + 3);
            assertEquals(bytes, ring.reservedBytes());
        }
    }

    /** The rows of a block that has not changed since have indices of it. */
    @Test
    void shouldKeepTheOrderOfBlocksThatAreReplaced() {
        List<Long> first = spawn(world.template().with(new Health(1)).build(), 300);
        List<Long> second = spawn(world.template().with(new Health(2)).build(), 300);
        List<Long> third = spawn(world.template().with(new Health(3)).build(), 300);
        long here = first.get(299);
        long there = third.get(299);
        int from = row(here);
        int to = row(there);
        assertTrue(from / ROWS < row(second.get(299)) / ROWS && row(second.get(299)) / ROWS < to / ROWS);
        move(here, to);
        try (Snapshots ring = Saves.snapshots(world, 2)) {
            long tick = capture(ring);
            second.forEach(world::destroy);
            MovedRows.compact(world);
            ring.restore(tick);
            StoreInvariants.check(world);
            assertEquals(from, row(there));
            assertEquals(to, row(here));
            second.forEach(entity -> assertEquals(2, world.get(entity, Health.POINTS)));
            assertEquals(1, world.get(here, Health.POINTS));
            assertEquals(3, world.get(there, Health.POINTS));
        }
    }

    /** An entity keeps its reference where it is, and another one does not get it. */
    @Test
    void shouldClearExcludedReferencesOfRowsThatHaveMoved() {
        long stays = world.spawn(new Label("stays"));
        long moves = world.spawn(new Label("moves"));
        long other = world.spawn(new Label("other"));
        try (Snapshots ring = Saves.snapshots(world, 2, Label.class)) {
            long tick = capture(ring);
            move(moves, row(other));
            assertEquals("moves", world.get(moves, Label.TEXT));
            ring.restore(tick);
            assertEquals("stays", world.get(stays, Label.TEXT));
            assertNull(world.get(moves, Label.TEXT));
            assertNull(world.get(other, Label.TEXT));
        }
    }

    @Test
    void shouldRestoreReferencesThatAreNotWritten() {
        long one = world.spawn(new Rare(1, "one"));
        long other = world.spawn(new Rare(2, "other"));
        try (Snapshots ring = Saves.snapshots(world, 3)) {
            long first = capture(ring);
            move(one, row(other));
            long second = capture(ring);
            world.add(one, new Rare(3, "later"));
            for (long tick : new long[] {first, second, first}) {
                ring.restore(tick);
                assertSame("one", world.get(one, Rare.NOTE));
                assertSame("other", world.get(other, Rare.NOTE));
                assertEquals(1, world.get(one, Rare.CHARGE));
            }
        }
    }

    @Test
    void shouldNameTheOrderThatDiffers() {
        List<Long> entities = spawn(world.template().with(new Health(1)).build(), 300);
        int[] runs = {0};
        Schedule schedule = Schedule.builder(world)
                .add("idle", () -> {})
                .add("arrange", () -> move(entities.get(runs[0]++ % 7), row(entities.get(10))), exclusive())
                .build();
        String message = assertThrows(AssertionError.class, () -> Determinism.check(schedule, 3))
                .getMessage();
        assertTrue(message.contains("system \"arrange\" has changed the order of the entities"), message);
        schedule.close();
    }

    /** All that a restoration must put back. */
    private record State(long tick, Map<Long, String> contents, Map<Long, Integer> rows, long hash) {}

    private State state() {
        Map<Long, String> contents = Contents.byHandle(world, Health.TYPE, Position.TYPE, Rare.TYPE);
        Map<Long, Integer> rowNumbers = new LinkedHashMap<>();
        contents.keySet().forEach(entity -> rowNumbers.put(entity, row(entity)));
        return new State(world.time().tick(), contents, rowNumbers, StateHashes.requireExact(world));
    }

    /** Makes a world with four states, between which rows move, blocks become spare, and others are added. */
    private List<State> makeStates(Snapshots ring) {
        List<State> states = new ArrayList<>();
        Template healths = world.template().with(new Health(1)).build();
        Template positions = world.template().with(new Position(1, 2)).build();
        List<Long> all = spawn(healths, 600);
        all.addAll(spawn(positions, 600));
        all.addAll(spawn(healths, ROWS));
        states.add(captured(ring));
        all.subList(300, ROWS).forEach(world::destroy);
        all.subList(0, 100).forEach(entity -> world.add(entity, new Rare(4, "note")));
        MovedRows.compact(world);
        states.add(captured(ring));
        List<Long> more = spawn(positions, 2 * ROWS);
        move(more.get(0), row(all.get(0)));
        states.add(captured(ring));
        all.subList(0, 50).forEach(world::destroy);
        more.subList(0, ROWS).forEach(world::destroy);
        MovedRows.compact(world);
        states.add(captured(ring));
        return states;
    }

    private State captured(Snapshots ring) {
        capture(ring);
        return state();
    }

    /** Refuses each allocation of a call once: nothing has changed then, and the next call works. */
    private void assertAtomic(int least, Consumer<Snapshots> preparation, Consumer<Snapshots> call) {
        for (int nth = 1; nth < MOST_ALLOCATIONS; nth += Soak.times(6, 1)) {
            Snapshots ring = Saves.snapshots(world, 5);
            List<State> states = makeStates(ring);
            preparation.accept(ring);
            State before = state();
            failing.failNth(nth);
            try {
                call.accept(ring);
            } catch (NativeMemoryException e) {
                assertEquals(before, state(), "allocation " + nth);
                StoreInvariants.check(world);
                assertEquals(
                        counting.allocatedBytes(), world.statistics().memory().totalBytes(), "allocation " + nth);
                call.accept(ring);
            }
            boolean hasFailed = failing.hasFailed();
            failing.failNth(0);
            for (State state : states) {
                requireRestored(ring, state);
            }
            close();
            world = World.builder().memory(memory).build();
            rows = StoreInvariants.storeOf(world).rows();
            if (!hasFailed) {
                assertTrue(nth > least, "so few allocations: " + nth);
                return;
            }
        }
        throw new AssertionError("there is no end of allocations");
    }

    private void requireRestored(Snapshots ring, State state) {
        ring.restore(state.tick());
        StoreInvariants.check(world);
        assertEquals(state, state());
        assertEquals(counting.allocatedBytes(), world.statistics().memory().totalBytes());
    }

    @Tag("slow")
    @Test
    void shouldRestoreAllOrNothing() {
        assertAtomic(2, ring -> {}, ring -> ring.restore(1));
        assertAtomic(2, ring -> {}, ring -> ring.restore(3));
        assertAtomic(2, ring -> ring.restore(1), ring -> ring.restore(4));
    }

    @Test
    void shouldCaptureAllOrNothing() {
        assertAtomic(
                2,
                ring -> {
                    world.spawn(new Position(1, 2));
                    MovedRows.compact(world);
                    world.query().all(Position.TYPE).build().forEach(row -> row.set(Position.X, 7));
                    world.time().advance(1);
                },
                Snapshots::capture);
    }

    static IntStream failingFrees() {
        return IntStream.rangeClosed(1, Soak.times(1, 5));
    }

    /** The memory fails when pages and blocks are freed: the next restoration puts everything right. */
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("failingFrees")
    void shouldBePutRightAfterAFailure(int nthFree) {
        Snapshots ring = Saves.snapshots(world, 5);
        List<State> states = makeStates(ring);
        for (State from : states) {
            for (State to : states) {
                requireRestored(ring, from);
                failingFree = nthFree;
                try {
                    ring.restore(to.tick());
                } catch (OutOfMemoryError e) {
                    assertEquals(0, failingFree);
                    assertThrows(IllegalStateException.class, ring::capture);
                }
                failingFree = 0;
                requireRestored(ring, from);
            }
        }
    }
}
