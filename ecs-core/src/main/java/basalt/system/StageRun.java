package basalt.system;

import basalt.command.CommandQueue;
import basalt.command.Playback;
import basalt.runtime.Worker;
import basalt.system.WorkerPool.ReadyQueue;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * One stage while it runs: its systems, each in one piece or more, and the outcome of each piece. Pieces are numbered
 * through the systems in their order, so commands are put together as if the systems had run one after the other. The
 * pieces of a cascade run in phases: those of a level when all those of the level above have ended. A
 * system that does not run has an empty piece, so that the systems that wait for it continue.
 *
 * <p>A system is stopped, and does not start, if it has failed, has cancelled the tick, or waits for a stopped system.
 *
 * <p>The world's thread sets it up and settles it. In between each piece is run by one worker, which writes that
 * piece's elements; the worker that ends the last piece of a system writes that system's. Reused from stage to stage.
 */
final class StageRun {
    private final Worker[] workers;
    private final boolean[] isOpen;
    private final boolean[] hasRun;
    private final boolean[] isStopped;
    private final Thread[] threadOf;
    private final int[] positionOf;
    private final int[] firstPiece;

    /** For each system the first piece of the phase that runs. */
    private final int[] phase;

    private final AtomicIntegerArray awaited;
    private final AtomicIntegerArray piecesLeft;
    private volatile boolean isCancelled;

    /** Whether no two systems run at the same time. */
    private boolean isAlone;

    private Stage stage;
    private int pieces;
    private Piece[] all = {};

    /** Those of all pieces of the system that was settled last. */
    private final Piece settled = new Piece();

    /** The number of systems that the arrays hold. */
    StageRun(Worker[] workers, int systems) {
        this.workers = workers;
        this.isOpen = new boolean[systems];
        this.hasRun = new boolean[systems];
        this.isStopped = new boolean[systems];
        this.threadOf = new Thread[workers.length];
        this.positionOf = new int[workers.length];
        this.firstPiece = new int[systems + 1];
        this.phase = new int[systems];
        this.awaited = new AtomicIntegerArray(systems);
        this.piecesLeft = new AtomicIntegerArray(systems);
    }

    void begin(Stage newStage) {
        stage = newStage;
        isCancelled = false;
        Arrays.fill(isStopped, 0, stage.count(), false);
    }

    /**
     * Starts a pass: some of the systems run now and are opened next. The others ran in an earlier pass, or run in a
     * later one.
     */
    void beginPass() {
        Arrays.fill(isOpen, 0, stage.count(), false);
        Arrays.fill(hasRun, 0, stage.count(), false);
    }

    void clear() {
        for (int i = 0; i < pieces; i++) {
            all[i].failure = null;
        }
        pieces = 0;
    }

    /** A system has taken its matching rows, and will run. */
    void open(int position) {
        isOpen[position] = true;
    }

    boolean isOpen(int position) {
        return isOpen[position];
    }

    /** Whether a system is known not to start. Its matching rows are not taken then. */
    boolean isHeldBack(int position) {
        return isCancelled || isStopped[position];
    }

    /** A system does not run, since it has failed before. */
    void stop(int position) {
        isStopped[position] = true;
    }

