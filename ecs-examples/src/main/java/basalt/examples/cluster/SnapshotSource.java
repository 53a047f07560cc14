package basalt.examples.cluster;

import basalt.save.SaveSource;
import io.aeron.Image;
import java.io.EOFException;
import java.io.IOException;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.IdleStrategy;

/** Reads a saved world from the recording of a snapshot, as {@link SnapshotSink} has written it. */
final class SnapshotSource implements SaveSource {
    private final Image image;
    private final IdleStrategy idle;
    private final ExpandableArrayBuffer fragment = new ExpandableArrayBuffer();
    private int at;
    private int end;

    SnapshotSource(Image image, IdleStrategy idle) {
        this.image = image;
        this.idle = idle;
    }

    @Override
    public int read(MutableDirectBuffer to, int offset, int length) throws IOException {
        idle.reset();
        while (at == end) {
            if (poll() == 0) {
                if (image.isEndOfStream()) {
                    return -1;
                }
                if (image.isClosed()) {
                    throw new EOFException("the recording of the snapshot has ended early");
                }
                idle.idle();
            }
        }
        int given = Math.min(length, end - at);
        to.putBytes(offset, fragment, at, given);
        at += given;
        return given;
    }

    private int poll() {
        at = 0;
        end = 0;
        return image.poll(
                (buffer, offset, length, header) -> {
                    fragment.putBytes(0, buffer, offset, length);
                    end = length;
                },
                1);
    }
}
