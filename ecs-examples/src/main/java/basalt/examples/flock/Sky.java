package basalt.examples.flock;

import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.readsResource;
import static basalt.system.Access.writes;
import static basalt.system.Access.writesResource;
import static basalt.system.RunCondition.everyTicks;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.examples.framework.program.SmallRandom;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowKernel;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.world.Arrangement;
import basalt.world.World;
import java.util.Locale;
import org.agrona.CloseHelper;

/**
 * A square sky full of birds. Each bird turns to the direction of its neighbours, and keeps its distance from them. One
 * system puts all birds into a grid; then all workers steer birds by this grid.
 *
 * <p>Most of a tick's time goes into reading the neighbours. Their distance in memory is that of their rows, so the
 * order of rows decides whether they are in the cache. An arrangement by a curve
 * through the cells gives birds that are near each other in the sky rows that are near each other. It sorts all birds
 * once a second, in an exclusive system.
 */
final class Sky implements AutoCloseable {
    static final float SPEED = 8; // of each bird, per second
    static final float TICK_SECONDS = 1 / 60f;
    static final int SIGHT = Grid.CELL; // so a neighbour is at most one cell away

    /** Ticks between two runs of the arrangement, in which a bird flies as far as two cells are wide. */
    static final int ARRANGE_TICKS = 60;

    private static final float BIRDS_A_CELL = 2;
    private static final float ALIGN = 0.5f;
    private static final float PULL = 20;
    private static final float BEST_NEARNESS = 0.4f; // of neighbours: birds that are nearer are pushed apart

    final World world;
    final Query birds;
    final Schedule schedule;
    final float size;

    Sky(int count, Order order, long seed, int workers) {
        int side = (int) Math.ceil(Math.sqrt(count / BIRDS_A_CELL));
        float border = side * Grid.CELL;
        size = border;
        world = World.builder().distinctHandles(false).build(); // equal skies have equal hashes, also in strict mode
        birds = world.query().all(Bird.TYPE).build();
        spawn(count, new SmallRandom(seed));

        Grid grid = new Grid(side);
        RowKernel add = birds.kernel(grid::add);
        Runnable fill = () -> {
            grid.begin(world.tickArena(), count);
            add.run();
            grid.sort();
        };
        RowKernel fly = birds.kernel(row -> fly(row, grid, border));
        ScheduleBuilder systems = Schedule.builder(world).workers(workers);
        if (order == Order.ARRANGED) {
            Arrangement near = world.rows().arrange(birds).byCurve(Bird.X, Bird.Y, Grid.CELL);
            near.run();
            systems.add("arrange", near::run, exclusive(), everyTicks(ARRANGE_TICKS));
        }
        schedule = systems.add("fill", fill, reads(Bird.TYPE), writesResource(Grid.class))
                .add("fly", fly, writes(Bird.TYPE), readsResource(Grid.class))
                .build();
    }

    private void spawn(int count, SmallRandom random) {
        for (int i = 0; i < count; i++) {
            world.spawn(new Bird(random.next() * size, random.next() * size, random.nextSigned(), random.nextSigned()));
        }
    }

    /** Reads all birds from the grid and writes its own row only, so the workers can share the rows. */
    private static void fly(Row row, Grid grid, float border) {
        float x = row.get(Bird.X);
        float y = row.get(Bird.Y);
        float dx = row.get(Bird.DX);
        float dy = row.get(Bird.DY);
        float turnX = 0;
        float turnY = 0;
        int cell = grid.cell(x, y);
        for (int middle = cell - grid.columns; middle <= cell + grid.columns; middle += grid.columns) {
            int end = grid.start(middle + 2);
            for (int entry = grid.start(middle - 1); entry < end; entry++) { // the birds of three cells in a row
                int bird = grid.bird(entry);
                float right = grid.birds.getFloat(bird + Grid.X) - x;
                float down = grid.birds.getFloat(bird + Grid.Y) - y;
                float nearness = Math.max(0, 1 - (right * right + down * down) / (SIGHT * SIGHT));
                float pull = PULL * nearness * (BEST_NEARNESS - nearness); // the bird itself: times 0
                turnX += nearness * ALIGN * (grid.birds.getFloat(bird + Grid.DX) - dx) + pull * right;
                turnY += nearness * ALIGN * (grid.birds.getFloat(bird + Grid.DY) - dy) + pull * down;
            }
        }
        dx += turnX * TICK_SECONDS;
        dy += turnY * TICK_SECONDS;
        float toSpeed = SPEED / (float) Math.sqrt(dx * dx + dy * dy);
        float newX = x + dx * toSpeed * TICK_SECONDS;
        float newY = y + dy * toSpeed * TICK_SECONDS;
        boolean isInX = newX >= 0 && newX < border; // else the bird turns back at the border
        boolean isInY = newY >= 0 && newY < border;
        row.set(Bird.X, isInX ? newX : x);
        row.set(Bird.Y, isInY ? newY : y);
        row.set(Bird.DX, isInX ? dx * toSpeed : -dx * toSpeed);
        row.set(Bird.DY, isInY ? dy * toSpeed : -dy * toSpeed);
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
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
        static final FloatColumn DX = TYPE.float32("dx");
        static final FloatColumn DY = TYPE.float32("dy");
    }

    /** The order of the birds' rows in memory. All birds are spawned at random places. */
    enum Order {
        /** That of spawning, so two neighbours have rows anywhere. */
        RANDOM,

        /**
         * Along a curve through the cells of the grid, see {@link Sky#ARRANGE_TICKS}: most neighbours have rows nearby.
         */
        ARRANGED;

        /** The name in lower case, as on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
