package basalt.world;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.EntityHandle;
import basalt.memory.Elsewhere;
import basalt.memory.MemoryScope;
import basalt.query.LeftEntities;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.query.Selection;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.system.Access;
import basalt.system.Schedule;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Worlds that one thread makes and another one uses. */
class HandOverTest extends WorldFixture {
    private final Template template = world.template().with(new Health(3)).build();
    private final Query healthy = world.query().all(Health.TYPE).build();
    private final RowKernel hurt = healthy.kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) - 1));

    @Test
    void shouldBelongToTheThreadThatTakesItOver() {
        long[] entities = new long[20_000];
        template.spawn(entities);
        Query changed = world.query().changed(Health.TYPE).build();
        LeftEntities left = healthy.left();
        RemovedComponents removed = world.removed(Health.TYPE);
        Selection selection = Selection.of(healthy).collect();
        try (Snapshots ring = Saves.snapshots(world, 2)) {
            ring.capture();
            hurt.run();
            world.handOver();
            Elsewhere.run("game", () -> {
                world.takeOver();
                assertEquals(20_000, selection.size());
                assertEquals(20_000, changed.count());
                hurt.run();
                healthy.forEach(row -> row.set(Health.POINTS, row.get(Health.POINTS) * 2));
                assertEquals(2, world.get(entities[7], Health.POINTS));
                healthy.forEachSpan(span -> {});
                world.commands().destroy(entities[3]);
                world.applyCommands();
                assertEquals(1, left.collect().size());
                assertEquals(1, removed.skipAll());
                world.add(template.spawn(), new Position(1, 2));
                selection.collect().sortBy(Health.POINTS);
                try (RowCursor rows = healthy.cursor()) {
                    assertTrue(rows.next());
                }
                try (Schedule schedule = Schedule.builder(world)
                        .workers(2)
                        .add("hurt", hurt, Access.writes(Health.TYPE))
                        .build()) {
                    schedule.tick(1);
                }
                ring.restore(0);
                assertEquals(3, world.get(entities[3], Health.POINTS));
                world.tickArena().reset();
                world.handOver();
            });
            assertThrows(IllegalStateException.class, healthy::count);
            world.takeOver();
            assertEquals(20_000, healthy.count());
            hurt.run();
        }
    }

    /** What one entity has, and where it is going. */
    record Porter(int weight, int[] items, String label) {}

    record Trip(@EntityHandle long from, @EntityHandle long to) {}

    @Test
    void shouldGoWithListsEdgesIndexesAndNames() {
        ManyToMany<Trip> trips = world.manyToMany(Trip.class);
        ValueIndex byWeight = world.index(Porter.class, Porter::weight);
        Names names = world.hierarchy().names();
        long porter = world.spawn(new Name("porter"), new Porter(5, new int[] {1, 2}, "of the harbour"));
        trips.relate(porter, template.spawn());
        assertEquals(porter, byWeight.find(5));
        world.handOver();
        Elsewhere.run("game", () -> {
            world.takeOver();
            Porter before = world.get(porter, Porter.class);
            assertArrayEquals(new int[] {1, 2}, before.items());
            world.set(porter, new Porter(6, new int[] {1, 2, 3, 4, 5}, before.label() + ", today"));
            trips.relate(porter, template.spawn());
            assertEquals(porter, byWeight.find(6));
            assertEquals(porter, names.find("porter"));
            world.handOver();
        });
        assertThrows(IllegalStateException.class, () -> byWeight.find(6));
        assertThrows(IllegalStateException.class, () -> trips.countTargets(porter));
        assertThrows(IllegalStateException.class, () -> names.find("porter"));
        world.takeOver();
        assertEquals(5, world.get(porter, Porter.class).items().length);
        assertEquals("of the harbour, today", world.get(porter, Porter.class).label());
        assertEquals(2, trips.countTargets(porter));
    }

    @Test
    void shouldRefuseOtherThreads() {
        template.spawn(10);
        assertMentions("handOver()", assertThrows(IllegalStateException.class, world::takeOver));
        world.handOver();
        IllegalStateException between = assertThrows(IllegalStateException.class, world::spawn);
        assertMentions("call world.takeOver() first", between);
        assertThrows(IllegalStateException.class, hurt::run);
        assertThrows(IllegalStateException.class, world::close);
        assertThrows(IllegalStateException.class, world::handOver);
        Elsewhere.run("game", () -> {
            assertThrows(IllegalStateException.class, healthy::count);
            world.takeOver();
            assertThrows(IllegalStateException.class, world::takeOver);
            assertEquals(10, healthy.count());
            Elsewhere.run("loader", () -> {
                assertThrows(IllegalStateException.class, world::takeOver);
                assertMentions("use it there", assertThrows(IllegalStateException.class, healthy::count));
                assertThrows(IllegalStateException.class, world::close);
            });
            world.handOver();
        });
        world.takeOver();
    }

    @Test
    void shouldBeRefusedWhileItIsUsed() {
        template.spawn(1);
        healthy.forEach(row -> assertThrows(IllegalStateException.class, world::handOver));
        world.observers().onAdd(Position.TYPE, entity -> assertThrows(IllegalStateException.class, world::handOver));
        world.add(healthy.first(), Position.TYPE);
        try (Schedule schedule = Schedule.builder(world).build()) {
            assertMentions("open schedule", assertThrows(IllegalStateException.class, world::handOver));
            schedule.tick(1);
        }
        world.handOver();
        AtomicInteger owners = new AtomicInteger();
        Elsewhere.together(4, thread -> {
            try {
                world.takeOver();
                owners.incrementAndGet();
                world.close();
            } catch (IllegalStateException e) {
                assertMentions("another thread", e);
            }
        });
        assertEquals(1, owners.get());
    }

    @Test
    void shouldBeRefusedWhileAScopeIsOpen() {
        try (MemoryScope scope = world.frame().open()) {
            scope.allocate(8, 8);
            assertMentions("scope", assertThrows(IllegalStateException.class, world::handOver));
        }
        long mark = world.frame().mark();
        assertMentions("mark", assertThrows(IllegalStateException.class, world::handOver));
        world.frame().release(mark);
        world.handOver();
        world.takeOver();
    }

    private static void assertMentions(String text, Exception e) {
        assertTrue(e.getMessage().contains(text), e::getMessage);
    }
}
