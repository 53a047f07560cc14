package basalt.save;

import basalt.component.Component;
import basalt.runtime.TickControl;
import basalt.runtime.WorldRuntime;
import java.util.ArrayList;
import java.util.List;

/**
 * What was there after some systems have run side by side.
 *
 * @param systems the systems; empty before the first ones, and at the end of a tick
 * @param hashes the hashes of the components
 */
record Pass(List<Ran> systems, Hashes hashes) {
    /** A system that has run. */
    record Ran(String name, boolean hasCommands, boolean isExclusive) {}

    List<String> names() {
        return systems.stream().map(Ran::name).toList();
    }

    /** Whether the same systems have run in another pass. */
    boolean hasSameSystems(Pass other) {
        return names().equals(other.names());
    }

    /** The systems that may have made the difference to another pass. */
    List<String> suspects(Pass other, List<Integer> ids, WorldRuntime runtime, TickControl control) {
        List<String> suspects = new ArrayList<>();
        for (Ran ran : systems) {
            boolean hasCommands = ran.hasCommands || other.hasCommands(ran.name);
            if (ids.stream()
                    .anyMatch(id ->
                            mayChange(ran, hasCommands, id, hashes.hasOtherRows(other.hashes, id), runtime, control))) {
                suspects.add(ran.name);
            }
        }
        return suspects.isEmpty() ? names() : suspects;
    }

    private boolean hasCommands(String system) {
        return systems.stream().anyMatch(ran -> ran.name.equals(system) && ran.hasCommands);
    }

    /** Rows change by commands only, unless the system is exclusive; values also by what it has declared to write. */
    private static boolean mayChange(
            Ran ran, boolean hasCommands, int id, boolean isOfRows, WorldRuntime runtime, TickControl control) {
        if (ran.isExclusive) {
            return true;
        }
        if (isOfRows) {
            return hasCommands;
        }
        Component<?> component = runtime.store().pools().component(id);
        int system = index(ran.name, control);
        return component != null && (system < 0 || control.mayWrite(system, component));
    }

    private static int index(String name, TickControl control) {
        for (int system = 0; system < control.systems(); system++) {
            if (control.name(system).equals(name)) {
                return system;
            }
        }
        return -1; // a system of another program
    }
}
