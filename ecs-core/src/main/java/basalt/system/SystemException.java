package basalt.system;

import basalt.component.layout.RecordAccess;

/**
 * A system, or a condition of one, has thrown. The world is consistent: the system's commands were discarded. Values
 * that it has written directly stay; which rows of a kernel were written is not defined. The systems of its stage that
 * wait for it did not run, nor did those of later stages. All others ended, and their commands were applied. If several
 * systems have thrown, this is the exception of the first one by their order, with the others suppressed. The schedule
 * can tick again.
 *
 * <p>In strict mode, also: some systems have used what they have not declared. The tick has gone on to its end, so that
 * the cause lists all of these systems, a line for each, with the declarations to add; this names the first one. Their
 * commands were discarded, and all values that they have written directly stay. Exceptions of other kinds are
 * suppressed.
 */
public final class SystemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The name of the system. */
    private final String system;

    SystemException(String system, Throwable cause) {
        super("system '" + system + "' failed: " + describe(cause), cause);
        this.system = system;
    }

    private static String describe(Throwable cause) {
        return cause instanceof LinkageError error && error.getCause() != null
                ? cause + ", because of " + RecordAccess.firstCause(error)
                : cause.toString();
    }

    /** The system that has thrown. */
    public String system() {
        return system;
    }
}
