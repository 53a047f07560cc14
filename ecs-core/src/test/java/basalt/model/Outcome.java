package basalt.model;

import basalt.component.DeadEntityException;
import java.util.function.Supplier;

/** The result of an operation, or the documented exception that it threw. */
record Outcome(Object value, RuntimeException thrown) {
    static Outcome of(Supplier<?> action) {
        try {
            return new Outcome(action.get(), null);
        } catch (DeadEntityException | IllegalStateException | IllegalArgumentException | IndexOutOfBoundsException e) {
            return new Outcome(null, e);
        }
    }

    /** A value to compare: the result, or the class of the exception and the entity that it names. */
    Object comparable() {
        if (thrown instanceof DeadEntityException dead) {
            return "dead " + dead.entity() + ", row is at generation " + dead.currentGeneration();
        }
        return thrown == null ? value : thrown.getClass();
    }
}
