package basalt.storage;

import basalt.component.ColumnKind;
import basalt.component.ListColumn;
import basalt.component.StringColumn;
import basalt.component.StringListColumn;
import basalt.component.VariableColumn;
import basalt.memory.MemorySource;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collections;
import java.util.Objects;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.UnsafeApi;

/**
 * The elements of all lists of a world, and the bytes of its strings. A list is 8 bytes in its row's column, which are
 * 0 if it is empty; a string is a list of bytes, with memory also if it is empty, and 0 is null:
 *
 * <pre>
 *   63               32 31        27 26          0
 *   +------------------+------------+-------------+
 *   | unit             | size class | length      |
 *   +------------------+------------+-------------+
 * </pre>
 *
 * <p>The memory from the unit on is that of the size class, see {@link ElementPages}.
 *
 * <p>The presence bit says whether a row owns its list. The bytes of a row without the component mean nothing.
 *
 * <p>Lists of different rows may be changed by several threads at a time, while their pages are {@linkplain
 * ElementPages#share shared}.
 *
 * <p>SAFETY: a unit is only in the bytes of a list that owns it, and a list's length is at most its
 * capacity; indices are checked against the length.
 */
public final class Elements implements AutoCloseable {
    private static final int LENGTH_BITS = 27;
    private static final int CLASS_MASK = 31;

    private final ElementPages pages;

    /** How much memory {@link #reserve} looks for, by size class. */
    private final int[] needed = new int[ElementPages.CLASSES];

    Elements(MemorySource source) {
        pages = new ElementPages(source);
    }

    public ElementPages pages() {
        return pages;
    }

    public static int length(long list) {
        return (int) list & VariableColumn.MAX_LENGTH;
    }

    private static int sizeClass(long list) {
        return (int) (list >>> LENGTH_BITS) & CLASS_MASK;
    }

    private static long list(long unit, int sizeClass, int length) {
        return unit << Integer.SIZE | (long) sizeClass << LENGTH_BITS | length;
    }

    /** The address of the first element. */
    public long start(long list) {
        return pages.address(list >>> Integer.SIZE);
    }

    /** As {@link #start}, to write an element. */
    public long startForWrite(long list, int index, int shift) {
        pages.mark(list >>> Integer.SIZE, (long) index << shift);
        return start(list);
    }

    private void mark(long list, long from, long bytes) {
        pages.mark(list >>> Integer.SIZE, from, bytes);
    }

    private void free(long list) {
        pages.free(list >>> Integer.SIZE);
    }

