package basalt.system;

import basalt.command.CommandQueue;
import basalt.command.Playback;
import basalt.runtime.TickControl;
import basalt.runtime.TickTrace;
import basalt.runtime.Worker;
import basalt.runtime.WorldRuntime;
import basalt.runtime.WorldRuntime.WorldTime;
import basalt.storage.access.WorkerAccess;
import basalt.system.StageRun.Stage;
import basalt.world.World;

/**
 * Runs the stages of a schedule, one after the other. A stage goes through these steps:
 *
 * <pre>
 *   decide     conditions are evaluated, on the world's thread alone
 *   open       each kernel takes its matching rows
 *   cut        kernels are cut into pieces, if the stage is long enough to wake helpers
 *   work       the workers run the pieces of each system when the systems that it waits for have ended; pieces for
 *              the world's thread run there
 *   settle     commands are applied, and times and counts recorded
 * </pre>
 *
 * <p>Systems with another time step than those before them open, work and settle afterwards, in a pass of their own.
 *
 * <p>If a system throws in one of the steps, the others of its stage go through all steps, except those that wait for
 * it. For the world's thread.
 */
final class StageRunner {
    /** When helpers are woken for a stage, and the least size of a piece. */
    record Thresholds(long worthHelpNanos, long pieceNanos) {
        /** Waking a thread takes about ten microseconds. */
        static final Thresholds DEFAULT = new Thresholds(40_000, 10_000);
    }

    private final WorldRuntime runtime;
    private final WorldTime time;
    private final Worker.ExclusiveRun exclusiveRun;
    private final Playback playback;
    private final CommandQueue ownCommands;
    private final WorkerPool pool;
    private final WorkerAccess[] workers;

    /** The first worker: the world's thread when it works without helpers. */
    private final Worker[] alone;

    private final WorkerAccess[] ownWorkers;

    /** The workers of the current stage. */
    private Worker[] present;

    private final StageRun stageRun;
    private final TickRecorder recorder;
    private final Thresholds thresholds;
    private SystemException failure;

    /** Whether helpers are woken for every stage. */
    private boolean helpsAlways;

    /** Is told which systems have run; null for none. */
    private TickControl.PassListener listener;

    /** Whether the systems of a frame run, which change nothing. */
    private boolean isFrame;

    StageRunner(World world, WorkerPool pool, TickRecorder recorder, Thresholds thresholds) {
        this.runtime = Internals.of(world);
        this.time = Internals.of(world).time();
        this.exclusiveRun = new Worker.ExclusiveRun(runtime, pool.workers()[0]);
        this.playback = runtime.playback();
        this.ownCommands = runtime.owner().queue();
        this.pool = pool;
        this.workers = WorldRuntime.Workers.access(pool.workers());
        this.alone = new Worker[] {pool.workers()[0]};
        this.ownWorkers = WorldRuntime.Workers.access(alone);
        this.present = alone;
        this.stageRun = new StageRun(pool.workers());
        this.recorder = recorder;
        this.thresholds = thresholds;
    }

