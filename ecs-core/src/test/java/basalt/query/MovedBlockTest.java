package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.internal.Strict;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.storage.MovingBlocks;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Rarer;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.Velocity;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.world.RemovedComponents;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A block that moves in the middle of something is followed by all that have its address. */
class MovedBlockTest {
    private static final int COUNT = 200;
    private final MovingBlocks moving = new MovingBlocks(true);
    private final FailingMemory memory = new FailingMemory(DirtyMemory.atBothEnds(0xFF));
    private final World world = World.builder().memory(memory).build();
    private final Query positions = world.query().all(Position.TYPE).build();
    private final Query all = world.query().build();
    /** Components that no row has yet. */
    private final Deque<Component<?>> late = new ArrayDeque<>(List.of(
            Health.TYPE,
            Frozen.TYPE,
            Rare.TYPE,
            Velocity.TYPE,
            Label.TYPE,
            Kinds.TYPE,
            Vectors.TYPE,
            Rarer.TYPE,
            Matrix.TYPE,
            Burning.TYPE));

    @BeforeEach
    void spawn() {
        world.template().with(Position.TYPE).build().spawn(COUNT);
    }

    @AfterEach
    void close() {
        moving.close();
        assertEquals(0, world.frame().usedBytes());
        world.close();
    }

    /** The addresses of all blocks. */
    private List<Long> addresses() {
        List<Long> addresses = new ArrayList<>();
        all.forEachSpan(span -> {
            if (!addresses.contains(span.baseUnchecked())) {
                addresses.add(span.baseUnchecked());
            }
        });
        return addresses;
    }

    /** Adds a component that no row has yet, so that the entity's block moves. */
    private void move(long entity) {
        List<Long> before = addresses();
        world.add(entity, late.remove());
        assertNotEquals(before, addresses());
    }

    /** A body that writes before and after its block moves, in every 40th row. */
    private void write(Row row) {
        int index = row.index();
        row.set(Position.X, index);
        if (index % 40 == 3) {
            move(row.entity());
        }
        assertEquals(index, row.index());
        assertEquals(index, row.get(Position.X));
        row.set(Position.Y, row.get(Position.X) + 1);
        assertTrue(row.has(Position.TYPE));
        assertTrue(world.isAlive(row.entity()));
        assertEquals(index, Entity.index(row.entity()));
    }

