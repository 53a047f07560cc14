package basalt.system;

import basalt.command.queue.CommandQueue;
import basalt.command.queue.Playback;
import basalt.runtime.Worker;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * One stage while it runs: its systems, each in one piece or more, and what has become of each piece. Pieces are
 * numbered through the systems in their order, so what they leave is put together as if they had run one after the
 * other. A system that does not run has a piece too, in which nothing happens: those that wait for it go on then.
 *
 * <p>A system is stopped if it fails, ends the tick, or waits for one that is stopped: then it does not start.
 *
 * <p>Set up and settled by the world's thread; in between each piece is run by one worker, which writes that piece's
 * elements, and the worker that ends the last piece of a system writes that system's. Reused from stage to stage.
 */
final class StageRun {
    private final Worker[] workers;
    private final boolean[] isOpen;
    private final boolean[] hasRun;
    private final boolean[] isStopped;
    private final Thread[] threadOf;
    private final int[] positionOf;
    private final int[] firstPiece;
    private final AtomicIntegerArray awaited;
    private final AtomicIntegerArray piecesLeft;
    private volatile boolean isCancelled;

    /** Whether no two systems run at the same time. */
    private boolean isAlone;

    private Stage stage;
    private int pieces;
    private int[] workerOf = new int[16];
    private long[] from = new long[16];
    private long[] to = new long[16];
    private long[] nanos = new long[16];
    private long[] arenaBytes = new long[16];
    private long[] rows = new long[16];
    private int[] commandCounts = new int[16];
    private Throwable[] failures = new Throwable[16];

    /** For stages of at most so many systems. */
    StageRun(Worker[] workers, int systems) {
        this.workers = workers;
        this.isOpen = new boolean[systems];
        this.hasRun = new boolean[systems];
        this.isStopped = new boolean[systems];
        this.threadOf = new Thread[workers.length];
        this.positionOf = new int[workers.length];
        this.firstPiece = new int[systems + 1];
        this.awaited = new AtomicIntegerArray(systems);
        this.piecesLeft = new AtomicIntegerArray(systems);
    }

    void begin(Stage newStage) {
        stage = newStage;
        isCancelled = false;
        Arrays.fill(isStopped, 0, stage.count(), false);
    }

    /**
     * Some of its systems run now, which are opened next; the others have been in a pass before, or come in a later
     * one.
     */
    void beginPass() {
        Arrays.fill(isOpen, 0, stage.count(), false);
        Arrays.fill(hasRun, 0, stage.count(), false);
    }

    void clear() {
        Arrays.fill(failures, 0, pieces, null);
        pieces = 0;
    }

    /** A system has taken its snapshot, and is to run. */
    void open(int position) {
        isOpen[position] = true;
    }

    boolean isOpen(int position) {
        return isOpen[position];
    }

    /** Whether a system is not to start, as far as is known by now: its snapshot is not to be taken then. */
    boolean isHeldBack(int position) {
        return isCancelled || isStopped[position];
    }

    /** A system cannot run, since it has failed before. */
    void stop(int position) {
        isStopped[position] = true;
    }

    /** Numbers the pieces, when all systems that are to run are open and cut. */
    void number() {
        pieces = 0;
        for (int i = 0; i < stage.count(); i++) {
            firstPiece[i] = pieces;
            pieces += isOpen[i] ? Math.max(1, stage.node(i).pieces()) : 1;
        }
        firstPiece[stage.count()] = pieces;
        if (pieces > nanos.length) {
            int length = Math.max(pieces, 2 * nanos.length);
            workerOf = new int[length];
            from = new long[length];
            to = new long[length];
            nanos = new long[length];
            arenaBytes = new long[length];
            rows = new long[length];
            commandCounts = new int[length];
            failures = new Throwable[length];
        }
    }

    int pieces() {
        return pieces;
    }

