package basalt.world;

import static basalt.system.Access.reads;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.component.layout.BlockLayout;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.system.Schedule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompactTest extends WorldFixture {
    private static final int COUNT = 40_000;

    private final Template template = world.template().with(new Position(0, 0)).build();
    private final Query positions = world.query().all(Position.TYPE).build();
    private final List<Long> kept = new ArrayList<>();

    /** Every third entity is kept; x is its number. */
    private void makeHoles() {
        long[] all = new long[COUNT];
        template.spawn(all);
        for (int i = 0; i < COUNT; i++) {
            world.set(all[i], Position.X, i);
            if (i % 3 == 0) {
                kept.add(all[i]);
            } else {
                world.destroy(all[i]);
            }
        }
    }

    private void assertKept() {
        for (int i = 0; i < kept.size(); i++) {
            assertEquals(3 * i, world.get(kept.get(i), Position.X));
        }
        assertEquals(kept.size(), positions.count());
        StoreInvariants.check(world);
    }

    @Test
    void shouldMakeRowsDense() {
        makeHoles();
        long words = positions.stats().words();
        Compaction done = world.rows().compact();
        assertTrue(done.isComplete());
        assertTrue(done.entitiesMoved() > kept.size() / 2 && done.entitiesMoved() < kept.size());
        assertEquals(2, done.blocksFreed());
        assertTrue(positions.stats().words() < words / 2);
        assertEquals(1, positions.stats().spans());
        assertKept();
        assertSame(Compaction.NOTHING, world.rows().compact(), "nothing is left to do");
    }

    @Test
    void shouldGiveMemoryBack() {
        Template wide = world.template().with(Matrix.TYPE).build();
        long[] all = new long[COUNT];
        wide.spawn(all);
        for (int i = 0; i < COUNT / 2; i++) {
            world.destroy(all[i]);
        }
        long before = world.statistics().memory().reservedBytes();
        world.rows().compact();
        assertTrue(world.statistics().memory().reservedBytes() < before - BlockLayout.ROWS * 40);
        int blocks = world.statistics().memory().blocks();
        template.spawn(COUNT / 2 - BlockLayout.ROWS);
        assertEquals(blocks, world.statistics().memory().blocks());
        StoreInvariants.check(world);
    }

    /** A block without entities goes to smaller memory, which may be refused at first. */
    @Test
    void shouldGiveMemoryBackLater() {
        FailingMemory memory = new FailingMemory(MemorySource.direct(), 0, 4);
        try (World other = World.builder().memory(memory).build()) {
            other.template().with(Matrix.TYPE).build().spawn(COUNT);
            other.query().all(Matrix.TYPE).build().bulk().destroy();
            memory.failNth(2);
            long before = other.statistics().memory().reservedBytes();
            assertEquals(new Compaction(0, 3, 0, true), other.rows().compact());
            long between = other.statistics().memory().reservedBytes();
            assertSame(Compaction.NOTHING, other.rows().compact());
            long after = other.statistics().memory().reservedBytes();
            assertTrue(before > between && between - after > 2 * BlockLayout.ROWS * 40);
            StoreInvariants.check(other);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 5000})
    void shouldGoOnWhereItStopped(int most) {
        makeHoles();
        Compaction first = world.rows().compactRows(most);
        assertEquals(most, first.entitiesMoved());
        long left = first.entitiesLeft();
        long moved = most;
        while (left > 0) {
            kept.add(template.spawn()); // fills a hole, or follows the last
            world.set(kept.get(kept.size() - 1), Position.X, 3 * (kept.size() - 1));
            Compaction next = world.rows().compactRows(Math.max(most, 2000));
            moved += next.entitiesMoved();
            left = next.entitiesLeft();
        }
        assertTrue(moved < kept.size());
        assertKept();
    }

    @Test
    void shouldEndWithItsBudget() {
        makeHoles();
        Compaction done = world.rows().compact(1);
        assertEquals(512, done.entitiesMoved(), "it looks at the clock after so many");
        assertFalse(done.isComplete());
        while (!world.rows().compact(50).isComplete()) {
            assertTrue(world.isAlive(kept.get(0)));
        }
        assertKept();
    }

    /** Single spawns claim rows of a word at a time, which would stay claimed. */
    @Test
    void shouldGiveBackBlocksInWhichRowsWereClaimed() {
        Template other = world.template().with(Health.TYPE).build();
        for (Template each : List.of(template, other)) {
            each.spawn(1000); // too many for shared blocks
            each.spawn();
        }
        long loose = world.spawn();
        long promised = other.spawn(world.commands());
        world.query().any(Position.TYPE, Health.TYPE).build().bulk().destroy();
        assertEquals(1, template.compact().blocksFreed());
        assertEquals(0, template.compact().blocksFreed());
        assertEquals(0, world.rows().compact().blocksFreed(), "one row is reserved, and one has an entity");
        world.applyCommands();
        assertTrue(world.isAlive(promised));
        world.destroy(promised);
        world.destroy(loose);
        assertEquals(2, world.rows().compact().blocksFreed());
        assertTrue(world.isAlive(other.spawn()) && world.isAlive(template.spawn()) && world.isAlive(world.spawn()));
        StoreInvariants.check(world);
    }

    @Test
    void shouldUseIndicesThatHaveMovedAgain() {
        makeHoles();
        world.rows().compact();
        List<Long> more = new ArrayList<>();
        for (int i = 0; i < 2 * COUNT; i++) {
            long entity = i % 2 == 0 ? template.spawn() : world.spawn();
            more.add(entity);
            assertFalse(i < 100 && kept.contains(entity));
        }
        assertEquals(
                more.size(), more.stream().mapToInt(Entity::index).distinct().count());
        assertEquals(kept.size() + more.size(), world.entityCount());
        for (int i = 0; i < kept.size(); i++) {
            assertEquals(3 * i, world.get(kept.get(i), Position.X));
        }
        StoreInvariants.check(world);
    }

    /** The memory of the rows' indices is freed with their world, whose blocks are used again. */
    @Test
    void shouldLeaveNoIndicesToOtherWorlds() {
        makeHoles();
        world.rows().compact();
        world.close();
        try (World next = World.create()) {
            RowKernel kernel = next.query().all(Position.TYPE).build().kernel(row -> row.set(Position.X, row.index()));
            assertEquals(List.of("Position.x"), kernel.explain().writes());
        }
    }

    private static void assertRefused(String part, Executable call) {
        String message = assertThrows(IllegalStateException.class, call).getMessage();
        assertTrue(message.contains(part), message);
    }

    @Test
    void shouldBeRefusedWhileRowsAreInUse() {
        makeHoles();
        positions.forEach(row -> assertRefused("iteration", world.rows()::compact));
        try (RowCursor cursor = positions.cursor()) {
            assertTrue(cursor.next());
            assertRefused("iteration", template::compact);
        }
        world.observers().onAdd(Health.TYPE, entity -> assertRefused("observer", world.rows()::compact));
        world.add(kept.get(0), new Health(1));
        assertThrows(IllegalArgumentException.class, () -> world.rows().compact(0));
        assertThrows(IllegalArgumentException.class, () -> world.rows().compactRows(-1));
        assertThrows(IllegalArgumentException.class, () -> template.compactRows(0));
        assertKept();
    }

    @Test
    void shouldBeRefusedInSystemsThatAreNotExclusive() {
        makeHoles();
        try (Schedule schedule = Schedule.builder(world)
                .add("reader", () -> assertRefused("exclusive()", world.rows()::compact), reads(Position.TYPE))
                .build()) {
            schedule.tick(1);
        }
        assertKept();
    }

    @Test
    void shouldBeAllowedInExclusiveSystems() {
        makeHoles();
        try (Schedule schedule = Schedule.builder(world)
                .add("compact", () -> assertTrue(world.rows().compact().isComplete()), basalt.system.Access.exclusive())
                .build()) {
            schedule.tick(1);
        }
        assertEquals(1, positions.stats().spans());
        assertKept();
    }

    /** Also if the number of entities is just enough, and a block of another template is empty. */
    @Test
    void shouldGiveAllEmptyBlocksBackWithTheLastEntity() {
        long hole = world.spawn();
        world.spawn();
        world.destroy(hole);
        template.spawn(COUNT);
        positions.bulk().destroy();
        Compaction done = world.rows().compactRows(1);
        assertEquals(new Compaction(1, world.statistics().memory().blocks() - 1, 0, true), done);
        assertSame(Compaction.NOTHING, world.rows().compact());
        StoreInvariants.check(world);
    }

    @Test
    void shouldKeepBlocksOfOneRow() {
        assertSame(Compaction.NOTHING, world.rows().compact());
        long entity = world.spawn();
        assertSame(Compaction.NOTHING, world.rows().compact());
        world.destroy(entity);
        assertTrue(world.rows().compact().isComplete());
        assertTrue(world.isAlive(world.spawn()));
        StoreInvariants.check(world);
    }
}
