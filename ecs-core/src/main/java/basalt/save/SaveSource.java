package basalt.save;

import java.io.IOException;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Gives a saved world, or a saved replay, which a {@link SaveSink} has taken. It ends where the saved world does. */
@FunctionalInterface
public interface SaveSource {
    /**
     * Gives the next bytes.
     *
     * @param offset where to begin in it
     * @param length the most bytes to give, at least 1
     * @return how many they are, at least 1; -1 if there are no more
     * @throws IOException if they cannot be read; the loading ends with an {@link java.io.UncheckedIOException}
     */
    int read(MutableDirectBuffer to, int offset, int length) throws IOException;

    /**
     * A saved world in a buffer, which is read once.
     *
     * @param length its bytes
     * @throws IndexOutOfBoundsException if the buffer does not have these bytes
     */
    static SaveSource of(DirectBuffer buffer, int offset, int length) {
        if (buffer == null) {
            throw new IllegalArgumentException("the buffer of a saved world must not be null");
        }
        buffer.boundsCheck(offset, length);
        return new SaveSource() {
            private int done;

            @Override
            public int read(MutableDirectBuffer to, int at, int most) {
                int bytes = Math.min(most, length - done);
                to.putBytes(at, buffer, offset + done, bytes);
                done += bytes;
                return bytes == 0 ? -1 : bytes;
            }
        };
    }
}
