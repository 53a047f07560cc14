package basalt.save;

import basalt.memory.MemorySource;
import basalt.world.World;
import java.io.IOException;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/** Saves worlds to arrays of bytes, and loads them. */
public final class Saving {
    private Saving() {}

    public static byte[] bytes(World world) {
        return bytes(world, new SaveOptions());
    }

    static byte[] bytes(World world, SaveOptions options) {
        return bytes(sink -> Saves.save(world, sink, options));
    }

    /** What is saved to a sink. */
    public static byte[] bytes(Consumer<SaveSink> save) {
        try (SaveBuffer buffer = new SaveBuffer(MemorySource.direct())) {
            save.accept(buffer);
            byte[] bytes = new byte[(int) buffer.size()];
            UnsafeBuffer all = new UnsafeBuffer(bytes);
            SaveSource source = buffer.source();
            for (int done = 0; done < bytes.length; ) {
                done += source.read(all, done, bytes.length - done);
            }
            return bytes;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public static SaveSource source(byte[] bytes) {
        return SaveSource.of(new UnsafeBuffer(bytes), 0, bytes.length);
    }

    public static World load(byte[] bytes) {
        return load(bytes, new LoadOptions());
    }

    static World load(byte[] bytes, LoadOptions options) {
        return Saves.load(source(bytes), options);
    }
}
