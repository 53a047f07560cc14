package basalt.examples.flock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.flock.Sky.Bird;
import basalt.examples.flock.Sky.Order;
import basalt.examples.framework.program.Garbage;
import basalt.save.Determinism;
import basalt.save.Saves;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SkyTest {
    private static final float NEAR = 1e-4f;

    @Test
    void shouldTurnNeighboursToTheSameDirection() {
        try (Sky sky = new Sky(2, Order.RANDOM, 1, 1)) {
            set(sky, new Bird(1, 1, Sky.SPEED, 0), new Bird(3, 1, 0, Sky.SPEED));
            sky.run(1);
            List<Bird> birds = birds(sky);
            assertTrue(birds.get(0).dy() > 0.01f, () -> birds.toString());
            assertTrue(birds.get(1).dx() > 0.01f, () -> birds.toString());
        }
    }

    @Test
    void shouldPushNearNeighboursApartAndPullOthersTogether() {
        assertTrue(turnOfTheRightOne(1) > 0.01f);
        assertTrue(turnOfTheRightOne(Sky.SIGHT - 0.5f) < -0.01f);
        assertEquals(0, turnOfTheRightOne(Sky.SIGHT + 0.1f));
    }

    /** How two birds that fly downwards, at a distance, turn in one tick; both by the same angle. */
    private static float turnOfTheRightOne(float distance) {
        try (Sky sky = new Sky(8, Order.RANDOM, 1, 1)) {
            List<Bird> all =
                    new ArrayList<>(List.of(new Bird(1, 1, 0, Sky.SPEED), new Bird(1 + distance, 1, 0, Sky.SPEED)));
            while (all.size() < 8) {
                all.add(new Bird(1, 7.9f, 0, Sky.SPEED)); // out of sight
            }
            set(sky, all.toArray(Bird[]::new));
            sky.run(1);
            List<Bird> birds = birds(sky);
            assertEquals(birds.get(0).dx(), -birds.get(1).dx(), NEAR);
            return birds.get(1).dx();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSteerAsASearchOfAllPairsWould(Order order) {
        try (Sky sky = new Sky(300, order, 3, 2)) {
            List<Bird> before = birds(sky);
            sky.run(1);
            List<Bird> after = birds(sky);
            for (int i = 0; i < before.size(); i++) {
                Bird expected = Flown.of(before.get(i), before, sky.size);
                assertEquals(expected.x(), after.get(i).x(), 1e-3f);
                assertEquals(expected.y(), after.get(i).y(), 1e-3f);
                assertEquals(expected.dx(), after.get(i).dx(), 1e-3f);
                assertEquals(expected.dy(), after.get(i).dy(), 1e-3f);
            }
        }
    }

    @Test
    void shouldKeepAllBirdsInTheSkyAndTheirSpeed() {
        try (Sky sky = new Sky(200, Order.RANDOM, 2, 1)) {
            sky.run(100);
            List<Bird> birds = birds(sky);
            assertEquals(200, birds.size());
            for (Bird bird : birds) {
                assertEquals(Sky.SPEED, Math.hypot(bird.dx(), bird.dy()), NEAR);
                assertTrue(
                        bird.x() >= 0 && bird.x() < sky.size && bird.y() >= 0 && bird.y() < sky.size, () -> "" + bird);
            }
        }
    }

    @Test
    void shouldTurnBackAtTheBorder() {
        try (Sky sky = new Sky(1, Order.RANDOM, 1, 1)) {
            set(sky, new Bird(0.01f, 0.5f, -Sky.SPEED, 0));
            sky.run(1);
            assertEquals(new Bird(0.01f, 0.5f, Sky.SPEED, 0), birds(sky).get(0));
            set(sky, new Bird(0.5f, Math.nextDown(sky.size), 0, Sky.SPEED));
            sky.run(1);
            assertEquals(
                    new Bird(0.5f, Math.nextDown(sky.size), 0, -Sky.SPEED),
                    birds(sky).get(0));
        }
    }

    /** A bird adds up its neighbours of a cell in the order of rows, so sums are rounded in another way. */
    @Tag("slow")
    @Test
    void shouldFlyTheSameInEachOrderButForRounding() {
        try (Sky random = new Sky(1_000, Order.RANDOM, 1, 1);
                Sky arranged = new Sky(1_000, Order.ARRANGED, 1, 1)) {
            assertNear(random, arranged, 0);
            random.run(10);
            arranged.run(10);
            assertNear(random, arranged, 1e-3f);
        }
    }

    /** Compares birds by their handles, which are equal in both skies. */
    private static void assertNear(Sky expected, Sky actual, float delta) {
        assertEquals(expected.birds.count(), actual.birds.count());
        expected.birds.forEach((entity, bird, turn) -> {
            Bird other = actual.world.get(entity, Bird.class);
            assertEquals(bird.x(), other.x(), delta);
            assertEquals(bird.y(), other.y(), delta);
            assertEquals(bird.dx(), other.dx(), delta);
            assertEquals(bird.dy(), other.dy(), delta);
        });
    }

    @Test
    void shouldKeepNeighboursInNeighbouringRows() {
        try (Sky random = new Sky(1_000, Order.RANDOM, 1, 1);
                Sky arranged = new Sky(1_000, Order.ARRANGED, 1, 1)) {
            double step = meanStep(arranged);
            assertTrue(step < meanStep(random) / 5);
            arranged.run(Sky.ARRANGE_TICKS - 1);
            double flown = meanStep(arranged);
            assertTrue(flown > 1.1 * step, "birds have flown away");
            arranged.run(1);
            assertTrue(meanStep(arranged) < (flown + step) / 2, "arranged again");
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void shouldFlyTheSameWithAnyNumberOfWorkers(Order order) {
        int ticks = order == Order.ARRANGED ? Sky.ARRANGE_TICKS + 5 : 20;
        long alone = hashAfter(order, ticks, 1, 1);
        assertEquals(alone, hashAfter(order, ticks, 1, 2));
        assertNotEquals(alone, hashAfter(order, ticks, 2, 1), "another seed");
    }

    @ParameterizedTest
    @EnumSource
    void shouldFlyTheSameOnceMore(Order order) {
        try (Sky sky = new Sky(500, order, 1, 2)) {
            sky.run(Sky.ARRANGE_TICKS - 5);
            Determinism.check(sky.schedule, 10);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldMakeNoGarbage(Order order) {
        Garbage.requireQuickKernels();
        try (Sky sky = new Sky(100, order, 1, 1)) {
            Garbage.assertNoneSoon(() -> sky.run(100));
        }
    }

    private static long hashAfter(Order order, int ticks, long seed, int workers) {
        try (Sky sky = new Sky(1_000, order, seed, workers)) {
            sky.run(ticks);
            return Saves.stateHash(sky.world);
        }
    }

    /** The mean distance of birds in neighbouring rows. */
    private static double meanStep(Sky sky) {
        List<Bird> birds = birds(sky);
        double sum = 0;
        for (int i = 1; i < birds.size(); i++) {
            sum += Math.hypot(
                    birds.get(i).x() - birds.get(i - 1).x(),
                    birds.get(i).y() - birds.get(i - 1).y());
        }
        return sum / (birds.size() - 1);
    }

    private static List<Bird> birds(Sky sky) {
        List<Bird> birds = new ArrayList<>();
        sky.birds.forEach((bird, turn) -> birds.add(bird));
        return birds;
    }

    private static void set(Sky sky, Bird... values) {
        int[] next = {0};
        sky.birds.forEach((entity, bird, turn) -> sky.world.set(entity, values[next[0]++]));
        assertEquals(values.length, next[0]);
    }

    /** The rules once more, without a grid. */
    private static final class Flown {
        static Bird of(Bird bird, List<Bird> all, float size) {
            double turnX = 0;
            double turnY = 0;
            for (Bird other : all) {
                double right = other.x() - bird.x();
                double down = other.y() - bird.y();
                double nearness = 1 - (right * right + down * down) / (Sky.SIGHT * Sky.SIGHT);
                if (nearness > 0) {
                    turnX += nearness * (0.5 * (other.dx() - bird.dx()) + 20 * (0.4 - nearness) * right);
                    turnY += nearness * (0.5 * (other.dy() - bird.dy()) + 20 * (0.4 - nearness) * down);
                }
            }
            double dx = bird.dx() + turnX * Sky.TICK_SECONDS;
            double dy = bird.dy() + turnY * Sky.TICK_SECONDS;
            double toSpeed = Sky.SPEED / Math.hypot(dx, dy);
            double x = bird.x() + dx * toSpeed * Sky.TICK_SECONDS;
            double y = bird.y() + dy * toSpeed * Sky.TICK_SECONDS;
            boolean turnsX = x < 0 || x >= size;
            boolean turnsY = y < 0 || y >= size;
            return new Bird(
                    turnsX ? bird.x() : (float) x,
                    turnsY ? bird.y() : (float) y,
                    (float) (turnsX ? -dx * toSpeed : dx * toSpeed),
                    (float) (turnsY ? -dy * toSpeed : dy * toSpeed));
        }
    }
}
