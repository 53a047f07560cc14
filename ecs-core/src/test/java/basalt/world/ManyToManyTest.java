package basalt.world;

import static basalt.memory.Refusal.assertThrowsWith;
import static basalt.system.Access.reads;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.EntityHandle;
import basalt.component.EntityLink;
import basalt.component.FloatColumn;
import basalt.component.OnTargetDestroy;
import basalt.memory.FailingMemory;
import basalt.memory.LeakCheck;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.SteadyRounds;
import basalt.memory.frame.FrameLongList;
import basalt.query.Condition;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.save.LoadOptions;
import basalt.save.MergeReport;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.system.SystemException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LeakCheck.class)
final class ManyToManyTest extends WorldFixture {
    private record Route(
            @EntityHandle long from, @EntityHandle long to, float volume) {
        static final Component<Route> TYPE = Component.of(Route.class);
        static final FloatColumn VOLUME = TYPE.float32("volume");
    }

    private record Port(float x) {
        static final Component<Port> TYPE = Component.of(Port.class);
        static final FloatColumn X = TYPE.float32("x");
    }

    private record Likes(
            @EntityHandle long from, @EntityHandle long to) {}

    private record Hates(
            @EntityHandle long from, @EntityHandle long to) {}

    private record Lonely(@EntityHandle long other) {}

    private final ManyToMany<Route> routes = world.manyToMany(Route.class);

    private static List<Long> rest(EdgeCursor cursor) {
        List<Long> rest = new ArrayList<>();
        try (cursor) {
            while (cursor.next()) {
                rest.add(cursor.entity());
            }
        }
        return rest;
    }

    private List<Long> targets(long source) {
        return rest(routes.targets(source));
    }

    private List<Long> sources(long target) {
        return rest(routes.sources(target));
    }

    private long[] ports(int count) {
        long[] ports = new long[count];
        for (int i = 0; i < count; i++) {
            ports[i] = world.spawn(new Port(i));
        }
        return ports;
    }

    @Test
    void shouldRelateManyToMany() {
        long[] p = ports(3);
        long edge = routes.relate(p[0], p[1]);
        assertEquals(new Route(p[0], p[1], 0), world.get(edge, Route.class));
        long other = routes.relate(new Route(p[0], p[2], 7));
        routes.relate(p[1], p[2]);
        assertEquals(List.of(p[1], p[2]), targets(p[0]));
        assertEquals(List.of(p[0], p[1]), sources(p[2]));
        assertEquals(2, routes.countTargets(p[0]));
        assertEquals(2, routes.countSources(p[2]));
        assertEquals(0, routes.countSources(p[0]));
        assertTrue(routes.has(p[0], p[2]));
        assertFalse(routes.has(p[2], p[0]));
        assertEquals(other, routes.edge(p[0], p[2]));
        assertEquals(Entity.NULL, routes.edge(p[2], p[0]));
        assertEquals(6, world.entityCount());
        assertTrue(routes.unrelate(p[0], p[2]));
        assertFalse(routes.unrelate(p[0], p[2]));
        assertFalse(world.isAlive(other));
        assertEquals(List.of(p[1]), targets(p[0]));
        assertSame(routes, world.manyToMany(Route.class));
        assertEquals(Route.TYPE, routes.component());
    }

    @Test
    void shouldKeepOneEdgeOfAPair() {
        long[] p = ports(2);
        long edge = routes.relate(new Route(p[0], p[1], 7));
        assertEquals(edge, routes.relate(p[0], p[1]));
        assertEquals(7, world.get(edge, Route.VOLUME));
        List<Long> written = new ArrayList<>();
        world.observers().onSet(Route.TYPE, written::add);
        assertEquals(edge, routes.relate(new Route(p[0], p[1], 8)));
        assertEquals(8, world.get(edge, Route.VOLUME));
        assertEquals(List.of(edge), written);
        assertEquals(1, routes.countTargets(p[0]));
    }

