package basalt.storage.file;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.ColumnKind;
import basalt.component.ListColumn;
import basalt.component.SaveFormatException;
import basalt.storage.ColumnMemory;
import basalt.storage.ColumnSet;
import basalt.storage.Elements;
import java.io.IOException;
import org.agrona.BufferUtil;

/**
 * The elements of lists: for each component in the order of the schema, each of its lists, each block that has rows
 * with it, ascending, and each such row: the bytes of the elements (see ChunkBuffer.putBlob).
 */
final class ListsChunk {
    private final Elements elements;
    private final long[] present = new long[WORDS];

    ListsChunk(Elements elements) {
        this.elements = elements;
    }

    void encode(ChunkBuffer to, long base, ListColumn column) throws IOException {
        RowWordsCode.readPresent(base, column.component().id(), present);
        for (int row = RowWordsCode.next(present, 0, 0); row < ROWS; row = RowWordsCode.next(present, row + 1, 0)) {
            long list = ColumnMemory.getLong(base, row, column.offset());
            long bytes = (long) Elements.length(list) << column.elementKind().shift();
            to.putBlob(elements.start(list), (int) bytes);
        }
    }

    /** Reads the elements of a block into a world. */
    void decode(ChunkReader file, long base, SavedComponent.Field field, Loading loading) throws IOException {
        ListColumn column = (ListColumn) field.column();
        RowWordsCode.readPresent(base, column.component().id(), present);
        int shift = column.elementKind().shift();
        for (int row = RowWordsCode.next(present, 0, 0); row < ROWS; row = RowWordsCode.next(present, row + 1, 0)) {
            // SAFETY: the row has the component, and the offset is that of its column.
            long list = base + column.offset() + ((long) row << 3);
            if (field.conversion() != null) {
                decode(file, list, column, field.conversion(), loading);
                continue;
            }
            int bytes = file.blobLength(FileFormat.LISTS, "a list");
            if ((bytes & (1 << shift) - 1) != 0 || bytes >> shift > ListColumn.MAX_LENGTH) {
                throw damage(file, column);
            }
            loading.take(file.entry(), Elements.bytesFor(bytes));
            if (bytes == 0) {
                elements.clear(list); // defaults for other fields may have written it
                continue;
            }
            long start = elements.resize(list, bytes >> shift, shift);
            file.blobBytes(FileFormat.LISTS, start, bytes);
            if (column.elementKind() == ColumnKind.BOOLEAN && !areBooleans(start, bytes)) {
                throw damage(file, column);
            }
        }
    }

    /** Reads constants of an enum, which may have other ordinals in the file, of another size, or other values. */
    private void decode(
            ChunkReader file, long list, ListColumn column, SavedComponent.Conversion conversion, Loading loading)
            throws IOException {
        byte[] saved = file.blob(FileFormat.LISTS, loading.left(), "a list");
        int shift = conversion.from().element().shift();
        if (saved == null || (saved.length & (1 << shift) - 1) != 0 || saved.length >> shift > ListColumn.MAX_LENGTH) {
            throw damage(file, column);
        }
        Object ordinals;
        try {
            ordinals = ColumnSet.ordinals(
                    column,
                    saved.length >> shift,
                    i -> conversion.ordinal(saved, BufferUtil.ARRAY_BASE_OFFSET + ((long) i << shift)));
        } catch (RuntimeException e) {
            throw conversion.damage(file.entry(), e);
        }
        int elementShift = column.elementKind().shift();
        loading.take(file.entry(), Elements.bytesFor((long) saved.length >> shift << elementShift));
        elements.assign(list, ordinals, elementShift);
    }

    private static SaveFormatException damage(ChunkReader file, ListColumn column) {
        return file.damage(
                "a list of " + column.component().name() + "." + column.field()
                        + " has too many elements, a part of one, or a boolean that is neither 0 nor 1",
                null);
    }

    private static boolean areBooleans(long start, int bytes) {
        int all = 0;
        for (int i = 0; i < bytes; i++) {
            all |= ColumnMemory.getByte(start, i, 0);
        }
        return (all & ~1) == 0;
    }

    /** Passes over lists. */
    static void skip(ChunkReader file, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            file.skipBlob(FileFormat.LISTS, "a list");
        }
    }
}
