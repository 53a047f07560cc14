package basalt.examples.cluster;

import basalt.component.Component;
import basalt.save.Saves;
import basalt.world.World;
import java.util.List;
import java.util.stream.IntStream;
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
    /** Ticks whose hashes are kept until the leader's come. */
    private static final int KEPT = 64;

    private static final List<Component<?>> COMPONENTS = Arena.COMPONENTS;

    private final World world;
    private final int everyTicks;
    private final long[] ticks = new long[KEPT];
    private final long[][] hashes = new long[KEPT][1 + COMPONENTS.size()]; // that of the world, of each component
    private final ExpandableArrayBuffer message = new ExpandableArrayBuffer();
    private long last;

    StateCheck(World world, int everyTicks) {
        this.world = world;
        this.everyTicks = everyTicks;
    }

    /** After a tick: takes the hashes if it is time. */
    void afterTick(long tick, BulletsReplica.Effects effects) {
        if (tick % everyTicks != 0) {
            return;
        }
        last = Saves.stateHash(world);
        long[] own = hashes[place(tick)];
        own[0] = last;
        for (int i = 0; i < COMPONENTS.size(); i++) {
            own[1 + i] = Saves.stateHash(world, COMPONENTS.get(i));
        }
        ticks[place(tick)] = tick;
        effects.publish(message, Message.putHashes(message, tick, own));
    }

    private int place(long tick) {
        return (int) (tick / everyTicks % KEPT);
    }

    /**
     * The leader's hashes have come. Those of a tick before the snapshot from which this node has started are not
     * compared. Throws if the states differ, or the leader takes hashes at other ticks.
     */
    void compare(DirectBuffer from, int offset) {
        long tick = Message.sequence(from, offset);
        if (tick % everyTicks != 0) {
            throw new IllegalStateException("the leader has sent the hash of tick " + tick + ", but check-ticks is "
                    + everyTicks + " here; it must be the same on all nodes");
        }
        long[] own = hashes[place(tick)];
        long leaders = Message.hash(from, offset, 0);
        if (ticks[place(tick)] == tick && own[0] != leaders) {
            List<String> different = IntStream.range(0, COMPONENTS.size())
                    .filter(i -> own[1 + i] != Message.hash(from, offset, 1 + i))
                    .mapToObj(i -> COMPONENTS.get(i).name())
                    .toList();
            throw new IllegalStateException(
                    "the state differs from the leader's at tick %d: hash %016x, the leader's %016x; in %s"
                            .formatted(
                                    tick, own[0], leaders, different.isEmpty() ? "the order of entities" : different));
        }
    }

    /** The last hash; 0 before the first. */
    long last() {
        return last;
    }
}
