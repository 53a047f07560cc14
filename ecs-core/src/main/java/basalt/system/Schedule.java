package basalt.system;

import basalt.memory.frame.FrameArena;
import basalt.runtime.DroppedQueries;
import basalt.runtime.Iterations;
import basalt.world.World;
import java.util.List;
import org.agrona.LangUtil;

/**
 * Runs systems, tick by tick: each as soon as those have ended that it has to wait for, on several threads.
 *
 * <pre>{@code
 * Schedule schedule = Schedule.builder(world)
 *         .add("move", move, reads(Velocity.TYPE), writes(Position.TYPE))
 *         .add("reap", reap, reads(Health.TYPE), destroys())
 *         .add("report", () -> show(world.entityCount()), after("reap"))
 *         .build();
 * schedule.tick(1 / 60f);
 * }</pre>
 *
 * <p><b>Order.</b> Systems that get in each other's way run in the order in which they were added, unless an explicit
 * order says otherwise; {@link #graph()} shows it. What a system records in its commands is applied when its stage has
 * ended, or, where systems of the stage are told different time steps, those beside it that are told the same: before
 * any system that was added later could see the difference. So a tick gives the same world, bit for bit, as if the
 * systems had run one after the other, for any number of workers. Observers and readers of removals are told what the
 * commands of a stage come to: an entity that dies in it neither gains nor loses anything before.
 *
 * <p><b>Kernels</b> are divided among workers: each runs over some of the rows. So the body of a kernel may read and
 * write what the kernel writes in the row that it is given only. What it does not write it may read of any entity. A
 * kernel that touches other entities beyond that declares {@link Access#touchesOthers()}, which keeps it in one piece;
 * so does a span kernel whose result depends on where spans begin and end, since workers cut them. Nor may the body
 * change what it has captured, but for objects that are made for several threads, and elements of arrays that no other
 * row touches: take sums by {@link basalt.query.Query#reduce} or in a {@link World#workerLocal}, or declare {@link
 * Access#writesResource}, which keeps the kernel in one piece too. Strict mode finds kernels that touch others or change
 * what they have captured, with one worker too, but not those that depend on the ends of spans. Otherwise the result of
 * such a kernel depends on how its rows were divided, and the promise above does not hold for it; nor does it where a
 * body depends on what kernels and bodies share outside of the world without having declared it.
 *
 * <p><b>Readers</b> of events and removals, and queries for changes, keep their place: each system has its own. Strict
 * mode finds two systems that share one, until the schedule of the first is closed.
 *
 * <p><b>Threads.</b> A schedule belongs to its world's thread, which takes part in the work; a system that uses what is
 * confined to that thread declares {@link Access#worldThread()}. While systems run, no thread changes the world's
 * structure: systems record {@linkplain World#commands() commands}. What kernels and bodies share outside of the world
 * is their own business: declare it as a resource, and they will not run side by side.
 *
 * <p><b>Memory.</b> Each worker has a frame arena, {@link World#frame()}, whose frames are ticks and whose phases are
 * systems. What a system allocates there is released when it has ended, unless it has promoted some of it: then all of
 * it stays, and counts for the worker's {@code frameCapBytes}, until the tick ends. What it promotes is copied when the
 * tick ends, on the world's thread: keep the ticket with its {@link basalt.memory.frame.FramePromotions}, and ask
 * between that tick and the next one. Of a system, or a piece of a kernel, that has thrown nothing is promoted. An
 * exclusive system has that of the first worker, so it is a phase too. Conditions use the world's own: what they have
 * allocated there is given back when they have ended, so they can neither end its frame nor promote what they have
 * allocated. A steady tick makes no garbage.
 */
public final class Schedule implements Tickable, AutoCloseable {
    private final World world;
    private final Iterations iterations;
    private final Thread home = Thread.currentThread();
    private final ScheduleGraph graph;
    private final Stage[] stages;
    private final SystemNode[] nodes;
    private final WorkerPool pool;
    private final StageRunner runner;
    private final ScheduleStatsRecorder recorder;
    private volatile boolean cancelled;
    private boolean isTicking;
    private boolean isClosed;

