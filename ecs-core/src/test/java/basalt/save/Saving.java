package basalt.save;

import basalt.memory.MemorySource;
import basalt.world.World;
import java.io.IOException;
import org.agrona.concurrent.UnsafeBuffer;

/** Saves worlds to arrays of bytes, and loads them. */
final class Saving {
    private Saving() {}

    static byte[] bytes(World world) {
        return bytes(world, new SaveOptions());
    }

    static byte[] bytes(World world, SaveOptions options) {
        try (SaveBuffer buffer = new SaveBuffer(MemorySource.direct())) {
            world.save(buffer, options);
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

    static SaveSource source(byte[] bytes) {
        return SaveSource.of(new UnsafeBuffer(bytes), 0, bytes.length);
    }

    static World load(byte[] bytes) {
        return load(bytes, new LoadOptions());
    }

    static World load(byte[] bytes, LoadOptions options) {
        return World.load(source(bytes), options);
    }
}
