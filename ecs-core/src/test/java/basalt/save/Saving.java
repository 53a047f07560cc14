package basalt.save;

import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.SaveFormatException;
import basalt.memory.CountingMemory;
import basalt.memory.MemorySource;
import basalt.world.World;
import java.io.IOException;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.function.ThrowingConsumer;

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

    static World load(byte[] bytes, MemorySource memory) {
        return load(bytes, new LoadOptions().builder(World.builder().memory(memory)));
    }

    /** A file is refused by one exception, and nothing is left behind. */
    static SaveFormatException assertRefused(byte[] bytes, LoadOptions options, String message) {
        return assertRefused(bytes, options, message, Long.MAX_VALUE);
    }

    /** A file is refused by one exception before so much memory was taken, and nothing is left behind. */
    static SaveFormatException assertRefused(byte[] bytes, LoadOptions options, String message, long mostBytes) {
        CountingMemory memory = new CountingMemory(MemorySource.direct());
        LoadOptions counted = options.builder(World.builder().memory(memory));
        var refused = assertThrowsWith(
                SaveFormatException.class, () -> load(bytes, counted).close(), message);
        assertEquals(0, memory.outstanding());
        assertTrue(memory.peakBytes() < mostBytes, "bytes: " + memory.peakBytes());
        return refused;
    }

    /** A file is loaded, and its world used, or it is refused by one exception. Then nothing is left behind. */
    static boolean isLoaded(byte[] bytes, LoadOptions options, String which, Consumer<World> use) {
        return isAccepted(bytes, which, memory -> {
            try (World world = load(bytes, options.builder(World.builder().memory(memory)))) {
                use.accept(world);
            }
        });
    }

    /** The same for a file that is read and used in any way, with worlds of that memory. */
    static boolean isAccepted(byte[] bytes, String which, ThrowingConsumer<MemorySource> readAndUse) {
        CountingMemory memory = new CountingMemory(MemorySource.direct());
        try {
            readAndUse.accept(memory);
            return true;
        } catch (SaveFormatException e) {
            assertFalse(e.getMessage().isBlank());
            assertTrue(e.offset() >= 0 && e.offset() <= bytes.length, which);
            return false;
        } catch (Throwable e) {
            throw new AssertionError(which, e);
        } finally {
            assertEquals(0, memory.outstanding(), which);
        }
    }
}
