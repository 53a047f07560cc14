package basalt.examples.cluster;

import basalt.examples.framework.program.Closing;
import basalt.examples.framework.program.SmallRandom;
import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.SleepingIdleStrategy;

/** Players who steer and fire at random, all on one thread, with a media driver in this process. */
final class Bots implements AutoCloseable {
    private static final long IDLE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    /** Players who connect at the same time: each costs the leader some memory files. */
    private static final int MOST_CONNECTING = 8;

    private static final float FIRE_PART = 0.25f;

    private final MediaDriver driver;
    private final Aeron aeron;
    private final List<PlayerClient> players = new ArrayList<>();
    private final SmallRandom random = new SmallRandom(1);
    private final RoundTrips roundTrips = new RoundTrips();
    private final long intervalNanos;
    private final long[] due;

    /**
     * Creates players, who connect when they are polled.
     *
     * @param config the settings of the cluster
     * @param first number of the first player
     * @param count number of players
     * @param rate commands of each player in a second
     */
    Bots(ClusterConfig config, long first, int count, int rate) {
        intervalNanos = TimeUnit.SECONDS.toNanos(1) / rate;
        due = new long[count];
        driver = MediaDriver.launchEmbedded(new MediaDriver.Context()
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(new SleepingIdleStrategy(IDLE_NANOS))
                .imageLivenessTimeoutNs(TimeUnit.SECONDS.toNanos(5))
                .termBufferSparseFile(true)
                .dirDeleteOnShutdown(true));
        try {
            aeron = Aeron.connect(new Aeron.Context()
                    .aeronDirectoryName(driver.aeronDirectoryName())
                    .idleStrategy(new SleepingIdleStrategy(IDLE_NANOS)));
        } catch (Throwable e) {
            Closing.after(e, driver);
            throw e;
        }
        long now = System.nanoTime();
        for (int i = 0; i < count; i++) {
            players.add(new PlayerClient(aeron, config, first + i, roundTrips));
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

    Aeron aeron() {
        return aeron;
    }

    /** Plays for some time. */
    void play(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            if (pollAll(true) == 0) {
                LockSupport.parkNanos(IDLE_NANOS);
            }
        }
    }

    /** Sends nothing new until all commands are answered. Returns whether they are within some time. */
    boolean settle(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!isSettled()) {
            if (System.nanoTime() > end) {
                return false;
            }
            if (pollAll(false) == 0) {
                LockSupport.parkNanos(IDLE_NANOS);
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
        int connecting = 0;
        long now = System.nanoTime();
        for (int i = 0; i < players.size(); i++) {
            PlayerClient player = players.get(i);
            if (!player.isReady() && player.refusal() == null && ++connecting > MOST_CONNECTING) {
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
        all.add(aeron);
        all.add(driver);
        Closing.all(all);
    }
}
