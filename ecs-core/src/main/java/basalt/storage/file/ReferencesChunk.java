package basalt.storage.file;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.WORDS;

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

    void encode(ChunkBuffer to, long base, int block, ReferenceColumn<?> column) throws IOException {
        read(base, column.component().id());
        for (int row = RowWords.next(present, 0, 0); row < ROWS; row = RowWords.next(present, row + 1, 0)) {
            Object value = references.get(column.slot(), block, row);
            if (value == null) {
                Blob.encodeNone(to);
            } else {
                int length = References.encode(column, value, buffer);
                Blob.encode(to, buffer.byteArray(), length); // the array may be another one now
            }
        }
    }

    /** Reads the objects of a block into a world. */
    void decode(ChunkStream file, long base, int block, ReferenceColumn<?> column, LoadPlan plan, MemoryLimit limit)
            throws IOException {
        read(base, column.component().id());
        for (int row = RowWords.next(present, 0, 0); row < ROWS; row = RowWords.next(present, row + 1, 0)) {
            long most = Math.min(plan.maxObjectBytes, limit.left());
            byte[] bytes = Blob.decode(file, FileFormat.REFERENCES, most, "an object");
            limit.add(bytes == null ? 0 : bytes.length);
            references.set(column.slot(), block, row, bytes == null ? null : decode(file, column, bytes));
        }
    }

    private static Object decode(ChunkStream file, ReferenceColumn<?> column, byte[] bytes) throws IOException {
        try {
            return References.decode(column, new UnsafeBuffer(bytes));
        } catch (IllegalArgumentException e) {
            throw file.damage(e.getMessage(), e.getCause());
        }
    }

    /** Passes over objects. */
    static void skip(ChunkStream file, int count, LoadPlan plan) throws IOException {
        for (int i = 0; i < count; i++) {
            Blob.decode(file, FileFormat.REFERENCES, plan.maxObjectBytes, "an object");
        }
    }
}
