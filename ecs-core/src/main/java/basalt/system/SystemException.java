package basalt.system;

/**
 * A system, or a condition of one, has thrown. The world is consistent: what the system had recorded was forgotten
 * (what it had written directly stays, and which rows of a kernel that are is not defined). The systems of its stage
 * that wait for it did not run, nor did those of later stages; all others ended, and their commands were applied. If
 * several have thrown, this is of the first one by their order, and has the others suppressed. The schedule can tick
 * on.
 */
public final class SystemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The name of the system. */
    private final String system;

    SystemException(String system, Throwable cause) {
        super("system '" + system + "' failed: " + cause, cause);
        this.system = system;
    }

    /**
     * The system that has thrown.
     *
     * @return its name
     */
    public String system() {
        return system;
    }
}
