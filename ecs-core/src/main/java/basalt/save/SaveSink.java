package basalt.save;

import java.io.IOException;
import org.agrona.DirectBuffer;

/**
 * Takes a saved world, or a saved replay: a buffer, a file, a connection. It gets the header of the file first, and
 * then each chunk, in order. {@link SaveBuffer} is one that keeps them in memory.
 */
@FunctionalInterface
public interface SaveSink {
    /**
     * Takes the next bytes. Called on the thread that saves. Every use of the world that is saved, also reading, throws
     * {@link IllegalStateException} during the call.
     *
     * @param from the buffer, valid during the call; its {@link DirectBuffer#byteBuffer()} is a direct one
     * @param offset where the bytes begin
     * @param length how many they are, from 1 to 1,048,600
     * @throws IOException if they cannot be taken; the saving ends with an {@link java.io.UncheckedIOException}
     */
    void write(DirectBuffer from, int offset, int length) throws IOException;
}
