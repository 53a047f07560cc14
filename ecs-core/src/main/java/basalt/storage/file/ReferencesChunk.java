package basalt.storage.file;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.ReferenceCodec;
import basalt.component.ReferenceColumn;
import basalt.storage.Pools;
import basalt.storage.References;
import java.io.IOException;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The objects of references, as their codecs write them: for each component in the order of the schema, each of its
 * reference fields, each block that has rows with it, ascending, and each such row: bytes, or none for null (see Blob).
 */
final class ReferencesChunk {
    private final References references;
    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
    private final long[] present = new long[WORDS];

    ReferencesChunk(References references) {
        this.references = references;
    }

    private void read(long base, int id) {
        for (int word = 0; word < WORDS; word++) {
            present[word] = Pools.presentWord(base, word, id);
        }
    }

    @SuppressWarnings("unchecked") // the column only holds objects of its type
    void encode(ChunkBuffer to, long base, int block, ReferenceColumn<?> column) throws IOException {
        ReferenceCodec<Object> codec = (ReferenceCodec<Object>) column.codec();
        read(base, column.component().id());
        for (int row = RowWords.next(present, 0, 0); row < ROWS; row = RowWords.next(present, row + 1, 0)) {
            Object value = references.get(column.slot(), block, row);
            if (value == null) {
                Blob.encodeNone(to);
            } else {
                int length = requireWritten(codec.write(value, buffer, 0), column);
                Blob.encode(to, buffer.byteArray(), length); // the array may be another one now
            }
        }
    }

    private int requireWritten(int length, ReferenceColumn<?> column) {
        if (length < 0 || length > buffer.capacity()) {
            throw new IllegalStateException("the codec of " + column.component().name() + "." + column.field()
                    + " says that it has written more or less than it can have: return the number of bytes written,"
                    + " 0 or more: length=" + length);
        }
        return length;
    }

    /** Reads the objects of a block into a world. */
    void decode(ChunkStream file, long base, int block, ReferenceColumn<?> column, LoadPlan plan) throws IOException {
        read(base, column.component().id());
        for (int row = RowWords.next(present, 0, 0); row < ROWS; row = RowWords.next(present, row + 1, 0)) {
            byte[] bytes = Blob.decode(file, FileFormat.REFERENCES, plan.maxObjectBytes, "an object");
            references.set(column.slot(), block, row, bytes == null ? null : decode(file, column, bytes));
        }
    }

    private static Object decode(ChunkStream file, ReferenceColumn<?> column, byte[] bytes) throws IOException {
        String what = "the codec of " + column.component().name() + "." + column.field();
        Object value;
        try {
            value = column.codec().read(new UnsafeBuffer(bytes), 0, bytes.length);
        } catch (RuntimeException | StackOverflowError e) {
            throw file.damage(what + " refuses an object: " + e.getMessage(), e);
        }
        if (!column.type().isInstance(value)) {
            throw file.damage(what + " made no object of its type: " + value, null);
        }
        return value;
    }

    /** Passes over objects. */
    static void skip(ChunkStream file, int count, LoadPlan plan) throws IOException {
        for (int i = 0; i < count; i++) {
            Blob.decode(file, FileFormat.REFERENCES, plan.maxObjectBytes, "an object");
        }
    }
}
