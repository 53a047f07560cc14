package basalt.examples.regions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.examples.framework.program.SmallRandom;
import basalt.examples.regions.Region.Place;
import basalt.examples.regions.TwoRegions.Cluster;
import basalt.feed.Mirrored;
import basalt.query.Query;
import basalt.query.RowBody;
import basalt.save.Saves;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks after each tick that each entity lives in one region, or is in flight. */
class TwoRegionsTest {
    private static final int ENTITIES = 5_000;
    private static final int SNAPSHOT_TICKS = 50;
    private static final float ROUNDING = 1 / 500f;

    @Test
    void shouldHandEachEntityOverOnce() {
        handOver(1);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(longs = {2, 3, 4, 5})
    void shouldHandEachEntityOverOnceWithOtherSeeds(long seed) {
        handOver(seed);
    }

    private static void handOver(long seed) {
        try (TwoRegions regions = new TwoRegions(ENTITIES, seed, 0.2f, 8, SNAPSHOT_TICKS)) {
            for (int tick = 0; tick < 400; tick++) {
                step(regions, seed);
            }
            assertTrue(regions.left.region().numbers.taken > 40, "few hand-overs");
            assertTrue(regions.right.region().numbers.taken > 40, "few hand-overs");
            assertTrue(regions.toLeft.lost > 0 && regions.toLeft.repeated > 0 && regions.toLeft.late > 0);
            settle(regions, seed);
        }
    }

    @Tag("slow")
    @Test
    void shouldAgreeAfterRestarts() {
        restart(1, 4);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldAgreeAfterManyRestarts(long seed) {
        restart(seed, 8);
    }

    private static void restart(long seed, int rounds) {
        SmallRandom random = new SmallRandom(10 + seed);
        try (TwoRegions regions = new TwoRegions(ENTITIES, 10 + seed, 0.2f, 8, SNAPSHOT_TICKS)) {
            for (int round = 0; round < rounds; round++) {
                int ticks = (int) (random.next() * 2 * SNAPSHOT_TICKS);
                for (int tick = 0; tick < ticks; tick++) {
                    step(regions, seed);
                }
                Cluster cluster = random.next() < 0.5f ? regions.left : regions.right;
                long hash = Saves.stateHash(cluster.region().world);
                String numbers = text(cluster.region().numbers);
                cluster.crash();
                int down = (int) (random.next() * 100);
                for (int tick = 0; tick < down; tick++) {
                    regions.step();
                }
                cluster.restart();
                assertEquals(hash, Saves.stateHash(cluster.region().world), "seed " + seed + ", round " + round);
                assertEquals(numbers, text(cluster.region().numbers));
                assertSound(regions, seed);
            }
            assertTrue(regions.missed > 0);
            settle(regions, seed);
        }
    }

    @Tag("slow")
    @Test
    void shouldHandOverMoreThanAMessageHolds() {
        try (TwoRegions regions = new TwoRegions(ENTITIES, 41, 0.2f, 8, SNAPSHOT_TICKS)) {
            step(regions, 41);
            regions.right.crash();
            while (regions.left.region().waiting() <= 2 * HandOver.MOST) {
                regions.step();
            }
            regions.right.restart();
            assertSound(regions, 41);
            for (int tick = 0; tick < 100; tick++) {
                step(regions, 41);
            }
            assertTrue(regions.left.region().waiting() < 30);
            settle(regions, 41);
        }
    }

    @Tag("slow")
    @Test
    void shouldShowTheNeighbourWhatIsNearTheBorder() {
        try (TwoRegions regions = new TwoRegions(ENTITIES, 31, 0.2f, 4, SNAPSHOT_TICKS)) {
            Map<Long, Map<Long, Place>> history = new HashMap<>();
            long shown = -1;
            for (int tick = 0; tick < 240; tick++) {
                if (tick == 60 || tick == 160) {
                    Cluster restarted = tick == 60 ? regions.left : regions.right;
                    restarted.crash();
                    restarted.restart();
                }
                step(regions, 31);
                Region left = regions.left.region();
                Map<Long, Place> near = places(left, Region.Leaving.TYPE);
                near.putAll(places(left, null));
                near.values().removeIf(place -> place.x() < Region.Side.BORDER - Region.Side.MARGIN);
                history.put(left.world.time().tick(), near);

                Region right = regions.right.region();
                shown = Math.max(shown, right.ghosts.tick());
                assertTrue(shown >= tick - 30, "old ghosts in tick " + tick);
                if (right.ghosts.tick() >= 0) { // there is none after a snapshot, until a packet comes
                    Map<Long, Place> expected = new HashMap<>(history.get(right.ghosts.tick()));
                    expected.keySet().removeAll(places(right, null).keySet());
                    expected.keySet()
                            .removeAll(places(right, Region.Leaving.TYPE).keySet());
                    assertGhosts(expected, places(right, Mirrored.TYPE));
                }
            }
        }
    }

    private static void assertGhosts(Map<Long, Place> expected, Map<Long, Place> ghosts) {
        assertTrue(expected.size() > 60, "few entities near the border");
        assertEquals(expected.keySet(), ghosts.keySet());
        ghosts.forEach((id, place) -> {
            assertEquals(expected.get(id).x(), place.x(), ROUNDING);
            assertEquals(expected.get(id).y(), place.y(), ROUNDING);
        });
    }

    /** The places, by id, of entities that have a component; of those that live in the region, if it is null. */
    private static Map<Long, Place> places(Region region, Component<?> component) {
        Map<Long, Place> places = new HashMap<>();
        RowBody put = row -> places.put(row.get(Region.Id.ID), new Place(row.get(Place.X), row.get(Place.Y)));
        if (component == null) {
            region.living.forEach(put);
            return places;
        }
        try (Query query =
                region.world.query().all(Region.Id.TYPE, Place.TYPE, component).build()) {
            query.forEach(put);
        }
        return places;
    }

    /** Stops all entities, until those in flight have arrived. */
    private static void settle(TwoRegions regions, long seed) {
        for (int tick = 0; tick < 200; tick++) {
            for (Cluster cluster : new Cluster[] {regions.left, regions.right}) {
                cluster.region().living.forEach(row -> {
                    row.set(Region.Motion.DX, 0f);
                    row.set(Region.Motion.DY, 0f);
                });
            }
            step(regions, seed);
        }
        assertEquals(0, regions.left.region().waiting());
        assertEquals(0, regions.right.region().waiting());
        assertEquals(ENTITIES, TwoRegions.Census.of(regions, ENTITIES).atHome);
    }

    private static void step(TwoRegions regions, long seed) {
        regions.step();
        assertSound(regions, seed);
    }

    private static void assertSound(TwoRegions regions, long seed) {
        TwoRegions.Census census = TwoRegions.Census.of(regions, ENTITIES);
        assertTrue(census.isSound(), () -> "seed " + seed + ": " + census);
        assertEquals(ENTITIES, census.atHome + census.inFlight, census::toString);
    }

    private static String text(Region.Numbers numbers) {
        return numbers.sent + " " + numbers.acked + " " + numbers.taken + " " + numbers.joins + " " + numbers.start;
    }
}
