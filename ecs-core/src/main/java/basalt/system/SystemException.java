package basalt.system;

/**
 * A system, or a condition of one, has thrown. The world is consistent: what the system had recorded was forgotten (what it had
 * written directly stays, and which rows of a kernel that are is not defined), the systems beside it ended and their commands were applied, and the systems of later waves did not
 * run. If several have thrown, this is of the first one by their order, and has the others suppressed. The schedule can tick on.
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
