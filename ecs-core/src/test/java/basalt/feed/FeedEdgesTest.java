package basalt.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityHandle;
import basalt.feed.Things.Place;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.world.EdgeCursor;
import basalt.world.ManyToMany;
import basalt.world.RemovedComponents;
import basalt.world.World;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Edges of a relation of many to many, which are entities of a feed. */
class FeedEdgesTest {
    private record Route(
            @EntityHandle long from, @EntityHandle long to, int volume) {
        static final Component<Route> TYPE = Component.of(Route.class);
    }

    private final FeedPair pair = new FeedPair(
            FeedSchema.builder()
                    .column(Place.X)
                    .column(Route.TYPE.entity("from"))
                    .column(Route.TYPE.entity("to"))
                    .column(Route.TYPE.int32("volume"))
                    .build(),
            world -> world.query().any(Place.TYPE, Route.TYPE).build());
    private final ManyToMany<Route> routes = pair.server.manyToMany(Route.class);
    private final ManyToMany<Route> shown = pair.client.manyToMany(Route.class);

    @AfterEach
    void close() {
        pair.close();
    }

    private static Set<Long> rest(EdgeCursor cursor) {
        Set<Long> rest = new TreeSet<>();
        try (cursor) {
            while (cursor.next()) {
                rest.add(cursor.entity());
            }
        }
        return rest;
    }

    private Set<Long> local(Set<Long> entities) {
        return entities.stream().map(pair::local).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Both have the same edges, between the entities that stand for each other. */
    private void assertShown(long... entities) {
        pair.update();
        for (long entity : LongStream.of(entities).filter(pair.server::isAlive).toArray()) {
            long local = pair.local(entity);
            assertEquals(local(rest(routes.targets(entity))), rest(shown.targets(local)));
            assertEquals(local(rest(routes.sources(entity))), rest(shown.sources(local)));
        }
        assertEquals(
                pair.server.query(Route.class).count(),
                pair.client.query(Route.class).count());
    }

    @Test
    void shouldShowTheSameTargetsAndSources() {
        for (int i = 0; i < 10; i++) {
            pair.client.spawn(new Route(Entity.NULL, Entity.NULL, i)); // own entities of the client
        }
        pair.client.query(Route.class).rows().bulk().destroy();
        long[] p = pair.spawn(5);
        routes.relate(p[0], p[1]);
        routes.relate(p[0], p[2]);
        routes.relate(new Route(p[3], p[1], 7));
        routes.relate(p[4], p[4]);
        assertShown(p);
        assertNotEquals(p[0], pair.local(p[0]), "another handle");
        long edge = shown.edge(pair.local(p[3]), pair.local(p[1]));
        assertEquals(new Route(pair.local(p[3]), pair.local(p[1]), 7), pair.client.get(edge, Route.TYPE));
        routes.relate(new Route(p[3], p[1], 8));
        routes.unrelate(p[0], p[2]);
        pair.server.set(routes.edge(p[0], p[1]), routes.targetColumn(), p[3]);
        assertShown(p);
        assertEquals(8, pair.client.get(edge, Route.TYPE).volume());
        assertTrue(shown.has(pair.local(p[0]), pair.local(p[3])));
        pair.server.destroy(p[3]);
        assertShown(p);
        assertEquals(1, shown.countTargets(pair.local(p[4])));
        long[] later = pair.spawn(3);
        routes.relate(p[1], later[0]);
        assertShown(p);
        assertShown(later);
    }

    /** Two ends go, and their edges with them, which come again. */
    @Test
    void shouldShowAllEdgesAfterMissingMemory() {
        long[] p = pair.spawn(3);
        long first = routes.relate(p[0], p[1]);
        long second = routes.relate(p[0], p[2]);
        pair.peer
                .interest()
                .entity(p[0])
                .entity(p[1])
                .entity(p[2])
                .entity(first)
                .entity(second);
        byte[] before = new byte[pair.exchange()];
        pair.buffer.getBytes(0, before);
        pair.peer.interest().clear().entity(p[0]).entity(first).entity(second);
        byte[] after = new byte[pair.exchange()];
        pair.buffer.getBytes(0, after);
        int nth = 1;
        while (hasFailed(before, after, nth)) {
            nth++;
        }
        assertTrue(nth > 2, nth + " allocations");
    }

    private boolean hasFailed(byte[] before, byte[] after, int nth) {
        World.trimRetainedMemory();
        FailingMemory memory = new FailingMemory(MemorySource.direct(), 0, 1);
        try (World client = World.builder().memory(memory).build()) {
            WorldMirror mirror = WorldMirror.of(client, pair.mirror.schema(), 5);
            client.manyToMany(Route.class);
            RemovedComponents removed = client.removed(Route.class);
            assertEquals(Received.APPLIED, mirror.apply(new UnsafeBuffer(before), 0, before.length));
            mirror.show();
            assertEquals(Received.APPLIED, mirror.apply(new UnsafeBuffer(after), 0, after.length));
            memory.failNth(nth);
            boolean hasFailed = false;
            try {
                mirror.show();
            } catch (NativeMemoryException e) {
                hasFailed = true;
            }
            memory.failNth(Long.MAX_VALUE / 4);
            mirror.show();
            assertEquals(3, client.entityCount(), "allocation " + nth);
            assertEquals(2, client.query(Route.class).count(), "allocation " + nth);
            removed.close();
            return hasFailed;
        }
    }

    @Test
    void shouldShowEdgesAgainThatGoWithAnEntityThatIsThereTwice() {
        long[] p = pair.spawn(2);
        long edge = routes.relate(p[0], p[1]);
        assertShown(p);
        World client = pair.client;
        long twice = client.spawn(client.get(pair.local(p[1]), Mirrored.class));
        client.set(pair.local(edge), routes.targetColumn(), twice);
        Snapshots snapshots = Saves.snapshots(client, 2);
        snapshots.restore(snapshots.capture());
        assertShown(p);
        assertFalse(client.isAlive(twice));
    }

    /** An end that is not shown any more takes its edge with it, which the server still has. */
    @Test
    void shouldShowEdgesWhoseEndsComeAndGo() {
        long[] p = pair.spawn(3);
        long edge = routes.relate(p[0], p[1]);
        pair.peer.interest().entity(p[0]).entity(p[1]).entity(p[2]).entity(edge);
        assertShown(p);
        long gone = pair.local(p[2]);
        pair.client.destroy(gone);
        for (int i = 0; i < 2; i++) {
            pair.peer.interest().clear().entity(p[0]).entity(p[2]).entity(edge);
            pair.update();
            Route shownEdge = pair.client.get(pair.local(edge), Route.TYPE);
            assertEquals(new Route(pair.local(p[0]), Entity.NULL, 0), shownEdge);
            assertEquals(1, shown.countTargets(pair.local(p[0])));
            pair.peer.interest().entity(p[1]);
            pair.update();
            assertTrue(shown.has(pair.local(p[0]), pair.local(p[1])));
            assertEquals(gone, pair.local(p[2]), "what the program has destroyed stays so");
        }
    }
}
