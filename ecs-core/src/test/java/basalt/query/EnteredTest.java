package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.OnTargetDestroy;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.world.Relation;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Queries for entities that have entered another query, and readers of those that have left it. */
class EnteredTest {
    private final CountingMemory memory = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
    private final FailingMemory failing = new FailingMemory(memory);
    private final World world = World.builder().memory(failing).build();
    private final Query moving =
            world.query().all(Health.TYPE).none(Frozen.TYPE).build();

    @AfterEach
    void close() {
        world.close();
        assertEquals(0, memory.outstanding());
    }

    private long spawn(int points) {
        return world.spawn(new Health(points));
    }

    private static List<Long> run(Query query) {
        List<Long> found = new ArrayList<>();
        query.forEach(row -> found.add(row.entity()));
        return found;
    }

    private static List<Long> read(LeftEntities left) {
        List<Long> found = new ArrayList<>();
        left.forEach(found::add);
        assertEquals(found.size(), left.size());
        return found;
    }

    @Test
    void shouldFindAllFirstOrThoseFromNowOn() {
        long first = spawn(1);
        Query all = moving.entered();
        Query later = moving.enteredFromNow();
        LeftEntities left = moving.left();
        long second = spawn(2);
        assertEquals(2, all.count());
        assertEquals(List.of(first, second), run(all));
        assertEquals(List.of(second), run(later));
        assertEquals(List.of(), run(all));
        assertEquals(List.of(), run(later));
        assertEquals(List.of(), read(left));
        world.add(first, Frozen.TYPE);
        assertEquals(List.of(first), read(left));
        assertEquals(List.of(), read(left));
        assertEquals(List.of(), run(all));
        world.remove(first, Frozen.TYPE);
        assertEquals(first, all.first());
        assertEquals(first, all.single());
        assertEquals(1, all.stats().matchingRows());
        assertEquals(List.of(), run(later.where(Health.POINTS).atLeast(9)));
        world.destroy(second);
        assertEquals(List.of(), run(later), "it has not seen that the first one had left");
        assertEquals(List.of(second), read(left));
    }

    @Test
    void shouldKeepNothingOfACountInSnapshots() {
        for (int i = 0; i < 40_000; i++) {
            long entity = spawn(1);
            if (i % 2 == 0) {
                world.add(entity, Frozen.TYPE);
            }
        }
        Query entered = moving.entered();
        try (Snapshots ring = Saves.snapshots(world, 1)) {
            ring.capture();
            ring.capture();
            long before = ring.reservedBytes();
            assertEquals(20_000, entered.count());
            ring.capture();
            assertEquals(before, ring.reservedBytes());
        }
    }

    @Test
    void shouldFindNeitherIfAnEntityMatchesAgain() {
        long entity = spawn(1);
        Query entered = moving.entered();
        LeftEntities left = moving.left();
        run(entered);
        world.add(entity, Frozen.TYPE);
        world.remove(entity, Frozen.TYPE);
        world.disable(entity);
        world.enable(entity);
        world.remove(entity, Health.TYPE);
        world.add(entity, new Health(3));
        assertTrue(entered.isEmpty());
        assertEquals(List.of(), run(entered));
        assertEquals(List.of(), read(left));
    }

    @Test
    void shouldFindBothIfARowIsUsedAgain() {
        long before = spawn(1);
        for (int i = 1; i < 64; i++) { // the rest of the word
            spawn(1);
        }
        Query entered = moving.entered();
        LeftEntities left = moving.left();
        run(entered);
        world.destroy(before);
        long between = spawn(2);
        world.destroy(between);
        long after = spawn(3);
        assertEquals((int) before, (int) after);
        assertEquals(after, entered.first());
        assertEquals(List.of(after), run(entered));
        assertEquals(List.of(before), read(left));
        world.destroy(after);
        assertEquals(List.of(after), read(left));
        assertEquals(List.of(), run(entered));
    }

