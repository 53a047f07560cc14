package basalt.system;

import basalt.command.CommandQueue;
import basalt.command.Playback;
import basalt.runtime.Worker;
import java.util.Arrays;

/**
 * What came of the pieces of a stage: the worker that has run each, when and how long, its rows, commands and arena
 * bytes, and its failure. The worker that runs a piece writes that piece's elements; the world's thread reads them when
 * all have ended. Reused from stage to stage.
 */
final class PieceResults {
    private static final int FIRST_PIECES = 16;

    private int[] workerOf;
    private long[] from;
    private long[] to;
    private long[] starts;
    private long[] nanos;
    private long[] arenaBytes;
    private long[] rows;
    private int[] commandCounts;
    private Throwable[] failures;

    /** Those of all pieces of the system that was settled last. */
    private long settledNanos;

    private int settledCommands;
    private long settledArenaBytes;

    PieceResults() {
        allocate(FIRST_PIECES);
    }

    private void allocate(int length) {
        workerOf = new int[length];
        from = new long[length];
        to = new long[length];
        starts = new long[length];
        nanos = new long[length];
        arenaBytes = new long[length];
        rows = new long[length];
        commandCounts = new int[length];
        failures = new Throwable[length];
    }

    /** Makes room for so many pieces. What there was is lost. */
    void cover(int pieces) {
        if (pieces > nanos.length) {
            allocate(Math.max(pieces, 2 * nanos.length));
        }
    }

    /** Forgets the failures of the first pieces. */
    void clear(int pieces) {
        Arrays.fill(failures, 0, pieces, null);
    }

    /** A worker has taken a piece, which has no result yet. Its commands will begin here. */
    void take(int piece, int workerIndex, CommandQueue commands) {
        workerOf[piece] = workerIndex;
        from[piece] = commands.position();
        to[piece] = from[piece];
        starts[piece] = 0;
        nanos[piece] = 0;
        arenaBytes[piece] = 0;
        rows[piece] = 0;
        commandCounts[piece] = 0;
    }

    /** A piece begins to run. */
    void begin(int piece, long start, CommandQueue commands) {
        starts[piece] = start;
        commandCounts[piece] = -commands.count();
    }

    /** A piece has ended; null if without a failure. */
    void end(int piece, Worker worker, long handledRows, Throwable failure) {
        failures[piece] = failure;
        arenaBytes[piece] = worker.arenaBytes();
        rows[piece] = handledRows;
        to[piece] = worker.queue().position();
        commandCounts[piece] += worker.queue().count();
        nanos[piece] = System.nanoTime() - starts[piece];
    }

    /** A piece has failed outside of its run. An earlier failure stays. */
    void fail(int piece, Throwable failure) {
        failures[piece] = failures[piece] == null ? failure : failures[piece];
    }

    /** The failure of a piece; null for none. */
    Throwable failure(int piece) {
        return failures[piece];
    }

    boolean hasFailed(int first, int end) {
        for (int piece = first; piece < end; piece++) {
            if (failures[piece] != null) {
                return true;
            }
        }
        return false;
    }

    /**
     * Passes on the commands of the pieces of a system that has not failed. Discards those of a failed one, whose
     * failure is the result.
     */
    Throwable settle(int first, int end, int position, Worker[] workers, Playback playback) {
        Throwable failure = null;
        settledNanos = 0;
        settledCommands = 0;
        settledArenaBytes = 0;
        for (int piece = first; piece < end; piece++) {
            settledNanos += nanos[piece];
            settledCommands += commandCounts[piece];
            settledArenaBytes = Math.max(settledArenaBytes, arenaBytes[piece]);
            if (failure == null) {
                failure = failures[piece];
            } else if (failures[piece] != null && failures[piece] != failure) {
                failure.addSuppressed(failures[piece]);
            }
        }
        for (int piece = first; piece < end; piece++) {
            CommandQueue commands = workers[workerOf[piece]].queue();
            if (failure == null) {
                playback.add(commands, from[piece], to[piece], position);
            } else {
                commands.cancelReservations(from[piece], to[piece]);
                playback.addFailed(commands, from[piece], to[piece], position);
            }
        }
        return failure;
    }

    /** Adds pieces of a system to the trace of the tick. */
    void addTo(TickTracer tracer, int system, int first, int end) {
        for (int piece = first; piece < end; piece++) {
            if (starts[piece] != 0) {
                tracer.add(system, workerOf[piece], starts[piece], nanos[piece]);
            }
        }
    }

    /** The nanoseconds of all pieces of the system that was settled last. */
    long settledNanos() {
        return settledNanos;
    }

    /** Their commands. */
    int settledCommands() {
        return settledCommands;
    }

    /** The most bytes that a frame arena held for one of them. */
    long settledArenaBytes() {
        return settledArenaBytes;
    }

    long rows(int piece) {
        return rows[piece];
    }

    int commands(int first, int end) {
        int sum = 0;
        for (int piece = first; piece < end; piece++) {
            sum += commandCounts[piece];
        }
        return sum;
    }

    long arenaBytes(int piece) {
        return arenaBytes[piece];
    }
}
