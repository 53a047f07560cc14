package basalt.examples.small;

import static basalt.system.Access.reads;
import static basalt.system.Access.readsResource;
import static basalt.system.Access.writes;
import static basalt.system.Access.writesResource;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.examples.framework.inspect.Inspected;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowKernel;
import basalt.system.Schedule;
import basalt.world.World;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Boids: each bird matches the direction of its neighbours, stays near them and keeps its distance, so flocks form. One
 * system puts the birds into a grid in the tick's arena; then all workers steer birds by this grid in parallel. The
 * kernels use columns: two systems write different columns of a bird, and a body as large as that of steering is not
 * inlined, so that the JIT would make its records.
 */
final class Boids {
    static final int SIZE = 64; // of the sky: a square that wraps around
    static final float SPEED = 8; // of each bird, per second
    static final float TICK_SECONDS = 1 / 60f;
    private static final int SIGHT = 4; // also the size of a cell, so a neighbour is at most one cell away

    /** Position, and velocity per second. */
    record Bird(float x, float y, float dx, float dy) {
        static final Component<Bird> TYPE = Component.of(Bird.class);
        static final FloatColumn X = TYPE.float32("x"), Y = TYPE.float32("y");
        static final FloatColumn DX = TYPE.float32("dx"), DY = TYPE.float32("dy");
    }

    /** A linked list for each cell. An entry has the offset of the next one, or -1, and the values of a bird. */
    private static final class Grid {
        static final int CELLS = SIZE / SIGHT, BYTES = 4 * CELLS * CELLS; // row by row
        static final int NEXT = 0, X = 4, Y = 8, DX = 12, DY = 16, ENTRY_BYTES = 20;
        final UnsafeBuffer firsts = new UnsafeBuffer(0, 0), entries = new UnsafeBuffer(0, 0);
        int end;

        void add(Row row) {
            int cell = cell(row.get(Bird.X), row.get(Bird.Y));
            entries.putInt(end + NEXT, firsts.getInt(cell));
            entries.putFloat(end + X, row.get(Bird.X));
            entries.putFloat(end + Y, row.get(Bird.Y));
            entries.putFloat(end + DX, row.get(Bird.DX));
            entries.putFloat(end + DY, row.get(Bird.DY));
            firsts.putInt(cell, end);
            end += ENTRY_BYTES;
        }

        static int cell(float x, float y) {
            return ((int) wrapped(y) / SIGHT * CELLS + (int) wrapped(x) / SIGHT) * 4;
        }
    }

    final Query birds;
    final Schedule schedule;

    Boids(World world, int count, long seed, int workers) {
        birds = world.query().all(Bird.TYPE).build();
        Random random = new Random(seed);
        for (int i = 0; i < count; i++) {
            float x = random.nextFloat() * SIZE, y = random.nextFloat() * SIZE;
            world.spawn(new Bird(x, y, random.nextFloat() - 0.5f, random.nextFloat() - 0.5f));
        }
        Grid grid = new Grid();
        RowKernel add = birds.kernel(grid::add);
        Runnable fill = () -> {
            // SAFETY: the buffers check their bounds and are wrapped again in each tick. Slices would make garbage.
            world.tickArena().wrapUnchecked(Grid.BYTES, 4, grid.firsts);
            world.tickArena().wrapUnchecked(count * Grid.ENTRY_BYTES, 4, grid.entries);
            grid.firsts.setMemory(0, Grid.BYTES, (byte) -1);
            grid.end = 0;
            add.run();
        };
        RowKernel steer = birds.kernel(row -> steer(row, grid));
        RowKernel move = birds.kernel(row -> {
            row.set(Bird.X, wrapped(row.get(Bird.X) + row.get(Bird.DX) * TICK_SECONDS));
            row.set(Bird.Y, wrapped(row.get(Bird.Y) + row.get(Bird.DY) * TICK_SECONDS));
        });
        schedule = Schedule.builder(world)
                .workers(workers)
                .add("fill", fill, reads(Bird.TYPE), writesResource(Grid.class))
                .add("steer", steer, reads(Bird.X, Bird.Y), writes(Bird.DX, Bird.DY), readsResource(Grid.class))
                .add("move", move, reads(Bird.DX, Bird.DY), writes(Bird.X, Bird.Y))
                .build();
        world.resources().own(schedule); // closes with the world
    }

    /** Reads the neighbours from the grid and writes its own row only, so the workers can share the rows. */
    private static void steer(Row row, Grid grid) {
        float x = row.get(Bird.X), y = row.get(Bird.Y), dx = row.get(Bird.DX), dy = row.get(Bird.DY);
        float alongX = 0, alongY = 0, pullX = 0, pullY = 0;
        for (int cell = 0; cell < 9; cell++) {
            int at = Grid.cell(x + (cell % 3 - 1) * SIGHT, y + (cell / 3 - 1) * SIGHT);
            for (int bird = grid.firsts.getInt(at); bird >= 0; bird = grid.entries.getInt(bird + Grid.NEXT)) {
                float right = wrapped(grid.entries.getFloat(bird + Grid.X) - x + SIZE / 2) - SIZE / 2;
                float down = wrapped(grid.entries.getFloat(bird + Grid.Y) - y + SIZE / 2) - SIZE / 2;
                float squared = right * right + down * down;
                if (squared < SIGHT * SIGHT) { // includes the bird itself, which adds nothing
                    float pull = 0.01f - Math.max(0, 1 - squared * 0.45f); // pushes if it is nearer than 1.5
                    alongX += grid.entries.getFloat(bird + Grid.DX) - dx;
                    alongY += grid.entries.getFloat(bird + Grid.DY) - dy;
                    pullX += right * pull;
                    pullY += down * pull;
                }
            }
        }
        dx += TICK_SECONDS * (0.2f * alongX + 15 * pullX);
        dy += TICK_SECONDS * (0.2f * alongY + 15 * pullY);
        float toSpeed = SPEED / (float) Math.sqrt(dx * dx + dy * dy);
        row.set(Bird.DX, dx * toSpeed);
        row.set(Bird.DY, dy * toSpeed);
    }

    /** Wraps a coordinate into the sky. Has no branch, so the JIT can vectorise loops that call it. */
    private static float wrapped(float place) {
        return place + SIZE - (int) (place / SIZE + 1) * SIZE;
    }

    /** How well the directions of all birds agree: 0 not at all, 1 completely. */
    double order() {
        return Math.hypot(birds.reduce().sum(Bird.DX), birds.reduce().sum(Bird.DY)) / birds.count() / SPEED;
    }

    /** The sky, with an arrow for each bird. */
    String picture() {
        StringBuilder picture = new StringBuilder((" ".repeat(SIZE) + "\n").repeat(SIZE / 2));
        birds.forEach(row -> {
            int at = (int) row.get(Bird.Y) / 2 * (SIZE + 1) + (int) row.get(Bird.X);
            double eighths = Math.atan2(row.get(Bird.DY), row.get(Bird.DX)) / Math.PI * 4;
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
