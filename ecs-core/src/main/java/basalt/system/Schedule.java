package basalt.system;

import basalt.component.Component;
import basalt.internal.Friend;
import basalt.internal.NoState;
import basalt.match.ChangeFilter;
import basalt.memory.frame.FrameArena;
import basalt.runtime.TickControl;
import basalt.runtime.TickSamples;
import basalt.runtime.TickTrace;
import basalt.runtime.WorldRuntime;
import basalt.runtime.WorldRuntime.WorldTime;
import basalt.storage.StatePart;
import basalt.system.StageRun.Stage;
import basalt.world.World;
import java.util.List;
import org.agrona.LangUtil;

/**
 * Runs systems, tick by tick, on several threads. Each system starts as soon as the systems that it depends on have
 * ended.
 *
 * <pre>{@code
 * Schedule schedule = Schedule.builder(world)
 *         .add("move", move)               // a kernel, which says what it reads and writes
 *         .add("reap", reap, destroys())   // commands are declared
 *         .add("report", () -> show(world.entityCount()), after("reap"))
 *         .build();
 * schedule.tick(1 / 60f);
 * }</pre>
 *
 * <p><b>Order.</b> Systems that conflict run in the order in which they were added, unless an explicit order says
 * otherwise; {@link #graph()} shows it. Commands of a system are applied when its stage has ended, before any system
 * that was added later could see the difference. If systems of a stage have different time steps, commands are applied
 * after each group with the same step. So a tick gives the same world, bit for bit, as running the systems one after
 * the other, for any number of workers. Observers and readers of removals see the outcome of a stage's commands: an
 * entity that is destroyed in a stage neither gains nor loses components in it.
 *
 * <p><b>Kernels</b> are divided among workers: each worker runs over some of the rows. So the body of a kernel may use
 * the components that the kernel writes only in the row that it is given. It may read components that the kernel does
 * not write of any entity. A kernel that uses more declares {@link Access#touchesOthers()}, which keeps it in one
 * piece. The body may not change captured variables, except objects that are made for several threads, and elements of
 * arrays that no other row uses: take sums by {@link basalt.query.Query#reduce} or in a {@link World#workerLocal}, or
 * declare {@link Access#writesResource}, which keeps the kernel in one piece too. Strict mode reports kernels that
 * break these rules, with one worker too. Outside of strict mode the result of such a kernel depends on how its rows
 * were divided. The same holds for bodies that share undeclared state outside of the world.
 *
 * <p><b>Readers</b> of events and removals, and change queries, keep their position, so each system needs its own.
 * Strict mode reports two systems that share one, until the schedule of the first is closed.
 *
 * <p><b>Threads.</b> A schedule belongs to its world's thread, which works as a worker too. A system that uses objects
 * confined to that thread declares {@link Access#worldThread()}. While systems run, no thread changes the world's
 * structure: systems record {@linkplain World#commands() commands}. Declare state that kernels and bodies share outside
 * of the world as a resource; then they do not run side by side.
 *
 * <p><b>Memory.</b> Each worker has a frame arena, {@link World#frame()}, whose frames are ticks and whose phases are
 * systems. A system's allocations are freed when it has ended, unless it has promoted some of them: then all of them
 * stay, and count for the worker's {@code frameCapBytes}, until the tick ends. Promoted memory is copied when the tick
 * ends, on the world's thread: keep the ticket with its {@link basalt.memory.frame.FramePromotions}, and redeem it
 * between that tick and the next one. Nothing is promoted of a system, or a piece of a kernel, that has thrown. An
 * exclusive system uses the arena of the first worker, so it is a phase too. Conditions use the arena of the world. It
 * is reset to its state before the condition, so a condition can neither end its frame nor promote allocations. A
 * steady tick makes no garbage.
 */
@NoState
public final class Schedule implements Tickable, AutoCloseable {
    static {
        Friend.install(Schedule.class, TickControl.class, new Friend<>() {
            @Override
            public TickControl internal(Schedule schedule) {
                schedule.world(); // checks thread and state
                return schedule.control;
            }
        });
    }

    private final World world;
    private final WorldRuntime runtime;
    private final Thread owner = Thread.currentThread();
    private final ScheduleGraph graph;
    private final Stage[] stages;

    /** The stages after these run in frames. */
    private final int tickStages;

    private final SystemNode[] nodes;
    private final WorkerPool pool;
    private final StageRunner runner;
    private final TickControl control = new Control();
    private final TickRecorder recorder;
    private final StatePart state;
    private final UndeclaredAccess access;
    private final boolean isRecording;

    /** Is called between ticks; null for nothing. */
    private TickControl.Boundary boundary;

    private volatile boolean cancelled;
    private boolean isTicking;
    private boolean isClosed;

