package basalt.system;

import basalt.command.queue.CommandQueue;
import basalt.command.queue.Playback;
import basalt.runtime.Worker;
import java.util.Arrays;

/**
 * One wave while it runs: its systems, each in one piece or more, and what has become of each piece. Pieces are numbered through
 * the systems in their order, so what they leave is put together as if they had run one after the other.
 *
 * <p>Set up and settled by the world's thread; in between each piece is run by one worker, which writes that piece's elements.
 * Reused from wave to wave.
 */
final class WaveRun {
    private final Worker[] workers;
    private final SystemNode[] nodes;
    private final int[] firstPiece;
    private int count;
    private int pieces;
    private int[] workerOf = new int[16];
    private long[] from = new long[16];
    private long[] to = new long[16];
    private long[] nanos = new long[16];
    private long[] arenaBytes = new long[16];
    private int[] commandCounts = new int[16];
    private Throwable[] failures = new Throwable[16];

    /** For waves of at most so many systems. */
    WaveRun(Worker[] workers, int systems) {
        this.workers = workers;
        this.nodes = new SystemNode[systems];
        this.firstPiece = new int[systems + 1];
    }

    void clear() {
        Arrays.fill(nodes, 0, count, null);
        Arrays.fill(failures, 0, pieces, null);
        count = 0;
        pieces = 0;
    }

    /** Adds a system that has taken its snapshot. */
    void add(SystemNode node) {
        nodes[count++] = node;
    }

    /** Numbers the pieces, when all systems are there and cut. */
    void number() {
        pieces = 0;
        for (int i = 0; i < count; i++) {
            firstPiece[i] = pieces;
            pieces += nodes[i].pieces();
        }
        firstPiece[count] = pieces;
        if (pieces > nanos.length) {
            int length = Math.max(pieces, 2 * nanos.length);
            workerOf = new int[length];
            from = new long[length];
            to = new long[length];
            nanos = new long[length];
            arenaBytes = new long[length];
            commandCounts = new int[length];
            failures = new Throwable[length];
        }
    }

    int count() {
        return count;
    }

    int pieces() {
        return pieces;
    }

    SystemNode node(int index) {
        return nodes[index];
    }

    long expectedNanos() {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += nodes[i].expectedNanos();
        }
        return sum;
    }

    /** Runs a piece in the calling thread, which is that worker. What it throws is kept for the end of the wave. */
    void run(int piece, int workerIndex) {
        int index = 0;
        while (firstPiece[index + 1] <= piece) {
            index++;
        }
        SystemNode node = nodes[index];
        Worker worker = workers[workerIndex];
        CommandQueue commands = worker.queue();
        long start = System.nanoTime();
        workerOf[piece] = workerIndex;
        from[piece] = commands.position();
        int commandsBefore = commands.count();
        Throwable failure = null;
        try {
            worker.enter(node.access());
            node.run(piece - firstPiece[index], worker);
        } catch (Throwable e) {
            failure = e;
        }
        arenaBytes[piece] = worker.arena().frameHighWaterBytes();
        failures[piece] = leave(worker, failure);
        to[piece] = commands.position();
        commandCounts[piece] = commands.count() - commandsBefore;
        nanos[piece] = System.nanoTime() - start;
    }

    private static Throwable leave(Worker worker, Throwable failure) {
        try {
            if (!worker.leave() && failure == null) {
                return new IllegalStateException(
                        "the system has left a cursor, or a scope, mark, phase or tag of the frame arena, open; close it"
                                + " where it was opened");
            }
        } catch (Throwable e) {
            if (failure == null) {
                return e;
            }
            failure.addSuppressed(e);
        }
        return failure;
    }

    /** Hands the commands of a system that has not failed on; forgets those of one that has, whose failure is the result. */
    Throwable settle(int index, Playback playback) {
        Throwable failure = null;
        for (int piece = firstPiece[index]; piece < firstPiece[index + 1]; piece++) {
            if (failure == null) {
                failure = failures[piece];
            } else if (failures[piece] != null && failures[piece] != failure) {
                failure.addSuppressed(failures[piece]);
            }
        }
        for (int piece = firstPiece[index]; piece < firstPiece[index + 1]; piece++) {
            CommandQueue commands = workers[workerOf[piece]].queue();
            if (failure == null) {
                playback.add(commands, from[piece], to[piece], index);
            } else {
                commands.breakPromises(from[piece], to[piece]);
                playback.addFailed(commands, from[piece], to[piece], index);
            }
        }
        return failure;
    }

    long nanos(int index) {
        long sum = 0;
        for (int piece = firstPiece[index]; piece < firstPiece[index + 1]; piece++) {
            sum += nanos[piece];
        }
        return sum;
    }

    int commands(int index) {
        int sum = 0;
        for (int piece = firstPiece[index]; piece < firstPiece[index + 1]; piece++) {
            sum += commandCounts[piece];
        }
        return sum;
    }

    long arenaBytes(int index) {
        long most = 0;
        for (int piece = firstPiece[index]; piece < firstPiece[index + 1]; piece++) {
            most = Math.max(most, arenaBytes[piece]);
        }
        return most;
    }
}
