package basalt.storage.access;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Strict mode: the system that uses a reader. A reader keeps its place, so of two systems that share it each would
 * miss what the other one has seen. It belongs to the first system that reads, until the schedule of that one is
 * closed. For any thread.
 */
public final class ReaderSystem {
    private final String reader;
    private final AtomicReference<AccessCheck> system = new AtomicReference<>();

    /**
     * Of a reader that no system has used yet.
     *
     * @param reader what it is called in messages: "a query for changes"
     */
    public ReaderSystem(String reader) {
        this.reader = reader;
    }

    /**
     * A system is about to read.
     *
     * @param user the system
     * @throws IllegalStateException if another one has read, whose schedule is open; names both
     */
    public void use(AccessCheck user) {
        AccessCheck known = system.get();
        while (known != user) {
            if (known != null && !known.isOver()) {
                String other = "system '" + known.system() + "'"
                        + (known.system().equals(user.system()) ? " of another schedule that is open" : "");
                throw new IllegalStateException("system '" + user.system() + "' used " + reader + " that is used by "
                        + other + ", so each would miss what the other one has seen; give each its own");
            }
            known = system.compareAndSet(known, user) ? user : system.get();
        }
    }
}
