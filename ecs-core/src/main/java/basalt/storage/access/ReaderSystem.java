package basalt.storage.access;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Strict mode: the system that uses a reader. A reader has a position, so if two systems share it, each misses what the
 * other has read. A reader belongs to the first system that reads with it, until the schedule of that system is closed.
 * For any thread.
 */
public final class ReaderSystem {
    private final String reader;
    private final AtomicReference<AccessCheck> system = new AtomicReference<>();

    /** A reader that no system has used yet. */
    public ReaderSystem(String reader) {
        this.reader = reader;
    }

    /** Called when a system is about to read. */
    public void use(AccessCheck user) {
        AccessCheck known = system.get();
        while (known != user) {
            if (known != null && !known.isScheduleClosed()) {
                throw new IllegalStateException("system '" + user.system() + "' used " + reader + " that is used by"
                        + " system '" + known.system() + "', so each would miss what the other has read; give each its"
                        + " own");
            }
            known = system.compareAndSet(known, user) ? user : system.get();
        }
    }
}
