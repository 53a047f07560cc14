package basalt.inspect;

import basalt.internal.JsonWriter;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.world.World;
import org.agrona.collections.LongArrayList;

/**
 * The states of a world that it can be put back to, and hashes of the states after its ticks. For the world's thread.
 *
 * <p>A failure to keep a state or to hash, such as for a component that has no codec, is kept for the page; ten of them
 * in sequence end the attempts.
 */
final class StateHistory implements AutoCloseable {
    private static final int MOST_HASHES = 600;

    private static final int MOST_FAILURES = 10;

    private final World world;
    private final Snapshots ring;
    private final boolean isOwn;
    private final boolean hashes;
    private final LongArrayList hashTicks = new LongArrayList(MOST_HASHES + 1, -1);
    private final LongArrayList hashValues = new LongArrayList(MOST_HASHES + 1, -1);

    /** The last failure; null for none. */
    private String failure;

    private int failures;
    private long least;
    private long greatest = Long.MAX_VALUE;

    /** A history of a world with its snapshots; null for none. */
    StateHistory(World world, Snapshots ring, boolean isOwn, boolean hashes) {
        this.world = world;
        this.ring = ring;
        this.isOwn = isOwn;
        this.hashes = hashes;
    }

    boolean hasStates() {
        return ring != null;
    }

    void afterTick() {
        if (failures >= MOST_FAILURES || ring == null && !hashes) {
            return;
        }
        try {
            if (isOwn) {
                ring.capture();
            }
            if (hashes) {
                add(world.time().tick(), Saves.stateHash(world));
            }
            failures = 0;
            failure = null;
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    /** Keeps a failure for the page. After several ones in sequence no more states are kept. */
    void failed(Throwable e) {
        failures++;
        failure = String.valueOf(e.getMessage());
    }

    /** Sets to the states of which ticks the world may be put back. */
    void limit(long leastTick, long greatestTick) {
        least = leastTick;
        greatest = greatestTick;
    }

    private void add(long tick, long hash) {
        while (!hashTicks.isEmpty() && hashTicks.getLong(hashTicks.size() - 1) >= tick) {
            hashTicks.removeAt(hashTicks.size() - 1); // of a future that was given up
            hashValues.removeAt(hashTicks.size());
        }
        hashTicks.addLong(tick);
        hashValues.addLong(hash);
        if (hashTicks.size() > MOST_HASHES) {
            hashTicks.removeAt(0);
            hashValues.removeAt(0);
        }
    }

    /** Puts the world back to a state, or forward again. */
    void restore(long tick) {
        if (ring == null) {
            throw new IllegalStateException(
                    "there is no history: build the inspector with history(ticks) or snapshots(ring)");
        }
        if (tick < least || tick > greatest) {
            throw new IllegalStateException("the ticks are recorded by a replay, which has those from " + (least + 1)
                    + " to " + greatest + ": choose a state from " + least + " to " + greatest);
        }
        if (world.commands().count() > 0) {
            throw new IllegalStateException("the program has recorded commands for the next tick, and the state would"
                    + " not fit them; pause the loop first");
        }
        ring.restore(tick);
    }

    @Override
    public void close() {
        if (isOwn) {
            ring.close();
        }
    }

    /** Which states a world can be put back to, and the hashes of its last states. */
    static final class States extends Question {
        private final LongArrayList hashTicks = new LongArrayList();
        private final LongArrayList hashes = new LongArrayList();
        private final LongArrayList states = new LongArrayList();
        private long tick;
        private int capacity;
        private long reservedBytes;
        private String failure;

        States(Inspection inspected) {
            super(inspected);
        }

        @Override
        void begin() {
            StateHistory history = inspected.history;
            Snapshots ring = history.ring;
            tick = inspected.tick();
            failure = history.failure;
            hashTicks.clear();
            hashTicks.addAll(history.hashTicks);
            hashes.clear();
            hashes.addAll(history.hashValues);
            states.clear();
            if (ring != null) {
                capacity = ring.capacity();
                reservedBytes = ring.reservedBytes();
                for (int i = 0; i < ring.count(); i++) {
                    states.addLong(ring.tickOf(i));
                }
            }
        }

        @Override
        public void write(JsonWriter json) {
            json.startObject().put("tick", tick).put("capacity", capacity);
            json.put("reservedBytes", reservedBytes).startArray("states");
            states.forEachLong(json::value);
            json.endArray().startArray("hashes");
            for (int i = 0; i < hashes.size(); i++) {
                json.startObject().put("tick", hashTicks.getLong(i));
                json.put("hash", String.format("%016x", hashes.getLong(i))).endObject();
            }
            json.endArray().put("failure", failure).endObject();
        }
    }
}
