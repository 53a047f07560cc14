package basalt.system;

import basalt.command.Playback;
import basalt.memory.NativeMemoryException;
import basalt.query.Iterations;
import basalt.query.Worker;
import basalt.storage.Visitor;
import basalt.world.World;

/**
 * Runs systems, tick by tick: in waves, those of one wave side by side on several threads.
 *
 * <pre>{@code
 * Schedule schedule = Schedule.builder(world)
 *         .add("move", move, writes(Position.TYPE))
 *         .add("reap", reap, destroys())
 *         .add("report", () -> show(world.entityCount()), after("reap"))
 *         .build();
 * schedule.tick(1 / 60f);
 * }</pre>
 *
 * <p><b>Order.</b> Systems that get in each other's way run in the order in which they were added, unless an explicit order says
 * otherwise; {@link #graph()} shows it. What a system records in its commands is applied when its wave has ended, before any
 * system that was added later could see the difference. So a tick gives the same world, bit for bit, as if the systems had run
 * one after the other, for any number of workers.
 *
 * <p><b>Threads.</b> A schedule belongs to its world's thread, which takes part in the work. While systems run, nobody changes the
 * world's structure: systems record {@linkplain World#commands() commands}. What kernels and bodies share outside of the world
 * is their own business: declare it as a resource, and they will not run side by side.
 *
 * <p><b>Memory.</b> Each worker has a frame arena, {@link World#frame()}, which is reset when a system has ended. A steady tick
 * makes no garbage.
 */
public final class Schedule implements Tickable, AutoCloseable {
    /** Below this a wave is not worth waking a helper for. */
    private static final long WORTH_HELP_NANOS = 40_000;

    /** What a piece should take at least. */
    private static final long PIECE_NANOS = 10_000;

    private final World world;
    private final Iterations iterations;
    private final Playback playback;
    private final ScheduleGraph graph;
    private final SystemNode[][] waves;
    private final SystemNode[] nodes;
    private final Crew crew;
    private final Visitor[] visitors;
    private final WaveRun wave;
    private final ScheduleMeter meter;
    private SystemException failure;
    private volatile boolean cancelled;
    private boolean isTicking;
    private boolean isClosed;

    Schedule(World world, ScheduleGraph graph, SystemNode[] nodes, Crew crew, int windowTicks) {
        this.world = world;
        this.iterations = world.iterations();
        this.playback = iterations.playback();
        this.graph = graph;
        this.nodes = nodes;
        this.crew = crew;
        this.visitors = Iterations.visitors(crew.workers());
        this.wave = new WaveRun(crew.workers(), nodes.length);
        this.meter =
                new ScheduleMeter(graph.systems().stream().map(SystemSpec::name).toList(), windowTicks);
        this.waves = new SystemNode[graph.waveCount()][];
        for (int i = 0; i < waves.length; i++) {
            int[] members = graph.wave(i);
            waves[i] = new SystemNode[members.length];
            for (int j = 0; j < members.length; j++) {
                waves[i][j] = nodes[members[j]];
            }
        }
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
        world.entityCount(); // checks thread and state
        return new ScheduleBuilder(world);
    }

    /**
     * Runs all systems once that are enabled and whose rules say so.
     *
     * @param seconds how far time goes on, 0 or more; {@link World#time()} shows it to the systems
     * @throws SystemException if a system has thrown
     * @throws basalt.memory.NativeMemoryException if commands could not have their memory; all others were applied
     * @throws IllegalArgumentException if seconds is negative or not finite
     * @throws IllegalStateException on a wrong thread, after close, from inside a system, or while the world is iterated over
     */
    @Override
    public void tick(float seconds) {
        requireReady();
        world.time().advance(seconds);
        long start = System.nanoTime();
        TickEvent event = TickEvent.startIfEnabled();
        isTicking = true;
        cancelled = false;
        try {
            for (int i = 0; i < waves.length && !cancelled; i++) {
                run(waves[i], seconds);
            }
        } finally {
            isTicking = false;
            world.swapEvents();
            crew.dismiss();
            long nanos = System.nanoTime() - start;
            meter.endTick(nanos);
            if (event != null) {
                event.commit(world.time().tick(), world.entityCount());
            }
        }
    }