    long expectedNanos() {
        long sum = 0;
        for (int i = 0; i < stage.count(); i++) {
            sum += isOpen[i] ? stage.node(i).expectedNanos() : 0;
        }
        return sum;
    }

    /** Runs everything in the calling thread, which is that worker. */
    void runAll(int workerIndex) {
        isAlone = true;
        for (int position : stage.runOrder()) {
            start(position);
            for (int piece = firstPiece[position]; piece < firstPiece[position + 1]; piece++) {
                run(piece, position, workerIndex);
            }
            end(position);
        }
    }

    /**
     * Prepares to be run by several threads, and starts the systems that wait for none.
     *
     * @return pieces that any thread can run now
     */
    int startShared(ReadyQueue queue) {
        isAlone = openSystems() == 1;
        for (int i = 0; i < stage.count(); i++) {
            awaited.setPlain(i, stage.predecessors(i));
            piecesLeft.setPlain(i, firstPiece[i + 1] - firstPiece[i]);
        }
        int ready = 0;
        for (int i = 0; i < stage.count(); i++) {
            if (stage.predecessors(i) == 0) {
                ready += startShared(i, queue);
            }
        }
        return ready;
    }

    private int openSystems() {
        int open = 0;
        for (int i = 0; i < stage.count(); i++) {
            open += isOpen[i] ? 1 : 0;
        }
        return open;
    }

    private int startShared(int position, ReadyQueue queue) {
        start(position);
        if (stage.node(position).isOnWorldThread()) {
            queue.addForWorldThread(firstPiece[position]);
            return 0;
        }
        queue.add(firstPiece[position], firstPiece[position + 1]);
        return firstPiece[position + 1] - firstPiece[position];
    }

    /**
     * Runs a piece in the calling thread, which is that worker, and starts the systems that have waited for it alone.
     *
     * @return pieces that any thread can run now, and could not before
     */
    int runShared(int piece, int workerIndex, ReadyQueue queue) {
        int found = Arrays.binarySearch(firstPiece, 0, stage.count(), piece);
        int position = found >= 0 ? found : -found - 2;
        run(piece, position, workerIndex);
        if (piecesLeft.decrementAndGet(position) > 0) {
            return 0;
        }
        end(position);
        int ready = 0;
        for (int follower : stage.followers(position)) {
            if (awaited.decrementAndGet(follower) == 0) {
                ready += startShared(follower, queue);
            }
        }
        return ready;
    }

    /** The systems that this one waits for have ended. */
    private void start(int position) {
        hasRun[position] = isOpen[position]
                && !isStopped[position]
                && (!isCancelled || stage.node(position).hasTakenChanges());
        if (hasRun[position]) {
            try {
                stage.node(position).begin(isAlone);
            } catch (Throwable e) {
                failures[firstPiece[position]] = e;
                hasRun[position] = false;
            }
        }
    }

    /** Why a system that was to run could not even start; null if it could, or was not to run. */
    Throwable failedStart(int position) {
        return hasRun[position] ? null : failures[firstPiece[position]];
    }

    /** If the calling thread runs a system now, those that wait for it do not start; otherwise none starts any more. */
    void cancel() {
        for (int worker = 0; worker < threadOf.length; worker++) {
            if (threadOf[worker] == Thread.currentThread()) {
                isStopped[positionOf[worker]] = true;
                return;
            }
        }
        isCancelled = true;
    }

    /** All pieces of a system have ended. */
    private void end(int position) {
        if (hasRun[position] && !hasFailed(position)) {
            try {
                stage.node(position).checkCaptured();
            } catch (Throwable e) {
                failures[firstPiece[position]] = e;
            }
        }
        if (isStopped[position] || hasFailed(position)) {
            for (int follower : stage.followers(position)) {
                isStopped[follower] = true;
            }
        }
    }

    private boolean hasFailed(int position) {
        for (int piece = firstPiece[position]; piece < firstPiece[position + 1]; piece++) {
            if (failures[piece] != null) {
                return true;
            }
        }
        return false;
    }

