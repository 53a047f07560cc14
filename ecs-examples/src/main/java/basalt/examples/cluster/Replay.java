package basalt.examples.cluster;

import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.codecs.MessageHeaderDecoder;
import io.aeron.cluster.codecs.SnapshotMark;
import io.aeron.cluster.codecs.SnapshotMarkerDecoder;
import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.ControlledFragmentHandler.Action;
import io.aeron.logbuffer.Header;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.IdleStrategy;

/** A recording of an archive that is played again, over shared memory. */
final class Replay implements AutoCloseable {
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

    /** Waits until it begins. */
    Image awaitImage(IdleStrategy idle) {
        idle.reset();
        while (image() == null) {
            if (hasEnded()) {
                throw new IllegalStateException("the archive does not play the snapshot");
            }
            idle.idle();
        }
        return image;
    }

    /**
     * Moves the recording of a service's snapshot to where the service's own state begins: behind what Aeron has
     * written about sessions.
     */
    static void skipSessions(Image image, IdleStrategy idle) {
        EndMark end = new EndMark();
        idle.reset();
        while (!end.isFound) {
            if (image.controlledPoll(end, 1) == 0) {
                if (image.isClosed() || image.isEndOfStream()) {
                    throw new IllegalStateException("the recording of the snapshot has ended early");
                }
                idle.idle();
            }
        }
    }

    private static final class EndMark implements ControlledFragmentHandler {
        private final MessageHeaderDecoder header = new MessageHeaderDecoder();
        private final SnapshotMarkerDecoder marker = new SnapshotMarkerDecoder();
        private boolean isFound;

        @Override
        public Action onFragment(DirectBuffer from, int offset, int length, Header frame) {
            header.wrap(from, offset);
            if (header.templateId() == SnapshotMarkerDecoder.TEMPLATE_ID) {
                marker.wrapAndApplyHeader(from, offset, header);
                isFound = marker.mark() == SnapshotMark.END;
            }
            return Action.CONTINUE;
        }
    }

    @Override
    public void close() {
        subscription.close();
    }
}
