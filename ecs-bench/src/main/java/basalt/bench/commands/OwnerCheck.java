package basalt.bench.commands;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Burning;
import basalt.bench.scene.Check;
import basalt.command.Commands;
import basalt.memory.MemorySource;
import basalt.world.World;
import java.util.concurrent.TimeUnit;
import org.agrona.UnsafeApi;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The cost of the thread check in recording: writes 4,096 commands of 16 bytes off the heap, with and without the
 * check. Also measures a command that is recorded and then dropped because its entity is dead.
 */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OwnerCheck extends OperationBenchmark {
    private static final int COMMANDS = 4096;
    private static final int BYTES = 2 * Long.BYTES;

    /** Memory for all commands, and the thread that is allowed to record. */
    @State(Scope.Thread)
    public static class Stream {
        private static final long SIZE = (long) COMMANDS * BYTES;

        private final MemorySource source = MemorySource.direct();
        private long start;
        private long limit;
        private long cursor;
        private int count;
        private Thread recorder;

        /** Allocates the memory. */
        @Setup
        public void build() {
            start = source.allocate(SIZE, 64);
            limit = start + SIZE;
            recorder = Thread.currentThread();
        }

        /** Frees it. */
        @TearDown
        public void close() {
            Check.same("commands", COMMANDS, count);
            source.free(start, SIZE);
        }

        private void clear() {
            cursor = start;
            count = 0;
        }

        private void add(long entity, long code) {
            long at = cursor;
            if (limit - at < BYTES) {
                throw new IllegalStateException("no room: count=" + count);
            }
            UnsafeApi.putLong(null, at, entity);
            UnsafeApi.putLong(null, at + Long.BYTES, code);
            cursor = at + BYTES;
            count++;
        }

        private void addChecked(long entity, long code) {
            if (Thread.currentThread() != recorder) {
                throw new IllegalStateException("wrong thread");
            }
            add(entity, code);
        }
    }

    /** A world with a dead entity. */
    @State(Scope.Thread)
    public static class Recorder {
        private World world;
        private long dead;

        /** Builds the world. */
        @Setup
        public void build() {
            world = World.create();
            dead = world.spawn();
            world.destroy(dead);
        }

        /** Closes it. */
        @TearDown
        public void close() {
            world.close();
        }
    }

    /**
     * Records without the check.
     *
     * @param stream memory for the commands
     * @return number of commands written
     */
    @Benchmark
    @OperationsPerInvocation(COMMANDS)
    public int unchecked(Stream stream) {
        stream.clear();
        for (int i = 0; i < COMMANDS; i++) {
            stream.add(i, i);
        }
        return stream.count;
    }

    /**
     * Records with the check.
     *
     * @param stream memory for the commands
     * @return number of commands written
     */
    @Benchmark
    @OperationsPerInvocation(COMMANDS)
    public int checked(Stream stream) {
        stream.clear();
        for (int i = 0; i < COMMANDS; i++) {
            stream.addChecked(i, i);
        }
        return stream.count;
    }

    /**
     * Records a command that is dropped.
     *
     * @param recorder a world
     */
    @Benchmark
    @OperationsPerInvocation(COMMANDS)
    public void recordAndDrop(Recorder recorder) {
        Commands commands = recorder.world.commands();
        for (int i = 0; i < COMMANDS; i++) {
            commands.add(recorder.dead, Burning.TYPE);
        }
        recorder.world.applyCommands();
    }
}