    Schedule(
            World world,
            ScheduleGraph graph,
            SystemNode[] nodes,
            WorkerPool pool,
            StageRunner.Thresholds thresholds,
            boolean isRecording) {
        this.isRecording = isRecording;
        this.world = world;
        this.runtime = Internals.of(world);
        this.graph = graph;
        this.nodes = nodes;
        this.access = new UndeclaredAccess(nodes);
        this.pool = pool;
        this.recorder =
                new TickRecorder(graph.systems().stream().map(SystemSpec::name).toList(), TickRecorder.WINDOW_TICKS);
        this.runner = new StageRunner(world, pool, recorder, thresholds);
        this.stages = Stage.of(graph, nodes);
        this.tickStages = graph.tickStageCount();
        this.state = new ScheduleState(nodes);
        runtime.store().rows().stateParts().add(state);
    }

    /**
     * Starts a schedule.
     *
     * @param world the world that its systems run in
     * @throws IllegalStateException on the wrong thread, or after the world was closed
     */
    public static ScheduleBuilder builder(World world) {
        if (world == null) {
            throw new IllegalArgumentException("world must not be null");
        }
        Internals.of(world); // checks thread and state
        return new ScheduleBuilder(world);
    }

    /**
     * Runs all systems once that are enabled and whose conditions hold. Commands that the world's thread has recorded
     * before are applied first. When the tick ends, also by an exception, the events of the tick before it are gone. An
     * exception of an observer is thrown to the caller after all changes of its stage were made; the systems of later
     * stages do not run then. An exception of the target of a promotion is thrown when the tick has ended: as it is, or
     * suppressed in an earlier one.
     *
     * @param seconds the length of the tick, 0 or more; {@link World#time()} shows it to the systems
     * @throws SystemException if a system has thrown; in strict mode, also if systems have used what they have not
     *     declared
     * @throws RuntimeException the exception of an observer, or of the target of a promotion
     * @throws basalt.memory.NativeMemoryException if the memory source could not give memory for some commands; all
     *     others were applied, and the systems of later stages did not run
     * @throws IllegalArgumentException if seconds is negative or not finite. Also if a command attaches an entity to
     *     itself or one that is below it, or before itself or an entity without a parent: all other commands were
     *     applied, and the systems of later stages did not run
     * @throws basalt.component.HasChildrenException if a command destroys an entity that may not be destroyed, because
     *     it has children: all other commands were applied, and the systems of later stages did not run
     * @throws IllegalStateException on the wrong thread, after close, from inside a system or an observer, or while the
     *     world is iterated over. Also if a command meets damaged links of a tree: all other commands were applied, and
     *     the systems of later stages did not run. Also if the executor rejects tasks: the world's thread has done all
     *     of the tick's work then
     */
    @Override
    public void tick(float seconds) {
        requireReady();
        WorldTime.requireLength(seconds);
        control.prepareTick(false, 0, Long.MAX_VALUE);
        run(seconds);
    }

    private void run(float seconds) {
        world.time().advance(seconds);
        long start = System.nanoTime();
        recorder.beginTick(world.time().tick(), start);
        isTicking = true;
        runtime.ticking(true);
        cancelled = false;
        access.begin();
        int done = 0;
        Throwable thrown = null;
        try {
            runner.begin();
            while (done < tickStages && !cancelled) {
                runner.run(stages[done++], seconds);
            }
        } catch (Throwable e) {
            thrown = e;
        } finally {
            isTicking = false;
            runtime.ticking(false);
            thrown = Internals.first(access.failure(thrown), pool.dismiss());
            skip(done, seconds);
            long took = System.nanoTime() - start;
            recorder.endTick(took);
            thrown = Internals.first(thrown, end());
        }
        if (thrown != null) {
            LangUtil.rethrowUnchecked(thrown);
        }
    }

    /** The systems of these stages do not run in this tick. */
    private void skip(int firstStage, float seconds) {
        for (int i = firstStage; i < tickStages; i++) {
            for (SystemNode node : stages[i].nodes()) {
                node.skip(seconds);
            }
        }
    }

    private Throwable end() {
        if (runtime.isClosed()) {
            return null; // a system has closed the world, which has thrown there
        }
        try {
            world.swapEvents();
            runtime.resetTickArena();
            ChangeFilter.Dropped.release(runtime.store().changeTracker());
            Throwable failure = pool.endTick();
            recorder.commitTick(world.time().tick(), world.entityCount());
            return failure;
        } finally {
            if (boundary != null) {
                boundary.afterTick();
            }
        }
    }

