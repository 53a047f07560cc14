package basalt.storage.file;

import java.io.IOException;
import org.agrona.DirectBuffer;

/** Takes the bytes of a file, in order. */
public interface ByteSink {
    /**
     * Takes bytes.
     *
     * @param length how many they are, at least 1
     */
    void write(DirectBuffer from, int offset, int length) throws IOException;
}
