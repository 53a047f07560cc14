package basalt.storage.change;

import basalt.component.ComponentInfo;

/**
 * Notifies readers of changes and hooks of writes to single entities. Writes of kernels are only recorded for readers,
 * many rows at a time.
 */
public final class WriteNotifier {
    private final ChangeTracker tracker;
    private final Hooks hooks;

    /** Whether writes notify a reader or a hook. Writes without observers only test this flag. */
    private boolean isNeeded;

    WriteNotifier(ChangeTracker tracker, Hooks hooks) {
        this.tracker = tracker;
        this.hooks = hooks;
    }

    /** Called when a reader or a hook is added or removed; refreshes the flag. */
    void refresh() {
        isNeeded = tracker.isTracking() || hooks.observesWrites();
    }

    /** Whether writes notify a reader or a hook. */
    public boolean isNeeded() {
        return isNeeded;
    }

    /** Called after a component of one entity was written. For the store's thread. */
    public void written(long entity, long place, ComponentInfo component) {
        if (isNeeded) {
            tracker.recordWritten(place, component);
            hooks.written(component.id(), entity);
        }
    }
}
