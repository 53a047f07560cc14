package basalt.inspect.view;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.layout.BlockLayout;
import basalt.runtime.TickControl;
import basalt.runtime.WorldRuntime;
import basalt.storage.access.Store;
import basalt.system.Schedule;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;

/** What questions and changes find about a world: its rows, its schedule, and what the inspector keeps. */
public final class InspectedWorld {
    private final Schedule schedule;
    private final World world;
    private final WorldRuntime runtime;
    private final TickControl control;
    private final EntityNames names = new EntityNames();
    private final MemoryWatch memory;
    private final StateHistory history;
    private final TickRecording.Traces traces;
    private final Lane[][] lanes = new Lane[BlockLayout.MAX_COMPONENTS][];

    public InspectedWorld(
            Schedule schedule, WorldRuntime runtime, TickControl control, MemoryWatch memory, StateHistory history) {
        this.schedule = schedule;
        this.world = schedule.world();
        this.runtime = runtime;
        this.control = control;
        this.memory = memory;
        this.history = history;
        this.traces = new TickRecording.Traces(control);
    }

    Schedule schedule() {
        return schedule;
    }

    World world() {
        return world;
    }

    WorldRuntime runtime() {
        return runtime;
    }

    /** The rows of the world. */
    Store store() {
        return runtime.store();
    }

    /** The control of the schedule. */
    TickControl control() {
        return control;
    }

    /** The names of entities. */
    EntityNames names() {
        return names;
    }

    MemoryWatch memory() {
        return memory;
    }

    StateHistory history() {
        return history;
    }

    /** The traces of ticks. */
    TickRecording.Traces traces() {
        return traces;
    }

    /** The number of the last tick. */
    long tick() {
        return world.time().tick();
    }

    /** The lanes of all fields of a component, in order. */
    Lane[] lanes(Component<?> component) {
        Lane[] known = lanes[component.id()];
        if (known == null) {
            List<Lane> all = new ArrayList<>();
            for (Column column : component.columns()) {
                for (int lane = 0; lane < column.length(); lane++) {
                    all.add(Lane.of(component, column, lane));
                }
            }
            known = all.toArray(Lane[]::new);
            lanes[component.id()] = known;
        }
        return known;
    }

    public void name(long entity, String name) {
        store().entities().require(entity);
        names.put(entity, name, store().entities()::isAlive);
    }
}
