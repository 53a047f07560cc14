package basalt.examples.cluster;

import basalt.examples.framework.program.Closing;
import io.aeron.Aeron;
import io.aeron.Image;
import io.aeron.ImageFragmentAssembler;
import io.aeron.archive.client.AeronArchive;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingIdleStrategy;

/**
 * A copy of the world outside the cluster, any number of which can be made: they cost the cluster a copy of the log,
 * and no vote. It loads the last snapshot, and then applies the log by the code of the nodes. The log has the leader's
 * hashes, so an observer that is wrong finds out as a node does.
 *
 * <p>It keeps nothing: started again, it begins with the then last snapshot. The world belongs to the thread that calls
 * {@link #poll}.
 */
final class Observer implements AutoCloseable {
    private static final int FRAGMENTS = 64;
    private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ClusterConfig config;
    private final ObservedTick observer;
    private final Backup backup;
    private final AeronArchive archive;
    private final Consumer<String> log;
    private final IdleStrategy idle;
    private Replica replica;
    private ImageFragmentAssembler reader;
    private Replay replay;
    private long position;
    private long checkedNanos = System.nanoTime();

    /**
     * Starts to follow the cluster.
     *
     * @param config the settings of the cluster
     * @param directory a directory of its own, which is emptied
     * @param endpoint host and free port at which the nodes answer
     * @param observer is called after each tick
     * @param log receives lines for the operator, on any thread
     */
    Observer(ClusterConfig config, Path directory, String endpoint, ObservedTick observer, Consumer<String> log) {
        this.config = config;
        this.observer = observer;
        this.log = log;
        idle = new SleepingIdleStrategy(TimeUnit.MICROSECONDS.toNanos(config.idleMicros()));
        backup = new Backup(config, directory, endpoint, log);
        try {
            archive = backup.connect();
        } catch (Throwable e) {
            Closing.after(e, backup);
            throw e;
        }
    }

    /**
     * Applies what there is of the log. Returns the number of messages.
     *
     * @throws Divergence if this world is another one than that of the cluster
     * @throws IllegalStateException if the copying of the log has ended, or a snapshot cannot be read
     */
    int poll() {
        checkArchive();
        Backup.Start start = backup.start();
        if (start == null || backup.recording() == Aeron.NULL_VALUE) {
            return 0;
        }
        if (replica == null) {
            load(start);
        }
        if (replay == null) {
            if (archive.getMaxRecordedPosition(backup.recording()) <= position) {
                idle.idle();
                return 0;
            }
            replay = new Replay(archive, backup.recording(), position);
        }
        Image image = replay.image();
        int work = 0;
        if (image != null) {
            work = image.poll(reader, FRAGMENTS);
            position = image.position();
        }
        if (work == 0 && replay.hasEnded()) {
            replay.close(); // the node that was copied from has died: the copy goes on with another one
            replay = null;
        }
        return work;
    }

    /** Reads what the archive says: it ends the connection to a client that does not read. */
    private void checkArchive() {
        long now = System.nanoTime();
        if (now - checkedNanos < CHECK_NANOS) {
            return;
        }
        checkedNanos = now;
        if (backup.hasEnded()) {
            throw new IllegalStateException("the copying of the log has ended; is the disk full?");
        }
        String error = archive.pollForErrorResponse();
        if (error != null) {
            log.accept("observer: " + error);
        }
    }

    private void load(Backup.Start start) {
        Replica.Factory factory = config.replicas(observer);
        if (start.snapshot() == Aeron.NULL_VALUE) {
            replica = factory.create(Effects.NONE, null);
        } else {
            try (Replay snapshot = new Replay(archive, start.snapshot(), 0)) {
                Image image = snapshot.awaitImage(idle);
                Replay.skipSessions(image, idle);
                replica = factory.create(Effects.NONE, new SnapshotSource(image, idle));
            }
        }
        position = start.position();
        LogReader logReader = new LogReader(replica);
        reader =
                new ImageFragmentAssembler((buffer, offset, length, header) -> logReader.apply(buffer, offset, length));
    }

    /** Ticks of the world so far; 0 before it is loaded. */
    long tick() {
        return replica == null ? 0 : replica.tick();
    }

    /** The last hash of the world that was taken. */
    long hash() {
        return replica == null ? 0 : replica.hash();
    }

    @Override
    public void close() {
        Closing.all(replay, replica, archive, backup);
    }
}