    @Test
    void shouldFollowRowsThatMove() {
        List<Long> all = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            all.add(spawn(i));
        }
        Query entered = moving.entered();
        LeftEntities left = moving.left();
        run(entered);
        List<Long> dead = new ArrayList<>(all.subList(0, 200));
        dead.forEach(world::destroy);
        long added = spawn(7);
        assertTrue(world.rows().compact().isComplete());
        long late = spawn(8);
        assertEquals(Set.of(added, late), Set.copyOf(run(entered)));
        assertEquals(dead, read(left));
        assertTrue(world.rows().compact().isComplete());
        assertEquals(List.of(), run(entered));
        assertEquals(List.of(), read(left));
    }

    @Test
    void shouldCompareValues() {
        LongBound least = new LongBound(10);
        Query strong = moving.where(Health.POINTS).atLeast(least);
        Query entered = strong.entered();
        LeftEntities left = strong.left();
        long weak = spawn(5);
        long other = spawn(20);
        assertEquals(List.of(other), run(entered));
        assertEquals(List.of(), read(left));
        world.set(weak, Health.POINTS, 11);
        world.set(other, Health.POINTS, 21);
        assertEquals(List.of(weak), run(entered));
        RowKernel weaken = world.query()
                .all(Health.TYPE)
                .build()
                .kernel((Row row) -> row.set(Health.POINTS, row.get(Health.POINTS) - 5));
        weaken.run();
        assertEquals(List.of(), run(entered));
        assertEquals(List.of(), read(left), "the first one has entered and left since");
        least.set(1);
        assertEquals(List.of(weak), run(entered));
        assertEquals(List.of(), read(left));
        least.set(17);
        assertEquals(List.of(weak, other), read(left));
        assertEquals(List.of(), run(entered));
    }

    /** What points at an entity may change without a change of the entity. */
    @Test
    void shouldFindWhatOthersPointAt() {
        Relation relation = world.relation(Kinds.TARGET, OnTargetDestroy.CLEAR);
        long seeker = world.spawn(Kinds.ODD);
        long first = spawn(1);
        long second = spawn(2);
        Query sought = moving.where(Condition.related(relation));
        Query entered = sought.entered();
        LeftEntities left = sought.left();
        world.set(seeker, Kinds.TARGET, first);
        assertEquals(List.of(first), run(entered));
        assertEquals(List.of(), read(left));
        world.set(seeker, Kinds.TARGET, second);
        assertEquals(List.of(second), run(entered));
        assertEquals(List.of(first), read(left));
        assertEquals(List.of(), run(entered));
        world.destroy(seeker);
        assertEquals(List.of(second), read(left));
        assertEquals(List.of(), run(entered));
    }

    @Test
    void shouldSeeItsOwnWrites() {
        long entity = spawn(5);
        Query entered = moving.where(Health.POINTS).atLeast(1).entered();
        RowKernel hurt = entered.kernel((Row row) -> row.set(Health.POINTS, row.get(Health.POINTS) - 5));
        hurt.run();
        assertEquals(0, world.get(entity, Health.POINTS));
        world.set(entity, Health.POINTS, 3);
        hurt.run();
        assertEquals(3, world.get(entity, Health.POINTS), "it has not run since the entity had left");
        world.set(entity, Health.POINTS, 5);
        hurt.run();
        world.set(entity, Health.POINTS, 0);
        hurt.run();
        world.set(entity, Health.POINTS, 3);
        hurt.run();
        assertEquals(-2, world.get(entity, Health.POINTS));
    }

    @Test
    void shouldReadAgainAfterARestoration() {
        try (Snapshots states = Saves.snapshots(world, 3)) {
            world.time().advance(1);
            long none = states.capture();
            long first = spawn(1);
            Query entered = moving.where(Health.POINTS).atLeast(1).entered();
            LeftEntities left = moving.left();
            run(entered);
            long second = spawn(1);
            world.destroy(first);
            long third = spawn(1);
            world.time().advance(1);
            long state = states.capture();
            for (int i = 0; i < 2; i++) {
                assertEquals(Set.of(second, third), Set.copyOf(run(entered)));
                assertEquals(List.of(first), read(left));
                world.set(second, Health.POINTS, 0);
                world.destroy(third);
                run(entered);
                read(left);
                states.restore(state);
            }
            states.restore(none);
            assertEquals(List.of(), run(entered));
            assertEquals(List.of(), read(left));
            long again = spawn(2);
            assertEquals(List.of(again), run(entered));
        }
    }

    @Test
    void shouldFindRecords() {
        long entity = spawn(5);
        RecordQuery.Of1<Health> weak =
                world.query(Health.class).where(Condition.on(Health.class, health -> health.points() < 3));
        RowKernel heal = weak.entered().update(health -> new Health(9));
        RecordQuery.Of1<Health> fromNow = weak.enteredFromNow();
        LeftEntities left = weak.left();
        heal.run();
        assertEquals(5, world.get(entity, Health.POINTS));
        world.set(entity, new Health(1));
        assertEquals(1, fromNow.count());
        assertEquals(List.of(), read(left));
        heal.run();
        assertEquals(9, world.get(entity, Health.POINTS));
        assertEquals(List.of(entity), read(left), "which was weak when it was last read");
        assertEquals(
                "entered(" + weak.rows().stats().query() + ")",
                weak.entered().rows().stats().query());
    }

    @Test
    void shouldRefuseWhatCannotEnter() {
        Query entered = moving.entered();
        assertThrows(IllegalStateException.class, entered::entered);
        assertThrows(IllegalStateException.class, entered::left);
        Query changed = world.query().changed(Health.TYPE).build();
        assertThrows(IllegalStateException.class, changed::entered);
        assertThrows(IllegalStateException.class, changed::left);
        LeftEntities left = moving.left();
        assertThrows(IllegalStateException.class, left::size);
        left.collect();
        assertThrows(IndexOutOfBoundsException.class, () -> left.entity(0));
        assertThrows(IllegalArgumentException.class, () -> left.forEach(null));
        left.close();
        left.close();
        assertThrows(IllegalStateException.class, left::collect);
        assertThrows(IllegalStateException.class, left::size);
        entered.kernel((Row row) -> {});
        assertThrows(IllegalStateException.class, () -> entered.kernel((Row row) -> {}));
        entered.close();
        assertThrows(IllegalStateException.class, entered::count);
        moving.close();
        assertThrows(IllegalStateException.class, moving::entered);
        assertThrows(IllegalStateException.class, moving::left);
    }

    @Test
    void shouldKeepHandlesOfABodyThatThrows() {
        LeftEntities left = moving.left();
        long first = spawn(1);
        left.collect();
        world.destroy(first);
        assertThrows(
                UnsupportedOperationException.class,
                () -> left.forEach(entity -> {
                    throw new UnsupportedOperationException();
                }));
        assertEquals(first, left.entity(0));
        assertEquals(0, left.collect().size());
    }

    @Test
    void shouldGiveMemoryBack() {
        spawn(1);
        long before = world.statistics().memory().changeBytes();
        Query entered = moving.entered();
        LeftEntities left = moving.left();
        run(entered);
        assertTrue(world.statistics().memory().changeBytes() > before);
        entered.close();
        left.close();
        assertEquals(before, world.statistics().memory().changeBytes());
    }

    /** Each allocation is refused once: nothing is lost. */
    @Tag("slow")
    @Test
    void shouldLoseNothingWithoutMemory() {
        FailingMemory refusing;
        long nth = 0;
        do {
            CountingMemory counting = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
            refusing = new FailingMemory(counting, ++nth);
            FailingMemory source = refusing;
            try (World made =
                    FailingMemory.retry(() -> World.builder().memory(source).build())) {
                use(made);
            } catch (AssertionError e) {
                throw new AssertionError("when allocation " + nth + " failed: " + e.getMessage(), e);
            }
            assertEquals(0, counting.outstanding());
        } while (refusing.hasFailed());
        assertTrue(nth > 10, "so few allocations: " + nth);
    }

    private static void use(World world) {
        Query weak = world.query().all(Health.TYPE).build().where(Health.POINTS).atMost(2);
        Query entered = FailingMemory.retry(weak::entered);
        Query fromNow = FailingMemory.retry(weak::enteredFromNow);
        LeftEntities left = FailingMemory.retry(weak::left);
        Set<Long> inside = new TreeSet<>();
        Set<Long> alive = new TreeSet<>();
        for (int round = 0; round < 6; round++) {
            for (int i = 0; i < 3000; i++) {
                int points = i % 4;
                long entity = FailingMemory.retry(() -> world.spawn(new Health(points), new Position(0, 0)));
                alive.add(entity);
            }
            List<Long> dying = alive.stream().filter(entity -> entity % 3 == 0).toList();
            for (long entity : dying) {
                FailingMemory.retry(() -> world.tryDestroy(entity));
                alive.remove(entity);
            }
            for (long entity : alive) {
                if (entity % 5 == round) {
                    world.set(entity, Health.POINTS, (int) (entity % 4));
                }
            }
            FailingMemory.retry(() -> world.rows().compact(Long.MAX_VALUE));
            Set<Long> now = new TreeSet<>(alive);
            now.removeIf(entity -> world.get(entity, Health.POINTS) > 2);
            Set<Long> in = new TreeSet<>(now);
            in.removeAll(inside);
            Set<Long> out = new TreeSet<>(inside);
            out.removeAll(now);
            assertEquals(in, new TreeSet<>(retried(entered)));
            assertEquals(in, new TreeSet<>(retried(fromNow)));
            Set<Long> gone = new TreeSet<>();
            FailingMemory.retry(left::collect);
            for (int i = 0; i < left.size(); i++) {
                assertTrue(gone.add(left.entity(i)));
            }
            assertEquals(out, gone);
            inside = now;
        }
    }

    private static List<Long> retried(Query query) {
        while (true) {
            List<Long> found = new ArrayList<>();
            try {
                query.forEach(row -> found.add(row.entity()));
                return found;
            } catch (NativeMemoryException e) {
                assertEquals(List.of(), found);
            }
        }
    }
}
