package basalt.model;

import java.util.List;

/** An operation as data: done to a world and its model alike, as often as one likes. */
interface Op {
    /** Does it to both. */
    void apply(Twin twin);

    /** Simpler operations to try instead when a failing list is shrunk. */
    default List<Op> simpler() {
        return List.of();
    }

    /** An operation in the midst of an iteration: before the visit of that number, from 0. */
    record At(int visit, Op op) {}
}
