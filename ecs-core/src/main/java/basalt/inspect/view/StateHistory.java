package basalt.inspect.view;

import basalt.internal.JsonWriter;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.world.World;

/**
 * The states of a world that it can be put back to, and hashes of the states after its ticks. For the world's thread.
 *
 * <p>A failure to keep a state or to hash, such as for a component that has no codec, is kept for the page; ten of them
 * in sequence end the attempts.
 */
public final class StateHistory implements AutoCloseable {
    /** The most hashes that are kept. */
    static final int MOST_HASHES = 600;

    private static final int MOST_FAILURES = 10;

    private final World world;
    private final Snapshots ring;
    private final boolean isOwn;
    private final boolean hashes;
    private final long[] hashTicks = new long[MOST_HASHES];
    private final long[] hashValues = new long[MOST_HASHES];
    private int hashCount;
    private int hashNext;
    private String failure;
    private int failures;
    private long least;
    private long greatest = Long.MAX_VALUE;

    /**
     * A history of a world.
     *
     * @param ring its snapshots; null for none
     */
    public StateHistory(World world, Snapshots ring, boolean isOwn, boolean hashes) {
        this.world = world;
        this.ring = ring;
        this.isOwn = isOwn;
        this.hashes = hashes;
    }

    /** The snapshots; null for none. */
    Snapshots ring() {
        return ring;
    }

    /** The last failure; null for none. */
    String failure() {
        return failure;
    }

    /** Called when a tick has ended. */
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
        while (hashCount > 0 && hashTicks[place(hashCount - 1)] >= tick) {
            hashCount--; // of a future that was given up
            hashNext = (hashNext + MOST_HASHES - 1) % MOST_HASHES;
        }
        hashTicks[hashNext] = tick;
        hashValues[hashNext] = hash;
        hashNext = (hashNext + 1) % MOST_HASHES;
        hashCount = Math.min(MOST_HASHES, hashCount + 1);
    }

    private int place(int index) {
        return (hashNext - hashCount + index + MOST_HASHES) % MOST_HASHES;
    }

    /** Copies ticks and hashes, the oldest one first; returns their number. */
    int copyHashes(long[] ticks, long[] values) {
        for (int i = 0; i < hashCount; i++) {
            ticks[i] = hashTicks[place(i)];
            values[i] = hashValues[place(i)];
        }
        return hashCount;
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
    public static final class States extends Question {
        private final long[] hashTicks = new long[StateHistory.MOST_HASHES];
        private final long[] hashes = new long[StateHistory.MOST_HASHES];
        private int hashCount;
        private long tick;
        private int capacity;
        private long reservedBytes;
        private long[] states = {};
        private int stateCount;
        private String failure;

        /** A question for all states. */
        public States() {}

        @Override
        protected void begin(InspectedWorld inspected) {
            StateHistory history = inspected.history();
            Snapshots ring = history.ring();
            tick = inspected.tick();
            capacity = ring == null ? 0 : ring.capacity();
            stateCount = ring == null ? 0 : ring.count();
            if (states.length < stateCount) {
                states = new long[capacity];
            }
            for (int i = 0; i < stateCount; i++) {
                states[i] = ring.tickOf(i);
            }
            reservedBytes = ring == null ? 0 : ring.reservedBytes();
            hashCount = history.copyHashes(hashTicks, hashes);
            failure = history.failure();
        }

        @Override
        protected boolean proceed(InspectedWorld inspected, long deadlineNanos) {
            return true;
        }

        @Override
        public void write(JsonWriter json) {
            json.startObject().name("tick").value(tick).name("capacity").value(capacity);
            json.name("reservedBytes").value(reservedBytes).name("states").startArray();
            for (int i = 0; i < stateCount; i++) {
                json.value(states[i]);
            }
            json.endArray().name("hashes").startArray();
            for (int i = 0; i < hashCount; i++) {
                json.startObject().name("tick").value(hashTicks[i]);
                json.name("hash").value(String.format("%016x", hashes[i])).endObject();
            }
            json.endArray().name("failure").value(failure).endObject();
        }
    }
}