    /**
     * Adds an element, and returns its address, where the caller writes it. If there is no memory, nothing has changed.
     *
     * @param at the address of the list
     */
    public long add(long at, int shift) {
        long list = UnsafeApi.getLong(null, at);
        int length = length(list);
        if (length == VariableColumn.MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "a list has at most " + VariableColumn.MAX_LENGTH + " elements: use several entities");
        }
        if (list == 0 || length == 1L << sizeClass(list) + ElementPages.UNIT_SHIFT >>> shift) {
            list = grow(list, length, shift);
        }
        UnsafeApi.putLong(null, at, list + 1);
        return startForWrite(list, length, shift) + ((long) length << shift);
    }

    public void add(long at, int shift, long bits) {
        ColumnMemory.putBits(add(at, shift), 0, 0, shift, bits);
    }

    public void set(long at, int shift, int index, long bits) {
        long list = UnsafeApi.getLong(null, at);
        Objects.checkIndex(index, length(list));
        ColumnMemory.putBits(startForWrite(list, index, shift), index, 0, shift, bits);
    }

    /** Moves a list to twice the memory. */
    private long grow(long list, int length, int shift) {
        int sizeClass = list == 0 ? 0 : sizeClass(list) + 1;
        long larger = list(pages.allocate(sizeClass), sizeClass, length);
        if (list != 0) {
            UnsafeApi.copyMemory(start(list), start(larger), (long) length << shift);
            mark(larger, 0, (long) length << shift);
            free(list);
        }
        return larger;
    }

    /** Removes an element; those behind it follow. */
    public void remove(long at, int shift, int index) {
        long list = UnsafeApi.getLong(null, at);
        int length = length(list);
        Objects.checkIndex(index, length);
        long bytes = (long) (length - 1 - index) << shift;
        if (bytes > 0) {
            long to = start(list) + ((long) index << shift);
            UnsafeApi.copyMemory(to + (1L << shift), to, bytes);
            mark(list, (long) index << shift, bytes);
        }
        shorten(at, list);
    }

    /** Removes an element; the last one takes its place. */
    public void swapRemove(long at, int shift, int index) {
        long list = UnsafeApi.getLong(null, at);
        int last = length(list) - 1;
        Objects.checkIndex(index, last + 1);
        if (index < last) {
            long start = startForWrite(list, index, shift);
            ColumnMemory.putBits(start, index, 0, shift, ColumnMemory.getBits(start, last, 0, shift));
        }
        shorten(at, list);
    }

    private void shorten(long at, long list) {
        if (length(list) == 1) {
            clear(at);
        } else {
            UnsafeApi.putLong(null, at, list - 1);
        }
    }

    /** Removes all elements, and gives their memory back. */
    public void clear(long at) {
        long list = UnsafeApi.getLong(null, at);
        UnsafeApi.putLong(null, at, 0);
        if (list != 0) {
            free(list);
        }
    }

    /** Clears the lists of rows. */
    void clear(long lane, int word, long rows) {
        for (long rest = rows; rest != 0; rest &= rest - 1) {
            clear(lane + ((long) ((word << 6) + Long.numberOfTrailingZeros(rest)) << 3));
        }
    }

    /** The elements as an array of primitives that {@link #assign} can give a list: of chars as shorts. */
    Object toArray(long list, ColumnKind element) {
        return toArray(list, arrayType(element), element.shift());
    }

    private static Class<?> arrayType(ColumnKind element) {
        return switch (element) {
            case FLOAT32 -> float.class;
            case FLOAT64 -> double.class;
            case INT8 -> byte.class;
            case INT16 -> short.class;
            case INT32 -> int.class;
            case INT64, ENTITY -> long.class;
            case BOOLEAN -> boolean.class;
            case REFERENCE, LIST, STRING, STRING_LIST -> throw new AssertionError(element);
        };
    }

    /** The elements as an array of primitives of a type. */
    private Object toArray(long list, Class<?> type, int shift) {
        Object array = Array.newInstance(type, length(list));
        if (list != 0) {
            int start = UnsafeApi.arrayBaseOffset(array.getClass());
            UnsafeApi.copyMemory(null, start(list), array, start, (long) length(list) << shift);
        }
        return array;
    }

    /** The elements as a record has them: an array of a type, or a list of strings if that is null. */
    public Object toArray(long list, VariableColumn column, Class<?> type) {
        if (column instanceof StringListColumn) {
            String[] all = list == 0 ? new String[0] : TextList.decode(start(list));
            return type == null ? Collections.unmodifiableList(Arrays.asList(all)) : all;
        }
        int shift = column.elementKind().shift();
        if (!(column instanceof ListColumn.OfEnum<?> constants)) {
            return toArray(list, type, shift);
        }
        Object[] array = (Object[]) Array.newInstance(type, length(list));
        long start = array.length == 0 ? 0 : start(list);
        for (int i = 0; i < array.length; i++) {
            array[i] = constants.constant((int) ColumnMemory.getBits(start, i, 0, shift));
        }
        return array;
    }

    /** Writes an array that an image has for a list, null for none, as bytes; returns their number. */
    public static int encode(Object array, ColumnKind element, ExpandableArrayBuffer to) {
        int bytes = array == null ? 0 : Array.getLength(array) << element.shift();
        if (bytes > 0) {
            to.checkLimit(bytes);
            int start = UnsafeApi.arrayBaseOffset(array.getClass());
            UnsafeApi.copyMemory(array, start, to.byteArray(), BufferUtil.ARRAY_BASE_OFFSET, bytes);
        }
        return bytes;
    }

    /** The array for an image of bytes that {@link #encode} has written. */
    public static Object decode(DirectBuffer from, ColumnKind element) {
        Object array = Array.newInstance(arrayType(element), from.capacity() >> element.shift());
        int start = UnsafeApi.arrayBaseOffset(array.getClass());
        UnsafeApi.copyMemory(from.byteArray(), from.addressOffset(), array, start, from.capacity());
        return array;
    }

    /** The elements of a list as {@link #toArray(long, ColumnKind)}, or the string; the bytes of a list of strings. */
    Object get(long list, VariableColumn column) {
        return column instanceof StringColumn ? string(list) : toArray(list, column.elementKind());
    }

    /** A new string; null for null. */
    public String string(long list) {
        return list == 0 ? null : text(list).toString();
    }

    /** The number of elements, or of strings. */
    public int length(long list, VariableColumn column) {
        return list != 0 && column instanceof StringListColumn ? TextList.count(start(list)) : length(list);
    }

    /** A string of a list of them, which has one with this index; null for null. */
    public String string(long list, int index) {
        Text text = TextList.text(TextList.find(start(list), index));
        return text == null ? null : text.toString();
    }

    /** Whether a string of a list of them has the same characters, or both are null. */
    public boolean equals(long list, int index, CharSequence string) {
        Text text = TextList.text(TextList.find(start(list), index));
        return text == null || string == null ? text == null && string == null : text.compareTo(string) == 0;
    }

    /** As {@link String#compareTo}; null is less than any other string. */
    public int compare(long list, CharSequence text) {
        return list == 0 || text == null
                ? Boolean.compare(list != 0, text != null)
                : text(list).compareTo(text);
    }

    /** Whether a string is a part of another one; or null, if that is null. */
    public boolean equals(long list, String text, int from, int to) {
        if (list == 0 || text == null) {
            return list == 0 && text == null;
        }
        return Text.encode(text, from, to).hasBytes(start(list), length(list));
    }

    /** A hash of 64 bits, which different strings share by chance only, or if they were chosen for it; 0 for null. */
    public long longHash(long list) {
        return list == 0 ? 0 : Text.longHash(null, start(list), length(list));
    }

    /** As {@link #longHash(long)}, of a part of a string. */
    public static long longHash(String text, int from, int to) {
        return text == null ? 0 : Text.encode(text, from, to).longHash();
    }

    /** As {@link String#hashCode}; 0 for null. */
    public int hash(long list) {
        return list == 0 ? 0 : text(list).hash();
    }

    private Text text(long list) {
        return Text.decode(start(list), length(list));
    }

    /** Counts the memory for lists or strings of a value, for {@link #reserve}. */
    void need(Object value, int shift, int lists) {
        if (value instanceof String text) {
            need(Text.encode(text).byteCount(), lists);
        } else if (value != null && Array.getLength(value) > 0) {
            need((long) Array.getLength(value) << shift, lists);
        }
    }

    /** Counts the memory for lists of so many bytes, for {@link #reserve}. */
    public void need(long bytes, int lists) {
        needed[ElementPages.classFor(bytes)] += lists;
    }

    /**
     * Takes the memory that is needed and gives it back, so that the next lists of these lengths get it, whatever their
     * order: free pages stay runs of the same lengths. Without memory it throws, and nothing has changed.
     */
    public void reserve() {
        long taken = 0; // units, each of which has the number of the one before
        try {
            for (int i = 0; i < ElementPages.CLASSES; i++) {
                for (; needed[i] > 0; needed[i]--) {
                    long unit = pages.allocate(i);
                    UnsafeApi.putLong(null, pages.address(unit), taken);
                    taken = unit;
                }
            }
        } finally {
            Arrays.fill(needed, 0);
            while (taken != 0) {
                long before = UnsafeApi.getLong(null, pages.address(taken));
                pages.free(taken);
                taken = before;
            }
        }
    }

    /** Gives a list the elements of an array of primitives, or a string, or null. Without memory nothing changes. */
    public void assign(long at, Object value, int shift) {
        if (value instanceof String string) {
            Text text = Text.encode(string);
            assign(at, text.bytes(), text.byteCount(), 0);
        } else if (value == null || Array.getLength(value) == 0) {
            clear(at);
        } else {
            assign(at, value, Array.getLength(value), shift);
        }
    }

    private void assign(long at, Object array, int length, int shift) {
        long list = resized(at, length, shift);
        long bytes = (long) length << shift;
        UnsafeApi.copyMemory(array, UnsafeApi.arrayBaseOffset(array.getClass()), null, start(list), bytes);
    }

    /**
     * Gives a list a length, 0 only for a string, and undefined elements. Returns the address, where they are written.
     */
    public long resize(long at, int length, int shift) {
        return start(resized(at, length, shift));
    }

    /** The memory of a list whose elements have a number of bytes. */
    public static long bytesFor(long bytes) {
        return bytes == 0 ? 0 : 1L << ElementPages.UNIT_SHIFT + ElementPages.classFor(bytes);
    }

    /** Gives an empty list the elements of another world's list. If there is no memory, nothing has changed. */
    public void copy(Elements from, long other, int shift, long at) {
        if (other != 0) {
            long list = resized(at, length(other), shift);
            UnsafeApi.copyMemory(from.start(other), start(list), (long) length(other) << shift);
        }
    }

    /** Gives a list another length, and undefined elements, in other memory if that is of another size class. */
    private long resized(long at, int length, int shift) {
        long list = UnsafeApi.getLong(null, at);
        long bytes = (long) length << shift;
        int sizeClass = ElementPages.classFor(bytes);
        if (list == 0 || sizeClass(list) != sizeClass) {
            long unit = pages.allocate(sizeClass);
            clear(at);
            list = list(unit, sizeClass, 0);
        }
        list = list & ~VariableColumn.MAX_LENGTH | length;
        UnsafeApi.putLong(null, at, list);
        mark(list, 0, bytes);
        return list;
    }

    /** Moves a list to a page that the compaction keeps, unless it is in one, or too long. Takes no memory. */
    boolean compact(long at) {
        long list = UnsafeApi.getLong(null, at);
        int sizeClass = sizeClass(list);
        if (list == 0 || !pages.isAboveKept(list >>> Integer.SIZE, sizeClass)) {
            return false;
        }
        long moved = list(pages.allocate(sizeClass), sizeClass, length(list));
        UnsafeApi.copyMemory(start(list), start(moved), 1L << sizeClass + ElementPages.UNIT_SHIFT);
        UnsafeApi.putLong(null, at, moved);
        free(list);
        return true;
    }

    @Override
    public void close() {
        pages.close();
    }
}
