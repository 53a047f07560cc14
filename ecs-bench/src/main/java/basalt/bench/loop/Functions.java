package basalt.bench.loop;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Marked;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.query.Condition;
import basalt.query.Query;
import basalt.query.RecordQuery;
import basalt.world.World;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Predicates and sums of records, by the faster one of both loops and by the loop of rows alone. */
@State(Scope.Thread)
public class Functions extends OperationBenchmark {
    private static final String ROWS_ALONE = "-Dbasalt.kernels.vectors=false";

    /** Number of entities. */
    @Param("16384")
    public int rows;

    /** Percentage of the entities that the query finds. */
    @Param({"95", "100"})
    public int present;

    private final World world = World.create();
    private final Predicate<Velocity> fast = v -> v.dx() * v.dx() + v.dy() * v.dy() > 1000 && v.dx() > 0;
    private final ToDoubleFunction<Velocity> speed = v -> Math.sqrt(v.dx() * v.dx() + v.dy() * v.dy());
    private RecordQuery.Of1<Velocity> all;
    private Query where;
    private int count;
    private double sum;
    private double max = Double.NEGATIVE_INFINITY;

    /** Spawns the entities and compares the results. */
    @Setup
    public void build() {
        SplittableRandom random = new SplittableRandom(rows);
        for (int row = 0; row < rows; row++) {
            Velocity velocity = new Velocity(100 * random.nextFloat() - 50, 100 * random.nextFloat() - 50);
            long entity = world.spawn(velocity, new Position(row, 0));
            if (random.nextInt(100) >= present) {
                world.add(entity, Marked.TYPE);
                continue;
            }
            count += fast.test(velocity) ? 1 : 0;
            sum += speed.applyAsDouble(velocity);
            max = Math.max(max, speed.applyAsDouble(velocity));
        }
        all = world.query(Velocity.class).without(Marked.class);
        where = all.rows().where(Condition.on(Velocity.class, fast));
        check();
    }

    private void check() {
        Check.same("count", count, count());
        Check.same("where", count, where());
        Check.near("sum", sum, sum(), 1e-6 * rows);
        Check.near("max", max, max(), 0);
    }

    /** Compares the results of the measured code. */
    @TearDown
    public void close() {
        check();
        world.close();
    }

    /** The records that meet the predicate. */
    @Benchmark
    public int count() {
        return all.count(fast);
    }

    /** As {@link #count()}, by rows. */
    @Benchmark
    @Fork(jvmArgsAppend = ROWS_ALONE)
    public int countByRows() {
        return count();
    }

    /** The rows of a query whose condition is the predicate. */
    @Benchmark
    public int where() {
        return where.count();
    }

    /** As {@link #where()}, by rows. */
    @Benchmark
    @Fork(jvmArgsAppend = ROWS_ALONE)
    public int whereByRows() {
        return where();
    }

    /** The sum of a function. */
    @Benchmark
    public double sum() {
        return all.sum(speed);
    }

    /** As {@link #sum()}, by rows. */
    @Benchmark
    @Fork(jvmArgsAppend = ROWS_ALONE)
    public double sumByRows() {
        return sum();
    }

    /** The greatest value of a function. */
    @Benchmark
    public double max() {
        return all.max(speed, 0);
    }

    /** As {@link #max()}, by rows. */
    @Benchmark
    @Fork(jvmArgsAppend = ROWS_ALONE)
    public double maxByRows() {
        return max();
    }
}
