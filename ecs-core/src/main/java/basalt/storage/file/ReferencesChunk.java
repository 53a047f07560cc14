package basalt.storage.file;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Column;
import basalt.component.EnumColumn;
import basalt.component.ReferenceColumn;
import basalt.component.StringListColumn;
import basalt.component.VariableColumn;
import basalt.internal.Utf8;
import basalt.storage.ColumnMemory;
import basalt.storage.Elements;
import basalt.storage.References;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The objects of references, as their codecs write them, and strings: for each component in the order of the schema,
 * each of its reference fields, strings and lists of strings, each block that has rows with it, ascending, and each
 * such row: bytes, or none for null (see ChunkBuffer.putBlob).
 */
final class ReferencesChunk {
    private final References references;
    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
    private final long[] present = new long[WORDS];

    ReferencesChunk(References references) {
        this.references = references;
    }

    void encode(ChunkBuffer to, long base, int block, Column column) throws IOException {
        RowWordsCode.readPresent(base, column.component().id(), present);
        for (int row = RowWordsCode.next(present, 0, 0); row < ROWS; row = RowWordsCode.next(present, row + 1, 0)) {
            if (column instanceof VariableColumn) {
                encode(to, column, ColumnMemory.getLong(base, row, column.offset()));
                continue;
            }
            Object value = references.get(((ReferenceColumn<?>) column).slot(), block, row);
            if (value == null) {
                to.putBlob(null, 0);
            } else {
                int length = References.encode(column, value, buffer);
                to.putBlob(buffer.byteArray(), length); // the array may be another one now
            }
        }
    }

    private void encode(ChunkBuffer to, Column column, long string) throws IOException {
        if (string == 0 && column instanceof StringListColumn) {
            int length = References.encode(column, null, buffer);
            to.putBlob(buffer.byteArray(), length);
        } else if (string == 0) {
            to.putBlob(null, 0);
        } else {
            to.putBlob(references.elements().start(string), Elements.length(string));
        }
    }

    /** Reads the objects of a block into a world. */
    void decode(ChunkReader file, long base, int block, Column column, Loading loading) throws IOException {
        RowWordsCode.readPresent(base, column.component().id(), present);
        for (int row = RowWordsCode.next(present, 0, 0); row < ROWS; row = RowWordsCode.next(present, row + 1, 0)) {
            long most = Math.min(loading.maxObjectBytes, loading.left());
            byte[] bytes = file.blob(FileFormat.REFERENCES, most, "an object");
            UnaryOperator<Object> converter = loading.converters.get(column); // only of enums, and numbers
            Object value = converter != null
                    ? convert(file, column, bytes, converter)
                    : bytes == null ? null : decode(file, column, bytes);
            if (column instanceof ReferenceColumn<?> reference) {
                loading.count(bytes == null ? 0 : bytes.length);
                references.set(reference.slot(), block, row, value);
            } else if (column instanceof VariableColumn) {
                int length = value instanceof byte[] strings ? strings.length : bytes == null ? 0 : bytes.length;
                loading.take(file.entry(), Elements.bytesFor(value instanceof String ? Math.max(length, 1) : length));
                // SAFETY: the row has the component, and the offset is that of its column.
                references.elements().assign(base + column.offset() + ((long) row << 3), value, 0);
            } else {
                ColumnMemory.putOrdinal(base, row, column, ColumnMemory.ordinal(value));
            }
        }
    }

    /** The constant of an enum that a converter makes of a name. */
    private static Object convert(ChunkReader file, Column column, byte[] name, UnaryOperator<Object> converter)
            throws IOException {
        try {
            return SavedComponent.Conversion.constant(
                    column, ((EnumColumn<?>) column).type(), converter.apply(name == null ? null : Utf8.decode(name)));
        } catch (RuntimeException e) {
            String field = column.component().name() + "." + column.field();
            throw file.damage("the converter of " + field + " failed: " + e, e);
        }
    }

    private static Object decode(ChunkReader file, Column column, byte[] bytes) throws IOException {
        try {
            return References.decode(column, new UnsafeBuffer(bytes));
        } catch (IllegalArgumentException e) {
            String remedy = column instanceof EnumColumn<?>
                    ? "; add it for field " + column.component().name() + "." + column.field()
                            + ", or convert it with LoadOptions.convert(...)"
                    : "";
            throw file.damage(e.getMessage() + remedy, e.getCause());
        }
    }

    /** Passes over objects. */
    static void skip(ChunkReader file, int count, Loading loading) throws IOException {
        for (int i = 0; i < count; i++) {
            file.blob(FileFormat.REFERENCES, loading.maxObjectBytes, "an object");
        }
    }
}