    private void assertWritten() {
        assertEquals(5, 10 - late.size());
        int[] rows = {0};
        positions.forEach(row -> {
            assertEquals(new Position(row.index(), row.index() + 1), world.get(row.entity(), Position.TYPE));
            rows[0]++;
        });
        assertEquals(COUNT, rows[0]);
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeFollowedByLoops(Loop loop) {
        loop.run(positions, this::write);
        assertWritten();
    }

    @Test
    void shouldBeFollowedByKernelsWithCommands() {
        positions
                .kernel((row, commands) -> {
                    write(row);
                    commands.set(row.entity(), Position.Y, row.index() + 1);
                })
                .run();
        assertWritten();
    }

    @Test
    void shouldBeFollowedBySelections() {
        Selection selection = Selection.of(positions).collect().sortByDescending(Position.X);
        selection.forEach(this::write);
        assertWritten();
        world.frame().reset();
    }

    @Test
    void shouldBeFollowedByInitialisers() {
        late.clear();
        late.addAll(List.of(Velocity.TYPE, Health.TYPE, Frozen.TYPE, Kinds.TYPE, Label.TYPE, Matrix.TYPE, Rare.TYPE));
        Template template = world.template().with(Position.TYPE).build();
        int[] before = {COUNT};
        RowBody body = row -> {
            row.set(Position.X, before[0]++);
            if (before[0] % 100 == 0) {
                move(row.entity());
            }
            row.set(Position.Y, row.get(Position.X) + 1);
        };
        template.kernel(body).spawn(300);
        template.spawn(300, body);
        int[] expected = {COUNT};
        positions.forEach(row -> {
            if (row.index() >= ROWS) {
                assertEquals(expected[0]++, row.get(Position.X));
                assertEquals(expected[0], row.get(Position.Y));
            }
        });
        assertEquals(COUNT + 600, expected[0]);
    }

    @Test
    void shouldBeFollowedBySpansAndTheirRows() {
        positions.forEachSpan(this::writeSpan);
        List<Position> values = new ArrayList<>();
        positions.forEach(row -> values.add(world.get(row.entity(), Position.TYPE)));
        assertEquals(List.of(new Position(1, 2), new Position(3, 4), new Position(5, 6)), values.subList(0, 3));
        assertEquals(new Position(0, 0), values.get(3));
    }

    /** Writes through rows and buffers that were made before and after moves. */
    private void writeSpan(Span span) {
        int first = span.from();
        UnsafeBuffer x = new UnsafeBuffer(0, 0);
        UnsafeBuffer y = new UnsafeBuffer(0, 0);
        UnsafeBuffer other = new UnsafeBuffer(0, 0);
        span.wrap(Position.X, x);
        span.wrap(Position.Y, other);
        other.wrap(new byte[8]); // the user's own again
        Row early = span.row(first);
        move(span.entity(first));
        span.wrap(Position.Y, y);
        Row row = span.row(first + 1);
        move(span.entity(first + 1));
        early.set(Position.X, 1);
        early.set(Position.Y, 2);
        row.set(Position.X, 3);
        row.set(Position.Y, 4);
        assertEquals(3, x.getFloat(4));
        x.putFloat(8, 5);
        y.putFloat(8, 6);
        assertEquals(first + 2, span.row(first + 2).index());
        assertEquals(5, span.row(first + 2).get(Position.X));
        assertEquals(8, other.capacity());
        assertEquals(0, other.getLong(0));
        assertTrue(addresses().contains(span.baseUnchecked()));
    }

    @Test
    void shouldBeFollowedByLaterSpansOfARun() {
        world.destroy(all.first());
        int[] number = {0};
        positions.forEach(row -> {
            if (row.index() % 64 == 0) {
                world.destroy(row.entity());
            }
        });
        positions.forEachSpan(span -> {
            number[0]++;
            move(span.entity(span.from()));
            for (int row = span.from(); row < span.to(); row++) {
                span.row(row).set(Position.X, number[0]);
            }
        });
        assertEquals(4, number[0]);
        positions.forEach(row -> assertEquals(1 + row.index() / 64, row.get(Position.X)));
    }

    @Test
    void shouldBeFollowedByEnclosingRuns() {
        Query healthy = world.query().all(Health.TYPE).optional(Position.TYPE).build();
        long entity = all.first();
        world.add(entity, new Health(1));
        world.add(entity, Frozen.TYPE);
        late.removeAll(List.of(Health.TYPE, Frozen.TYPE));
        List<Runnable> inner = List.of(
                () -> healthy.kernel(row -> moveAndWrite(row, Health.POINTS)).run(),
                () -> healthy.forEach(row -> moveAndWrite(row, Health.POINTS)),
                () -> positions.forEach(row -> {
                    if (row.entity() == entity) {
                        moveAndWrite(row, null);
                    }
                }));
        for (Runnable run : inner) {
            positions
                    .kernel(outer -> {
                        outer.set(Position.X, 1);
                        if (outer.index() == 1) {
                            world.query()
                                    .all(Frozen.TYPE)
                                    .optional(Position.TYPE)
                                    .build()
                                    .forEachSpan(span -> {
                                        Row middle = span.row(span.from());
                                        run.run();
                                        middle.set(Position.Y, 7);
                                        assertEquals(entity, span.entity(span.from()));
                                    });
                        }
                        outer.set(Position.X, outer.get(Position.X) + 1);
                    })
                    .run();
            positions.forEach(row -> {
                assertEquals(2, row.get(Position.X));
                assertEquals(row.entity() == entity ? 7 : 0, row.get(Position.Y));
                row.set(Position.Y, 0);
            });
        }
        assertEquals(3, world.get(entity, Health.POINTS));
    }

    private void moveAndWrite(Row row, basalt.component.IntColumn count) {
        move(row.entity());
        if (count != null) {
            row.set(count, row.get(count) + 1);
        }
    }

    @Test
    void shouldBeFollowedByPartners() {
        Template seeking = world.template().with(Kinds.TYPE).build();
        late.remove(Kinds.TYPE);
        List<Long> targets = new ArrayList<>();
        positions.forEach(row -> targets.add(row.entity()));
        for (int i = 0; i < 4; i++) {
            world.set(seeking.spawn(), Kinds.TARGET, targets.get(i));
        }
        Query seekers = world.query().all(Kinds.TYPE).build();
        seekers.pairKernel(Kinds.TARGET, positions, (row, partner) -> {
                    row.set(Kinds.I32, 1);
                    partner.set(Position.X, 1);
                    move(partner.entity());
                    move(row.entity());
                    row.set(Kinds.I32, row.get(Kinds.I32) + 1);
                    partner.set(Position.X, partner.get(Position.X) + 2);
                })
                .run();
        seekers.forEach(row -> assertEquals(2, row.get(Kinds.I32)));
        assertEquals(0, world.get(targets.get(4), Position.X));
        targets.subList(0, 4).forEach(target -> assertEquals(3, world.get(target, Position.X)));
        targets.clear();
    }

    @Test
    void shouldBeFollowedByPartnersOfTheSameBlock() {
        List<Long> entities = new ArrayList<>();
        positions.forEach(row -> entities.add(row.entity()));
        world.add(entities.get(0), Kinds.TYPE);
        late.remove(Kinds.TYPE);
        world.set(entities.get(0), Kinds.TARGET, entities.get(1));
        Selection joined =
                Selection.of(world.query().all(Kinds.TYPE).build()).collect().join(Kinds.TARGET, positions);
        PairQuery.Body body = (row, partner) -> {
            move(row.entity());
            row.set(Kinds.I32, row.get(Kinds.I32) + 1);
            partner.set(Position.X, partner.get(Position.X) + 1);
        };
        world.query()
                .all(Kinds.TYPE)
                .build()
                .pairKernel(Kinds.TARGET, positions, body)
                .run();
        joined.forEachPair(body);
        assertEquals(2, world.get(entities.get(0), Kinds.I32));
        assertEquals(2, world.get(entities.get(1), Position.X));
        world.frame().reset();
    }

    @Test
    void shouldNotChangeWhatIsRead() {
        long entity = all.first();
        Query changed = world.query().all(Position.TYPE).changed(Position.TYPE).build();
        Query added = world.query().all(Position.TYPE).added(Position.TYPE).build();
        changed.forEach(row -> {});
        added.forEach(row -> {});
        try (RemovedComponents removed = world.removed(Position.TYPE)) {
            world.set(entity, Position.X, 4);
            move(entity);
            move(entity);
            assertEquals(1, changed.count());
            assertEquals(0, added.count());
            List<Long> before = new ArrayList<>();
            positions.forEach(row -> before.add(row.entity()));
            world.remove(entity, Position.TYPE);
            move(entity);
            List<Long> lost = new ArrayList<>();
            removed.forEach(lost::add);
            assertEquals(List.of(entity), lost);
            before.remove(entity);
            List<Long> after = new ArrayList<>();
            positions.forEach(row -> after.add(row.entity()));
            assertEquals(before, after);
        }
    }

    @Test
    void shouldMoveForBulkChangesInsideOfAnObserversScope() {
        List<Long> seen = new ArrayList<>();
        world.observers().onAdd(Velocity.TYPE, entity -> {
            seen.add(entity);
            positions
                    .kernel(row -> row.set(Position.X, row.get(Position.X) + 1))
                    .run();
            assertThrows(IllegalStateException.class, () -> world.add(entity, Frozen.TYPE));
            world.observers().commands().add(entity, new Health(seen.size()));
        });
        assertEquals(COUNT, positions.bulk().add(Velocity.TYPE));
        positions.forEach(row -> assertEquals(COUNT, row.get(Position.X)));
        for (int i = 0; i < COUNT; i++) {
            assertEquals(new Health(i + 1), world.get(seen.get(i), Health.TYPE));
        }
    }

    @Test
    void shouldMoveForCommandsOfAnObserver() {
        long entity = all.first();
        world.observers().onAdd(Velocity.TYPE, added -> {
            world.set(added, Velocity.DX, 5);
            world.observers().commands().add(added, new Health(6));
        });
        positions
                .kernel(row -> {
                    row.set(Position.X, 1);
                    if (row.entity() == entity) {
                        world.add(entity, new Velocity(1, 1));
                    }
                    row.set(Position.Y, row.get(Position.X) + 1);
                })
                .run();
        assertEquals(new Velocity(5, 1), world.get(entity, Velocity.TYPE));
        assertEquals(new Health(6), world.get(entity, Health.TYPE));
        positions.forEach(row -> assertEquals(2, row.get(Position.Y)));
    }

    @Test
    void shouldMoveBetweenCommandsForOneBlock() {
        List<Long> entities = new ArrayList<>();
        positions.forEach(row -> entities.add(row.entity()));
        for (long entity : entities) { // words and components in turn
            world.commands().add(entity, entity % 2 == 0 ? Health.TYPE : Frozen.TYPE);
            world.commands().add(entity, new Velocity(Entity.index(entity), 0));
            world.commands().set(entity, Position.X, Entity.index(entity));
            world.commands().disable(entity);
        }
        world.commands().add(entities.get(64), Rarer.TYPE);
        world.commands().add(entities.get(65), Rarer.TYPE);
        world.commands().add(entities.get(130), Rarer.TYPE);
        world.commands().add(entities.get(5), Rare.TYPE);
        world.applyCommands();
        for (long entity : entities) {
            assertEquals(entity % 2 == 0, world.has(entity, Health.TYPE));
            assertEquals(Entity.index(entity), world.get(entity, Velocity.DX));
            assertEquals(Entity.index(entity), world.get(entity, Position.X));
            assertFalse(world.isEnabled(entity));
        }
        assertTrue(world.has(entities.get(130), Rarer.TYPE));
    }

    @Test
    void shouldBeFollowedByClaimedAndReservedRows() {
        Template template =
                world.template().with(Position.TYPE).with(new Velocity(1, 2)).build();
        List<Long> entities = new ArrayList<>();
        entities.add(template.spawn());
        entities.add(template.spawn());
        long reserved = template.spawn(world.commands());
        entities.add(reserved);
        late.remove(Velocity.TYPE);
        move(entities.get(0));
        entities.add(template.spawn());
        move(entities.get(1));
        assertFalse(world.isAlive(reserved));
        long second = template.spawn(world.commands());
        entities.add(second);
        move(entities.get(3));
        world.applyCommands();
        entities.add(template.spawn());
        for (int i = 0; i < entities.size(); i++) {
            assertEquals(new Velocity(1, 2), world.get(entities.get(i), Velocity.TYPE));
            assertEquals(Entity.index(entities.get(0)) + i, Entity.index(entities.get(i)));
        }
    }

    @Test
    void shouldSpawnWhileABlockMovesAgainAndAgain() {
        Template template = world.template().with(Position.TYPE).build();
        List<Long> spawned = new ArrayList<>();
        template.spawn(300);
        spawned.add(template.spawn());
        positions
                .kernel(row -> {
                    spawned.add(template.spawn());
                    if (row.index() % 50 == 1) {
                        move(spawned.get(spawned.size() - 1));
                    }
                    spawned.add(template.spawn());
                    row.set(Position.X, 1);
                })
                .run();
        for (int i = 1; i < spawned.size(); i++) {
            assertEquals(spawned.get(i - 1) + 1, spawned.get(i));
            assertTrue(world.has(spawned.get(i), Position.TYPE));
        }
        assertEquals(1 + 2 * (COUNT + 301), spawned.size());
    }

    @Test
    void shouldKeepAWordThatHasBecomeEmpty() {
        long entity = all.first();
        world.add(entity, Health.TYPE);
        world.remove(entity, Health.TYPE); // its summary is cleared later
        late.remove(Health.TYPE);
        move(entity);
        Query healthy = world.query().all(Health.TYPE).build();
        assertEquals(0, healthy.count());
        world.add(entity, Health.TYPE);
        assertEquals(1, healthy.count());
        world.remove(entity, Health.TYPE);
        move(entity);
        world.add(entity, Frozen.TYPE);
        world.remove(entity, Frozen.TYPE);
        assertEquals(0, healthy.count());
        assertEquals(0, world.query().all(Frozen.TYPE).build().count());
    }

    @Test
    void shouldChangeNothingWithoutMemory() {
        long entity = all.first();
        List<Long> before = addresses();
        memory.failNext();
        assertThrows(NativeMemoryException.class, () -> world.add(entity, Health.TYPE));
        memory.failNext();
        assertThrows(NativeMemoryException.class, () -> world.add(entity, new Health(1)));
        memory.failNext();
        world.disable(entity); // needs no room
        world.enable(entity);
        assertThrows(NativeMemoryException.class, () -> positions.bulk().add(Health.TYPE));
        Template template = world.template().with(new Health(3)).build();
        memory.failNext();
        assertThrows(NativeMemoryException.class, template::spawn);
        memory.failNext();
        assertThrows(NativeMemoryException.class, () -> template.spawn(10));
        world.commands().set(entity, Position.X, 1); // takes the memory for commands
        long reserved = template.spawn(world.commands());
        memory.failNext();
        assertThrows(NativeMemoryException.class, world::applyCommands);
        assertFalse(world.isAlive(reserved));
        assertEquals(COUNT, world.entityCount());
        assertEquals(before, addresses());
        assertEquals(0, world.query().all(Health.TYPE).build().count());
        assertTrue(world.isEnabled(entity));
        assertTrue(world.add(entity, Health.TYPE));
        assertNotEquals(before, addresses());
        assertEquals(COUNT, positions.count());
    }

    @Test
    void shouldReleaseTheOldMemoryAfterTheOutermostIteration() {
        long entity = all.first();
        long before = world.statistics().memory().reservedBytes();
        move(entity);
        long moved = world.statistics().memory().reservedBytes();
        assertTrue(moved >= before);
        long[] inside = {0};
        positions.forEach(row -> {
            if (row.entity() == entity) {
                positions.forEach(inner -> {
                    if (inner.entity() == entity) {
                        move(entity);
                    }
                });
                inside[0] = world.statistics().memory().reservedBytes();
            }
        });
        assertTrue(inside[0] >= moved + before, "retained for users' copies of buffers");
        assertTrue(world.statistics().memory().reservedBytes() <= inside[0] - before);
    }

    /** Misuse that only strict mode detects: it must not reach memory that the block has moved out of. */
    @Test
    void shouldBeFollowedByRowsThatABodyHasKept() {
        assumeFalse(Strict.ON, "strict mode refuses kept rows");
        List<Row> kept = new ArrayList<>();
        RowKernel kernel = positions.kernel(row -> {
            row.set(Position.X, 1);
            if (row.index() == COUNT - 1) {
                kept.add(row);
            }
        });
        kernel.run();
        try (Schedule schedule = Schedule.builder(world)
                .workers(2)
                .add("keep", kernel, Access.writes(Position.TYPE))
                .build()) {
            schedule.tick(1);
            move(all.first());
            positions.forEach(row -> row.set(Position.X, 5)); // in the new memory
            assertEquals(2, kept.size());
            kept.forEach(row -> assertEquals(5, row.get(Position.X)));
        }
    }
}
