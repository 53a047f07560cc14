package basalt.examples.cluster;

import basalt.save.SaveSink;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import java.io.IOException;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.IdleStrategy;

/** Writes a saved world into the recording of a snapshot: message by message, each as long as one fragment. */
final class SnapshotSink implements SaveSink {
    private final ExclusivePublication publication;
    private final IdleStrategy idle;

    SnapshotSink(ExclusivePublication publication, IdleStrategy idle) {
        this.publication = publication;
        this.idle = idle;
    }

    @Override
    public void write(DirectBuffer from, int offset, int length) throws IOException {
        int most = publication.maxPayloadLength();
        for (int done = 0; done < length; done += most) {
            offer(from, offset + done, Math.min(most, length - done));
        }
    }

    private void offer(DirectBuffer from, int offset, int length) throws IOException {
        idle.reset();
        for (long result = publication.offer(from, offset, length);
                result < 0;
                result = publication.offer(from, offset, length)) {
            if (result != Publication.BACK_PRESSURED && result != Publication.ADMIN_ACTION) {
                throw new IOException("the snapshot cannot be written: " + Publication.errorString(result));
            }
            idle.idle();
        }
    }
}
