package basalt.examples.cluster;

import io.aeron.Aeron;
import io.aeron.Counter;
import org.agrona.concurrent.status.CountersReader;

/** What a service tells about itself: counters beside those of Aeron, which any process of the machine can read. */
final class NodeCounters {
    /** Types of counters from here on are free for programs. */
    static final int TICK = 0x0B_A5_A1_01;

    static final int HASH = TICK + 1;
    static final int SESSIONS = TICK + 2;
    static final int LONGEST_TICK = TICK + 3;

    private final Counter tick;
    private final Counter hash;
    private final Counter sessions;
    private final Counter longestTick;

    NodeCounters(Aeron aeron) {
        tick = aeron.addCounter(TICK, "basalt tick");
        hash = aeron.addCounter(HASH, "basalt hash");
        sessions = aeron.addCounter(SESSIONS, "basalt sessions");
        longestTick = aeron.addCounter(LONGEST_TICK, "basalt longest tick in nanoseconds");
    }

    void set(long newTick, long newHash, int newSessions) {
        tick.setRelease(newTick);
        hash.setRelease(newHash);
        sessions.setRelease(newSessions);
    }

    void setLongestTick(long nanos) {
        longestTick.setRelease(nanos);
    }

    /** The value of the first counter of a type; 0 if there is none. */
    static long value(CountersReader counters, int type) {
        long[] value = new long[1];
        boolean[] found = new boolean[1];
        counters.forEach((id, typeId, key, label) -> {
            if (typeId == type && !found[0]) {
                found[0] = true;
                value[0] = counters.getCounterValue(id);
            }
        });
        return value[0];
    }
}
