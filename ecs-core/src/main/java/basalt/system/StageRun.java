package basalt.system;

import basalt.runtime.Worker;
import basalt.system.DependencyGraph.Dependency;
import basalt.system.SystemNode.Piece;
import java.util.Arrays;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * One stage while it runs: the pieces of its systems, on one thread or several. A system starts when those that it
 * waits for have ended. Reused from stage to stage.
 */
final class StageRun {
    private final Worker[] workers;

    /** For each worker the thread that is in a system, or null; and the system. */
    private final Thread[] threadOf;

    private final SystemNode[] systemOf;
    private volatile boolean isCancelled;

    /** Whether no two systems run at the same time. */
    private boolean isAlone;

    private Stage stage;

    StageRun(Worker[] workers) {
        this.workers = workers;
        this.threadOf = new Thread[workers.length];
        this.systemOf = new SystemNode[workers.length];
    }

    void begin(Stage newStage) {
        stage = newStage;
        isCancelled = false;
        for (SystemNode node : stage.nodes) {
            node.isStopped = false;
        }
    }

    /** Whether a system is known not to start. Its matching rows are not taken then. */
    boolean isHeldBack(SystemNode node) {
        return isCancelled || node.isStopped;
    }

    /** Runs everything in the calling thread, as that worker. */
    void runAll(int workerIndex) {
        isAlone = true;
        for (SystemNode node : stage.runOrder) {
            node.start(isCancelled, true);
            for (int i = 0; i < node.count(); i++) {
                run(node.piece(i), workerIndex);
            }
            node.end();
        }
    }

    /**
     * Prepares a run by several threads, and starts the systems that wait for none. Returns the number of pieces that
     * any thread can run.
     */
    int startShared(WorkerPool pool) {
        int open = 0;
        for (SystemNode node : stage.nodes) {
            open += node.isOpen ? 1 : 0;
            node.awaitAll();
        }
        isAlone = open == 1;
        int ready = 0;
        for (SystemNode node : stage.nodes) {
            if (node.isFirst()) {
                ready += startShared(node, pool);
            }
        }
        return ready;
    }

    private int startShared(SystemNode node, WorkerPool pool) {
        node.start(isCancelled, isAlone);
        if (!node.isOnWorldThread()) {
            return startPhase(node, 0, pool);
        }
        node.startPhase(0);
        pool.addForWorldThread(node.piece(0));
        return 0;
    }

    private static int startPhase(SystemNode node, int first, WorkerPool pool) {
        int end = node.startPhase(first);
        for (int i = first; i < end; i++) {
            pool.add(node.piece(i));
        }
        return end - first;
    }

    /** Runs a piece in the calling thread, as that worker, and starts the systems that waited for it alone. */
    int runShared(Piece piece, int workerIndex, WorkerPool pool) {
        run(piece, workerIndex);
        SystemNode node = piece.node;
        if (!node.endPiece()) {
            return 0;
        }
        int next = node.endOfPhase();
        if (next < node.count()) {
            return startPhase(node, next, pool);
        }
        node.end();
        int ready = 0;
        for (SystemNode follower : node.followers) {
            if (follower.awaitOneLess()) {
                ready += startShared(follower, pool);
            }
        }
        return ready;
    }

    /**
     * Cancels: if the calling thread runs a system, the systems that wait for it do not start; otherwise no further
     * system starts.
     */
    void cancel() {
        for (int worker = 0; worker < threadOf.length; worker++) {
            if (threadOf[worker] == Thread.currentThread()) {
                systemOf[worker].isStopped = true;
                return;
            }
        }
        isCancelled = true;
    }

    /** Runs a piece, if its system runs and has one. An exception is kept for the end of the stage. */
    private void run(Piece piece, int workerIndex) {
        SystemNode node = piece.node;
        if (!node.hasPieces()) {
            return;
        }
        piece.take(workerIndex, workers[workerIndex].queue().position());
        if (node.hasFailedBefore()) {
            return;
        }
        try {
            SystemEvent event = SystemEvent.startIfEnabled();
            enterAndRun(piece, workerIndex);
            if (event != null) {
                event.commit(node.name(), piece.number, piece.rows, piece.commands, piece.arenaBytes);
            }
        } catch (Throwable e) { // of any kind: other workers wait for this piece to end
            piece.fail(e);
        }
    }

    private void enterAndRun(Piece piece, int workerIndex) {
        Worker worker = workers[workerIndex];
        piece.start(worker);
        Throwable failure = null;
        enter(workerIndex, piece.node);
        try {
            worker.enter(piece.node.access());
            try {
                piece.node.run(piece.number, worker);
            } catch (Throwable e) {
                failure = e;
            }
            failure = leave(worker, failure);
        } catch (Throwable e) {
            failure = e; // the worker could not enter the system
        }
        leave(workerIndex);
        piece.end(worker, failure);
    }

    /** The calling thread, as that worker, enters a system. */
    void enter(int workerIndex, SystemNode node) {
        systemOf[workerIndex] = node;
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
        SystemNode node = systemOf[workerIndex];
        return node == null || threadOf[workerIndex] == null ? -1 : node.spec().index();
    }

    private static Throwable leave(Worker worker, Throwable failure) {
        try {
            boolean isTidy = worker.leave(failure != null);
            return isTidy || failure != null ? failure : leftOpen("the system");
        } catch (Throwable e) {
            return Internals.first(failure, e);
        }
    }

    static IllegalStateException leftOpen(String system) {
        return new IllegalStateException(system
                + " has left a cursor, or a scope, mark, phase or tag of the frame arena, open; close it"
                + " where it was opened");
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
     * The systems between two barriers in the order in which they were added, and each after those that it waits for.
     * Immutable.
     */
    record Stage(SystemNode[] nodes, SystemNode[] runOrder) {
        /** The stages of a graph. */
        static Stage[] of(ScheduleGraph graph, SystemNode[] systems) {
            DependencyGraph dependencies = graph.dependencies().withoutImplied();
            Stage[] stages = new Stage[graph.stageCount()];
            Arrays.setAll(stages, stage -> of(graph.stage(stage), systems, dependencies));
            return stages;
        }

        private static Stage of(int[] sorted, SystemNode[] systems, DependencyGraph dependencies) {
            int[] members = Arrays.stream(sorted).sorted().toArray();
            for (int position = 0; position < members.length; position++) {
                int first = members[position];
                systems[first].place(
                        position,
                        Arrays.stream(members)
                                .filter(second -> dependencies.between(first, second) == Dependency.ORDERED)
                                .mapToObj(second -> systems[second])
                                .toArray(SystemNode[]::new));
            }
            return new Stage(nodes(members, systems), nodes(sorted, systems));
        }

        private static SystemNode[] nodes(int[] indices, SystemNode[] systems) {
            return Arrays.stream(indices).mapToObj(index -> systems[index]).toArray(SystemNode[]::new);
        }
    }
}
