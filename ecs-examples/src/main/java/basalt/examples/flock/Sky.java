package basalt.examples.flock;

import static basalt.system.Access.exclusive;
import static basalt.system.RunCondition.everyTicks;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.examples.framework.program.SmallRandom;
import basalt.query.RecordQuery;
import basalt.query.SpatialGrid;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.world.Arrangement;
import basalt.world.World;
import java.util.Locale;
import org.agrona.CloseHelper;

/**
 * A square sky full of birds. Each bird turns to the direction of its neighbours, which a grid finds, and keeps its
 * distance from them.
 *
 * <p>The grid sorts the birds of each tick by their cells, and reads their values at the rows where they are. An
 * arrangement by a curve through the cells gives birds that are near each other in the sky rows that are near each
 * other, so fewer reads miss the cache. It sorts all birds once a second, in an exclusive system.
 */
final class Sky implements AutoCloseable {
    static final float SPEED = 8; // of each bird, per second
    static final float TICK_SECONDS = 1 / 60f;
    static final float SIGHT = 4;

    /** Ticks between two runs of the arrangement, in which a bird flies as far as two cells are wide. */
    static final int ARRANGE_TICKS = 60;

    private static final float BIRDS_IN_SIGHT = 2; // in the square of this size
    private static final float ALIGN = 0.5f;
    private static final float PULL = 20;
    private static final float BEST_NEARNESS = 0.4f; // of neighbours: birds that are nearer are pushed apart

    final World world;
    final RecordQuery.Of2<Bird, Turn> birds;
    final SpatialGrid grid;
    final Schedule schedule;
    final float size;

    Sky(int count, Order order, long seed, int workers) {
        float border = (int) Math.ceil(Math.sqrt(count / BIRDS_IN_SIGHT)) * SIGHT;
        size = border;
        world = World.builder().distinctHandles(false).build(); // equal skies have equal hashes, also in strict mode
        birds = world.query(Bird.class, Turn.class);
        spawn(count, new SmallRandom(seed));
        grid = birds.grid(Bird::x, Bird::y).radius(SIGHT);
        ScheduleBuilder systems = Schedule.builder(world).workers(workers);
        if (order == Order.ARRANGED) {
            Arrangement near = world.rows().arrange(birds.rows()).byCurve(Bird.X, Bird.Y, SIGHT);
            near.run();
            systems.add("arrange", near::run, exclusive(), everyTicks(ARRANGE_TICKS));
        }
        schedule = systems.add("grid", grid)
                .add("turn", grid.neighbours(Bird.class).accumulate(Turn.NONE, Turn::plus))
                .add("fly", birds.update((bird, turn) -> bird.flown(turn, border)))
                .build();
    }

    private void spawn(int count, SmallRandom random) {
        for (int i = 0; i < count; i++) {
            float x = random.next() * size;
            float y = random.next() * size;
            world.spawn(new Bird(x, y, random.nextSigned(), random.nextSigned()), Turn.NONE);
        }
    }

    /** Runs ticks. */
    void run(int ticks) {
        for (int tick = 0; tick < ticks; tick++) {
            schedule.tick(TICK_SECONDS);
        }
    }

    @Override
    public void close() {
        CloseHelper.closeAll(schedule, world);
    }

    /** Position, and velocity per second. */
    record Bird(float x, float y, float dx, float dy) {
        static final Component<Bird> TYPE = Component.of(Bird.class);
        static final FloatColumn X = TYPE.float32("x"); // for the arrangement
        static final FloatColumn Y = TYPE.float32("y");

        /** The bird a tick later. It turns back at the border. */
        Bird flown(Turn turn, float border) {
            float newDx = dx + turn.dx * TICK_SECONDS;
            float newDy = dy + turn.dy * TICK_SECONDS;
            float toSpeed = SPEED / (float) Math.sqrt(newDx * newDx + newDy * newDy);
            newDx *= toSpeed;
            newDy *= toSpeed;
            float newX = x + newDx * TICK_SECONDS;
            float newY = y + newDy * TICK_SECONDS;
            boolean isInX = newX >= 0 && newX < border;
            boolean isInY = newY >= 0 && newY < border;
            return new Bird(isInX ? newX : x, isInY ? newY : y, isInX ? newDx : -newDx, isInY ? newDy : -newDy);
        }
    }

    /** What the neighbours of a bird add to its velocity, per second. */
    record Turn(float dx, float dy) {
        static final Turn NONE = new Turn(0, 0);

        Turn plus(Bird bird, Bird other) {
            float right = other.x - bird.x;
            float down = other.y - bird.y;
            float nearness = 1 - (right * right + down * down) / (SIGHT * SIGHT);
            float align = ALIGN * nearness;
            float pull = PULL * nearness * (BEST_NEARNESS - nearness);
            return new Turn(
                    dx + align * (other.dx - bird.dx) + pull * right, dy + align * (other.dy - bird.dy) + pull * down);
        }
    }

    /** The order of the birds' rows in memory. All birds are spawned at random places. */
    enum Order {
        /** That of spawning, so two neighbours have rows anywhere. */
        RANDOM,

        /** Along a curve through the sky, see {@link Sky#ARRANGE_TICKS}: most neighbours have rows nearby. */
        ARRANGED;

        /** The name in lower case, as on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
