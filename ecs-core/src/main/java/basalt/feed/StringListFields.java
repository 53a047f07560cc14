package basalt.feed;

import basalt.component.StringListColumn;
import basalt.storage.ColumnMemory;
import basalt.storage.Elements;
import basalt.storage.TextList;

/**
 * A list of strings as fields: the number of bytes, then those of each string and one that ends it, which is in no
 * UTF-8: 0xFF, or 0xFE for null.
 */
final class StringListFields extends ListFields {
    private static final int END = 0xFF;
    private static final int NULL = 0xFE;

    /** Of at most so many bytes. */
    StringListFields(StringListColumn column, int most, int first) {
        super(column, most, first, null);
    }

    @Override
    int length(long list, Elements elements) {
        int strings = TextList.count(elements.start(list));
        return Elements.length(list) - TextList.headerBytes(strings) + strings;
    }

    @Override
    String unit() {
        return "bytes as UTF-8 and one for each string";
    }

    @Override
    void encode(long start, int length, int[] to, int place) {
        long string = TextList.first(start);
        int i = 0;
        while (i < length) {
            int bytes = TextList.byteCount(string);
            int end = Math.min(length, i + Math.max(bytes, 0));
            for (int from = i; i < end; i++) {
                put(ColumnMemory.getByte(TextList.bytes(string), i - from, 0) & 0xFF, to, place, i);
            }
            if (i < length) {
                put(bytes < 0 ? NULL : END, to, place, i++);
            }
            string = TextList.next(string);
        }
    }

    /** Writes a byte of fields that are 0. */
    private void put(int value, int[] to, int place, int i) {
        to[at(i >> 2, place)] |= value << i * Byte.SIZE;
    }

    @Override
    boolean isValid(int[] values, int place) {
        if (!super.isValid(values, place)) {
            return false;
        }
        int length = length(values, place);
        int start = 0;
        for (int i = 0; i < length; i++) {
            int end = byteAt(values, place, i);
            if (end >= NULL) {
                if (end == NULL ? i > start : !isText(values, place, start, i)) {
                    return false;
                }
                start = i + 1;
            }
        }
        return start == length;
    }

    private int strings(int[] values, int place, int length) {
        int strings = 0;
        for (int i = 0; i < length; i++) {
            strings += byteAt(values, place, i) >= NULL ? 1 : 0;
        }
        return strings;
    }

    @Override
    int storedLength(int[] values, int place, int length) {
        int strings = strings(values, place, length);
        return length - strings + TextList.headerBytes(strings);
    }

    /** SAFETY: the fields are valid, so the list has the memory of {@link #storedLength}, which is written exactly. */
    @Override
    void write(int[] from, int place, int length, long start, MirrorRows rows) {
        TextList.putCount(start, strings(from, place, length));
        long string = TextList.first(start);
        int bytes = 0;
        for (int i = 0; i < length; i++) {
            int value = byteAt(from, place, i);
            if (value < NULL) {
                ColumnMemory.putByte(TextList.bytes(string), bytes++, 0, (byte) value);
            } else {
                TextList.putByteCount(string, value == NULL ? -1 : bytes);
                string = TextList.next(string);
                bytes = 0;
            }
        }
    }
}
