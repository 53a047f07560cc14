package basalt.save;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/** The chunks of a saved world, which tests change, with lengths, numbers and checksums that are right again. */
public final class FileChunks {
    public static final int HEADER = 24;
    private static final int FILE_HEADER = 16;
    private static final int SEQUENCE = 8;
    private static final int STORED = 12;
    private static final int RAW = 16;
    private static final int CHECKSUM = 20;

    private final byte[] header = new byte[FILE_HEADER];

    /** Each with its header. */
    public final List<byte[]> chunks = new ArrayList<>();

    public FileChunks(byte[] bytes) {
        ByteBuffer file = wrap(bytes);
        file.get(header);
        while (file.hasRemaining()) {
            byte[] chunk = new byte[HEADER + file.getInt(file.position() + STORED)];
            file.get(chunk);
            chunks.add(chunk);
        }
    }

    static ByteBuffer wrap(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The index of the first chunk of a type; -1 if there is none. */
    public int find(String type) {
        for (int i = 0; i < chunks.size(); i++) {
            if (new String(chunks.get(i), 0, 4, StandardCharsets.US_ASCII).equals(type)) {
                return i;
            }
        }
        return -1;
    }

    /** The first chunk of a type, to be read and changed from {@link #HEADER} on. */
    public ByteBuffer get(String type) {
        return wrap(chunks.get(find(type)));
    }

    /** Where a chunk begins in the file. */
    int offset(int index) {
        return FILE_HEADER
                + chunks.subList(0, index).stream()
                        .mapToInt(chunk -> chunk.length)
                        .sum();
    }

    void set(String type, byte[] contents) {
        chunks.set(find(type), chunk(type, contents));
    }

    void insertBefore(String next, String type, byte[] contents) {
        chunks.add(find(next), chunk(type, contents));
    }

    private static byte[] chunk(String type, byte[] contents) {
        byte[] chunk = new byte[HEADER + contents.length];
        System.arraycopy(type.getBytes(StandardCharsets.US_ASCII), 0, chunk, 0, 4);
        System.arraycopy(contents, 0, chunk, HEADER, contents.length);
        return resized(chunk, chunk.length);
    }

    static byte[] resized(byte[] chunk, int length) {
        byte[] resized = Arrays.copyOf(chunk, length);
        wrap(resized).putInt(STORED, length - HEADER).putInt(RAW, length - HEADER);
        return resized;
    }

    /** The file, with the right number of chunks in its last one. */
    public byte[] complete() {
        get("END ").putInt(HEADER, chunks.size());
        return together();
    }

    /** The chunks in their order, with numbers and checksums that are right. */
    public byte[] together() {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(header);
        for (int i = 0; i < chunks.size(); i++) {
            byte[] chunk = chunks.get(i).clone();
            wrap(chunk).putInt(SEQUENCE, i);
            CRC32C checksum = new CRC32C();
            checksum.update(chunk, 0, CHECKSUM);
            checksum.update(chunk, HEADER, chunk.length - HEADER);
            wrap(chunk).putInt(CHECKSUM, (int) checksum.getValue());
            file.writeBytes(chunk);
        }
        return file.toByteArray();
    }
}
