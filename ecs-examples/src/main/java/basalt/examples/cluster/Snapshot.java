package basalt.examples.cluster;

import basalt.save.SaveSink;
import basalt.save.SaveSource;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Publication;
import io.aeron.cluster.codecs.MessageHeaderDecoder;
import io.aeron.cluster.codecs.SnapshotMark;
import io.aeron.cluster.codecs.SnapshotMarkerDecoder;
import io.aeron.logbuffer.ControlledFragmentHandler.Action;
import java.io.IOException;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.IdleStrategy;

/** A saved world in the recording of a snapshot. */
final class Snapshot {
    private static final int FRAGMENTS = 64;

    private Snapshot() {}

    /** Writes a saved world into the recording, in messages that are each as long as one fragment. */
    static SaveSink sink(ExclusivePublication publication, IdleStrategy idle) {
        return (from, offset, length) -> {
            int most = publication.maxPayloadLength();
            for (int done = 0; done < length; done += most) {
                offer(publication, idle, from, offset + done, Math.min(most, length - done));
            }
        };
    }

    private static void offer(
            ExclusivePublication publication, IdleStrategy idle, DirectBuffer from, int offset, int length)
            throws IOException {
        idle.reset();
        long result = publication.offer(from, offset, length);
        while (result < 0) {
            if (result != Publication.BACK_PRESSURED && result != Publication.ADMIN_ACTION) {
                throw new IOException("the snapshot cannot be written: " + Publication.errorString(result));
            }
            idle.idle();
            result = publication.offer(from, offset, length);
        }
    }

    /** Reads a saved world from the rest of the recording. */
    static SaveSource source(Image image, IdleStrategy idle) {
        ExpandableArrayBuffer all = new ExpandableArrayBuffer();
        int[] end = new int[1];
        idle.reset();
        while (!image.isEndOfStream()) {
            int fragments = image.poll(
                    (buffer, offset, length, header) -> {
                        all.putBytes(end[0], buffer, offset, length);
                        end[0] += length;
                    },
                    FRAGMENTS);
            idle(fragments, image, idle);
        }
        return SaveSource.of(all, 0, end[0]);
    }

    private static void idle(int fragments, Image image, IdleStrategy idle) {
        if (fragments == 0 && image.isClosed() && !image.isEndOfStream()) {
            throw new IllegalStateException("the recording of the snapshot has ended early");
        }
        idle.idle(fragments);
    }

    /**
     * Moves the recording of a service's snapshot to where the service's own state begins: behind what Aeron has
     * written about sessions.
     */
    static void skipSessions(Image image, IdleStrategy idle) {
        MessageHeaderDecoder message = new MessageHeaderDecoder();
        SnapshotMarkerDecoder marker = new SnapshotMarkerDecoder();
        boolean[] isAtEnd = new boolean[1];
        idle.reset();
        while (!isAtEnd[0]) {
            int fragments = image.controlledPoll(
                    (from, offset, length, header) -> {
                        if (message.wrap(from, offset).templateId() == SnapshotMarkerDecoder.TEMPLATE_ID) {
                            marker.wrapAndApplyHeader(from, offset, message);
                            isAtEnd[0] = marker.mark() == SnapshotMark.END;
                        }
                        return Action.CONTINUE;
                    },
                    1);
            idle(fragments, image, idle);
        }
    }
}