    Schedule(
            World world,
            ScheduleGraph graph,
            SystemNode[] nodes,
            WorkerPool pool,
            int windowTicks,
            StageRunner.Thresholds thresholds) {
        this.world = world;
        this.iterations = Internals.of(world);
        this.graph = graph;
        this.nodes = nodes;
        this.pool = pool;
        this.recorder = new ScheduleStatsRecorder(
                graph.systems().stream().map(SystemSpec::name).toList(), windowTicks);
        this.runner = new StageRunner(world, pool, nodes.length, recorder, thresholds);
        this.stages = Stage.of(graph, nodes);
    }

    /**
     * Starts a schedule.
     *
     * @param world whose systems it is to run
     * @return a builder
     * @throws IllegalArgumentException if the world is null
     * @throws IllegalStateException on a wrong thread, or after the world was closed
     */
    public static ScheduleBuilder builder(World world) {
        if (world == null) {
            throw new IllegalArgumentException("world must not be null");
        }
        Internals.of(world); // checks thread and state
        return new ScheduleBuilder(world);
    }

    /**
     * Runs all systems once that are enabled and whose conditions say so. Commands that the world's thread has recorded
     * before are applied first; when the tick ends, be it by an exception, so do the events of the tick before it. What
     * an observer has thrown reaches the caller as it is, after all changes of its stage were made; the systems of
     * later stages do not run then.
     *
     * @param seconds how far time goes on, 0 or more; {@link World#time()} shows it to the systems
     * <p>What the target of a promotion throws reaches the caller as well, when the tick has ended: as it is, or
     * suppressed in what was thrown before.
     *
     * @throws SystemException if a system has thrown
     * @throws RuntimeException what an observer, or the target of a promotion, has thrown
     * @throws basalt.memory.NativeMemoryException if commands could not have their memory; all others were applied, and
     *     the systems of later stages did not run
     * @throws IllegalArgumentException if seconds is negative or not finite
     * @throws IllegalStateException on a wrong thread, after close, from inside a system or an observer, or while the
     *     world is iterated over. Also if the executor takes no more tasks: the world's thread has done all of the
     *     tick's work then
     */
    @Override
    public void tick(float seconds) {
        requireReady();
        world.time().advance(seconds);
        long start = System.nanoTime();
        TickEvent event = TickEvent.startIfEnabled();
        isTicking = true;
        iterations.ticking(true);
        cancelled = false;
        int done = 0;
        Throwable thrown = null;
        try {
            runner.applyOwnCommands();
            while (done < stages.length && !cancelled) {
                runner.run(stages[done++], seconds);
            }
        } catch (Throwable e) {
            thrown = e;
        } finally {
            isTicking = false;
            iterations.ticking(false);
            thrown = with(pool.dismiss(), thrown);
            skip(done, seconds);
            recorder.endTick(System.nanoTime() - start);
            thrown = with(end(event), thrown);
        }
        if (thrown != null) {
            LangUtil.rethrowUnchecked(thrown);
        }
    }

    private static Throwable with(Throwable refusal, Throwable thrown) {
        if (thrown == null) {
            return refusal;
        }
        if (refusal != null) {
            thrown.addSuppressed(refusal);
        }
        return thrown;
    }

    /** The systems of these stages do not run in this tick. */
    private void skip(int firstStage, float seconds) {
        for (int i = firstStage; i < stages.length; i++) {
            for (int j = 0; j < stages[i].count(); j++) {
                stages[i].node(j).skip(seconds);
            }
        }
    }

    private Throwable end(TickEvent event) {
        if (iterations.isClosed()) {
            return null; // a system has done it, and got an exception for that
        }
        world.swapEvents();
        iterations.resetTickArena();
        DroppedQueries.release(iterations.store().changes());
        Throwable failure = pool.endTick();
        if (event != null) {
            event.commit(world.time().tick(), world.entityCount());
        }
        return failure;
    }

    /**
     * Has the world's {@linkplain World#time() time} say where between two ticks the next picture is: {@link
     * basalt.world.Time#alpha()}. After the world was closed, does nothing.
     *
     * @param alpha the part of a tick since the last one, 0 to 1
     * @throws IllegalArgumentException if it is out of range
     * @throws IllegalStateException on a wrong thread
     */
    @Override
    public void interpolate(float alpha) {
        if (!iterations.isClosed()) {
            world.time().interpolate(alpha);
        }
    }

