package basalt.storage.file;

import java.io.IOException;
import org.agrona.MutableDirectBuffer;

/** Gives the bytes of a file, in order. */
public interface ByteSource {
    /**
     * Gives the next bytes. Returns how many they are, at least 1; -1 at the end.
     *
     * @param length how many at most, at least 1
     */
    int read(MutableDirectBuffer to, int offset, int length) throws IOException;
}
