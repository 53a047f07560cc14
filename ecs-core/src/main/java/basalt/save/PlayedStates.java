package basalt.save;

import basalt.component.Component;
import basalt.runtime.TickControl;
import basalt.runtime.WorldRuntime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Compares the states of a tick that is played with the recorded ones, pass by pass. Passes belong together that have a
 * system in common. Those that are in one of the runs only are compared with the state before them.
 */
final class PlayedStates implements TickControl.PassListener {
    private final WorldRuntime runtime;
    private final TickControl control;

    /** The last one is that after the tick; the first of several is that before the systems. */
    private final List<Pass> recorded;

    private List<Pass.Ran> current = new ArrayList<>();
    private int next;

    /** The components of the first difference; empty before there is one. */
    private List<Integer> different = List.of();

    /** The systems that may have made it. */
    private List<String> systems = List.of();

    PlayedStates(WorldRuntime runtime, TickControl control, List<Pass> recorded) {
        this.runtime = runtime;
        this.control = control;
        this.recorded = recorded;
    }

    /** Whether there are states after each pass. */
    boolean isExact() {
        return recorded.size() > 1;
    }

    @Override
    public void ran(int system, int commands, boolean isExclusive) {
        current.add(new Pass.Ran(control.name(system), commands > 0, isExclusive));
    }

    @Override
    public void settled() {
        if (different.isEmpty()) {
            compare(new Pass(current, Hashes.of(runtime)));
        }
        current = new ArrayList<>();
    }

    private void compare(Pass played) {
        int match = find(played);
        if (match < 0) { // such systems have not run when the tick was recorded
            compare(played, recorded.get(next - 1));
            return;
        }
        skip(match);
        if (different.isEmpty()) {
            Set<Pass.Ran> all = new LinkedHashSet<>(played.systems());
            all.addAll(recorded.get(match).systems());
            compare(new Pass(List.copyOf(all), played.hashes()), recorded.get(match));
        }
        next = match + 1;
    }

    /** The recorded pass that belongs to one; -1 if there is none. */
    private int find(Pass played) {
        for (int i = next; i < recorded.size() - 1; i++) {
            List<String> names = recorded.get(i).names();
            if (i == 0 || played.names().stream().anyMatch(names::contains)) {
                return i;
            }
        }
        return -1;
    }

    /** Passes over recorded passes of systems that have not run. */
    private void skip(int end) {
        for (; next < end && different.isEmpty(); next++) {
            compare(recorded.get(next), recorded.get(next - 1));
        }
    }

    private void compare(Pass pass, Pass expected) {
        different = pass.hashes().differences(expected.hashes());
        if (!different.isEmpty()) {
            systems = pass.suspects(expected, different, runtime, control);
        }
    }

    /** Compares the state after the tick. */
    List<Integer> end() {
        skip(recorded.size() - 1);
        if (different.isEmpty()) {
            different = recorded.get(recorded.size() - 1).hashes().differences(Hashes.of(runtime));
            systems = isExact() ? List.of() : systemsThatMayChange(different);
        }
        return different;
    }

    /** The names of the systems that may have made the difference, after {@link #end}. */
    List<String> systems() {
        return systems;
    }

    private List<String> systemsThatMayChange(List<Integer> ids) {
        List<String> names = new ArrayList<>();
        for (int system = 0; system < control.systems(); system++) {
            if (mayChange(system, ids)) {
                names.add(control.name(system));
            }
        }
        return names;
    }

    private boolean mayChange(int system, List<Integer> ids) {
        for (int id : ids) {
            Component<?> component = Hashes.component(runtime, id);
            if (control.mayChange(system, component)) {
                return true;
            }
        }
        return false;
    }
}
