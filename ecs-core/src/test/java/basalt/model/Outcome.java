package basalt.model;

import basalt.component.DeadEntityException;
import java.util.function.Supplier;

/** What an operation gave back, or which of the documented exceptions it threw. */
record Outcome(Object value, RuntimeException thrown) {
    static Outcome of(Supplier<?> action) {
        try {
            return new Outcome(action.get(), null);
        } catch (DeadEntityException | IllegalStateException e) {
            return new Outcome(null, e);
        }
    }

    /** The same as an outcome in a comparable form: exceptions by their class and the entity that they name. */
    Object comparable() {
        if (thrown instanceof DeadEntityException dead) {
            return "dead " + dead.entity() + ", row is at generation " + dead.currentGeneration();
        }
        return thrown == null ? value : thrown.getClass();
    }
}
