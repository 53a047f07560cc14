package basalt.inspect.view;

import basalt.internal.JsonWriter;
import basalt.save.Snapshots;

/** Which states a world can be put back to, and the hashes of its last states. */
public final class HistoryStates extends Question {
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
    public HistoryStates() {}

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
