package basalt.replay;

import basalt.component.Component;
import basalt.runtime.TickControl;
import basalt.runtime.WorldRuntime;
import java.util.ArrayList;
import java.util.List;

/** The hashes after each pass of the stages of one tick, with the systems that have run in it. */
final class PassHashes implements TickControl.PassListener {
    /** A system that has run. */
    private record Ran(int system, int commands, boolean isExclusive) {}

    /** What was there after a pass. */
    private record Pass(List<Ran> systems, Hashes hashes) {}

    private final WorldRuntime runtime;
    private final List<Pass> passes = new ArrayList<>();
    private List<Ran> current = new ArrayList<>();

    PassHashes(WorldRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public void ran(int system, int commands, boolean isExclusive) {
        current.add(new Ran(system, commands, isExclusive));
    }

    @Override
    public void settled() {
        passes.add(new Pass(current, Hashes.of(runtime)));
        current = new ArrayList<>();
    }

    /**
     * Describes the first pass after which two runs of a tick differ.
     *
     * @return the systems and components; null if they are the same after all passes
     */
    String firstDifference(PassHashes other, TickControl control) {
        for (int i = 0; i < Math.min(passes.size(), other.passes.size()); i++) {
            Pass pass = passes.get(i);
            Pass same = other.passes.get(i);
            List<Integer> ids = pass.hashes.differences(same.hashes);
            if (!ids.isEmpty()) {
                return describe(pass, same, ids, control);
            }
            if (!names(pass.systems, control).equals(names(same.systems, control))) {
                return "other systems have run: " + names(pass.systems, control) + ", and "
                        + names(same.systems, control);
            }
        }
        return passes.size() == other.passes.size() ? null : "more systems have run in one of the runs";
    }

    private String describe(Pass pass, Pass same, List<Integer> ids, TickControl control) {
        List<Ran> suspects = new ArrayList<>();
        for (Ran ran : pass.systems) {
            int commands = Math.max(ran.commands, commands(same, ran.system));
            if (ids.stream()
                    .anyMatch(id -> mayChange(ran, commands, id, pass.hashes.hasOtherRows(same.hashes, id), control))) {
                suspects.add(ran);
            }
        }
        List<String> names = names(suspects.isEmpty() ? pass.systems : suspects, control);
        return (names.size() == 1 ? "system " : "one of the systems ") + String.join(", ", names) + " has changed "
                + String.join(
                        ", ", ids.stream().map(id -> Hashes.name(runtime, id)).toList());
    }

    private static int commands(Pass pass, int system) {
        return pass.systems.stream()
                .filter(ran -> ran.system == system)
                .mapToInt(Ran::commands)
                .sum();
    }

    /** Rows change by commands only, unless the system is exclusive; values also by what it has declared to write. */
    private boolean mayChange(Ran ran, int commands, int id, boolean isOfRows, TickControl control) {
        if (ran.isExclusive) {
            return true;
        }
        Component<?> component = runtime.store().pools().component(id);
        return isOfRows ? commands > 0 : component != null && control.mayWrite(ran.system, component);
    }

    private static List<String> names(List<Ran> systems, TickControl control) {
        return systems.stream()
                .map(ran -> "\"" + control.name(ran.system) + "\"")
                .toList();
    }
}
