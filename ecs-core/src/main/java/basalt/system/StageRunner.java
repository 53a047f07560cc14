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

    StageRunner(World world, WorkerPool pool, int systems, TickRecorder recorder, Thresholds thresholds) {
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
        this.stageRun = new StageRun(pool.workers(), systems);
        this.recorder = recorder;
        this.thresholds = thresholds;
    }

    /** Runs the systems of a stage whose conditions hold. */
    void run(Stage stage, float seconds) {
        failure = null;
        stageRun.begin(stage);
        for (int i = 0; i < stage.count(); i++) {
            decide(stage, i, seconds);
            if (runtime.isClosed()) {
                throw failure; // of its condition
            }
        }
        applyOwnCommands();
        if (stage.node(0).isExclusive()) {
            if (stage.node(0).isDue() && !stageRun.isHeldBack(0)) {
                runExclusive(stage.node(0), seconds);
            }
        } else {
            runByStep(stage, seconds);
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

    private void applyOwnCommands() {
        if (ownCommands.count() > 0) {
            long start = recorder.now();
            runtime.applyCommands();
            recorder.addUntilNow(TickTrace.COMMANDS, start);
        }
    }

    private void decide(Stage stage, int position, float seconds) {
        SystemNode node = stage.node(position);
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
            stageRun.stop(position);
            failed(node, thrown);
        }
    }

    private static IllegalStateException leftOpen(String system) {
        return new IllegalStateException(system
                + " has left a cursor, or a scope, mark, phase or tag of the frame arena, open; close it"
                + " where it was opened");
    }

    /**
     * Runs the systems of a stage that are due, in passes over the run order: systems with the same time step run
     * together, since threads that run side by side see one time.
     */
    private void runByStep(Stage stage, float tickSeconds) {
        int[] order = stage.runOrder();
        int from = 0;
        while (from < order.length) {
            int to = from + 1;
            if (stage.node(order[from]).isDue()) {
                float step = stage.node(order[from]).deltaSeconds(tickSeconds);
                while (to < order.length
                        && (!stage.node(order[to]).isDue()
                                || stage.node(order[to]).deltaSeconds(tickSeconds) == step)) {
                    to++;
                }
                runTogether(stage, from, to, step, tickSeconds);
            }
            from = to;
        }
    }

    /** Runs the due systems in a range of the run order. */
    private void runTogether(Stage stage, int from, int to, float step, float tickSeconds) {
        try {
            boolean isAnyOpen = false;
            stageRun.beginPass();
            for (int i = from; i < to; i++) {
                int position = stage.runOrder()[i];
                isAnyOpen |= open(stage, position);
            }
            if (isAnyOpen) {
                work(stage, from, to, step, tickSeconds);
            }
        } finally {
            stageRun.clear();
        }
    }

    private boolean open(Stage stage, int position) {
        if (!stage.node(position).isDue() || stageRun.isHeldBack(position)) {
            return false; // the matches would consume changes that belong to a later run
        }
        try {
            stage.node(position).open();
            stageRun.open(position);
            return true;
        } catch (Throwable e) {
            stageRun.stop(position);
            failed(stage.node(position), e);
            return false;
        }
    }

    private void work(Stage stage, int from, int to, float step, float tickSeconds) {
        try {
            boolean help = pool.limit() > 1 && (helpsAlways || stageRun.expectedNanos() >= thresholds.worthHelpNanos());
            for (int i = 0; help && i < stage.count(); i++) {
                if (stageRun.isOpen(i)) {
                    stage.node(i).cut(helpsAlways ? 0 : thresholds.pieceNanos(), pool.limit());
                }
            }
            stageRun.number();
            present = help ? pool.workers() : alone;
            runtime.lend(present, help ? workers : ownWorkers);
            time.show(step);
            try {
                if (help) {
                    pool.run(stageRun);
                } else {
                    stageRun.runAll(0);
                }
            } finally {
                time.show(tickSeconds);
                runtime.reclaim();
            }
        } finally {
            closeMatches(stage, from, to);
        }
        settle(stage);
        if (listener != null) {
            tell(stage);
        }
    }

    private void tell(Stage stage) {
        for (int i = 0; i < stage.count(); i++) {
            if (stageRun.hasRun(i)) {
                listener.ran(stage.node(i).spec().index(), stageRun.commands(i), false);
            }
        }
        listener.settled();
    }

    private void closeMatches(Stage stage, int from, int to) {
        for (int i = to - 1; i >= from; i--) {
            int position = stage.runOrder()[i];
            if (stageRun.isOpen(position)) {
                try {
                    stage.node(position).close();
                } catch (Throwable e) {
                    failed(stage.node(position), e);
                }
            }
        }
    }

    private void settle(Stage stage) {
        int commands = 0;
        try {
            for (int i = 0; i < stage.count(); i++) {
                if (stageRun.hasRun(i)) {
                    commands += settle(stage.node(i), i);
                } else if (stageRun.failedStart(i) != null) {
                    failed(stage.node(i), stageRun.failedStart(i));
                }
            }
        } finally {
            apply(commands);
        }
    }

    /** Returns the number of commands. */
    private int settle(SystemNode node, int position) {
        Throwable thrown = stageRun.settle(position, playback);
        if (thrown != null) {
            node.failed();
            failed(node, thrown);
        }
        StageRun.Piece settled = stageRun.settled();
        node.took(settled.nanos);
        recorder.record(
                node.spec().index(), settled.nanos, stageRun.rows(position), settled.commands, settled.arenaBytes);
        if (recorder.isTracing()) {
            stageRun.addTo(recorder, position);
        }
        return settled.commands;
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
        stageRun.enter(0, 0);
        try {
            exclusiveRun.begin(node.access());
            node.runExclusively();
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
            return thrown == null && !isTidy ? leftOpen(system) : thrown;
        } catch (Throwable e) { // its arena still ends with a barrier
            if (thrown == null) {
                return e;
            }
            thrown.addSuppressed(e);
            return thrown;
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
