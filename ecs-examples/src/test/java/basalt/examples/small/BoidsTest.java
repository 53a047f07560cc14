package basalt.examples.small;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.program.Garbage;
import basalt.examples.framework.program.Printed;
import basalt.examples.small.Boids.Bird;
import basalt.save.Saves;
import basalt.world.World;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoidsTest {
    @Test
    void shouldFormFlocks() {
        Printed.requireQuickPrograms();
        try (World world = World.create()) {
            Boids boids = new Boids(world, 500, 1, 1);
            assertTrue(boids.order() < 0.2, () -> "at the start: " + boids.order());
            fly(boids, 600);
            assertTrue(boids.order() > 0.5, () -> "after a while: " + boids.order());
        }
    }

    @Test
    void shouldAlignWithNeighbours() {
        try (World world = World.create()) {
            Boids boids = new Boids(world, 2, 1, 1);
            place(world, boids, new Bird(22, 20, 0, Boids.SPEED), new Bird(20, 20, Boids.SPEED / 2, Boids.SPEED / 2));
            fly(boids, 120);
            assertTrue(boids.order() > 0.95, () -> "order: " + boids.order());
        }
    }

    @Test
    void shouldKeepItsDistance() {
        assertTrue(turnOfTheRightOne(1) > 0.01f);
        assertTrue(turnOfTheRightOne(2) < -0.001f);
        assertEquals(0, turnOfTheRightOne(Boids.SIGHT + 0.1f));
    }

    /** How the right one of two birds that fly downwards, at a distance, turns in one tick. */
    private static float turnOfTheRightOne(float distance) {
        try (World world = World.create()) {
            Boids boids = new Boids(world, 2, 1, 1);
            long right =
                    place(world, boids, new Bird(20, 20, 0, Boids.SPEED), new Bird(20 + distance, 20, 0, Boids.SPEED));
            fly(boids, 1);
            return world.get(right, Bird.class).dx();
        }
    }

    /** Places both birds, and returns the second one. */
    private static long place(World world, Boids boids, Bird first, Bird second) {
        long[] birds = {boids.birds.first(), 0};
        boids.birds.forEach((entity, bird, turn) -> birds[1] = entity);
        world.set(birds[0], first);
        world.set(birds[1], second);
        return birds[1];
    }

    @Test
    void shouldComeBackOnTheOtherSide() {
        try (World world = World.create()) {
            Boids boids = new Boids(world, 2, 1, 1);
            place(world, boids, new Bird(0.01f, 20, -Boids.SPEED, 0), new Bird(40, Boids.SIZE - 0.01f, 0, Boids.SPEED));
            fly(boids, 1);
            assertEquals(Boids.SIZE, boids.birds.max(Bird.class, Bird::x, 0), 0.2);
            assertEquals(0, boids.birds.min(Bird.class, Bird::y, 1), 0.2);
        }
    }

    @Test
    void shouldKeepAllBirdsInTheSkyAndTheirSpeed() {
        try (World world = World.create()) {
            Boids boids = new Boids(world, 200, 2, 1);
            fly(boids, 50);
            assertEquals(200, boids.birds.count());
            boids.birds.forEach((bird, turn) -> {
                assertEquals(Boids.SPEED, Math.hypot(bird.dx(), bird.dy()), 1e-4);
                assertEquals(Boids.SIZE / 2f, bird.x(), Boids.SIZE / 2f + 1e-4f);
                assertEquals(Boids.SIZE / 2f, bird.y(), Boids.SIZE / 2f + 1e-4f);
            });
        }
    }

    @Test
    void shouldFlyTheSameWithOneAndTwoWorkers() {
        long alone = hashAfter(20, 1, 1);
        assertEquals(alone, hashAfter(20, 1, 2));
        assertNotEquals(alone, hashAfter(20, 2, 1), "another seed");
    }

    @Test
    void shouldMakeNoGarbage() {
        Garbage.requireQuickKernels();
        try (World world = World.create()) {
            Boids boids = new Boids(world, 100, 1, 1);
            Garbage.assertNoneSoon(() -> fly(boids, 100));
        }
    }

    @Test
    void shouldPrintTheSky() throws Exception {
        Printed.requireQuickPrograms();
        List<String> lines = Printed.toTheConsole(out -> Boids.main());

        assertEquals(Boids.SIZE / 2 + 1, lines.size());
        assertTrue(lines.get(lines.size() - 1).startsWith("order: 0"), lines.get(lines.size() - 1));
        String sky = String.join("", lines.subList(0, Boids.SIZE / 2));
        assertTrue(sky.matches("[ →↘↓↙←↖↑↗]{" + Boids.SIZE * Boids.SIZE / 2 + "}"), sky);
        assertTrue(sky.chars().filter(c -> c != ' ').count() > 100, sky);
    }

    private static void fly(Boids boids, int ticks) {
        for (int tick = 0; tick < ticks; tick++) {
            boids.schedule.tick(Boids.TICK_SECONDS);
        }
    }

    private static long hashAfter(int ticks, long seed, int workers) {
        try (World world = World.builder().distinctHandles(false).build()) {
            Boids boids = new Boids(world, 1_000, seed, workers);
            fly(boids, ticks);
            return Saves.stateHash(world);
        }
    }
}
