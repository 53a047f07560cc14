package basalt.examples.cluster;

import basalt.component.Component;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * Compares the state of the nodes. Every few ticks each node takes the hash of its world and publishes it; the cluster
 * puts the leader's into the log, so all nodes get that one, and compare it with their own of the same tick.
 *
 * <p>If the leader is the one that is wrong, the others stop, and the cluster stops with them: none goes on with a
 * state that is in doubt.
 */
final class StateCheck {
    /** Hashes that are kept until the leader's comes. */
    private static final int KEPT = 64;

    private final World world;
    private final List<Component<?>> components;
    private final int everyTicks;
    private final long[] ticks = new long[KEPT];
    private final long[][] hashes;
    private final ExpandableArrayBuffer message = new ExpandableArrayBuffer();
    private long last;

    StateCheck(World world, List<Component<?>> components, int everyTicks) {
        this.world = world;
        this.components = components;
        this.everyTicks = everyTicks;
        hashes = new long[KEPT][components.size() + 1];
    }

    /** After a tick: takes the hashes if it is time. */
    void afterTick(long tick, Effects effects) {
        if (tick % everyTicks != 0) {
            return;
        }
        int place = place(tick);
        ticks[place] = tick;
        long[] own = hashes[place];
        last = world.stateHash();
        own[components.size()] = last;
        long[] parts = new long[components.size()];
        for (int component = 0; component < parts.length; component++) {
            parts[component] = world.stateHash(components.get(component));
            own[component] = parts[component];
        }
        effects.publish(message, Message.putHash(message, 0, tick, last, parts));
    }

    private int place(long tick) {
        return (int) (tick / everyTicks % KEPT);
    }

    /**
     * The leader's hash has come. That of a tick before the snapshot from which this node has started is not compared.
     *
     * @throws Divergence if the states differ
     * @throws IllegalStateException if the leader takes hashes at other ticks
     */
    void compare(DirectBuffer from, int offset) {
        long tick = Message.sequence(from, offset);
        if (tick % everyTicks != 0) {
            throw new IllegalStateException("the leader has sent the hash of tick " + tick + ", but check-ticks is "
                    + everyTicks + " here; it must be the same on all nodes");
        }
        long[] own = hashes[place(tick)];
        long leaders = Message.hash(from, offset);
        if (ticks[place(tick)] != tick || own[components.size()] == leaders) {
            return;
        }
        List<String> different = new ArrayList<>();
        for (int component = 0; component < components.size(); component++) {
            if (own[component] != Message.componentHash(from, offset, component)) {
                different.add(components.get(component).name());
            }
        }
        throw new Divergence(tick, own[components.size()], leaders, different);
    }

    /** The last hash; 0 before the first. */
    long last() {
        return last;
    }
}