    /** Runs a piece, if its system runs and has one. What it throws is kept for the end of the stage. */
    private void run(int piece, int position, int workerIndex) {
        SystemNode node = stage.node(position);
        if (!hasRun[position] || node.pieces() == 0) {
            return;
        }
        workerOf[piece] = workerIndex;
        from[piece] = 0;
        to[piece] = 0;
        commandCounts[piece] = 0;
        arenaBytes[piece] = 0;
        nanos[piece] = 0;
        rows[piece] = 0;
        try {
            SystemEvent event = SystemEvent.startIfEnabled();
            run(node, piece, piece - firstPiece[position], position, workerIndex);
            if (event != null) {
                event.commit(
                        node.name(),
                        piece - firstPiece[position],
                        rows[piece],
                        commandCounts[piece],
                        arenaBytes[piece]);
            }
        } catch (Throwable e) { // whatever it is: other workers wait for this piece to end
            failures[piece] = failures[piece] == null ? e : failures[piece];
        }
    }

    private void run(SystemNode node, int piece, int number, int position, int workerIndex) {
        Worker worker = workers[workerIndex];
        CommandQueue commands = worker.queue();
        long start = System.nanoTime();
        from[piece] = commands.position();
        to[piece] = from[piece];
        int commandsBefore = commands.count();
        Throwable failure = null;
        positionOf[workerIndex] = position;
        threadOf[workerIndex] = Thread.currentThread();
        try {
            worker.enter(node.access());
            try {
                node.run(number, worker);
            } catch (Throwable e) {
                failure = e;
            }
            failure = leave(worker, failure);
        } catch (Throwable e) {
            failure = e; // it could not enter
        }
        threadOf[workerIndex] = null;
        failures[piece] = failure;
        arenaBytes[piece] = worker.arenaBytes();
        rows[piece] = node.isBody() ? worker.rows() : number == 0 ? node.rows() : 0;
        to[piece] = commands.position();
        commandCounts[piece] = commands.count() - commandsBefore;
        nanos[piece] = System.nanoTime() - start;
    }

    private static Throwable leave(Worker worker, Throwable failure) {
        try {
            if (!worker.leave(failure != null) && failure == null) {
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

    /** Whether a system has run, to its end or not. */
    boolean hasRun(int position) {
        return hasRun[position];
    }

    /**
     * Hands the commands of a system that has not failed on; forgets those of one that has, whose failure is the
     * result.
     */
    Throwable settle(int position, Playback playback) {
        Throwable failure = null;
        int end = firstPiece[position] + stage.node(position).pieces();
        for (int piece = firstPiece[position]; piece < end; piece++) {
            if (failure == null) {
                failure = failures[piece];
            } else if (failures[piece] != null && failures[piece] != failure) {
                failure.addSuppressed(failures[piece]);
            }
        }
        for (int piece = firstPiece[position]; piece < end; piece++) {
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

    long nanos(int position) {
        long sum = 0;
        for (int i = stage.node(position).pieces() - 1; i >= 0; i--) {
            sum += nanos[firstPiece[position] + i];
        }
        return sum;
    }

    /** Of the snapshot of a kernel; of all that a body has run over. */
    long rows(int position) {
        SystemNode node = stage.node(position);
        return node.isBody() ? rows[firstPiece[position]] : node.rows();
    }

    int commands(int position) {
        int sum = 0;
        for (int i = stage.node(position).pieces() - 1; i >= 0; i--) {
            sum += commandCounts[firstPiece[position] + i];
        }
        return sum;
    }

    long arenaBytes(int position) {
        long most = 0;
        for (int i = stage.node(position).pieces() - 1; i >= 0; i--) {
            most = Math.max(most, arenaBytes[firstPiece[position] + i]);
        }
        return most;
    }
}
