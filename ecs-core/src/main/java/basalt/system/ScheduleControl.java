package basalt.system;

import basalt.component.Component;
import basalt.runtime.TickControl;
import basalt.runtime.TickSamples;
import basalt.runtime.TickTrace;

/** Limits and watches the ticks of a schedule. For the world's thread, except {@link #running}. */
final class ScheduleControl implements TickControl {
    private final SystemNode[] nodes;
    private final WorkerPool pool;
    private final StageRunner runner;
    private final ScheduleStatsRecorder recorder;
    private final TickTracer tracer;
    private final Tickable ticks;

    /** Is called between ticks; null for nothing. */
    private TickControl.Boundary boundary;

    ScheduleControl(
            SystemNode[] nodes,
            WorkerPool pool,
            StageRunner runner,
            ScheduleStatsRecorder recorder,
            TickTracer tracer,
            Tickable ticks) {
        this.tracer = tracer;
        this.ticks = ticks;
        this.recorder = recorder;
        this.nodes = nodes;
        this.pool = pool;
        this.runner = runner;
    }

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
        return nodes[system].spec().access().components(Access.Kind.WRITES).contains(component);
    }

    @Override
    public int systems() {
        return nodes.length;
    }

    @Override
    public boolean mayChange(int system, Component<?> component) {
        DeclaredAccess access = nodes[system].spec().access();
        return access.declares(Access.Kind.EXCLUSIVE)
                || access.declares(Access.Kind.DESTROYS)
                || access.declares(Access.Kind.SPAWNS)
                        && (component == null || access.concerns(Access.Kind.SPAWNS, component))
                || component == null && access.declares(Access.Kind.RESTRUCTURES)
                || component != null
                        && (mayWrite(system, component) || access.concerns(Access.Kind.RESTRUCTURES, component));
    }

    @Override
    public void boundary(TickControl.Boundary newBoundary) {
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
        ticks.tick(seconds);
    }

    /** Called when a tick has ended. */
    void endTick() {
        if (boundary != null) {
            boundary.afterTick();
        }
    }

    /** Called for a frame between two ticks. */
    void betweenTicks() {
        if (boundary != null) {
            boundary.betweenTicks();
        }
    }

    /** Called when the schedule is closed. */
    void close() {
        if (boundary != null) {
            boundary.closed();
            boundary = null;
        }
    }

    @Override
    public void trace(TickTrace trace) {
        tracer.trace(trace);
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
