package basalt.storage.file;

import java.io.IOException;
import org.agrona.MutableDirectBuffer;

/** Gives the bytes of a file, in order. */
public interface ByteSource {
    /**
     * Gives the next bytes.
     *
     * @param to the buffer
     * @param offset where to begin in it
     * @param length how many at most, at least 1
     * @return how many they are, at least 1; -1 at the end
     * @throws IOException if they cannot be read
     */
    int read(MutableDirectBuffer to, int offset, int length) throws IOException;
}
