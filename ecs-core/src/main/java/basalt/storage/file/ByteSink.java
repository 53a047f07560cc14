package basalt.storage.file;

import java.io.IOException;
import org.agrona.DirectBuffer;

/** Takes the bytes of a file, in order. */
public interface ByteSink {
    /**
     * Takes bytes.
     *
     * @param from the buffer, valid during the call
     * @param offset where they begin
     * @param length how many they are, at least 1
     * @throws IOException if they cannot be written
     */
    void write(DirectBuffer from, int offset, int length) throws IOException;
}
