package basalt.query;

import basalt.component.ListColumn;
import basalt.storage.ColumnMemory;
import basalt.storage.Elements;
import java.util.Objects;
import java.util.function.LongUnaryOperator;

/**
 * The elements of a list of one row, to be read in a loop: {@code row.list(column)}. It knows where they are and how
 * many, so that a kernel's loop is as fast as one over an array, while {@code row.get(column, index)} finds them anew
 * for each element.
 *
 * <pre>{@code
 * RowKernel weigh = carriers.kernel(row -> {
 *     ListView.OfInt items = row.list(Inventory.ITEMS);
 *     int sum = 0;
 *     for (int i = 0; i < items.length(); i++) {
 *         sum += items.get(i);
 *     }
 *     row.set(Inventory.WEIGHT, sum);
 * });
 * }</pre>
 *
 * <p>A view shows elements that are set meanwhile. It is valid as long as its row is at the entity, until elements are
 * added or removed, the list is written as a whole, or the world's rows are compacted. If the list has another length
 * or other memory then, the view throws {@link IllegalStateException}. Views of kernel rows find that in strict mode
 * only. Without it such a view has undefined elements, and after the call of the body it may read memory that was given
 * back, which can crash the JVM: keep values, not views. Loops make no garbage, because the JIT removes views that are
 * not kept.
 *
 * <p>A view of a checked row makes the checks of its row for each element, so that a copy, {@code row.get(column)}, may
 * be faster for many.
 *
 * <p>An index that the list does not have is an {@link IndexOutOfBoundsException}. For the thread that has the row.
 */
public abstract sealed class ListView {
    private final long list;
    private final long start;

    /** Checks that the row has the list still, and gives the address of its elements; null if nothing is checked. */
    private final LongUnaryOperator find;

    private ListView(long list, long start, LongUnaryOperator find) {
        this.list = list;
        this.start = start;
        this.find = find;
    }

    /** {@return the number of elements} */
    public final int length() {
        start();
        return Elements.length(list);
    }

    private long start() {
        return find == null ? start : find.applyAsLong(list);
    }

    /** The address of the elements. SAFETY: there is one with this index, and their memory was not given back. */
    final long start(int index) {
        Objects.checkIndex(index, Elements.length(list));
        return start();
    }

    /** A list of {@code float}s. */
    public static final class OfFloat extends ListView {
        OfFloat(long list, long start, LongUnaryOperator find) {
            super(list, start, find);
        }

        /** {@return an element} */
        public float get(int index) {
            return ColumnMemory.getFloat(start(index), index, 0);
        }
    }

    /** A list of {@code double}s. */
    public static final class OfDouble extends ListView {
        OfDouble(long list, long start, LongUnaryOperator find) {
            super(list, start, find);
        }

        /** {@return an element} */
        public double get(int index) {
            return ColumnMemory.getDouble(start(index), index, 0);
        }
    }

    /** A list of {@code byte}s. */
    public static final class OfByte extends ListView {
        OfByte(long list, long start, LongUnaryOperator find) {
            super(list, start, find);
        }

        /** {@return an element} */
        public byte get(int index) {
            return ColumnMemory.getByte(start(index), index, 0);
        }
    }

    /** A list of {@code short}s or {@code char}s. */
    public static final class OfShort extends ListView {
        OfShort(long list, long start, LongUnaryOperator find) {
            super(list, start, find);
        }

        /** {@return an element} */
        public short get(int index) {
            return ColumnMemory.getShort(start(index), index, 0);
        }
    }

    /** A list of {@code int}s. */
    public static final class OfInt extends ListView {
        OfInt(long list, long start, LongUnaryOperator find) {
            super(list, start, find);
        }

        /** {@return an element} */
        public int get(int index) {
            return ColumnMemory.getInt(start(index), index, 0);
        }
    }

    /** A list of {@code long}s. */
    public static final class OfLong extends ListView {
        OfLong(long list, long start, LongUnaryOperator find) {
            super(list, start, find);
        }

        /** {@return an element} */
        public long get(int index) {
            return ColumnMemory.getLong(start(index), index, 0);
        }
    }

    /** A list of {@code boolean}s. */
    public static final class OfBoolean extends ListView {
        OfBoolean(long list, long start, LongUnaryOperator find) {
            super(list, start, find);
        }

        /** {@return an element} */
        public boolean get(int index) {
            return ColumnMemory.getBoolean(start(index), index, 0);
        }
    }

    /** A list of entity handles. */
    public static final class OfEntity extends ListView {
        OfEntity(long list, long start, LongUnaryOperator find) {
            super(list, start, find);
        }

        /** {@return an element} */
        public long get(int index) {
            return ColumnMemory.getLong(start(index), index, 0);
        }
    }

    /**
     * A list of constants.
     *
     * @param <E> their enum
     */
    public static final class OfEnum<E extends Enum<E>> extends ListView {
        private final ListColumn.OfEnum<E> column;

        OfEnum(ListColumn.OfEnum<E> column, long list, long start, LongUnaryOperator find) {
            super(list, start, find);
            this.column = column;
        }

        /** {@return an element, or null} */
        public E get(int index) {
            int shift = column.elementKind().shift();
            return column.constant((int) ColumnMemory.getBits(start(index), index, 0, shift));
        }
    }
}
