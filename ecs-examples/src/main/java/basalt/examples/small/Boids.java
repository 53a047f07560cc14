package basalt.examples.small;

import basalt.examples.framework.inspect.Inspected;
import basalt.query.RecordQuery;
import basalt.query.SpatialGrid;
import basalt.system.Schedule;
import basalt.world.World;
import java.util.Random;

/**
 * Boids: each bird matches the direction of its neighbours, stays near them and keeps its distance, so flocks form. A
 * grid finds the neighbours; one kernel adds up how they turn each bird, and another one lets all birds fly on. Both
 * run in parallel.
 */
final class Boids {
    static final int SIZE = 64; // of the sky: a square; who leaves it comes back on the other side
    static final float SPEED = 8; // of each bird, per second
    static final float TICK_SECONDS = 1 / 60f;
    static final float SIGHT = 4;

    /** Position, and velocity per second. */
    record Bird(float x, float y, float dx, float dy) {
        Bird turned(Turn turn) {
            float newX = dx + TICK_SECONDS * turn.dx, newY = dy + TICK_SECONDS * turn.dy;
            float toSpeed = SPEED / (float) Math.sqrt(newX * newX + newY * newY);
            return new Bird(x, y, newX * toSpeed, newY * toSpeed);
        }

        Bird moved() {
            return new Bird(wrapped(x + dx * TICK_SECONDS), wrapped(y + dy * TICK_SECONDS), dx, dy);
        }

        private static float wrapped(float place) {
            return place < 0 ? place + SIZE : place >= SIZE ? place - SIZE : place;
        }
    }

    /** What the neighbours of a bird add to its velocity, per second. */
    record Turn(float dx, float dy) {
        static final Turn NONE = new Turn(0, 0);

        Turn plus(Bird bird, Bird other) {
            float right = other.x - bird.x, down = other.y - bird.y;
            float squared = right * right + down * down;
            float pull = 0.15f - 15 * Math.max(0, 1 - squared * 0.45f); // pushes if it is nearer than 1.5
            return new Turn(
                    dx + 0.2f * (other.dx - bird.dx) + pull * right, dy + 0.2f * (other.dy - bird.dy) + pull * down);
        }
    }

    final RecordQuery.Of2<Bird, Turn> birds;
    final Schedule schedule;

    Boids(World world, int count, long seed, int workers) {
        birds = world.query(Bird.class, Turn.class);
        Random random = new Random(seed);
        for (int i = 0; i < count; i++) {
            float x = random.nextFloat() * SIZE, y = random.nextFloat() * SIZE;
            world.spawn(new Bird(x, y, random.nextFloat() - 0.5f, random.nextFloat() - 0.5f), Turn.NONE);
        }
        SpatialGrid grid = birds.grid(Bird::x, Bird::y).radius(SIGHT);
        schedule = Schedule.builder(world)
                .workers(workers)
                .add("grid", grid)
                .add("turn", grid.neighbours(Bird.class).accumulate(Turn.NONE, Turn::plus))
                .add("fly", birds.update((bird, turn) -> bird.turned(turn).moved()))
                .build();
        world.resources().own(schedule); // closes with the world
    }

    /** How well the directions of all birds agree: 0 not at all, 1 completely. */
    double order() {
        return Math.hypot(birds.sum(Bird.class, Bird::dx), birds.sum(Bird.class, Bird::dy)) / birds.count() / SPEED;
    }

    /** The sky, with an arrow for each bird. */
    String picture() {
        StringBuilder picture = new StringBuilder((" ".repeat(SIZE) + "\n").repeat(SIZE / 2));
        birds.forEach((bird, turn) -> {
            int at = (int) bird.y / 2 * (SIZE + 1) + (int) bird.x;
            double eighths = Math.atan2(bird.dy, bird.dx) / Math.PI * 4;
            picture.setCharAt(at, "→↘↓↙←↖↑↗".charAt((int) Math.round(eighths + 8) % 8));
        });
        return picture.toString();
    }

    public static void main(String... args) {
        try (World world = World.create()) {
            Boids boids = new Boids(world, 500, 1, 2);
            Inspected.ticks(boids.schedule, TICK_SECONDS, 600, args); // with --inspect, until Enter is pressed
            System.out.printf("%sorder: %.2f%n", boids.picture(), boids.order());
        }
    }
}
