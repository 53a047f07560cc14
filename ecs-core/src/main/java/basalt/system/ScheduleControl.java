package basalt.system;

import basalt.component.Component;
import basalt.runtime.TickControl;

/** Limits and watches the ticks of a schedule. */
final class ScheduleControl implements TickControl {
    private final SystemNode[] nodes;
    private final WorkerPool pool;
    private final StageRunner runner;

    ScheduleControl(SystemNode[] nodes, WorkerPool pool, StageRunner runner) {
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
        return nodes[system].spec().access().components(AccessKind.WRITES).contains(component);
    }

    @Override
    public int systems() {
        return nodes.length;
    }

    @Override
    public boolean mayChange(int system, Component<?> component) {
        DeclaredAccess access = nodes[system].spec().access();
        return access.declares(AccessKind.EXCLUSIVE)
                || access.declares(AccessKind.DESTROYS)
                || access.declares(AccessKind.SPAWNS)
                        && (component == null || access.concerns(AccessKind.SPAWNS, component))
                || component == null && access.declares(AccessKind.RESTRUCTURES)
                || component != null
                        && (mayWrite(system, component) || access.concerns(AccessKind.RESTRUCTURES, component));
    }
}
