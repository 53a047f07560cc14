package basalt.feed;

import static basalt.feed.Frames.CHUNK_ROWS;

import basalt.component.ColumnKind;
import basalt.component.Entity;
import basalt.component.StringColumn;
import basalt.component.VariableColumn;
import basalt.storage.ColumnMemory;
import basalt.storage.Elements;
import basalt.storage.Entities;

/**
 * A list or a string of limited length as fields: its length, for a string 0 if it is null and one more otherwise, then
 * its bytes, four in each field, or its rounded elements. The fields behind them are 0. Immutable.
 */
class ListFields extends ColumnFields {
    /** The most elements or bytes that a schema may send. */
    static final int MOST_LENGTH = 1024;

    private static final int BOOLEANS = 0x0101_0101;

    private final int most;
    private final ColumnKind kind;

    /** What the length of a string that is not null has in addition. */
    private final int extra;

    private final int count;

    /** Of at most so many elements or bytes. The rounding is null for exact values. */
    ListFields(VariableColumn column, int most, int first, Quantisation rounding) {
        super(column, 0, first, rounding);
        this.most = most;
        kind = column.elementKind();
        extra = column instanceof StringColumn ? 1 : 0;
        count = 1 + words(most);
    }

    @Override
    int count() {
        return count;
    }

    /** The fields of so many elements. */
    private int words(int length) {
        return scale != null ? length : (length << kind.shift()) + Integer.BYTES - 1 >> 2;
    }

    /** The place of a field behind the length. */
    final int at(int word, int place) {
        return (first + 1 + word) * CHUNK_ROWS + place;
    }

    /** The number of elements; -1 for null. */
    final int length(int[] values, int place) {
        return values[first * CHUNK_ROWS + place] - extra;
    }

    /** A mask of the bits that the elements use in the last field. */
    private int lastBits(int length) {
        int bytes = length << kind.shift() & Integer.BYTES - 1;
        return scale != null || bytes == 0 ? -1 : (1 << bytes * Byte.SIZE) - 1;
    }

    /** The length that is sent of a list that is not empty. */
    int length(long list, Elements elements) {
        return Elements.length(list);
    }

    /** What a length counts. */
    String unit() {
        return extra == 0 ? "elements" : "bytes as UTF-8";
    }

    @Override
    final void encode(FrameEncoder.Rows rows) {
        for (int i = 0; i < rows.count; i++) {
            long list = ColumnMemory.getLong(rows.base, rows.rows[i], column.offset());
            if (list != 0) {
                int length = length(list, rows.elements);
                if (length > most && !rows.isPrediction) {
                    throw tooLong(Entities.handle(rows.base, rows.rows[i]), length);
                }
                rows.values[i][first * CHUNK_ROWS + rows.places[i]] = length + extra;
                encode(rows.elements.start(list), Math.min(length, most), rows.values[i], rows.places[i]);
            }
        }
    }

    private IllegalStateException tooLong(long entity, int length) {
        String longer =
                most == MOST_LENGTH ? "" : "give column(...) of the schema, on both sides, a greater length, or ";
        return new IllegalStateException(column.component().name() + "." + column.field() + " of entity "
                + Entity.toString(entity) + " has " + length + " " + unit() + ", and the feed's schema sends " + most
                + " at most; " + longer + "shorten it");
    }

    /**
     * Encodes a length of the elements at an address. SAFETY: the list's memory is a multiple of 16 bytes, so that its
     * last bytes can be read as an int.
     */
    void encode(long start, int length, int[] to, int place) {
        int words = words(length);
        for (int i = 0; i < words; i++) {
            to[at(i, place)] = scale == null ? ColumnMemory.getInt(start, i, 0) : scale.encode(number(start, i));
        }
        if (words > 0) {
            to[at(words - 1, place)] &= lastBits(length);
        }
    }

    private double number(long start, int i) {
        return kind == ColumnKind.FLOAT32 ? ColumnMemory.getFloat(start, i, 0) : ColumnMemory.getDouble(start, i, 0);
    }

    @Override
    boolean isValid(int[] values, int place) {
        int length = length(values, place);
        if (length < -extra || length > most) {
            return false;
        }
        int words = words(Math.max(length, 0));
        int behind = 0;
        for (int i = words; i < count - 1; i++) {
            behind |= values[at(i, place)];
        }
        if (words > 0) {
            behind |= values[at(words - 1, place)] & ~lastBits(length);
        }
        return behind == 0 && areElements(values, place, words) && (extra == 0 || isText(values, place, 0, length));
    }

