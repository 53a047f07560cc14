package basalt.model;

import java.util.List;
import java.util.stream.Collectors;

/** A world and its model differ. The message has the command that repeats the failure. */
final class ModelFailure extends AssertionError {
    private static final long serialVersionUID = 1L;

    private final transient List<Op> operations;

    /** A failure of a seed's run at its last operation, and the shrunk list, which fails by {@code cause}. */
    ModelFailure(long seed, int operationsDone, Throwable first, List<Op> shrunk, Throwable cause) {
        super(
                "seed " + seed + " fails at operation " + operationsDone + ": " + first
                        + "\nagain: -D" + ModelRun.SEED_PROPERTY + "=" + seed
                        + " -D" + ModelRun.OPERATIONS_PROPERTY + "=" + operationsDone
                        + "\nshrunk to " + shrunk.size() + " operations, which fail with: " + cause
                        + shrunk.stream().map(op -> "\n    " + op).collect(Collectors.joining()),
                cause);
        this.operations = shrunk;
    }

    /** The shrunk list. */
    List<Op> operations() {
        return operations;
    }
}
