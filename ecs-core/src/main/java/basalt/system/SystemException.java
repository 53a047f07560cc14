package basalt.system;

/**
 * A system, or a condition of one, has thrown. The world is consistent: the system's commands were discarded. Values
 * that it has written directly stay; which rows of a kernel were written is not defined. The systems of its stage that
 * wait for it did not run, nor did those of later stages. All others ended, and their commands were applied. If several
 * systems have thrown, this is the exception of the first one by their order, with the others suppressed. The schedule
 * can tick again.
 */
public final class SystemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The name of the system. */
    private final String system;

    SystemException(String system, Throwable cause) {
        super("system '" + system + "' failed: " + cause, cause);
        this.system = system;
    }

    /** The system that has thrown. */
    public String system() {
        return system;
    }
}
