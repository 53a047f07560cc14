package basalt.feed;

import static basalt.feed.Quantisation.quantised;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.feed.Things.Frozen;
import basalt.feed.Things.Kinds;
import basalt.feed.Things.Place;
import basalt.feed.Things.Turn;
import basalt.save.Saves;
import basalt.save.Snapshots;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorldMirrorTest {
    private record Own(int value) {
        static final Component<Own> TYPE = Component.of(Own.class);
    }

    private final FeedPair pair = new FeedPair(
            FeedSchema.builder()
                    .column(Place.X, quantised(1 / 1024.0))
                    .column(Place.Y)
                    .rotation(Turn.X, Turn.Y, Turn.Z, Turn.W, 14)
                    .column(Kinds.EXACT)
                    .column(Kinds.COUNT)
                    .column(Kinds.FLAG)
                    .column(Kinds.TARGET)
                    .component(Frozen.TYPE)
                    .frames(8)
                    .build(),
            world -> world.query().any(Place.TYPE, Kinds.TYPE).build());

    @AfterEach
    void close() {
        pair.close();
    }

    private static Kinds kinds(double exact, int count, boolean flag, long target) {
        return new Kinds(exact, 0, (byte) 0, (short) 0, count, 0, flag, target, new float[3]);
    }

    @Test
    void shouldInterpolateBetweenTwoStates() {
        long entity = pair.server.spawn(new Place(0, 100), kinds(1, 5, false, Entity.NULL));
        pair.exchange(); // tick 1
        pair.server.set(entity, new Place(8, 200));
        pair.server.set(entity, kinds(2, 9, true, entity));
        long later = pair.server.spawn(new Place(1, 1));
        pair.exchange(); // tick 2
        pair.mirror.show(1.25);
        long local = pair.local(entity);
        assertEquals(2, pair.client.get(local, Place.X));
        assertEquals(125, pair.client.get(local, Place.Y));
        assertEquals(1.25, pair.client.get(local, Kinds.EXACT));
        assertEquals(5, pair.client.get(local, Kinds.COUNT));
        assertFalse(pair.client.get(local, Kinds.FLAG));
        assertEquals(Entity.NULL, pair.client.get(local, Kinds.TARGET));
        assertEquals(Entity.NULL, pair.local(later));
        pair.mirror.show(2);
        assertEquals(local, pair.local(entity));
        assertEquals(8, pair.client.get(local, Place.X));
        assertEquals(local, pair.client.get(local, Kinds.TARGET));
        assertEquals(1, pair.get(later, Place.X));
        pair.mirror.show(-7);
        assertEquals(0, pair.client.get(local, Place.X));
        pair.mirror.show(99);
        assertEquals(8, pair.client.get(local, Place.X));
        pair.mirror.show(1.5);
        assertEquals(4, pair.client.get(local, Place.X));
        assertEquals(1, pair.client.entityCount());
    }

    private record Figure(Place at, Thread.State state, char letter) {
        static final Component<Figure> TYPE = Component.of(Figure.class);
    }

    @Test
    void shouldShowNestedRecordsAndEnums() {
        FeedSchema schema = FeedSchema.builder()
                .column(Figure.TYPE.float32("at.x"), Quantisation.quantised(Things.STEP))
                .column(Figure.TYPE.float32("at.y"))
                .column(Figure.TYPE.enumeration("state", Thread.State.class))
                .column(Figure.TYPE.int16("letter"))
                .build();
        try (FeedPair figures =
                new FeedPair(schema, world -> world.query().all(Figure.TYPE).build())) {
            Figure first = new Figure(new Place(1, 2), Thread.State.WAITING, '\uFFFF');
            Figure second = new Figure(new Place(3, 4), null, 'x');
            long entity = figures.server.spawn(first);
            long other = figures.server.spawn(second);
            figures.exchange();
            figures.server.set(entity, second);
            figures.exchange();
            figures.mirror.show(1.5);
            assertEquals(
                    new Figure(new Place(2, 3), Thread.State.WAITING, '\uFFFF'),
                    figures.client.get(figures.local(entity), Figure.TYPE));
            assertEquals(second, figures.client.get(figures.local(other), Figure.TYPE));
            figures.mirror.show();
            assertEquals(second, figures.client.get(figures.local(entity), Figure.TYPE));
        }
    }

    @Test
    void shouldNotInterpolateWhatIsInfinite() {
        float infinite = Float.POSITIVE_INFINITY;
        long entity = pair.server.spawn(new Place(0, infinite), kinds(Double.NEGATIVE_INFINITY, 0, false, Entity.NULL));
        long other = pair.server.spawn(new Place(0, 3e38f), kinds(-1e308, 0, false, Entity.NULL));
        pair.exchange();
        pair.server.set(entity, Place.X, 1);
        pair.server.set(other, new Place(1, -3e38f));
        pair.server.set(other, Kinds.EXACT, 1e308);
        pair.exchange();
        pair.mirror.show(1.5);
        assertEquals(infinite, pair.get(entity, Place.Y));
        assertEquals(Double.NEGATIVE_INFINITY, pair.client.get(pair.local(entity), Kinds.EXACT));
        assertEquals(0, pair.get(other, Place.Y));
        assertEquals(0, pair.client.get(pair.local(other), Kinds.EXACT));
    }

    @Test
    void shouldGoOnAfterAnObserverHasThrown() {
        boolean[] isThrowing = {true};
        pair.client.observers().onAdd(Frozen.TYPE, added -> {
            if (isThrowing[0]) {
                throw new IllegalStateException("on purpose");
            }
        });
        long[] entities = pair.spawn(10);
        pair.server.add(entities[4], Frozen.TYPE);
        pair.exchange();
        assertThrows(IllegalStateException.class, pair.mirror::show);
        isThrowing[0] = false;
        pair.mirror.show();
        assertEquals(10, pair.client.entityCount());
        for (int i = 0; i < entities.length; i++) {
            assertEquals(i, pair.get(entities[i], Place.X));
        }
        isThrowing[0] = true;
        pair.server.add(entities[5], Frozen.TYPE);
        pair.server.set(entities[9], Place.X, 77);
        pair.exchange();
        assertThrows(IllegalStateException.class, pair.mirror::show);
        pair.mirror.show();
        assertEquals(77, pair.get(entities[9], Place.X));
        pair.server.query().any(Place.TYPE).build().bulk().destroy();
        pair.update();
        assertEquals(0, pair.client.entityCount());
    }

    @Test
    void shouldLetObserversDestroyItsEntities() {
        pair.client
                .observers()
                .onAdd(Mirrored.TYPE, added -> pair.client.commands().destroy(added));
        pair.server.spawn(new Place(1, 1));
        pair.update();
        pair.client.applyCommands();
        pair.mirror.show();
        assertEquals(0, pair.client.entityCount());
    }

    @Test
    void shouldApplyCommandsOfObserversWhenAllIsShown() {
        var commands = pair.client.observers().commands();
        long[] entities = pair.spawn(100);
        int[] shown = {0};
        pair.client.observers().onAdd(Place.TYPE, added -> {
            shown[0]++;
            commands.add(added, Frozen.TYPE);
        });
        pair.client.observers().onAdd(Frozen.TYPE, added -> {
            assertEquals(entities.length, shown[0]);
            assertEquals(99, pair.get(entities[99], Place.X));
        });
        pair.update();
        assertTrue(pair.client.has(pair.local(entities[99]), Frozen.TYPE));
    }

    @Test
    void shouldTurnOnTheShortestWay() {
        long entity = pair.server.spawn(new Place(0, 0), new Turn(0, 0, 0, 1));
        pair.exchange();
        float half = 0.6f;
        pair.server.set(entity, new Turn((float) -Math.sin(half), 0, 0, (float) -Math.cos(half)));
        pair.exchange();
        for (double part = 0; part <= 1; part += 0.125) {
            pair.mirror.show(1 + part);
            long local = pair.local(entity);
            float x = pair.client.get(local, Turn.X);
            float w = pair.client.get(local, Turn.W);
            assertEquals(1, x * x + w * w, 1e-3);
            assertEquals(part * half, Math.atan2(x, w), 0.01, "part " + part);
        }
    }

    @Test
    void shouldAddAndRemoveComponents() {
        long entity = pair.server.spawn(new Place(1, 1));
        pair.update();
        long local = pair.local(entity);
        pair.server.add(entity, Frozen.TYPE);
        pair.server.add(entity, new Turn(1, 0, 0, 0));
        pair.update();
        assertEquals(local, pair.local(entity));
        assertTrue(pair.client.has(local, Frozen.TYPE));
        assertEquals(1, pair.client.get(local, Turn.X), 1e-6);
        pair.server.remove(entity, Turn.TYPE);
        pair.server.add(entity, kinds(1, 1, true, Entity.NULL));
        pair.server.remove(entity, Place.TYPE);
        pair.update();
        assertFalse(pair.client.has(local, Turn.TYPE));
        assertFalse(pair.client.has(local, Place.TYPE));
        assertEquals(1, pair.client.get(local, Kinds.COUNT));
    }

    @Test
    void shouldLeaveTheProgramsOwnDataAlone() {
        long entity = pair.server.spawn(new Place(1, 1));
        long other = pair.server.spawn(new Place(2, 2));
        long own = pair.client.spawn(new Own(3));
        pair.update();
        long local = pair.local(entity);
        pair.client.add(local, new Own(4));
        pair.client.destroy(pair.local(other));
        pair.server.set(entity, Place.X, 5);
        pair.server.set(other, Place.X, 5);
        pair.update();
        assertEquals(new Own(4), pair.client.get(local, Own.TYPE));
        assertEquals(new Own(3), pair.client.get(own, Own.TYPE));
        assertEquals(5, pair.client.get(local, Place.X));
        assertEquals(2, pair.client.entityCount(), "what the program has destroyed does not come back");
        assertEquals(Entity.NULL, pair.mirror.remote(own));
        assertEquals(entity, pair.mirror.remote(local));
        pair.server.destroy(entity);
        pair.server.destroy(other);
        pair.update();
        assertEquals(1, pair.client.entityCount());
    }

    @Test
    void shouldSetReferencesToEntitiesThatComeLater() {
        long target = pair.server.spawn(new Place(1, 1));
        long source = pair.server.spawn(kinds(0, 0, false, target));
        pair.peer.interest().entity(source);
        pair.update();
        assertEquals(Entity.NULL, pair.client.get(pair.local(source), Kinds.TARGET));
        pair.peer.interest().entity(target);
        pair.update();
        long local = pair.local(target);
        assertTrue(pair.client.isAlive(local));
        assertEquals(local, pair.client.get(pair.local(source), Kinds.TARGET));
        pair.server.destroy(target);
        pair.update();
        assertEquals(Entity.NULL, pair.client.get(pair.local(source), Kinds.TARGET));
    }

    @Test
    void shouldTakeItsEntitiesOverAfterARestoration() {
        long first = pair.server.spawn(new Place(1, 1));
        pair.update();
        try (Snapshots ring = Saves.snapshots(pair.client, 4)) {
            ring.capture();
            long second = pair.server.spawn(new Place(2, 2));
            pair.server.destroy(first);
            pair.update();
            ring.restore(0);
            pair.mirror.show();
            assertEquals(1, pair.client.entityCount());
            assertEquals(2, pair.get(second, Place.X));
            assertEquals(Entity.NULL, pair.local(first));
        }
    }

    /** A loaded world may say anything. */
    @Test
    void shouldDestroyEntitiesThatNoPacketCanName() {
        long entity = pair.server.spawn(new Place(1, 1));
        pair.exchange();
        int index = Entity.index(entity);
        pair.client.spawn(new Mirrored(index, Entity.generation(entity)));
        pair.mirror.limit(10, 1000, 1 << 20);
        for (int wrong : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 500_000_000, 1001, index}) {
            pair.client.spawn(new Mirrored(wrong, 1));
        }
        pair.client.spawn(new Own(1));
        pair.mirror.show();
        assertEquals(2, pair.client.entityCount());
        assertEquals(1, pair.get(entity, Place.X));
    }

    @Test
    void shouldKeepTheEntitiesForANewConnection() {
        long entity = pair.server.spawn(new Place(1, 1));
        pair.update();
        long local = pair.local(entity);
        FeedClient again = pair.feed.connect(6);
        pair.mirror.rejoin(6);
        assertEquals(WorldFeed.NONE, pair.mirror.tick());
        Things.tick(pair.server);
        pair.feed.capture();
        int bytes = pair.feed.encode(again, pair.mirror.tick(), pair.buffer, 0);
        pair.assertApplied(bytes);
        pair.mirror.show();
        assertEquals(local, pair.local(entity));
    }
}