    /**
     * Ends the tick that is under way: the systems of later stages do not run in it, though their intervals go on. Of
     * the current stage, those systems end that have started. Called by a system, the others of its stage run too,
     * unless they wait for it: so the result does not depend on how many workers there are. Without a tick, does
     * nothing. Any thread may call it.
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
     * Keeps a system, or all of a set, from running, from the next stage on. Its intervals go on, as while a condition
     * says no. Any thread may call it.
     *
     * @param name of a system or a set
     * @throws IllegalArgumentException if there is no such system or set
     */
    public void disable(String name) {
        enable(name, false);
    }

    private void enable(String name, boolean on) {
        boolean found = false;
        for (SystemNode node : nodes) {
            if (node.isCalled(name)) {
                node.enable(on);
                found = true;
            }
        }
        if (!found) {
            throw noSuchSystem(name);
        }
    }

    /**
     * Whether a system is enabled.
     *
     * @param system its name
     * @return false between {@link #disable} and {@link #enable}
     * @throws IllegalArgumentException if there is no such system
     */
    public boolean isEnabled(String system) {
        for (SystemNode node : nodes) {
            if (node.name().equals(system)) {
                return node.isEnabled();
            }
        }
        throw noSuchSystem(system);
    }

    private IllegalArgumentException noSuchSystem(String name) {
        return new IllegalArgumentException("no system of the schedule is called \"" + name + "\"; there are "
                + graph.systems().stream().map(SystemSpec::name).toList());
    }

    /**
     * The order of the systems.
     *
     * @return the graph, which does not change
     */
    public ScheduleGraph graph() {
        return graph;
    }

    /**
     * What the last ticks have taken, system by system. Also answers after close.
     *
     * @return the figures of this moment; their {@code toString()} is a table
     * @throws IllegalStateException on a wrong thread
     */
    public ScheduleStats stats() {
        if (Thread.currentThread() != home) {
            throw wrongThread("asks for its figures; ask");
        }
        return recorder.stats();
    }

    /**
     * How many threads work at most.
     *
     * @return workers, the world's thread included
     */
    public int workers() {
        return pool.size();
    }

    /**
     * The frame arenas of the workers, for reports and for a {@link basalt.memory.diagnostic.MemoryMonitor}. Each
     * system is a phase of them, and their frames are ticks.
     *
     * @return one for each worker, the world's thread first; to look at between two ticks
     * @throws IllegalStateException on a wrong thread, or after close
     */
    public List<FrameArena> arenas() {
        Internals.of(world); // checks thread and state
        if (isClosed) {
            throw new IllegalStateException("the schedule is closed, and its arenas with it; build another one");
        }
        return pool.arenas();
    }

    /**
     * Ends the schedule: helpers go, and the workers' memory is given back. The world stays. Further calls do nothing.
     *
     * @throws IllegalStateException from inside a system, or on a wrong thread; nothing has happened then
     */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        if (isTicking) {
            throw new IllegalStateException("a schedule cannot close from inside a system; close it after the tick");
        }
        if (Thread.currentThread() != home) {
            throw wrongThread("closes it; close it");
        }
        isClosed = true;
        for (SystemNode node : nodes) {
            node.access().end();
        }
        pool.close();
    }

    private IllegalStateException wrongThread(String what) {
        return new IllegalStateException("the schedule belongs to thread '" + home.getName() + "' but thread '"
                + Thread.currentThread().getName() + "' " + what + " there");
    }

    private void requireReady() {
        if (isClosed) {
            throw new IllegalStateException("the schedule is closed; build another one");
        }
        if (isTicking) {
            throw new IllegalStateException("the schedule ticks already; a system cannot start another tick");
        }
        Internals.of(world); // checks thread and state
        if (iterations.store().hookScope().isCalling()) {
            throw new IllegalStateException(
                    "an observer cannot start a tick; do it when the change that it observes has ended");
        }
        if (iterations.isRunning()) {
            throw new IllegalStateException("the world cannot tick while it is iterated over; close its cursors first");
        }
    }
}
