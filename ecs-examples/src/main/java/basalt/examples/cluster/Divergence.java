package basalt.examples.cluster;

import java.util.List;

/** A replica has another state than that of the leader: a node must stop then. */
final class Divergence extends RuntimeException {
    private static final long serialVersionUID = 1;

    Divergence(long tick, long own, long leaders, List<String> components) {
        super("the state differs from the leader's at tick %d: hash %016x, the leader's %016x; in %s"
                .formatted(tick, own, leaders, components.isEmpty() ? "the order of entities" : components));
    }
}