    private void run(SystemNode[] members, float seconds) {
        if (members.length == 1 && members[0].isExclusive()) {
            runExclusive(members[0], seconds);
            return;
        }
        failure = null;
        try {
            for (SystemNode node : members) {
                open(node, seconds);
            }
            if (wave.count() > 0) {
                work();
            }
        } finally {
            wave.clear();
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Lets a system of the wave take its snapshot, if it runs in this tick. */
    private void open(SystemNode node, float seconds) {
        try {
            if (node.opens(seconds)) {
                node.open();
                wave.add(node);
            }
        } catch (RuntimeException e) {
            failed(node, e);
        }
    }

    private void work() {
        try {
            boolean help = crew.size() > 1 && wave.expectedNanos() >= WORTH_HELP_NANOS;
            for (int i = 0; help && i < wave.count(); i++) {
                wave.node(i).cut(PIECE_NANOS, crew.size());
            }
            wave.number();
            if (help) {
                crew.summon(wave.pieces());
            }
            iterations.lend(crew.workers(), visitors);
            try {
                if (help) {
                    crew.run(wave);
                } else {
                    for (int piece = 0; piece < wave.pieces(); piece++) {
                        wave.run(piece, 0);
                    }
                }
            } finally {
                iterations.reclaim();
            }
        } finally {
            for (int i = wave.count() - 1; i >= 0; i--) {
                wave.node(i).close();
            }
        }
        settle();
    }

    /** Applies what the systems have recorded, and writes down what they took. */
    private void settle() {
        for (int i = 0; i < wave.count(); i++) {
            SystemNode node = wave.node(i);
            Throwable thrown = wave.settle(i, playback);
            long nanos = wave.nanos(i);
            node.took(nanos);
            meter.record(node.spec().index(), nanos, node.rows(), wave.commands(i), wave.arenaBytes(i));
            SystemEvent.commit(node.name(), nanos, node.rows(), wave.commands(i), wave.arenaBytes(i));
            if (thrown != null) {
                failed(node, thrown);
            }
        }
        try {
            playback.run();
        } catch (NativeMemoryException e) {
            if (failure == null) {
                throw e;
            }
            failure.addSuppressed(e);
        } finally {
            for (Worker worker : crew.workers()) {
                worker.commands().clear(); // those of systems that have failed
            }
        }
    }

    private void runExclusive(SystemNode node, float seconds) {
        long start = System.nanoTime();
        try {
            if (!node.opens(seconds)) {
                return;
            }
            node.runExclusively();
            world.applyCommands();
        } catch (RuntimeException | Error e) {
            world.commands().forget(0);
            throw new SystemException(node.name(), e);
        } finally {
            meter.record(node.spec().index(), System.nanoTime() - start, 0, 0, 0);
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

    /**
     * Ends the tick that is under way when its current wave has ended: the systems of later waves do not run in it. Without one, does
     * nothing. Any thread may call it.
     */
    public void cancel() {
        cancelled = true;
    }

    /**
     * Lets a system, or all of a set, run again.
     *
     * @param name of a system or a set
     * @throws IllegalArgumentException if there is no such system or set
     */
    public void enable(String name) {
        enable(name, true);
    }

    /**
     * Keeps a system, or all of a set, from running, from the next wave on. Any thread may call it.
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
     * What the last ticks have taken, system by system. For the world's thread.
     *
     * @return the figures of this moment; their {@code toString()} is a table
     */
    public ScheduleFigures figures() {
        return meter.figures();
    }

    /**
     * How many threads work at most.
     *
     * @return workers, the world's thread included
     */
    public int workers() {
        return crew.size();
    }

    /**
     * Ends the schedule: helpers go, and the workers' memory is given back. The world stays. Further calls do nothing.
     *
     * @throws IllegalStateException from inside a system
     */
    @Override
    public void close() {
        if (isTicking) {
            throw new IllegalStateException("a schedule cannot close from inside a system; close it after the tick");
        }
        if (!isClosed) {
            isClosed = true;
            crew.close();
        }
    }

    private void requireReady() {
        if (isClosed) {
            throw new IllegalStateException("the schedule is closed; build another one");
        }
        if (isTicking) {
            throw new IllegalStateException("the schedule ticks already; a system cannot start another tick");
        }
        world.entityCount(); // checks thread and state
        if (iterations.isRunning()) {
            throw new IllegalStateException("the world cannot tick while it is iterated over; close its cursors first");
        }
    }
}