    /**
     * Shows a frame between two ticks: runs the systems with {@link RunCondition#eachFrame()} that are enabled and
     * whose conditions hold. A {@link FixedStepLoop} calls this once a turn; a program with a loop of its own calls it
     * after {@link #tick}.
     *
     * <p>The systems see the world as the last tick has left it, and {@link basalt.world.Time#alpha()} of its
     * {@linkplain World#time() time}, which is set here. No tick begins, no time passes, and no commands are applied.
     * Allocations in frame and tick arenas end with the frame. Only sets alpha after the schedule was closed, and does
     * nothing after the world was closed.
     *
     * @param alpha the part of a tick that has passed since the last one, 0 to 1
     * @throws SystemException if a system has thrown; those of later stages did not run
     * @throws IllegalArgumentException if alpha is out of range
     * @throws IllegalStateException on the wrong thread, from inside a system or an observer, or while the world is
     *     iterated over
     */
    @Override
    public void frame(float alpha) {
        if (runtime.isClosed()) {
            return;
        }
        world.time().interpolate(alpha);
        if (isTicking || isClosed) {
            return;
        }
        if (boundary != null) {
            boundary.betweenTicks();
        }
        if (tickStages < stages.length) {
            requireReady();
            runFrame(world.time().deltaSeconds());
        }
    }

    private void runFrame(float tickSeconds) {
        isTicking = true;
        runtime.ticking(true);
        cancelled = false;
        access.begin();
        runner.inFrame(true);
        Throwable thrown = null;
        try {
            for (int i = tickStages; i < stages.length && !cancelled; i++) {
                runner.run(stages[i], tickSeconds);
            }
        } catch (Throwable e) {
            thrown = e;
        } finally {
            isTicking = false;
            runtime.ticking(false);
            runner.inFrame(false);
            thrown = Internals.first(access.failure(thrown), pool.dismiss());
            if (!runtime.isClosed()) {
                runtime.resetTickArena();
                thrown = Internals.first(thrown, pool.endTick());
            }
        }
        if (thrown != null) {
            LangUtil.rethrowUnchecked(thrown);
        }
    }

    /**
     * The least declarations for what the systems have done since the schedule was built, as source. The schedule was
     * built with {@link ScheduleBuilder#recordAccess()}. Each system has a line, with its name and the options to paste
     * into its {@code add(...)}:
     *
     * <pre>{@code
     * "move": nothing
     * "shoot": reads(Position.class), spawns(Bullet.class, Velocity.class)
     * }</pre>
     *
     * <p>The options compile with the static factories of {@link Access} and with imports of the classes that they
     * name. Entities that a system spawns or destroys are named by the classes of all their components. A comment
     * follows a class that only some code can name, since it is private or local.
     *
     * <p>What the systems did not do in these ticks is missing, and strict mode reports it later. What happens through
     * a buffer or an address of a span counts as a write of all that it gives access to, and a resource as written
     * unless it is a record, an enum or a string. Objects outside of the world that systems share are not seen: declare
     * them by {@link Access#writesResource} or {@link Access#readsResource}.
     *
     * @throws IllegalStateException if the schedule does not record access, or on the wrong thread
     */
    public String recordedAccess() {
        if (Thread.currentThread() != owner) {
            throw wrongThread("reads the access that it records; read it");
        }
        if (!isRecording) {
            throw new IllegalStateException(
                    "the schedule does not record access; build it with recordAccess(), in strict mode");
        }
        return access.toString();
    }

    /** What the systems have used, for tests too. */
    UndeclaredAccess access() {
        return access;
    }

    /**
     * Cancels the current tick: the systems of later stages do not run in it, though their intervals continue. Systems
     * of the current stage that have started run to their end. If a system calls this, the others of its stage run too
     * unless they wait for it, so the result does not depend on the number of workers. Does nothing without a tick. Any
     * thread may call it.
     */
    public void cancel() {
        cancelled = true;
        runner.cancel();
    }

    /**
     * Lets a system, or all of a set, run again, from the next stage on. Any thread may call it.
     *
     * @param name of a system or a set
     * @throws IllegalArgumentException if there is no such system or set
     */
    public void enable(String name) {
        enable(name, true);
    }

    /**
     * Keeps a system, or all of a set, from running, from the next stage on. Meanwhile its interval stands still: a
     * pause is a part of neither its interval nor its time step. Any thread may call it.
     *
     * @param name of a system or a set
     * @throws IllegalArgumentException if there is no such system or set
     */
    public void disable(String name) {
        enable(name, false);
    }

    private void enable(String name, boolean on) {
        graph.named(name).stream().forEach(system -> nodes[system].enable(on));
    }

    /**
     * {@return whether a system is enabled: not between {@link #disable} and {@link #enable}}
     *
     * @throws IllegalArgumentException if there is no such system
     */
    public boolean isEnabled(String system) {
        return nodes[graph.index(system)].isEnabled();
    }

    /**
     * The world that the systems run in.
     *
     * @throws IllegalStateException on the wrong thread, or after close
     */
    public World world() {
        Internals.of(world); // checks thread and state
        requireOpen();
        return world;
    }

