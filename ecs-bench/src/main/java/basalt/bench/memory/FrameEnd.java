package basalt.bench.memory;

import basalt.bench.OperationBenchmark;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameMeter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The fixed costs of a frame: its end, and a phase, without and with a flight recording of both. */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FrameEnd extends OperationBenchmark {
    /** Whether a flight recording of frame and phase events runs. */
    @Param({"false", "true"})
    public boolean recorded;

    private Recording recording;
    private FrameArena arena;
    private FrameArena metered;
    private FrameMeter phase;

    /** Starts the recording first, as only frames that begin later are recorded. */
    @Setup
    public void start() {
        if (recorded) {
            recording = new Recording();
            recording.enable("basalt.Frame").withThreshold(Duration.ZERO);
            recording.enable("basalt.Phase").withThreshold(Duration.ZERO);
            recording.setMaxSize(16 << 20);
            recording.start();
        }
        arena = new FrameArena(MemorySource.direct());
        metered = new FrameArena(MemorySource.direct());
        phase = metered.meters().phase("phase");
    }

    /** Frees everything. */
    @TearDown
    public void close() {
        arena.close();
        metered.close();
        if (recorded) {
            recording.close();
        }
    }

    /**
     * An allocation, and the end of the frame.
     *
     * @return the written value
     */
    @Benchmark
    public long frame() {
        Slice slice = arena.allocate(64, 8);
        slice.putLong(0, 1);
        long value = slice.getLong(0);
        arena.reset();
        return value;
    }

    /**
     * The same within a phase.
     *
     * @return the written value
     */
    @Benchmark
    public long frameWithPhase() {
        phase.begin();
        Slice slice = metered.allocate(64, 8);
        slice.putLong(0, 1);
        long value = slice.getLong(0);
        phase.close();
        metered.reset();
        return value;
    }
}
