package basalt.feed;

import static basalt.feed.Things.assertWrong;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.OnTargetDestroy;
import basalt.feed.Things.Frozen;
import basalt.feed.Things.Place;
import basalt.feed.Things.Speed;
import basalt.query.Query;
import basalt.world.Hierarchy;
import basalt.world.Relation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FeedInterestTest {
    private record In(@EntityHandle long room) {
        static final Component<In> TYPE = Component.of(In.class);
        static final EntityColumn ROOM = TYPE.entity("room");
    }

    private record Of(@EntityHandle long other) {
        static final Component<Of> TYPE = Component.of(Of.class);
        static final EntityColumn OTHER = TYPE.entity("other");
    }

    private final FeedPair pair = new FeedPair(Things.schema(16));

    @AfterEach
    void close() {
        pair.close();
    }

    private long spawn(float x, float y) {
        return pair.server.spawn(new Place(x, y));
    }

    private void assertShown(long... entities) {
        pair.update();
        assertEquals(entities.length, pair.mirror.count());
        assertEquals(entities.length, pair.client.entityCount());
        for (long entity : entities) {
            assertTrue(pair.client.isAlive(pair.local(entity)), Entity.toString(entity));
        }
    }

    @Test
    void shouldShowAllOrNothing() {
        long one = spawn(1, 1);
        long other = spawn(2, 2);
        pair.server.spawn(new Speed(1, 1));
        assertShown(one, other);
        pair.peer.interest().clear();
        assertShown();
        pair.peer.interest().entity(other).entity(Entity.NULL);
        assertShown(other);
        pair.server.destroy(other);
        assertShown();
        pair.peer.interest().all();
        assertShown(one);
    }

    @Test
    void shouldShowWhatAQueryMatches() {
        long still = spawn(1, 1);
        long frozen = spawn(2, 2);
        pair.server.add(frozen, Frozen.TYPE);
        Query query = pair.server.query().all(Frozen.TYPE).build();
        pair.peer.interest().matching(query);
        assertShown(frozen);
        pair.server.add(still, Frozen.TYPE);
        assertShown(still, frozen);
        pair.server.remove(frozen, Frozen.TYPE);
        assertShown(still);
        Query ofOther = pair.client.query().all(Frozen.TYPE).build();
        Query changes = pair.server.query().changed(Place.TYPE).build();
        FeedInterest interest = pair.peer.interest();
        assertWrong(() -> interest.matching(ofOther), () -> interest.matching(changes), () -> interest.matching(null));
    }

    @Test
    void shouldShowWhatIsNearAndKeepItAtTheBorder() {
        pair.feed.grid(Place.X, Place.Y, 10);
        long near = spawn(103, -200);
        long border = spawn(111, -200);
        spawn(90, -220);
        pair.server.spawn(new Place(Float.NaN, 0));
        pair.peer.interest().near(100, -200, 10, 15);
        assertShown(near);
        pair.server.set(border, Place.X, 109);
        assertShown(near, border);
        pair.server.set(border, Place.X, 114);
        assertShown(near, border);
        pair.server.set(border, Place.X, 116);
        assertShown(near);
        pair.server.set(border, Place.X, 114);
        assertShown(near);
        pair.peer.interest().near(114, -200, 1, 1);
        assertShown(near, border);
    }

    @Test
    void shouldShowWhatIsNearAFarPointAndInAWideCircle() {
        pair.feed.grid(Place.X, Place.Y, 0.5f);
        long origin = spawn(0, 0);
        long far = spawn(1_000_000, 1_000_000);
        pair.peer.interest().near(1_000_000, 1_000_000, 3, 3);
        assertShown(far);
        pair.peer.interest().clear().near(0, 0, 2_000_000, 2_000_000);
        assertShown(origin, far);
        pair.peer.interest().clear().near(1e30f, 0, 1, 1);
        assertShown();
    }

    @Test
    void shouldRejectWrongAreasAndGrids() {
        FeedInterest interest = pair.peer.interest();
        assertWrong(
                () -> interest.near(Float.NaN, 0, 1, 1),
                () -> interest.near(0, 0, 0, 1),
                () -> interest.near(0, 0, 2, 1),
                () -> pair.feed.grid(Place.X, Place.Y, 0),
                () -> pair.feed.grid(Things.Turn.X, Place.Y, 1),
                () -> pair.feed.grid(Things.Kinds.RANGED, Place.Y, 1));
        interest.near(0, 0, 1, 1);
        assertThrows(IllegalStateException.class, pair::exchange);
        pair.feed.grid(Place.X, Place.Y, 1);
        pair.exchange();
    }

    @Test
    void shouldShowWhoIsInARoom() {
        Relation in = pair.server.relation(In.ROOM, OnTargetDestroy.CLEAR);
        long hall = spawn(0, 0);
        long cellar = spawn(1, 1);
        long guest = spawn(2, 2);
        long rat = spawn(3, 3);
        pair.server.add(guest, new In(hall));
        pair.server.add(rat, new In(cellar));
        pair.peer.interest().sources(in, hall);
        assertShown(hall, guest);
        in.set(rat, hall);
        assertShown(hall, guest, rat);
        pair.server.destroy(hall);
        assertShown();
        assertWrong(() -> pair.peer.interest().sources(null, hall));
        Relation others = pair.client.relation(In.ROOM, OnTargetDestroy.CLEAR);
        assertWrong(() -> pair.peer.interest().sources(others, hall));
        Relation notHere = pair.client.relation(Of.OTHER, OnTargetDestroy.DESTROY);
        assertWrong(() -> pair.peer.interest().sources(notHere, hall));
        pair.server.relation(Of.OTHER, OnTargetDestroy.KEEP); // which the refused call has not made
    }

    @Test
    void shouldShowWhatIsBelowInATree() {
        Hierarchy tree = pair.server.hierarchy();
        long ship = spawn(0, 0);
        long gun = spawn(1, 1);
        long barrel = spawn(2, 2);
        spawn(3, 3);
        tree.attach(gun, ship);
        tree.attach(barrel, gun);
        pair.peer.interest().below(tree, ship);
        assertShown(ship, gun, barrel);
        tree.detach(gun);
        assertShown(ship);
        pair.server.destroy(ship);
        assertShown();
        assertWrong(() -> pair.peer.interest().below(null, ship));
        Hierarchy others = pair.client.hierarchy();
        assertWrong(() -> pair.peer.interest().below(others, ship));
    }
}