    @Test
    void shouldRelateAnEntityToItself() {
        long[] p = ports(2);
        routes.relate(p[0], p[0]);
        routes.relate(p[0], p[1]);
        assertEquals(List.of(p[0], p[1]), targets(p[0]));
        assertEquals(List.of(p[0]), sources(p[0]));
        routes.symmetric();
        assertEquals(List.of(p[0], p[1]), targets(p[0]));
        assertEquals(2, routes.countTargets(p[0]));
        world.destroy(p[0]);
        assertEquals(1, world.entityCount());
    }

    /** Observers of an edge see both ends, and its record. */
    @Test
    void shouldShowWholeEdgesToObservers() {
        long[] p = ports(2);
        List<Route> seen = new ArrayList<>();
        world.observers().onAdd(Route.TYPE, edge -> seen.add(world.get(edge, Route.class)));
        routes.relate(p[0], p[1]);
        routes.relate(new Route(p[1], p[0], 2));
        assertEquals(List.of(new Route(p[0], p[1], 0), new Route(p[1], p[0], 2)), seen);
    }

    @Test
    void shouldReplaceTheTargetIfExclusive() {
        routes.exclusive();
        long[] p = ports(3);
        long edge = routes.relate(new Route(p[0], p[1], 7));
        assertEquals(edge, routes.relate(p[0], p[2]));
        assertEquals(new Route(p[0], p[2], 0), world.get(edge, Route.class));
        routes.relate(p[1], p[2]);
        assertEquals(List.of(p[2]), targets(p[0]));
        assertEquals(List.of(p[0], p[1]), sources(p[2]));
    }

    /** Edges that were spawned are not checked, so there may be several. */
    @Test
    void shouldReplaceAllEdgesIfExclusive() {
        routes.exclusive();
        long[] p = ports(4);
        long kept = world.spawn(new Route(p[0], p[1], 1));
        world.spawn(new Route(p[0], p[2], 2));
        world.spawn(new Route(p[0], p[3], 3));
        assertEquals(kept, routes.relate(new Route(p[0], p[0], 4)));
        assertEquals(new Route(p[0], p[0], 4), world.get(kept, Route.class));
        assertEquals(List.of(p[0]), targets(p[0]));
        assertEquals(5, world.entityCount());
    }

    @Test
    void shouldReplaceBothPartnersIfExclusiveAndSymmetric() {
        routes.exclusive().symmetric();
        long[] p = ports(4);
        routes.relate(p[0], p[1]);
        routes.relate(p[2], p[3]);
        routes.relate(p[3], p[0]);
        assertEquals(List.of(p[3]), targets(p[0]));
        assertEquals(List.of(p[0]), targets(p[3]));
        assertEquals(List.of(), targets(p[1]));
        assertEquals(List.of(), targets(p[2]));
        assertEquals(5, world.entityCount());
    }

    @Test
    void shouldLeadBothWaysIfSymmetric() {
        long[] p = ports(3);
        routes.relate(p[0], p[1]);
        routes.symmetric();
        assertTrue(routes.has(p[1], p[0]));
        assertEquals(routes.edge(p[0], p[1]), routes.relate(p[1], p[0]));
        routes.relate(p[2], p[0]);
        assertEquals(List.of(p[1], p[2]), targets(p[0]));
        assertEquals(List.of(p[2], p[1]), sources(p[0]));
        assertEquals(2, routes.countSources(p[0]));
        assertTrue(routes.unrelate(p[1], p[0]));
        assertEquals(List.of(p[2]), targets(p[0]));
    }

    @Test
    void shouldRefuseACycleIfAcyclic() {
        routes.acyclic();
        long[] p = ports(4);
        for (int i = 1; i < p.length; i++) {
            routes.relate(p[i - 1], p[i]);
        }
        assertThrowsWith(
                IllegalArgumentException.class,
                () -> routes.relate(p[3], p[1]),
                Entity.toString(p[3]),
                Entity.toString(p[1]));
        assertThrows(IllegalArgumentException.class, () -> routes.relate(p[0], p[0]));
        assertEquals(7, world.entityCount());
        routes.relate(p[0], p[3]);
        routes.unrelate(p[1], p[2]);
        routes.relate(p[2], p[1]);
        assertThrows(IllegalStateException.class, routes::symmetric);
    }

