package basalt.save;

import basalt.runtime.TickControl;
import basalt.runtime.WorldRuntime;
import java.util.ArrayList;
import java.util.List;

/** The hashes after each pass of the stages of one tick, with the systems that have run in it. */
final class PassHashes implements TickControl.PassListener {
    private final WorldRuntime runtime;
    private final TickControl control;
    private final List<Pass> passes = new ArrayList<>();
    private List<Pass.Ran> current = new ArrayList<>();

    PassHashes(WorldRuntime runtime, TickControl control) {
        this.runtime = runtime;
        this.control = control;
    }

    @Override
    public void ran(int system, int commands, boolean isExclusive) {
        current.add(new Pass.Ran(control.name(system), commands > 0, isExclusive));
    }

    @Override
    public void settled() {
        passes.add(new Pass(current, Hashes.of(runtime)));
        current = new ArrayList<>();
    }

    /**
     * Describes the first pass after which two runs of a tick differ. Returns the systems and components; null if they
     * are the same after all passes.
     */
    String firstDifference(PassHashes other) {
        for (int i = 0; i < Math.min(passes.size(), other.passes.size()); i++) {
            Pass pass = passes.get(i);
            Pass same = other.passes.get(i);
            List<Integer> ids = pass.hashes().differences(same.hashes());
            if (!ids.isEmpty()) {
                return describe(pass.suspects(same, ids, runtime, control)) + " changed "
                        + String.join(", ", Hashes.names(runtime, ids));
            }
            if (!pass.hasSameSystems(same)) {
                return "other systems have run: " + quoted(pass.names()) + ", and " + quoted(same.names());
            }
        }
        return passes.size() == other.passes.size() ? null : "more systems have run in one of the runs";
    }

    private static String describe(List<String> systems) {
        if (systems.isEmpty()) {
            return "the input, or commands that waited before the tick, have";
        }
        return (systems.size() == 1 ? "system " : "one of the systems ") + String.join(", ", quoted(systems)) + " has";
    }

    private static List<String> quoted(List<String> names) {
        return names.stream().map(name -> "\"" + name + "\"").toList();
    }
}
