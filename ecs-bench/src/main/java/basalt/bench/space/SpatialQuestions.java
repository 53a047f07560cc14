package basalt.bench.space;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.memory.frame.FrameLongList;
import basalt.query.SpatialGrid;
import basalt.world.World;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Questions to a grid of 30,000 points, of which 12 are within the radius of a place if they are spread evenly. */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(SpatialQuestions.PLACES)
public class SpatialQuestions extends OperationBenchmark {
    static final int PLACES = 4096;

    private static final int POINTS = 30_000;
    private static final int NEIGHBOURS = 12;
    private static final float RADIUS = 16;
    private static final float BODY = 4;
    private static final float WAY = 300;
    private static final int CLUSTER = 500;
    private static final float CLUSTER_RADIUS = 32;
    private static final int NEAREST = 8;

    /** How the points lie. */
    public enum Layout {
        /** Spread evenly; places likewise. */
        EVEN,
        /** In discs of a radius of 32, of 500 points each; places are some of the points. */
        CLUSTERED
    }

    /** How the points lie. */
    @Param
    public Layout layout;

    private final World world = World.create();
    private final SpatialGrid grid =
            world.query(Position.class).grid(Position::x, Position::y).radius(RADIUS);
    private final SplittableRandom random = new SplittableRandom(7);
    private final float[] pointX = new float[POINTS];
    private final float[] pointY = new float[POINTS];
    private final float[] x = new float[PLACES];
    private final float[] y = new float[PLACES];
    private final float[] fromX = new float[PLACES];
    private final float[] fromY = new float[PLACES];
    private FrameLongList list;

    /** Places the points, builds the grid, and checks some counts. */
    @Setup
    public void build() {
        double side = RADIUS * Math.sqrt(Math.PI * POINTS / NEIGHBOURS);
        double centreX = 0;
        double centreY = 0;
        for (int i = 0; i < POINTS; i++) {
            if (layout == Layout.EVEN || i % CLUSTER == 0) {
                centreX = side * random.nextDouble();
                centreY = side * random.nextDouble();
            }
            double angle = 2 * Math.PI * random.nextDouble();
            double far = layout == Layout.EVEN ? 0 : CLUSTER_RADIUS * Math.sqrt(random.nextDouble());
            pointX[i] = (float) (centreX + far * Math.cos(angle));
            pointY[i] = (float) (centreY + far * Math.sin(angle));
            world.spawn(new Position(pointX[i], pointY[i]));
        }
        for (int i = 0; i < PLACES; i++) {
            int point = random.nextInt(POINTS);
            x[i] = layout == Layout.EVEN ? (float) (side * random.nextDouble()) : pointX[point];
            y[i] = layout == Layout.EVEN ? (float) (side * random.nextDouble()) : pointY[point];
            double angle = 2 * Math.PI * random.nextDouble();
            fromX[i] = (float) (x[i] + WAY * Math.cos(angle));
            fromY[i] = (float) (y[i] + WAY * Math.sin(angle));
        }
        grid.rebuild();
        list = FrameLongList.in(world.frame(), POINTS);
        check();
    }

    private void check() {
        for (int i = 0; i < 100; i++) {
            int near = 0;
            for (int point = 0; point < POINTS; point++) {
                float dx = x[i] - pointX[point];
                float dy = y[i] - pointY[point];
                near += dx * dx + dy * dy < RADIUS * RADIUS ? 1 : 0;
            }
            Check.same("near", near, grid.count(x[i], y[i], RADIUS));
        }
    }

    /** Checks the counts again. */
    @TearDown
    public void close() {
        check();
        world.close();
    }

    /** The number within the radius. */
    @Benchmark
    public int count() {
        int sum = 0;
        for (int i = 0; i < PLACES; i++) {
            sum += grid.count(x[i], y[i], RADIUS);
        }
        return sum;
    }

    /** All within the radius. */
    @Benchmark
    public int collect() {
        int sum = 0;
        for (int i = 0; i < PLACES; i++) {
            list.clear();
            sum += grid.collect(x[i], y[i], RADIUS, list);
        }
        return sum;
    }

    /** All in the square around that circle. */
    @Benchmark
    public int box() {
        int sum = 0;
        for (int i = 0; i < PLACES; i++) {
            list.clear();
            sum += grid.collectBox(x[i] - RADIUS, y[i] - RADIUS, x[i] + RADIUS, y[i] + RADIUS, list);
        }
        return sum;
    }

    /** The nearest one within the radius. */
    @Benchmark
    public long nearest() {
        long sum = 0;
        for (int i = 0; i < PLACES; i++) {
            sum += grid.nearest(x[i], y[i], RADIUS);
        }
        return sum;
    }

    /** The nearest one anywhere. */
    @Benchmark
    public long nearestAnywhere() {
        long sum = 0;
        for (int i = 0; i < PLACES; i++) {
            sum += grid.nearest(x[i], y[i], Float.MAX_VALUE);
        }
        return sum;
    }

    /** The nearest eight anywhere. */
    @Benchmark
    public int nearestEight() {
        int sum = 0;
        for (int i = 0; i < PLACES; i++) {
            list.clear();
            sum += grid.nearest(x[i], y[i], Float.MAX_VALUE, NEAREST, list);
        }
        return sum;
    }

    /** The first circle of a radius of 4 around a point that a ray enters on its last 300 units to a place. */
    @Benchmark
    public long ray() {
        long sum = 0;
        for (int i = 0; i < PLACES; i++) {
            sum += grid.firstAlong(fromX[i], fromY[i], x[i], y[i], BODY);
        }
        return sum;
    }
}
