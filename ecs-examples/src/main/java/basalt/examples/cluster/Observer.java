package basalt.examples.cluster;

import basalt.save.SaveSource;
import basalt.world.World;
import io.aeron.Aeron;
import io.aeron.Image;
import io.aeron.ImageFragmentAssembler;
import io.aeron.Subscription;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.codecs.MessageHeaderDecoder;
import io.aeron.cluster.codecs.NewLeadershipTermEventDecoder;
import io.aeron.cluster.codecs.SessionCloseEventDecoder;
import io.aeron.cluster.codecs.SessionMessageHeaderDecoder;
import io.aeron.cluster.codecs.SessionOpenEventDecoder;
import io.aeron.cluster.codecs.TimerEventDecoder;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.IdleStrategy;

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
    private final ObjLongConsumer<World> observer;
    private final Backup backup;
    private final AeronArchive archive;
    private final Consumer<String> log;
    private final IdleStrategy idle;
    private final ImageFragmentAssembler reader;
    private BulletsReplica replica;
    private Replay replay;
    private long position;
    private long checkedNanos = System.nanoTime();

    /** A recording of an archive that is played again, over shared memory. */
    private static final class Replay implements AutoCloseable {
        private static final String CHANNEL = "aeron:ipc?term-length=1m";
        private static final int STREAM = 2_001;

        /** An archive that does not begin within this time has failed to. */
        private static final long BEGIN_NANOS = TimeUnit.SECONDS.toNanos(10);

        private final Subscription subscription;
        private final long startNanos = System.nanoTime();
        private Image image;

        /** Starts at a position, and goes on with what is recorded later, until the recording stops. */
        Replay(AeronArchive archive, long recording, long position) {
            subscription = archive.replay(recording, position, AeronArchive.NULL_LENGTH, CHANNEL, STREAM);
        }

        /** What is played; null if it has not begun. The same object also after its end. */
        Image image() {
            if (image == null && subscription.imageCount() > 0) {
                image = subscription.imageAtIndex(0);
            }
            return image;
        }

        /** Whether no more comes: all was played, the archive has stopped to play, or it has not begun for long. */
        boolean hasEnded() {
            return image() == null
                    ? System.nanoTime() - startNanos > BEGIN_NANOS
                    : image.isClosed() || image.isEndOfStream();
        }

        @Override
        public void close() {
            subscription.close();
        }
    }

    /** Starts to follow the cluster, whose nodes answer at a free port. The observer must not change the world. */
    Observer(ClusterConfig config, String endpoint, ObjLongConsumer<World> observer, Consumer<String> log) {
        this.config = config;
        this.observer = observer;
        this.log = log;
        idle = config.idle();
        LogReader logReader = new LogReader();
        reader =
                new ImageFragmentAssembler((buffer, offset, length, header) -> logReader.apply(buffer, offset, length));
        backup = new Backup(config, endpoint, log);
        try {
            archive = backup.connect();
        } catch (Throwable e) {
            CloseHelper.closeAll(e::addSuppressed, backup);
            throw e;
        }
    }

    /** Applies what there is of the log. Returns the number of messages. Throws if this world is not the cluster's. */
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
        SaveSource saved = start.snapshot() == Aeron.NULL_VALUE ? null : snapshot(start.snapshot());
        replica = new BulletsReplica(config, new BulletsReplica.Effects() {}, observer, saved);
        position = start.position();
    }

    private SaveSource snapshot(long recording) {
        try (Replay snapshot = new Replay(archive, recording, 0)) {
            while (snapshot.image() == null) {
                if (snapshot.hasEnded()) {
                    throw new IllegalStateException("the archive does not play the snapshot");
                }
                idle.idle();
            }
            Snapshot.skipSessions(snapshot.image(), idle);
            return Snapshot.source(snapshot.image(), idle);
        }
    }

    /**
     * Feeds the replica with the recorded log, as a node's service is fed: decodes the messages of Aeron Cluster. Other
     * kinds of messages, as the requests for snapshots, change no state.
     */
    private final class LogReader {
        private final MessageHeaderDecoder header = new MessageHeaderDecoder();
        private final SessionMessageHeaderDecoder message = new SessionMessageHeaderDecoder();
        private final SessionOpenEventDecoder open = new SessionOpenEventDecoder();
        private final SessionCloseEventDecoder close = new SessionCloseEventDecoder();
        private final TimerEventDecoder timer = new TimerEventDecoder();
        private final NewLeadershipTermEventDecoder term = new NewLeadershipTermEventDecoder();

        /** Applies one whole message of the log. */
        void apply(DirectBuffer from, int offset, int length) {
            header.wrap(from, offset);
            switch (header.templateId()) {
                case SessionMessageHeaderDecoder.TEMPLATE_ID -> {
                    message.wrapAndApplyHeader(from, offset, header);
                    int body = offset + AeronCluster.SESSION_HEADER_LENGTH;
                    if (message.clusterSessionId() < 0) { // those of the service itself
                        replica.onPublished(from, body);
                    } else {
                        int bodyLength = length - AeronCluster.SESSION_HEADER_LENGTH;
                        replica.onMessage(message.clusterSessionId(), from, body, bodyLength);
                    }
                }
                case TimerEventDecoder.TEMPLATE_ID -> {
                    timer.wrapAndApplyHeader(from, offset, header);
                    replica.onTimer(timer.correlationId(), timer.timestamp());
                }
                case SessionOpenEventDecoder.TEMPLATE_ID -> {
                    open.wrapAndApplyHeader(from, offset, header);
                    open.skipResponseChannel();
                    byte[] principal = new byte[open.encodedPrincipalLength()];
                    open.getEncodedPrincipal(principal, 0, principal.length);
                    replica.onOpen(open.clusterSessionId(), Credentials.player(principal));
                }
                case SessionCloseEventDecoder.TEMPLATE_ID -> {
                    close.wrapAndApplyHeader(from, offset, header);
                    replica.onClose(close.clusterSessionId());
                }
                case NewLeadershipTermEventDecoder.TEMPLATE_ID -> {
                    term.wrapAndApplyHeader(from, offset, header);
                    replica.onTerm(term.timestamp());
                }
                default -> {} // no part of the state
            }
        }
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
        CloseHelper.closeAll(replay, replica, archive, backup);
    }
}
