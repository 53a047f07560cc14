package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.Entity;
import basalt.internal.Strict;
import basalt.memory.MemoryScope;
import basalt.memory.NativeMemoryException;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.WorldFixture;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of a selection, and their lifetime. */
class SelectionTest extends WorldFixture {
    @Override
    protected void checkFrame() {}

    private Query query;
    private Selection selection;

    @BeforeEach
    void create() {
        query = world.query().all(Health.TYPE).none(Frozen.TYPE).build();
        selection = Selection.of(query);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, ROWS - 1, ROWS, ROWS + 1, 2 * ROWS + 5})
    void shouldTakeTheRowsThatMatchInAscendingOrder(int count) {
        List<Long> expected = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long entity = world.spawn(new Health(i));
            if (i % 7 == 3) {
                world.add(entity, Frozen.TYPE);
            } else if (i % 11 == 5) {
                world.disable(entity);
            } else if (i % 13 == 6) {
                world.disable(entity, Health.TYPE);
            } else {
                expected.add(entity);
            }
        }

        assertSame(selection, selection.collect());

        assertEquals(expected, entities(selection));
        assertEquals(expected.isEmpty(), selection.isEmpty());
        List<Integer> visited = new ArrayList<>();
        selection.forEach(row -> visited.add(row.get(Health.POINTS)));
        assertEquals(expected.stream().map(Entity::index).toList(), visited);
    }

    @Test
    void shouldAllowSeveralSelectionsOfOneQuery() {
        spawn(2);
        Selection other = Selection.of(query);
        assertNotSame(selection, other);
        selection.collect();
        spawn(1);
        other.collect();

        assertEquals(2, selection.size());
        assertEquals(3, other.size());
    }

    @Test
    void shouldRejectIndicesOutOfRange() {
        spawn(3);
        selection.collect();
        for (int index : new int[] {-1, 3, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThrows(IndexOutOfBoundsException.class, () -> selection.entity(index));
            assertThrows(IndexOutOfBoundsException.class, () -> selection.row(index));
        }
    }

    @Test
    void shouldRejectUseOutsideOfItsLifetime() {
        assertAllFail("selection is empty; collect() it");
        selection.collect();
        world.frame().reset();
        assertAllFail("selection used after its arena was reset");
        spawn(3);
        selection.collect();
        long used = world.frame().usedBytes();
        selection.collect();
        assertEquals(used, world.frame().usedBytes(), "the same memory in the same scope");
        MemoryScope scope = world.frame().open();
        selection.collect();
        scope.close();
        assertAllFail("selection used after its scope had ended; collect() it again");

        assertEquals(3, selection.collect().size());
    }

    @Test
    void shouldRejectUseAfterTheWorldIsClosed() {
        spawn(3);
        selection.collect();
        world.close();

        assertAllFail("selection used after its arena was closed");
        assertFails("closed", selection::collect);
        assertFails("closed", () -> Selection.of(query));
    }

    @Test
    void shouldEndWithTheKernelItWasCollectedIn() {
        spawn(3);
        RowKernel kernel = query.kernel(row -> {
            selection.collect();
            assertEquals(3, selection.size());
            assertEquals(0, selection.entity(0) - Entity.of(0, 1));
        });
        kernel.run();
        kernel.run();

        assertAllFail("its mark had ended");
        assertEquals(0, world.frame().usedBytes());
    }

    @Test
    void shouldOutliveTheKernelsThatUseIt() {
        spawn(3);
        selection.collect();
        query.forEach(row -> assertEquals(row.entity(), selection.entity(row.index())));
        try (RowCursor rows = query.cursor()) {
            while (rows.next()) {
                assertEquals(rows.entity(), selection.row(rows.row().index()).entity());
            }
        }
        assertEquals(3, selection.size());
    }

    @Test
    void shouldSkipEntitiesThatItsBodyDestroys() {
        spawn(10);
        selection.collect();
        List<Integer> visited = new ArrayList<>();
        selection.forEach(row -> {
            int index = row.index();
            visited.add(index);
            if (index % 3 == 0) {
                world.destroy(selection.entity(index));
                world.tryDestroy(selection.entity(Math.min(index + 1, 9)));
                world.spawn(new Health(5));
            }
        });
        assertEquals(List.of(0, 2, 3, 5, 6, 8, 9), visited);
    }

    @Test
    void shouldNotBeChangedByItsOwnBody() {
        spawn(3);
        selection.collect();
        List<Executable> changes = List.of(
                () -> selection.forEach(row -> selection.collect()),
                () -> selection.forEach(row -> selection.sortBy(Health.POINTS)),
                () -> selection.forEach(row -> selection.groupBy(Health.POINTS)),
                () -> selection.forEach(row -> selection.top(1, Health.POINTS)));
        for (Executable change : changes) {
            assertFails("the body has changed the selection", change);
        }
        selection.collect();
        assertFails(
                "arena was reset", () -> selection.forEach(row -> world.frame().reset()));
        selection.collect();
        assertFails("arena was closed", () -> selection.forEach(row -> world.close()));
    }

    @Test
    void shouldRunInsideItselfAsLongAsNothingChanges() {
        spawn(3);
        selection.collect();
        List<Integer> pairs = new ArrayList<>();
        selection.forEach(row ->
                selection.forEach(inner -> pairs.add(10 * row.get(Health.POINTS) + inner.get(Health.POINTS))));

        assertEquals(List.of(0, 1, 2, 10, 11, 12, 20, 21, 22), pairs);
    }

    @Test
    void shouldCheckItsRowsInStrictMode() {
        assumeTrue(Strict.ON);
        world.spawn(new Health(1), new Position(2, 3));
        selection.collect();
        Row row = selection.row(0);
        assertFails("not declared", () -> row.get(Position.X));
        assertDoesNotThrow(() -> row.get(Health.POINTS));

        AtomicReference<Row> kept = new AtomicReference<>();
        selection.forEach(kept::set);
        assertFails("row used after", () -> kept.get().get(Health.POINTS));
    }

    private void assertAllFail(String mentioned) {
        List<Executable> uses = List.of(
                selection::size,
                selection::isEmpty,
                () -> selection.entity(0),
                () -> selection.row(0),
                () -> selection.partner(0),
                () -> selection.partnerRow(0),
                () -> selection.sortBy(Health.POINTS),
                () -> selection.sortByDescending(Health.POINTS),
                () -> selection.groupBy(Health.POINTS),
                () -> selection.top(1, Health.POINTS),
                () -> selection.bottom(1, Health.POINTS),
                () -> selection.forEach(row -> {}),
                () -> selection.forEachPair((row, partner) -> {}));
        for (Executable use : uses) {
            assertFails(mentioned, use);
        }
    }

    private final Query changed =
            world.query().all(Health.TYPE).changed(Health.TYPE).build();

    @Test
    void shouldClearChangesWhenItIsCollected() {
        List<Long> entities = spawn(5);
        Selection selection = Selection.of(changed);
        assertEquals(5, changed.count());
        assertEquals(5, selection.collect().size());
        assertEquals(0, changed.count());
        assertEquals(0, selection.collect().size());

        world.set(entities.get(3), Health.POINTS, 7);
        assertEquals(1, selection.collect().size());
        assertEquals(entities.get(3), selection.entity(0));
        selection.sortBy(Health.POINTS).groupBy(Health.POINTS).top(1, Health.POINTS);
        assertEquals(0, selection.collect().size());
    }

    @Test
    void shouldKeepChangesThatItCouldNotCollect() {
        try (World small = World.builder().frameCapBytes(1 << 14).build()) {
            Query few = small.query().changed(Health.TYPE).build();
            small.template().with(new Health(1)).build().spawn(4000);
            assertThrows(NativeMemoryException.class, Selection.of(few)::collect);
            assertEquals(4000, few.count());
        }
    }

    @Test
    void shouldRecordWritesOfItsRows() {
        List<Long> entities = spawn(10);
        Selection selection =
                Selection.of(world.query().all(Health.TYPE).build()).collect();
        changed.forEach(row -> {});

        selection.row(2).set(Health.POINTS, 5);
        assertEquals(1, changed.count());
        assertEquals(entities.get(2), changed.first());
        selection.forEach(row -> {
            if (row.get(Health.POINTS) > 7) {
                row.set(Health.POINTS, 0);
            }
        });
        assertEquals(3, changed.count());
    }

    @Test
    void shouldNotFindWhatItsOwnRowsHaveWritten() {
        spawn(10);
        Selection selection = Selection.of(changed).collect();
        selection.forEach(row -> row.set(Health.POINTS, 1));
        selection.row(0).set(Health.POINTS, 1);

        assertEquals(0, selection.collect().size());
    }

    @Test
    void shouldClearNothingWhenItJoins() {
        List<Long> entities = spawn(10);
        changed.forEach(row -> {});
        Selection selection = seekers(entities);
        world.set(entities.get(4), Health.POINTS, 1);
        world.set(entities.get(6), Health.POINTS, 1);
        for (int i = 0; i < 2; i++) {
            selection.collect().join(Kinds.TARGET, changed);
            assertEquals(2, selection.size());
            assertEquals(entities.get(4), selection.partner(0));
            assertEquals(entities.get(6), selection.partner(1));
        }
        assertEquals(2, changed.count());
    }

    @Test
    void shouldRecordWritesToPartners() {
        List<Long> entities = spawn(10);
        Selection selection = seekers(entities).collect().join(Kinds.TARGET, changed);
        changed.forEach(row -> {});
        selection.partnerRow(3).set(Health.POINTS, 1);
        assertEquals(entities.get(3), changed.single());
        selection.forEachPair((row, partner) -> partner.set(Health.POINTS, 2));
        assertEquals(10, changed.count());
    }

    /** One entity for each target, with the target as partner. */
    private Selection seekers(List<Long> targets) {
        for (long target : targets) {
            world.set(world.spawn(Kinds.ZERO), Kinds.TARGET, target);
        }
        return Selection.of(world.query().all(Kinds.TYPE).build());
    }

    private List<Long> spawn(int count) {
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entities.add(world.spawn(new Health(i)));
        }
        return entities;
    }
}
