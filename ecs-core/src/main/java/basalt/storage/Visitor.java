package basalt.storage;

/**
 * A thread that works on the columns of a store which is lent, on behalf of one system at a time. Written by that thread, and
 * read by it alone.
 */
public final class Visitor {
    private Thread thread;
    private AccessCheck access;

    /** Nobody yet. */
    public Visitor() {}

    /**
     * The calling thread comes in.
     *
     * @param declared what its system may touch
     */
    public void enter(AccessCheck declared) {
        access = declared;
        thread = Thread.currentThread();
    }

    /** The thread goes. */
    public void leave() {
        thread = null;
    }

    /**
     * What the system may touch.
     *
     * @return the access that was declared
     */
    public AccessCheck access() {
        return access;
    }

    /**
     * Throws unless the calling thread is here.
     *
     * @throws IllegalStateException if it is not, or no more
     */
    public void check() {
        if (!isHere()) {
            throw new IllegalStateException("an iteration or the commands of system '"
                    + (access == null ? "none" : access.system()) + "' were used by thread '"
                    + Thread.currentThread().getName()
                    + "', or after the system had ended; use them inside the system's body");
        }
    }

    boolean isHere() {
        return Thread.currentThread() == thread;
    }
}