    private boolean areElements(int[] values, int place, int words) {
        boolean valid = true;
        for (int i = 0; i < words; i++) {
            int value = values[at(i, place)];
            valid &= scale != null ? scale.isValid(value) : kind != ColumnKind.BOOLEAN || value == (value & BOOLEANS);
        }
        return valid;
    }

    /** Whether bytes are some that {@link basalt.internal.Utf8} makes. */
    final boolean isText(int[] values, int place, int from, int to) {
        int last = 0;
        int i = from;
        while (i < to) {
            int c = byteAt(values, place, i++);
            if (c >= 0x80) {
                int more = c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
                if (c < 0xC2 || c > 0xF4 || more > to - i) {
                    return false;
                }
                c &= 0x3F >> more;
                for (int end = i + more; i < end; i++) {
                    int next = byteAt(values, place, i);
                    if (next >>> 6 != 2) {
                        return false;
                    }
                    c = c << 6 | next & 0x3F;
                }
                // Neither in more bytes than needed, nor one character as two surrogates.
                if (c < 1 << 5 * more + 1
                        || c > Character.MAX_CODE_POINT
                        || c >>> 10 == Character.MIN_LOW_SURROGATE >>> 10
                                && last >>> 10 == Character.MIN_HIGH_SURROGATE >>> 10) {
                    return false;
                }
            }
            last = c;
        }
        return true;
    }

    final int byteAt(int[] values, int place, int i) {
        return values[at(i >> 2, place)] >>> i * Byte.SIZE & 0xFF;
    }

    /** The length that the list has in memory. */
    int storedLength(int[] values, int place, int length) {
        return length;
    }

    @Override
    final boolean need(int[] values, int place, Elements elements) {
        int length = length(values, place);
        boolean isNeeded = length + extra > 0;
        if (isNeeded) {
            elements.need((long) storedLength(values, place, length) << kind.shift(), 1);
        }
        return isNeeded;
    }

    /** Writes the elements of the earlier value. There is memory for them, if the caller has reserved it. */
    @Override
    final void write(int[] from, int[] to, int place, double part, long base, int row, MirrorRows rows) {
        long list = base + column.offset() + ((long) row << 3);
        int length = length(from, place);
        if (length + extra <= 0) {
            rows.elements().clear(list);
            return;
        }
        write(from, place, length, rows.elements().resize(list, storedLength(from, place, length), kind.shift()), rows);
    }

    /**
     * Writes the elements to an address. SAFETY: the list's memory is a multiple of 16 bytes, so that its last bytes
     * can be written as an int.
     */
    void write(int[] from, int place, int length, long start, MirrorRows rows) {
        if (kind == ColumnKind.ENTITY) {
            for (int i = 0; i < length; i++) {
                ColumnMemory.putLong(start, i, 0, rows.local(entity(from, place, i)));
            }
        } else {
            int words = words(length);
            for (int i = 0; i < words; i++) {
                writeField(from[at(i, place)], start, i);
            }
        }
    }

    private long entity(int[] values, int place, int i) {
        return Entity.of(values[at(2 * i, place)], values[at(2 * i + 1, place)]);
    }

    private void writeField(int value, long start, int i) {
        if (scale == null) {
            ColumnMemory.putInt(start, i, 0, value);
        } else if (kind == ColumnKind.FLOAT32) {
            ColumnMemory.putFloat(start, i, 0, (float) scale.decode(value));
        } else {
            ColumnMemory.putDouble(start, i, 0, scale.decode(value));
        }
    }

    @Override
    final boolean isNear(int[] one, int place, int[] other, int otherPlace, int steps, MirrorRows shown) {
        int length = length(one, place);
        if (length != length(other, otherPlace)) {
            return false;
        }
        boolean isNear = true;
        int entities = kind == ColumnKind.ENTITY ? length : 0;
        for (int i = 0; i < entities; i++) {
            isNear &= shown.isShownAs(entity(one, place, i), entity(other, otherPlace, i));
        }
        int compared = kind == ColumnKind.ENTITY ? 0 : count - 1;
        for (int i = 0; i < compared; i++) {
            long distance = Math.abs((long) one[at(i, place)] - other[at(i, otherPlace)]);
            isNear &= distance <= (scale == null ? 0 : steps);
        }
        return isNear;
    }
}
