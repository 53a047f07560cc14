package basalt.storage.file;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;

/**
 * LZ4, if the program has the optional library {@code at.yawk.lz4:lz4-java}. Its variant in Java without unsafe access
 * is used, which checks all bounds. Found by its name, so that a program without the library needs nothing of it.
 */
final class Lz4 {
    /** What to do if the library is missing. */
    static final String MISSING = "LZ4 needs the library at.yawk.lz4:lz4-java, version 1.11.2 or newer, on the class"
            + " path, or on the module path with --add-modules org.lz4.java";

    private static final MethodType CALL = MethodType.methodType(
            int.class, ByteBuffer.class, int.class, int.class, ByteBuffer.class, int.class, int.class);
    private static final String LIBRARY = "net.jpountz.lz4.";

    private final MethodHandle compress;
    private final MethodHandle decompress;

    private Lz4(MethodHandle compress, MethodHandle decompress) {
        this.compress = compress;
        this.decompress = decompress;
    }

    /** The library; null if the program does not have it. */
    static Lz4 tryFind() {
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Class<?> factory = Class.forName(LIBRARY + "LZ4Factory");
            Class<?> compressor = Class.forName(LIBRARY + "LZ4Compressor");
            Class<?> decompressor = Class.forName(LIBRARY + "LZ4SafeDecompressor");
            Object safe = lookup.findStatic(factory, "safeInstance", MethodType.methodType(factory))
                    .invoke();
            Object in = lookup.findVirtual(factory, "fastCompressor", MethodType.methodType(compressor))
                    .invoke(safe);
            Object out = lookup.findVirtual(factory, "safeDecompressor", MethodType.methodType(decompressor))
                    .invoke(safe);
            return new Lz4(
                    lookup.findVirtual(compressor, "compress", CALL).bindTo(in),
                    lookup.findVirtual(decompressor, "decompress", CALL).bindTo(out));
        } catch (Error e) {
            throw e;
        } catch (Throwable e) { // it is missing, or too old
            return null;
        }
    }

    /** The most bytes that so many bytes are compressed to. */
    static int mostBytes(int length) {
        return length + length / 255 + 16;
    }

    /** Compresses bytes from the start of a buffer; there is room for {@link #mostBytes}. Returns their length. */
    int compress(ByteBuffer from, int length, ByteBuffer to, int offset) {
        return call(compress, from, 0, length, to, offset, mostBytes(length));
    }

    /** Decompresses bytes to the start of a buffer, at most so many; throws a RuntimeException if they are damaged. */
    int decompress(ByteBuffer from, int offset, int length, ByteBuffer to, int most) {
        return call(decompress, from, offset, length, to, 0, most);
    }

    private static int call(
            MethodHandle method, ByteBuffer from, int offset, int length, ByteBuffer to, int toOffset, int most) {
        try {
            return (int) method.invokeExact(from, offset, length, to, toOffset, most);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("LZ4 failed", e);
        }
    }
}
