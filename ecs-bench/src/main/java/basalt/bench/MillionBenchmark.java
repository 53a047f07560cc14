package basalt.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A benchmark of one operation on a million entities: each iteration is a single shot, because the state must be
 * rebuilt outside the timed part.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 10)
@Measurement(iterations = 15)
public abstract class MillionBenchmark extends OperationBenchmark {
    /** Number of entities. */
    protected static final int ENTITIES = 1_000_000;

    /** For subclasses. */
    protected MillionBenchmark() {}
}
