package basalt.bench.space;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.query.NeighbourKernel;
import basalt.query.RowKernel;
import basalt.query.SpatialGrid;
import basalt.system.Schedule;
import basalt.world.World;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Points that are pushed apart: a grid is built, and each point gets the sum of what all neighbours within the radius
 * add. By hand: arrays of floats, and lists of the points of square cells.
 */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class NeighbourKernels extends OperationBenchmark {
    private static final float RADIUS = 16;
    private static final int CLUSTER = 500;
    private static final float CLUSTER_RADIUS = 32;

    /** The number of points. */
    @Param({"5000", "30000", "200000"})
    public int points;

    /** Neighbours of a point if all are spread evenly; 0 for discs of a radius of 32 with 500 points each. */
    @Param({"12", "0"})
    public int neighbours;

    /** What the neighbours of a point add up to. */
    private record Push(float x, float y) {
        static final Push NONE = new Push(0, 0);
        static final FloatColumn X = Component.of(Push.class).float32("x");
        static final FloatColumn Y = Component.of(Push.class).float32("y");

        Push plus(Position mine, Position other) {
            float dx = mine.x() - other.x();
            float dy = mine.y() - other.y();
            float squared = dx * dx + dy * dy;
            if (squared == 0) {
                return this;
            }
            float weight = weight(squared);
            return new Push(x + dx * weight, y + dy * weight);
        }
    }

    /** As {@link Push}; its body is not translated, because of the short. */
    private record Counted(float x, float y, short count) {
        Counted plus(Position mine, Position other) {
            Push sum = new Push(x, y).plus(mine, other);
            return new Counted(sum.x, sum.y, (short) (count + 1));
        }
    }

    private final World world = World.create();
    private final SpatialGrid grid = world.query(Position.class, Push.class, Counted.class)
            .grid(Position::x, Position::y)
            .radius(RADIUS);
    private final NeighbourKernel push = grid.neighbours(Position.class).accumulate(Push.NONE, Push::plus);
    private final NeighbourKernel counted =
            grid.neighbours(Position.class).accumulate(new Counted(0, 0, (short) 0), Counted::plus);
    private final RowKernel clear = world.query(Push.class).update(push -> Push.NONE);
    private final NeighbourKernel pairs = grid.pairs().kernel((mine, other) -> {
        float dx = mine.get(Position.X) - other.get(Position.X);
        float dy = mine.get(Position.Y) - other.get(Position.Y);
        float squared = dx * dx + dy * dy;
        if (squared > 0) {
            float weight = weight(squared);
            mine.set(Push.X, mine.get(Push.X) + dx * weight);
            mine.set(Push.Y, mine.get(Push.Y) + dy * weight);
        }
    });
    private float[] x;
    private float[] y;
    private float[] pushX;
    private float[] pushY;
    private float lowest;
    private int side;
    private int[] heads;
    private int[] nexts;

    private static float weight(float squared) {
        return 1 / (float) Math.sqrt(squared) - 1 / RADIUS;
    }

    /** Places the points, and compares the results. */
    @Setup
    public void build() {
        SplittableRandom random = new SplittableRandom(7);
        float length = RADIUS * (float) Math.sqrt(Math.PI * points / (neighbours == 0 ? 12 : neighbours));
        x = new float[points];
        y = new float[points];
        pushX = new float[points];
        pushY = new float[points];
        double centreX = 0;
        double centreY = 0;
        for (int i = 0; i < points; i++) {
            if (neighbours > 0 || i % CLUSTER == 0) {
                centreX = length * random.nextDouble();
                centreY = length * random.nextDouble();
            }
            double angle = 2 * Math.PI * random.nextDouble();
            double far = neighbours > 0 ? 0 : CLUSTER_RADIUS * Math.sqrt(random.nextDouble());
            x[i] = (float) (centreX + far * Math.cos(angle));
            y[i] = (float) (centreY + far * Math.sin(angle));
            world.spawn(new Position(x[i], y[i]), Push.NONE, new Counted(0, 0, (short) 0));
        }
        lowest = -CLUSTER_RADIUS;
        side = (int) ((length + 2 * CLUSTER_RADIUS) / RADIUS) + 3;
        heads = new int[side * side];
        nexts = new int[points];
        check();
    }

    /** Compares the results again. */
    @TearDown
    public void close() {
        check();
        world.close();
    }

    private void check() {
        byPairs();
        double foundByPairs = world.query(Push.class).sum(push -> Math.abs(push.x()));
        all();
        byRows();
        byHand();
        double sum = 0;
        for (int i = 0; i < points; i++) {
            sum += Math.abs(pushX[i]);
        }
        double found = world.query(Push.class).sum(push -> Math.abs(push.x()));
        double foundByRows = world.query(Counted.class).sum(push -> Math.abs(push.x()));
        Check.same("thousandths", 1000, Math.round(1000 * found / sum));
        Check.same("thousandths by pairs", 1000, Math.round(1000 * foundByPairs / sum));
        Check.same("thousandths by rows", 1000, Math.round(1000 * foundByRows / sum));
    }

    /** Builds the grid. */
    @Benchmark
    public void grid() {
        grid.rebuild();
    }

    /** Builds the grid, and runs the kernel. */
    @Benchmark
    public void all() {
        grid.rebuild();
        push.run();
    }

    /** A schedule with the grid and the kernel. */
    @State(Scope.Thread)
    public static class Ticks {
        /** The number of workers. */
        @Param({"1", "2"})
        public int workers;

        private Schedule schedule;

        /** Builds the schedule. */
        @Setup
        public void build(NeighbourKernels kernels) {
            schedule = Schedule.builder(kernels.world)
                    .add("grid", kernels.grid)
                    .add("push", kernels.push)
                    .workers(workers)
                    .build();
        }

        /** Ends the workers. */
        @TearDown
        public void close() {
            schedule.close();
        }
    }

    /** Builds the grid, and runs the kernel, as a tick of one worker or two. */
    @Benchmark
    public void tick(Ticks ticks) {
        ticks.schedule.tick(1);
    }

    /** The same with a body that is not translated. */
    @Benchmark
    public void byRows() {
        grid.rebuild();
        counted.run();
    }

    /** The same with a body over pairs of rows. */
    @Benchmark
    public void byPairs() {
        grid.rebuild();
        clear.run();
        pairs.run();
    }

    /** The same over arrays of floats. */
    @Benchmark
    public void byHand() {
        Arrays.fill(heads, -1);
        for (int i = 0; i < points; i++) {
            int cell = cell(y[i]) * side + cell(x[i]);
            nexts[i] = heads[cell];
            heads[cell] = i;
        }
        for (int i = 0; i < points; i++) {
            float sumX = 0;
            float sumY = 0;
            int middle = cell(y[i]) * side + cell(x[i]);
            for (int line = middle - side; line <= middle + side; line += side) {
                for (int cell = line - 1; cell <= line + 1; cell++) {
                    for (int other = heads[cell]; other >= 0; other = nexts[other]) {
                        float dx = x[i] - x[other];
                        float dy = y[i] - y[other];
                        float squared = dx * dx + dy * dy;
                        if (squared < RADIUS * RADIUS && squared > 0) {
                            float weight = weight(squared);
                            sumX += dx * weight;
                            sumY += dy * weight;
                        }
                    }
                }
            }
            pushX[i] = sumX;
            pushY[i] = sumY;
        }
    }

    private int cell(float place) {
        return (int) ((place - lowest) / RADIUS) + 1;
    }
}
