package basalt.inspect.view;

/** The changes that are no commands. They are made between two ticks, and replays do not contain them. */
public final class WorldActions {
    private WorldActions() {}

    /** Enables or disables a system, or all of a set. */
    public static Change enableSystem(String name, boolean on) {
        return Change.action(inspected -> {
            if (on) {
                inspected.schedule().enable(name);
            } else {
                inspected.schedule().disable(name);
            }
        });
    }

    public static Change name(long entity, String name) {
        return Change.action(inspected -> inspected.name(entity, name));
    }

    /** Puts the world back to a state, or forward again. */
    public static Change restore(long tick) {
        return Change.restoration(inspected -> inspected.history().restore(tick));
    }

    /** Closes the holes between entities. */
    public static Change compact() {
        return Change.action(inspected -> inspected.world().compact());
    }
}