    /** Runs the systems of a stage whose conditions hold. */
    void run(Stage stage, float seconds) {
        failure = null;
        stageRun.begin(stage);
        for (SystemNode node : stage.nodes()) {
            decide(node, seconds);
            if (runtime.isClosed()) {
                throw failure; // of its condition
            }
        }
        if (!isFrame) {
            applyOwnCommands();
        }
        SystemNode first = stage.nodes()[0];
        if (!first.isExclusive()) {
            runByStep(stage, seconds);
        } else if (first.isDue() && !stageRun.isHeldBack(first)) {
            runExclusive(first, seconds);
        }
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * Starts no more systems of the current stage. If one of its systems calls this, only the systems that wait for it
     * do not start.
     */
    void cancel() {
        stageRun.cancel();
    }

    /** Sets whether helpers are woken for every stage, and kernels are cut into small pieces. */
    void helpAlways(boolean always) {
        helpsAlways = always;
    }

    /** Sets what is told which systems have run; null for nothing. */
    void listen(TickControl.PassListener newListener) {
        listener = newListener;
    }

    /** The index of the system that a worker runs; -1 for none. For any thread. */
    int running(int worker) {
        return stageRun.running(worker);
    }

    /** Begins a tick: applies commands that were recorded on the world's thread. */
    void begin() {
        applyOwnCommands();
        if (listener != null && !runtime.isClosed()) {
            listener.settled();
        }
    }

    /** Called before and after the stages of a frame. */
    void inFrame(boolean isIn) {
        isFrame = isIn;
        recorder.inFrame(isIn);
    }

    private void applyOwnCommands() {
        if (ownCommands.count() > 0) {
            long start = recorder.now();
            runtime.applyCommands();
            recorder.addUntilNow(TickTrace.COMMANDS, start);
        }
    }

    private void decide(SystemNode node, float seconds) {
        if (!node.hasConditions()) {
            node.decide(seconds);
            return;
        }
        exclusiveRun.begin();
        Throwable thrown = null;
        try {
            node.decide(seconds);
        } catch (Throwable e) {
            thrown = e;
        }
        thrown = leave("a condition", thrown);
        if (thrown != null) {
            node.hold();
            node.isStopped = true;
            failed(node, thrown);
        }
    }

    /**
     * Runs the systems of a stage that are due, in passes over the run order: systems with the same time step run
     * together, since threads that run side by side see one time.
     */
    private void runByStep(Stage stage, float tickSeconds) {
        SystemNode[] order = stage.runOrder();
        int from = 0;
        while (from < order.length) {
            int to = from + 1;
            if (order[from].isDue()) {
                float step = order[from].deltaSeconds(tickSeconds);
                while (to < order.length && (!order[to].isDue() || order[to].deltaSeconds(tickSeconds) == step)) {
                    to++;
                }
                runTogether(stage, from, to, step, tickSeconds);
            }
            from = to;
        }
    }

    /** Runs the due systems in a range of the run order; the others ran in an earlier pass, or run in a later one. */
    private void runTogether(Stage stage, int from, int to, float step, float tickSeconds) {
        for (SystemNode node : stage.nodes()) {
            node.beginPass();
        }
        boolean isAnyOpen = false;
        for (int i = from; i < to; i++) {
            isAnyOpen |= open(stage.runOrder()[i]);
        }
        if (isAnyOpen) {
            work(stage, step, tickSeconds);
            settle(stage);
        }
    }

    private boolean open(SystemNode node) {
        if (!node.isDue() || stageRun.isHeldBack(node)) {
            return false; // the matches would consume changes that belong to a later run
        }
        try {
            node.open();
            return true;
        } catch (Throwable e) {
            node.isStopped = true;
            failed(node, e);
            return false;
        }
    }

    private void work(Stage stage, float step, float tickSeconds) {
        try {
            boolean help = pool.limit() > 1 && (helpsAlways || expectedNanos(stage) >= thresholds.worthHelpNanos());
            int pieces = 0;
            for (SystemNode node : stage.nodes()) {
                if (help && node.isOpen) {
                    node.cut(helpsAlways ? 0 : thresholds.pieceNanos(), pool.limit());
                }
                node.number();
                pieces += node.count();
            }
            present = help ? pool.workers() : alone;
            runtime.lend(present, help ? workers : ownWorkers);
            time.show(step);
            try {
                if (help) {
                    pool.run(stageRun, pieces);
                } else {
                    stageRun.runAll(0);
                }
            } finally {
                time.show(tickSeconds);
                runtime.reclaim();
            }
        } finally {
            closeMatches(stage.runOrder());
        }
    }

    private static long expectedNanos(Stage stage) {
        long sum = 0;
        for (SystemNode node : stage.nodes()) {
            sum += node.isOpen ? node.expectedNanos() : 0;
        }
        return sum;
    }

    private void closeMatches(SystemNode[] runOrder) {
        for (int i = runOrder.length - 1; i >= 0; i--) {
            if (runOrder[i].isOpen) {
                try {
                    runOrder[i].close();
                } catch (Throwable e) {
                    failed(runOrder[i], e);
                }
            }
        }
    }

    private void settle(Stage stage) {
        int commands = 0;
        try {
            for (SystemNode node : stage.nodes()) {
                Throwable thrown = node.failure();
                boolean isUndeclared = node.access().hasUndeclared(); // the tick goes on, and throws at its end
                if (thrown != null && !(isUndeclared && SystemAccess.isOnlyUndeclared(thrown))) {
                    failed(node, thrown);
                }
                if (node.hasRun) {
                    node.settle(pool.workers(), playback, recorder, thrown != null || isUndeclared);
                    commands += node.commands;
                }
            }
        } finally {
            apply(commands);
        }
        if (listener != null && !isFrame) {
            tell(stage);
        }
    }

    private void tell(Stage stage) {
        for (SystemNode node : stage.nodes()) {
            if (node.hasRun) {
                listener.ran(node.spec().index(), node.commands, false);
            }
        }
        listener.settled();
    }

    private void apply(int commands) {
        long start = recorder.now();
        try {
            playback.run();
        } catch (RuntimeException | Error e) {
            if (failure == null) {
                throw e;
            }
            failure.addSuppressed(e);
        } finally {
            for (Worker worker : present) {
                worker.queue().clear(); // the commands of systems that have failed
            }
            if (commands > 0) {
                recorder.addUntilNow(TickTrace.COMMANDS, start);
            }
        }
    }

    /** Runs an exclusive system. Its commands are applied as those of the world's thread. */
    private void runExclusive(SystemNode node, float tickSeconds) {
        StageRun.SystemEvent event = StageRun.SystemEvent.startIfEnabled();
        long start = System.nanoTime();
        int commands = 0;
        Throwable thrown = null;
        Worker worker = alone[0];
        time.show(node.deltaSeconds(tickSeconds));
        node.begin(true);
        stageRun.enter(0, node);
        try {
            exclusiveRun.begin(node.access());
            node.run(0, worker);
        } catch (Throwable e) {
            thrown = e;
        }
        stageRun.leave(0);
        recorder.addUntilNow(node.spec().index(), start);
        time.show(tickSeconds);
        thrown = leave("the system", thrown);
        if (thrown == null) {
            commands = ownCommands.count();
        } else {
            ownCommands.forget(0);
            failed(node, thrown);
        }
        if (event != null) {
            event.commit(node.name(), 0, worker.rows(), commands, worker.arenaBytes());
        }
        try {
            applyOwnCommands();
        } finally {
            recorder.record(
                    node.spec().index(), System.nanoTime() - start, worker.rows(), commands, worker.arenaBytes());
        }
        if (listener != null && !runtime.isClosed()) {
            listener.ran(node.spec().index(), commands, true);
            listener.settled();
        }
    }

    private Throwable leave(String system, Throwable thrown) {
        if (runtime.isClosed()) {
            return thrown != null
                    ? thrown
                    : new IllegalStateException(system + " has closed the world; close it after the tick");
        }
        try {
            boolean isTidy = exclusiveRun.end(thrown != null);
            return thrown == null && !isTidy ? StageRun.leftOpen(system) : thrown;
        } catch (Throwable e) { // its arena still ends with a barrier
            return Internals.first(thrown, e);
        }
    }

    private void failed(SystemNode node, Throwable thrown) {
        SystemException named = new SystemException(node.name(), thrown);
        if (failure == null) {
            failure = named;
        } else {
            failure.addSuppressed(named);
        }
    }
}
