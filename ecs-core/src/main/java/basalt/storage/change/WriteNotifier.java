package basalt.storage.change;

import basalt.component.ComponentInfo;

/**
 * Tells readers of changes and hooks of components that were written in single entities. What kernels write is recorded
 * for the readers alone, many rows at a time.
 */
public final class WriteNotifier {
    private final ChangeTracker tracker;
    private final Hooks hooks;

    /** Whether anything is told of writes: the one test that other writes pay. */
    private boolean isNeeded;

    WriteNotifier(ChangeTracker tracker, Hooks hooks) {
        this.tracker = tracker;
        this.hooks = hooks;
    }

    /** Called when a reader or a hook is added or removed; refreshes the flag. */
    void refresh() {
        isNeeded = tracker.isTracking() || hooks.observesWrites();
    }

    /**
     * Whether anything is told of writes.
     *
     * @return false if {@link #written} has nothing to do
     */
    public boolean isNeeded() {
        return isNeeded;
    }

    /**
     * An entity's component has been written, exactly. For the store's thread.
     *
     * @param entity a living entity
     * @param component a component that it has
     */
    public void written(long entity, ComponentInfo component) {
        if (isNeeded) {
            tracker.recordWritten(entity, component);
            hooks.written(component.id(), entity);
        }
    }
}
