package basalt.examples.cluster;

import basalt.examples.framework.program.SmallRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.agrona.collections.LongArrayList;

/** Players who steer and fire at random, all on one thread, with a media driver in this process. */
final class Bots implements AutoCloseable {
    /** Players who connect at the same time: each costs the leader some memory files. */
    private static final int MOST_CONNECTING = 8;

    private static final float FIRE_PART = 0.25f;

    private final EmbeddedAeron embedded;
    private final List<PlayerClient> players = new ArrayList<>();
    private final SmallRandom random = new SmallRandom(1);
    private final RoundTrips roundTrips = new RoundTrips();
    private final long intervalNanos;
    private final long[] due;
    private int first;

    /** Creates players, who connect when they are polled. */
    Bots(ClusterConfig config, long first, int count, int rate) {
        intervalNanos = TimeUnit.SECONDS.toNanos(1) / rate;
        due = new long[count];
        embedded = new EmbeddedAeron();
        long now = System.nanoTime();
        for (int i = 0; i < count; i++) {
            players.add(new PlayerClient(embedded.aeron(), config, first + i, roundTrips));
            due[i] = now + intervalNanos * i / count; // spread over the interval
        }
    }

    List<PlayerClient> players() {
        return players;
    }

    /** The times of all players. */
    RoundTrips roundTrips() {
        return roundTrips;
    }

    /** Plays for some time. */
    void play(long millis) {
        EmbeddedAeron.poll(millis, () -> pollAll(true));
    }

    /** Sends nothing new until all commands are answered. Returns whether they are within some time. */
    boolean settle(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!isSettled()) {
            if (System.nanoTime() > end) {
                return false;
            }
            if (pollAll(false) == 0) {
                LockSupport.parkNanos(EmbeddedAeron.IDLE_NANOS);
            }
        }
        return true;
    }

    private boolean isSettled() {
        return players.stream()
                .allMatch(player -> player.refusal() != null || player.isReady() && player.answered() == player.sent());
    }

    private int pollAll(boolean isPlaying) {
        int work = 0;
        int count = players.size();
        long connecting = players.stream().filter(PlayerClient::isConnecting).count();
        long now = System.nanoTime();
        first = (first + 1) % count; // so that each has its turn to connect, though others may never get in
        for (int step = 0; step < count; step++) {
            int i = (first + step) % count;
            PlayerClient player = players.get(i);
            if (player.wantsToConnect() && ++connecting > MOST_CONNECTING) {
                continue;
            }
            work += player.poll();
            if (isPlaying && now >= due[i]) {
                due[i] = Math.max(due[i] + intervalNanos, now);
                short type = random.next() < FIRE_PART ? Message.FIRE : Message.STEER;
                work += player.tryCommand(type, random.nextSigned(), random.nextSigned()) ? 1 : 0;
            }
        }
        return work;
    }

    /** Number of players who can play. */
    int ready() {
        return (int) players.stream().filter(PlayerClient::isReady).count();
    }

    @Override
    public void close() {
        List<AutoCloseable> all = new ArrayList<>(players);
        all.add(embedded);
        CloseHelper.closeAll(all);
    }

    /** Times from commands to their answers. */
    static final class RoundTrips {
        private final LongArrayList nanos = new LongArrayList();

        void add(long roundTripNanos) {
            nanos.addLong(roundTripNanos);
        }

        void clear() {
            nanos.clear();
        }

        /** The time that a part of all is not longer than, in nanoseconds; 0 if there are none. */
        static long quantile(long[] sorted, double part) {
            return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1L, (long) (part * sorted.length))];
        }

        @Override
        public String toString() {
            long[] sorted = nanos.toLongArray();
            Arrays.sort(sorted);
            return String.format(
                    Locale.ROOT,
                    "%,d round trips: median %.2f ms, 99 %% %.2f ms, longest %.2f ms",
                    sorted.length,
                    quantile(sorted, 0.5) / 1e6,
                    quantile(sorted, 0.99) / 1e6,
                    quantile(sorted, 1) / 1e6);
        }
    }
}