    /** {@return the order of the systems, which does not change} */
    public ScheduleGraph graph() {
        return graph;
    }

    /**
     * {@return statistics of the last ticks, system by system, whose {@code toString()} is a table} May be called after
     * close.
     *
     * @throws IllegalStateException on the wrong thread
     */
    public ScheduleStats stats() {
        if (Thread.currentThread() != owner) {
            throw wrongThread("reads its statistics; read them");
        }
        return recorder.stats();
    }

    /** {@return the most threads that run systems, the world's thread included} */
    public int workers() {
        return pool.size();
    }

    /**
     * The frame arenas of the workers, for reports and for a {@link basalt.memory.tracking.MemoryMonitor}. Each
     * system is a phase of them, and their frames are ticks.
     *
     * @return one for each worker, the world's thread first; read them between two ticks
     * @throws IllegalStateException on the wrong thread, or after close
     */
    public List<FrameArena> arenas() {
        Internals.of(world); // checks thread and state
        if (isClosed) {
            throw new IllegalStateException("the schedule is closed, and its arenas with it; build another one");
        }
        return pool.arenas();
    }

    /**
     * Ends the helper threads and gives the workers' memory back. The world stays open. Further calls do nothing.
     *
     * @throws IllegalStateException inside a system, or on the wrong thread; the schedule stays open then
     */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        if (isTicking) {
            throw new IllegalStateException("a schedule cannot close from inside a system; close it after the tick");
        }
        if (Thread.currentThread() != owner) {
            throw wrongThread("closes it; close it");
        }
        isClosed = true;
        runtime.closeSchedule();
        if (boundary != null) {
            boundary.closed();
            boundary = null;
        }
        runtime.store().rows().stateParts().remove(state);
        for (SystemNode node : nodes) {
            node.access().end();
        }
        pool.close();
    }

    /** Limits and watches the ticks. For the world's thread, except {@link #running}. */
    private final class Control implements TickControl {
        @Override
        public void use(int most, boolean always) {
            pool.limit(most);
            runner.helpAlways(always);
        }

        @Override
        public void listen(PassListener listener) {
            runner.listen(listener);
        }

        @Override
        public String name(int system) {
            return nodes[system].name();
        }

        @Override
        public boolean mayWrite(int system, Component<?> component) {
            return isRecording
                    || nodes[system]
                            .spec()
                            .access()
                            .components(Access.Kind.WRITES)
                            .contains(component);
        }

        @Override
        public int systems() {
            return nodes.length;
        }

        @Override
        public boolean mayChange(int system, Component<?> component) {
            DeclaredAccess access = nodes[system].spec().access();
            return isRecording
                    || access.declares(Access.Kind.EXCLUSIVE)
                    || access.declares(Access.Kind.DESTROYS)
                    || access.declares(Access.Kind.SPAWNS)
                            && (component == null || access.concerns(Access.Kind.SPAWNS, component))
                    || component == null && access.declares(Access.Kind.RESTRUCTURES)
                    || component != null
                            && (mayWrite(system, component) || access.concerns(Access.Kind.RESTRUCTURES, component));
        }

        @Override
        public void boundary(Boundary newBoundary) {
            if (newBoundary != null && boundary != null) {
                throw new IllegalStateException("the schedule has an inspector already; close it first");
            }
            boundary = newBoundary;
        }

        @Override
        public void prepareTick(boolean isPlayed, long least, long greatest) {
            if (boundary != null) {
                boundary.beforeTick(isPlayed, least, greatest);
            }
        }

        @Override
        public void tick(float seconds) {
            requireReady();
            Schedule.this.run(seconds);
        }

        @Override
        public void trace(TickTrace trace) {
            recorder.trace(trace);
        }

        @Override
        public void copySamples(TickSamples to) {
            recorder.copyTo(to);
        }

        @Override
        public int workers() {
            return pool.size();
        }

        @Override
        public int running(int worker) {
            return runner.running(worker);
        }
    }

    private IllegalStateException wrongThread(String what) {
        return new IllegalStateException("the schedule belongs to thread '" + owner.getName() + "' but thread '"
                + Thread.currentThread().getName() + "' " + what + " there");
    }

    private void requireOpen() {
        if (isClosed) {
            throw new IllegalStateException("the schedule is closed; build another one");
        }
    }

    private void requireReady() {
        requireOpen();
        if (isTicking) {
            throw new IllegalStateException("the schedule ticks already; a system cannot start another tick");
        }
        Internals.of(world); // checks thread and state
        if (runtime.store().hookScope().isCalling()) {
            throw new IllegalStateException(
                    "an observer cannot start a tick; do it when the change that it observes has ended");
        }
        if (runtime.owner().isRunning()) {
            throw new IllegalStateException("the world cannot tick while it is iterated over; close its cursors first");
        }
    }
}
