package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.memory.NativeMemoryException;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Selections of queries for changes. */
class SelectionChangeTest {
    private World world;
    private Query changed;

    @BeforeEach
    void create() {
        world = World.builder()
                .memory(new DirtyMemory(0xFF))
                .frameCapBytes(1 << 14)
                .build();
        changed = world.query().all(Health.TYPE).changed(Health.TYPE).build();
    }

    @AfterEach
    void close() {
        world.close();
    }

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
        spawn(4000);
        assertThrows(NativeMemoryException.class, Selection.of(changed)::collect);
        assertEquals(4000, changed.count());
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