    /** Numbers the pieces after all systems of the pass are open and cut. */
    void number() {
        pieces = 0;
        for (int i = 0; i < stage.count(); i++) {
            firstPiece[i] = pieces;
            pieces += isOpen[i] ? Math.max(1, stage.node(i).pieces()) : 1;
        }
        firstPiece[stage.count()] = pieces;
        int known = all.length;
        if (pieces > known) {
            all = Arrays.copyOf(all, Math.max(pieces, 2 * known));
            Arrays.setAll(all, i -> i < known ? all[i] : new Piece());
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

    /** Runs everything in the calling thread, as that worker. */
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

    /** Prepares a run by several threads, and starts the systems that wait for none. */
    int startShared(ReadyQueue queue) {
        isAlone = openSystems() == 1;
        for (int i = 0; i < stage.count(); i++) {
            awaited.setPlain(i, stage.predecessors(i));
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
            piecesLeft.set(position, firstPiece[position + 1] - firstPiece[position]);
            queue.addForWorldThread(firstPiece[position]);
            return 0;
        }
        return startPhase(position, firstPiece[position], queue);
    }

    /** Adds the pieces of the phase that begins with a piece. */
    private int startPhase(int position, int first, ReadyQueue queue) {
        phase[position] = first;
        int end = endOfPhase(position);
        piecesLeft.set(position, end - first);
        queue.add(first, end);
        return end - first;
    }

    private int endOfPhase(int position) {
        SystemNode node = stage.node(position);
        return hasRun[position] && node.pieces() > 0
                ? firstPiece[position] + node.endOfPhase(phase[position] - firstPiece[position])
                : firstPiece[position + 1];
    }

    /** Runs a piece in the calling thread, as that worker, and starts the systems that waited for it alone. */
    int runShared(int piece, int workerIndex, ReadyQueue queue) {
        int found = Arrays.binarySearch(firstPiece, 0, stage.count(), piece);
        int position = found >= 0 ? found : -found - 2;
        run(piece, position, workerIndex);
        if (piecesLeft.decrementAndGet(position) > 0) {
            return 0;
        }
        int next = endOfPhase(position);
        if (next < firstPiece[position + 1]) {
            return startPhase(position, next, queue);
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
        phase[position] = firstPiece[position];
        hasRun[position] = isOpen[position]
                && !isStopped[position]
                && (!isCancelled || stage.node(position).hasTakenChanges());
        if (hasRun[position]) {
            try {
                stage.node(position).begin(isAlone);
            } catch (Throwable e) {
                all[firstPiece[position]].fail(e);
                hasRun[position] = false;
            }
        }
    }

    /** The failure of a system before it started; null if it started, or does not run. */
    Throwable failedStart(int position) {
        return hasRun[position] ? null : all[firstPiece[position]].failure;
    }

    /**
     * Cancels: if the calling thread runs a system, the systems that wait for it do not start; otherwise no further
     * system starts.
     */
    void cancel() {
        for (int worker = 0; worker < threadOf.length; worker++) {
            if (threadOf[worker] == Thread.currentThread()) {
                isStopped[positionOf[worker]] = true;
                return;
            }
        }
        isCancelled = true;
    }

    /** Called when all pieces of a system have ended. */
    private void end(int position) {
        if (hasRun[position] && !hasFailed(position)) {
            try {
                stage.node(position).checkCaptured();
            } catch (Throwable e) {
                all[firstPiece[position]].fail(e);
            }
        }
        if (isStopped[position] || hasFailed(position)) {
            for (int follower : stage.followers(position)) {
                isStopped[follower] = true;
            }
        }
    }

    private boolean hasFailed(int position) {
        return hasFailed(firstPiece[position], firstPiece[position + 1]);
    }

    private boolean hasFailed(int first, int end) {
        for (int piece = first; piece < end; piece++) {
            if (all[piece].failure != null) {
                return true;
            }
        }
        return false;
    }

    /** Runs a piece, if its system runs and has one. An exception is kept for the end of the stage. */
    private void run(int piece, int position, int workerIndex) {
        SystemNode node = stage.node(position);
        if (!hasRun[position] || node.pieces() == 0) {
            return;
        }
        Piece taken = all[piece];
        taken.take(workerIndex, workers[workerIndex].queue().position());
        if (hasFailed(firstPiece[position], phase[position])) {
            return; // in the phases before this one
        }
        try {
            SystemEvent event = SystemEvent.startIfEnabled();
            run(node, taken, piece - firstPiece[position], position);
            if (event != null) {
                event.commit(node.name(), piece - firstPiece[position], taken.rows, taken.commands, taken.arenaBytes);
            }
        } catch (Throwable e) { // of any kind: other workers wait for this piece to end
            taken.fail(e);
        }
    }

    private void run(SystemNode node, Piece piece, int number, int position) {
        Worker worker = workers[piece.worker];
        piece.start = System.nanoTime();
        piece.commands = -worker.queue().count();
        Throwable failure = null;
        enter(piece.worker, position);
        try {
            worker.enter(node.access());
            try {
                node.run(number, worker);
            } catch (Throwable e) {
                failure = e;
            }
            failure = leave(worker, failure);
        } catch (Throwable e) {
            failure = e; // the worker could not enter the system
        }
        leave(piece.worker);
        piece.end(worker, node.isBody() ? worker.rows() : number == 0 ? node.rows() : 0, failure);
    }

    /** The calling thread, as that worker, enters a system. */
    void enter(int workerIndex, int position) {
        positionOf[workerIndex] = position;
        threadOf[workerIndex] = Thread.currentThread();
    }

    /** The worker has left its system. */
    void leave(int workerIndex) {
        threadOf[workerIndex] = null;
    }

    /**
     * The index of the system that a worker is in; -1 for none. For any thread, without synchronisation: for a
     * moment after a system has begun or ended, another one or none may be named.
     */
    int running(int workerIndex) {
        Stage current = stage;
        int position = positionOf[workerIndex];
        return current == null || threadOf[workerIndex] == null || position >= current.count()
                ? -1
                : current.node(position).spec().index();
    }

    private static Throwable leave(Worker worker, Throwable failure) {
        try {
            if (!worker.leave(failure != null) && failure == null) {
                return new IllegalStateException(
                        "the system has left a cursor, or a scope, mark, phase or tag of the frame arena, open;"
                                + " close it"
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
     * Passes on the commands of a system that has not failed. Discards those of a failed one, whose failure is the
     * result.
     */
    Throwable settle(int position, Playback playback) {
        Throwable failure = null;
        settled.take(0, 0);
        for (int i = firstPiece[position]; i < endOf(position); i++) {
            Piece piece = all[i];
            settled.nanos += piece.nanos;
            settled.commands += piece.commands;
            settled.arenaBytes = Math.max(settled.arenaBytes, piece.arenaBytes);
            if (failure == null) {
                failure = piece.failure;
            } else if (piece.failure != null && piece.failure != failure) {
                failure.addSuppressed(piece.failure);
            }
        }
        for (int i = firstPiece[position]; i < endOf(position); i++) {
            Piece piece = all[i];
            CommandQueue commands = workers[piece.worker].queue();
            if (failure == null) {
                playback.add(commands, piece.from, piece.to, position);
            } else {
                commands.cancelReservations(piece.from, piece.to);
                playback.addFailed(commands, piece.from, piece.to, position);
            }
        }
        return failure;
    }

    /** The end of the pieces that a system has. */
    private int endOf(int position) {
        return firstPiece[position] + stage.node(position).pieces();
    }

    /** Adds the pieces of a system that has run to the trace of the tick. */
    void addTo(TickRecorder recorder, int position) {
        for (int i = firstPiece[position]; i < endOf(position); i++) {
            Piece piece = all[i];
            if (piece.start != 0) {
                recorder.add(stage.node(position).spec().index(), piece.worker, piece.start, piece.nanos);
            }
        }
    }

    /** What the pieces have taken of the system that was settled last: time, commands and arena bytes. */
    Piece settled() {
        return settled;
    }

    /** The rows of a kernel's matching rows, or all rows that a body has iterated over. */
    long rows(int position) {
        SystemNode node = stage.node(position);
        return node.isBody() ? all[firstPiece[position]].rows : node.rows();
    }

    int commands(int position) {
        int sum = 0;
        for (int piece = firstPiece[position]; piece < endOf(position); piece++) {
            sum += all[piece].commands;
        }
        return sum;
    }

    /**
     * What came of a piece. The worker that runs it writes it; the world's thread reads it when all have ended. Reused
     * from stage to stage.
     */
    static final class Piece {
        private int worker;

        /** Its commands in the queue of its worker. */
        private long from;

        private long to;

        /** 0 if it did not run. */
        private long start;

        private long rows;
        private Throwable failure;
        long nanos;
        long arenaBytes;
        int commands;

        /** A worker has taken it; there is no result yet. */
        private void take(int workerIndex, long position) {
            worker = workerIndex;
            from = position;
            to = position;
            start = 0;
            nanos = 0;
            arenaBytes = 0;
            rows = 0;
            commands = 0;
        }

        private void end(Worker by, long handledRows, Throwable thrown) {
            failure = thrown;
            arenaBytes = by.arenaBytes();
            rows = handledRows;
            to = by.queue().position();
            commands += by.queue().count();
            nanos = System.nanoTime() - start;
        }

        /** It has failed outside of its run. An earlier failure stays. */
        private void fail(Throwable thrown) {
            failure = failure == null ? thrown : failure;
        }
    }

    /**
     * Flight recorder event: one piece of the run of a system, on the thread that ran it. A system that is not divided
     * has one piece. With several workers the pieces of a system run on several threads; piece 0 may run on any of
     * them.
     */
    @Name("basalt.System")
    @Label("System")
    @Category("Basalt")
    @Description("One piece of the run of a system, on the thread that ran it")
    @StackTrace(false)
    static final class SystemEvent extends Event {
        private static final SystemEvent PROBE = new SystemEvent();

        @Label("System")
        private String system;

        @Label("Piece")
        @Description("Which of the pieces that its rows were cut into, from 0")
        private int piece;

        @Label("Rows")
        @Description("Of all pieces together, in the event of the first one; 0 in the others")
        private long rows;

        @Label("Commands")
        private long commands;

        @Label("Arena High-Water Mark")
        @DataAmount
        private long arenaBytes;

        /** A started event; null while the flight recorder does not record these events. */
        static SystemEvent startIfEnabled() {
            if (!PROBE.isEnabled()) {
                return null;
            }
            SystemEvent event = new SystemEvent();
            event.begin();
            return event;
        }

        void commit(String name, int number, long allRows, long recorded, long bytes) {
            system = name;
            piece = number;
            rows = allRows;
            commands = recorded;
            arenaBytes = bytes;
            commit();
        }
    }

    /**
     * The systems between two barriers, each at its position, in the order in which they were added, with their
     * dependencies inside the stage. Immutable.
     */
    static final class Stage {
        private final SystemNode[] nodes;
        private final int[] runOrder;
        private final int[] predecessors;
        private final int[][] followers;

        private Stage(SystemNode[] nodes, int[] runOrder, int[] predecessors, int[][] followers) {
            this.nodes = nodes;
            this.runOrder = runOrder;
            this.predecessors = predecessors;
            this.followers = followers;
        }

        /** The stages of a graph. */
        static Stage[] of(ScheduleGraph graph, SystemNode[] systems) {
            DependencyGraph dependencies = graph.dependencies().withoutImplied();
            Stage[] stages = new Stage[graph.stageCount()];
            Arrays.setAll(stages, stage -> of(graph.stage(stage), systems, dependencies));
            return stages;
        }

        private static Stage of(int[] sorted, SystemNode[] systems, DependencyGraph dependencies) {
            int[] members = Arrays.stream(sorted).sorted().toArray();
            int[] runOrder = Arrays.stream(sorted)
                    .map(index -> Arrays.binarySearch(members, index))
                    .toArray();
            int[][] followers = new int[members.length][];
            int[] predecessors = new int[members.length];
            for (int position = 0; position < members.length; position++) {
                followers[position] = dependencies.orderedFollowers(members[position]).stream()
                        .map(index -> Arrays.binarySearch(members, index))
                        .filter(follower -> follower >= 0)
                        .toArray();
                for (int follower : followers[position]) {
                    predecessors[follower]++;
                }
            }
            SystemNode[] nodes =
                    Arrays.stream(members).mapToObj(index -> systems[index]).toArray(SystemNode[]::new);
            return new Stage(nodes, runOrder, predecessors, followers);
        }

        int count() {
            return nodes.length;
        }

        SystemNode node(int position) {
            return nodes[position];
        }

        /** All positions, each after those that it waits for. Not to be changed. */
        int[] runOrder() {
            return runOrder;
        }

        /** The number of systems that one waits for. */
        int predecessors(int position) {
            return predecessors[position];
        }

        /** The positions of the systems that wait for one. Not to be changed. */
        int[] followers(int position) {
            return followers[position];
        }
    }
}
