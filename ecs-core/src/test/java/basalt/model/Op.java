package basalt.model;

import java.util.List;

/** An operation as data. It runs on a world and on its model, and can be repeated. */
interface Op {
    /** Runs the operation on the world and on the model. */
    void apply(ModelPair pair);

    /** Simpler operations to try in its place when a failing list is shrunk. */
    default List<Op> simpler() {
        return List.of();
    }

    /** An operation inside an iteration, at the visit with that number, from 0. */
    record At(int visit, Op op) {}
}