    @Test
    void shouldReachBreadthFirst() {
        long[] p = ports(6);
        routes.relate(p[0], p[2]);
        routes.relate(p[0], p[1]);
        routes.relate(p[1], p[3]);
        routes.relate(p[2], p[3]);
        routes.relate(p[3], p[0]);
        routes.relate(p[3], p[4]);
        routes.relate(p[5], p[0]);
        FrameLongList reached = FrameLongList.in(world.frame(), 10);
        assertEquals(4, routes.reach(p[0], reached));
        List<Long> found = new ArrayList<>();
        reached.forEach(found::add);
        assertEquals(List.of(p[2], p[1], p[3], p[4]), found);
        FrameLongList small = FrameLongList.in(world.frame(), 2);
        assertEquals(5, routes.reach(p[5], small));
        assertEquals(2, small.size());
        assertEquals(0, routes.reach(p[4], small));
        world.frame().reset();
        assertThrows(IllegalStateException.class, () -> routes.reach(p[0], reached));
        assertThrows(IllegalArgumentException.class, () -> routes.reach(p[0], null));
    }

    @Test
    void shouldFindRelatedEntitiesByQueries() {
        long[] p = ports(4);
        routes.relate(p[0], p[1]);
        routes.relate(p[0], p[2]);
        Query sources = world.query().all(Port.TYPE).where(routes.hasTarget()).build();
        Query targets = world.query().all(Port.TYPE).where(routes.hasSource()).build();
        Query both = world.query()
                .all(Port.TYPE)
                .where(Condition.anyOf(routes.hasSource(), routes.hasTarget()))
                .build();
        assertEquals(List.of(p[0]), rows(sources));
        assertEquals(List.of(p[1], p[2]), rows(targets));
        assertEquals(List.of(p[0], p[1], p[2]), rows(both));
        assertEquals(2, targets.count());
        assertTrue(routes.hasTarget().toString().contains("related by Route.from"));
        Query toFirst =
                world.query().all(Port.TYPE).where(routes.hasTarget(p[1])).build();
        assertEquals(List.of(p[0]), rows(toFirst));
        assertEquals(
                List.of(p[1], p[2]),
                rows(world.query().where(routes.hasSource(p[0])).build()));
        assertTrue(routes.hasTarget(p[1]).toString().endsWith("related by Route.from with " + Entity.toString(p[1])));
        routes.unrelate(p[0], p[1]);
        assertEquals(List.of(p[2]), rows(targets));
        assertEquals(List.of(), rows(toFirst));
        RowKernel move = targets.kernel(row -> row.set(Port.X, 10));
        move.run();
        assertEquals(10, world.get(p[2], Port.X));
        assertEquals(1, world.get(p[1], Port.X));
        routes.relate(p[3], p[1]);
        assertEquals(List.of(p[3]), rows(toFirst));
        world.destroy(p[1]);
        assertEquals(List.of(), rows(toFirst));
        assertThrows(DeadEntityException.class, () -> routes.hasTarget(p[1]));
        assertThrows(IllegalArgumentException.class, () -> Condition.related(null, p[0]));
        assertThrows(IllegalArgumentException.class, () -> Condition.related(routes.sourceColumn(), Entity.NULL));
        try (World other = World.create()) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> other.query().where(routes.hasTarget()).build());
            other.relation(routes.sourceColumn(), OnTargetDestroy.DESTROY);
            assertThrowsWith(
                    IllegalArgumentException.class,
                    () -> other.query().where(routes.hasTarget(p[0])).build(),
                    "manyToMany");
        }
    }

    private static List<Long> rows(Query query) {
        List<Long> rows = new ArrayList<>();
        query.forEach(row -> rows.add(row.entity()));
        return rows;
    }

    /** An edge is a row, and its ends are partners; the other end is read by its handle. */
    @Test
    void shouldJoinEdgesWithBothEnds() {
        long[] p = ports(3);
        long first = routes.relate(p[1], p[2]);
        long second = routes.relate(p[2], p[0]);
        Query ports = world.query().all(Port.TYPE).build();
        Query edges = world.query().all(Route.TYPE).build();
        edges.pairs(routes.sourceColumn(), ports)
                .kernel((edge, from) ->
                        edge.set(Route.VOLUME, from.get(Port.X) - world.get(edge.get(routes.targetColumn()), Port.X)))
                .run();
        assertEquals(-1, world.get(first, Route.VOLUME));
        assertEquals(2, world.get(second, Route.VOLUME));
    }

    @Test
    void shouldDestroyEdgesWithEitherEndBeforeIt() {
        long[] p = ports(3);
        long out = routes.relate(p[0], p[1]);
        long in = routes.relate(p[2], p[0]);
        long other = routes.relate(p[1], p[2]);
        List<Long> dying = new ArrayList<>();
        world.observers().onDestroy(dying::add);
        world.destroy(p[0]);
        assertEquals(Set.of(out, in, p[0]), new HashSet<>(dying));
        assertEquals(p[0], dying.get(2));
        assertEquals(List.of(other), rows(world.query().all(Route.TYPE).build()));
    }

    @Test
    void shouldDestroyManySourcesOfOneTarget() {
        long hub = world.spawn();
        long[] p = ports(1000);
        for (long port : p) {
            routes.relate(port, hub);
        }
        assertEquals(1000, routes.countSources(hub));
        world.query(Port.class).rows().bulk().destroy();
        assertEquals(1, world.entityCount());
        assertEquals(0, routes.countSources(hub));
        long[] again = ports(1000); // the same indices
        for (long port : again) {
            assertEquals(0, routes.countTargets(port));
            routes.relate(port, hub);
        }
        world.destroy(hub);
        assertEquals(1000, world.entityCount());
    }

    @Test
    void shouldDestroyATargetOfFiftyRelations() {
        ManyToMany<Likes> likes = world.manyToMany(Likes.class).cascadeToSources();
        long dying = world.spawn();
        long[] p = ports(50);
        for (int i = 0; i < p.length; i++) {
            routes.relate(p[i], dying);
            routes.relate(dying, p[(i + 7) % p.length]);
            if (i % 2 == 0) {
                likes.relate(p[i], dying);
            }
            likes.relate(dying, p[i]);
        }
        world.destroy(dying);
        assertEquals(25, world.entityCount());
        for (int i = 0; i < p.length; i++) {
            assertEquals(i % 2 != 0, world.isAlive(p[i]));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldDestroyCirclesOfCascades(boolean isObserved) {
        routes.cascadeToTargets();
        ManyToMany<Likes> likes = world.manyToMany(Likes.class).cascadeToSources();
        long[] p = ports(10);
        for (int i = 0; i < 4; i++) {
            routes.relate(p[i], p[(i + 1) % 4]); // a circle
        }
        likes.relate(p[4], p[2]);
        likes.relate(p[5], p[4]);
        routes.relate(p[5], p[0]);
        routes.relate(p[6], p[0]); // stays
        world.hierarchy().attach(p[7], p[1]);
        routes.relate(p[7], p[7]);
        List<Long> dying = new ArrayList<>();
        if (isObserved) {
            world.observers().onDestroy(dying::add);
        }
        world.destroy(p[3]);
        assertEquals(3, world.entityCount());
        for (int i = 0; i < p.length; i++) {
            assertEquals(i == 6 || i > 7, world.isAlive(p[i]), "port " + i);
        }
        assertEquals(dying.size(), new HashSet<>(dying).size());
        assertEquals(isObserved ? 7 + 9 : 0, dying.size());
    }

    /** What observers relate to the dying is destroyed with it. */
    @Test
    void shouldDestroyWhatObserversLetPointAtTheDying() {
        routes.cascadeToSources();
        long[] p = ports(3);
        long edge = routes.relate(p[0], p[1]);
        world.observers().onDestroy(entity -> {
            if (entity == p[2]) {
                world.set(edge, new Route(p[0], p[2], 0));
            }
        });
        world.destroy(p[2]);
        assertEquals(List.of(p[1]), rows(world.query().build()));
    }

    @Test
    void shouldFindEdgesThatAreMadeOtherwise() {
        long[] p = ports(2);
        long first = world.spawn(new Route(p[0], p[1], 1));
        long second = world.spawn(new Route(p[0], p[1], 2));
        long half = world.spawn(new Route(p[0], Entity.NULL, 3));
        assertEquals(List.of(p[1], p[1]), targets(p[0]));
        assertEquals(first, routes.edge(p[0], p[1]));
        assertTrue(routes.unrelate(p[0], p[1]));
        assertEquals(second, routes.edge(p[0], p[1]));
        world.set(half, routes.targetColumn(), p[0]);
        assertTrue(routes.has(p[0], p[0]));
        byte[] saved = Saving.bytes(world);
        MergeReport report = Saves.merge(world, Saving.source(saved), new LoadOptions());
        assertEquals(List.of(report.handleOf(p[1]), report.handleOf(p[0])), targets(report.handleOf(p[0])));
        assertEquals(2, routes.countTargets(p[0]));
    }

    @Test
    void shouldRelateByCommands() {
        long[] p = ports(3);
        long doomed = world.spawn();
        routes.relate(p[2], p[0]);
        long spawned = world.commands().spawn(new Port(9));
        routes.relate(world.commands(), p[0], spawned);
        routes.relate(world.commands(), new Route(p[0], p[1], 4));
        routes.relate(world.commands(), new Route(p[0], p[1], 5));
        routes.unrelate(world.commands(), p[2], p[0]);
        routes.unrelate(world.commands(), p[1], p[0]);
        routes.relate(world.commands(), p[0], doomed);
        world.commands().destroy(doomed);
        routes.relate(world.commands(), doomed, p[0]);
        assertEquals(List.of(), targets(p[0]));
        long dropped = world.statistics().commands().dropped();
        world.applyCommands();
        assertEquals(List.of(spawned, p[1]), targets(p[0]));
        assertEquals(5, world.get(routes.edge(p[0], p[1]), Route.VOLUME));
        assertEquals(List.of(), targets(p[2]));
        assertEquals(dropped + 1, world.statistics().commands().dropped());
        routes.acyclic();
        routes.relate(world.commands(), p[1], p[0]);
        routes.relate(world.commands(), p[2], p[1]);
        assertThrows(IllegalArgumentException.class, world::applyCommands);
        assertEquals(List.of(p[1]), targets(p[2]));
        try (World other = World.create()) {
            ManyToMany<Route> foreign = other.manyToMany(Route.class);
            assertThrows(IllegalArgumentException.class, () -> foreign.relate(world.commands(), p[0], p[1]));
        }
    }

    @Test
    void shouldGiveNoEdgesToAnEntityWithTheIndexOfADeadOne() {
        long[] p = ports(3);
        routes.relate(p[0], p[1]);
        routes.relate(p[1], p[2]);
        world.destroy(p[1]);
        long again = world.spawn(new Port(1));
        while (Entity.index(again) != Entity.index(p[1])) {
            again = world.spawn(new Port(1));
        }
        assertEquals(List.of(), targets(again));
        assertEquals(List.of(), sources(again));
        assertEquals(List.of(), targets(p[0]));
        assertFalse(routes.has(p[0], again) || routes.has(again, p[2]));
        routes.relate(again, p[0]);
        assertEquals(List.of(p[0]), targets(again));
        assertThrows(DeadEntityException.class, () -> routes.targets(p[1]));
    }

    @Test
    void shouldRefuseMisuse() {
        long[] p = ports(2);
        assertThrows(IllegalArgumentException.class, () -> world.manyToMany(Lonely.class));
        assertThrows(IllegalArgumentException.class, () -> world.manyToMany((Class<Route>) null));
        world.relation(Component.of(Likes.class).entity("from"), OnTargetDestroy.CLEAR);
        assertThrows(IllegalArgumentException.class, () -> world.manyToMany(Likes.class));
        world.relation(Component.of(Hates.class).entity("to"), OnTargetDestroy.CLEAR);
        assertThrows(IllegalArgumentException.class, () -> world.manyToMany(Hates.class));
        world.destroy(world.get(world.spawn(new Hates(world.spawn(), p[0])), Hates.class)
                .from());
        assertEquals(1, world.query(Hates.class).count()); // its other relation was not made
        world.query(Hates.class).rows().bulk().destroy();
        assertThrows(IllegalArgumentException.class, () -> routes.relate((Route) null));
        assertThrows(DeadEntityException.class, () -> routes.relate(p[0], Entity.NULL));
        long dead = world.spawn();
        world.destroy(dead);
        assertThrows(DeadEntityException.class, () -> routes.relate(dead, p[0]));
        assertThrows(DeadEntityException.class, () -> routes.relate(new Route(p[0], dead, 1)));
        assertThrows(DeadEntityException.class, () -> routes.has(p[0], dead));
        assertThrows(DeadEntityException.class, () -> routes.targets(dead));
        assertThrows(DeadEntityException.class, () -> routes.unrelate(dead, p[0]));
        assertEquals(2, world.entityCount());
        world.observers().onAdd(Port.TYPE, port -> routes.relate(port, p[0]));
        assertThrows(IllegalStateException.class, () -> world.spawn(new Port(1)));
        world.close();
        assertThrows(IllegalStateException.class, () -> routes.relate(p[0], p[1]));
        assertThrows(IllegalStateException.class, () -> routes.has(p[0], p[1]));
        assertThrows(IllegalStateException.class, routes::closedTargets);
    }

    @Test
    void shouldMakeNoGarbage() {
        long[] p = ports(100);
        EdgeCursor targets = routes.closedTargets();
        long[] sum = {0};
        routes.acyclic();
        assertEquals(0, SteadyRounds.medianBytes(60, 0, 1, () -> {
            for (int i = 1; i < p.length; i++) {
                routes.relate(p[i - 1], p[i]);
                routes.relate(p[0], p[i]);
            }
            targets.open(p[0]);
            while (targets.next()) {
                sum[0] += targets.entity() == targets.edge() ? 0 : 1;
            }
            targets.close();
            for (int i = 1; i < p.length; i++) {
                sum[0] -= routes.countSources(p[i]) > 0 ? 1 : 0;
                routes.unrelate(p[i - 1], p[i]);
                routes.unrelate(p[0], p[i]);
            }
        }));
        assertEquals(0, sum[0]);
    }

    @Nested
    class Cursors {
        private final long[] p = ports(5);

        @Test
        void shouldSkipEdgesThatEnd() {
            for (int i = 1; i < 5; i++) {
                routes.relate(p[0], p[i]);
            }
            try (EdgeCursor cursor = routes.targets(p[0])) {
                assertThrows(IllegalStateException.class, cursor::entity);
                assertTrue(cursor.next());
                assertEquals(routes.edge(p[0], p[1]), cursor.edge());
                routes.unrelate(p[0], p[1]);
                world.destroy(p[2]);
                world.set(routes.edge(p[0], p[3]), routes.sourceColumn(), p[3]);
                routes.relate(p[0], p[0]); // is not visited
                assertTrue(cursor.next());
                assertEquals(p[4], cursor.entity());
                assertFalse(cursor.next());
                assertThrows(IllegalStateException.class, cursor::edge);
            }
        }

        @Test
        void shouldOpenAgain() {
            routes.symmetric();
            routes.relate(p[0], p[1]);
            routes.relate(p[2], p[0]);
            EdgeCursor cursor = routes.closedTargets();
            assertThrows(IllegalStateException.class, cursor::next);
            for (int i = 0; i < 3; i++) {
                cursor.open(p[0]);
                assertThrows(IllegalStateException.class, () -> cursor.open(p[0]));
                assertEquals(List.of(p[1], p[2]), rest(cursor));
                assertThrows(IllegalStateException.class, cursor::edge);
            }
            assertEquals(0, world.frame().usedBytes());
        }
    }

    /** Relations in systems, on several workers. */
    @Nested
    class InSystems {
        private static final int PORTS = 5_000;

        /** Kernels relate and unrelate, and change edges, in parallel. */
        private List<Long> hashes(int workers) {
            List<Long> hashes = new ArrayList<>();
            try (World made = World.create()) {
                ManyToMany<Route> net = made.manyToMany(Route.class);
                long[] p = new long[PORTS];
                made.template().with(new Port(0)).build().spawn(p);
                int[] tick = {0};
                RowKernel relate = made.query().all(Port.TYPE).build().kernel((row, commands) -> {
                    long self = row.entity();
                    int number = Entity.index(self) * 31 + tick[0] * 17;
                    net.relate(commands, new Route(self, p[number % PORTS], number % 100));
                    net.relate(commands, self, p[number % 7]);
                });
                RowKernel flow = made.query().all(Route.TYPE).build().kernel((row, commands) -> {
                    row.set(Route.VOLUME, row.get(Route.VOLUME) - 30);
                    if (row.get(Route.VOLUME) < 0) {
                        net.unrelate(commands, row.get(net.sourceColumn()), row.get(net.targetColumn()));
                    }
                });
                Query ports = made.query().all(Port.TYPE).build();
                RowKernel join = made.query()
                        .all(Route.TYPE)
                        .build()
                        .pairs(net.targetColumn(), ports)
                        .kernel((row, to) -> row.set(Route.VOLUME, row.get(Route.VOLUME) + to.get(Port.X)));
                RowKernel mark = ports.where(net.hasTarget(p[3])).kernel(row -> row.set(Port.X, row.get(Port.X) + 1));
                int[] reached = {0};
                try (Schedule schedule = Schedule.builder(made)
                        .workers(workers)
                        .add("relate", relate, reads(Port.TYPE), Access.restructures(Route.TYPE))
                        .add("join", join, Access.writes(Route.TYPE), reads(Port.TYPE))
                        .add("mark", mark, Access.writes(Port.TYPE))
                        .add("flow", flow, Access.writes(Route.TYPE), Access.restructures(Route.TYPE))
                        .add(
                                "look",
                                () -> reached[0] += net.countSources(p[3]) + look(made, net, p[0]),
                                reads(Route.TYPE))
                        .build()) {
                    for (; tick[0] < 5; tick[0]++) {
                        schedule.tick(1);
                        hashes.add(Saves.stateHash(made) + reached[0]);
                    }
                }
                assertTrue(reached[0] > 0);
                assertTrue(ports.reduce().sum(Port.X) > PORTS / 10);
                assertNotEquals(PORTS, made.entityCount());
            }
            return hashes;
        }

        private int look(World made, ManyToMany<Route> net, long from) {
            return net.reach(from, FrameLongList.in(made.frame(), 10));
        }

        @Test
        void shouldGiveTheSameForAnyNumberOfWorkers() {
            List<Long> expected = hashes(1);
            assertEquals(expected, hashes(2));
            assertEquals(expected, hashes(4));
        }

        /** A condition on the relation, and a relation that a body has captured, are read without a declaration. */
        @Test
        void shouldSeeWhatSystemsBeforeHaveRelated() {
            long[] p = ports(3);
            ManyToMany<Route> net = routes;
            RowKernel relate = world.query()
                    .all(Port.TYPE)
                    .build()
                    .kernel((row, commands) -> net.relate(commands, row.entity(), p[0]));
            int[] seen = new int[2];
            RowKernel visit =
                    world.query().all(Port.TYPE).where(net.hasSource()).build().kernel(row -> seen[0]++);
            try (Schedule schedule = Schedule.builder(world)
                    .workers(2)
                    .add("relate", relate, reads(Port.TYPE), Access.restructures(Route.TYPE))
                    .add("visit", visit, reads(Port.TYPE))
                    .add("count", () -> seen[1] = net.countSources(p[0]))
                    .build()) {
                schedule.tick(1);
            }
            assertEquals(1, seen[0]);
            assertEquals(3, seen[1]);
        }

        /** A condition on an edge to a given entity reads both of the edge's ends. */
        @Test
        void shouldSeeWhichEndsSystemsBeforeHaveWritten() {
            long[] p = ports(3);
            ManyToMany<Route> net = routes;
            net.relate(p[0], p[1]);
            RowKernel turn = world.query().all(Route.TYPE).build().kernel(row -> row.set(net.targetColumn(), p[2]));
            RowKernel visit = world.query()
                    .all(Port.TYPE)
                    .where(net.hasTarget(p[2]))
                    .build()
                    .kernel(row -> row.set(Port.X, 10));
            try (Schedule schedule = Schedule.builder(world)
                    .workers(2)
                    .add("turn", turn, Access.writes(net.targetColumn()))
                    .add("visit", visit, Access.writes(Port.TYPE))
                    .build()) {
                assertEquals(2, schedule.graph().stages().size());
                schedule.tick(1);
            }
            assertEquals(10, world.get(p[0], Port.X));
            assertEquals(1, world.get(p[1], Port.X));
        }

        @Test
        void shouldRefuseToRelateInASystem() {
            long[] p = ports(2);
            assertThrows(
                    SystemException.class,
                    () -> OneSystem.run(world, () -> routes.relate(p[0], p[1]), reads(Route.TYPE)));
            assertThrows(
                    SystemException.class,
                    () -> OneSystem.run(world, () -> routes.relate(world.commands(), p[0], p[1]), reads(Route.TYPE)));
            assertEquals(2, world.entityCount());
            OneSystem.run(world, () -> routes.relate(world.commands(), p[0], p[1]), Access.restructures(Route.TYPE));
            assertTrue(routes.has(p[0], p[1]));
        }
    }

    record Noted(
            @EntityHandle long from,
            @EntityHandle long to,
            @EntityHandle long owner,
            String note) {
        static final Component<Noted> TYPE = Component.of(Noted.class);
    }

    @Test
    void shouldKeepAnEdgeWhoseNewRecordHasNoMemory() {
        FailingMemory memory = new FailingMemory(MemorySource.direct());
        try (World other = World.builder().memory(memory).build()) {
            ManyToMany<Noted> noted = other.manyToMany(Noted.class).exclusive();
            long a = other.spawn();
            long b = other.spawn();
            long c = other.spawn();
            noted.relate(new Noted(a, b, 0, "x"));
            memory.failNext();
            String longer = "longer ".repeat(100_000);
            assertThrows(NativeMemoryException.class, () -> noted.relate(new Noted(a, c, 0, longer)));
            long edge = noted.edge(a, b);
            assertEquals(new Noted(a, b, 0, "x"), other.get(edge, Noted.class));
            noted.relate(new Noted(a, c, 0, longer));
            assertEquals(new Noted(a, c, 0, longer), other.get(edge, Noted.class));
            assertTrue(noted.has(a, c) && !noted.has(a, b));
        }
    }

    @Test
    void shouldRefuseAConditionOnAColumnThatIsNoEnd() {
        try (World other = World.create()) {
            other.manyToMany(Noted.class);
            EntityLink owners = other.relation(Noted.TYPE.entity("owner"), OnTargetDestroy.KEEP);
            long a = other.spawn();
            IllegalArgumentException thrown = assertThrows(
                    IllegalArgumentException.class,
                    () -> other.query()
                            .where(Condition.related(owners, a))
                            .build()
                            .count());
            assertTrue(thrown.getMessage().contains("owner"), thrown.getMessage());
        }
    }
}
