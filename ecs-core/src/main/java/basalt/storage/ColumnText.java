package basalt.storage;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Entity;
import basalt.component.EnumColumn;
import basalt.component.ListColumn;
import basalt.component.ShortColumn;
import basalt.component.StringListColumn;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;

/** Values of columns as text, for people. */
public final class ColumnText {
    private static final int LONGEST = 200;

    private ColumnText() {}

    /** An element that is no reference, by its raw bits; null for the null of an enum. */
    public static String of(Column column, long bits) {
        if (column instanceof EnumColumn<?> constants) {
            return plain(constants.constant((int) bits));
        } else if (isChar(column)) {
            return bits == 0 ? "" : String.valueOf((char) bits);
        }
        return of(column.kind(), bits);
    }

    /** A number, boolean or handle, by its raw bits. */
    public static String of(ColumnKind kind, long bits) {
        return switch (kind) {
            case FLOAT32 -> Float.toString(Float.intBitsToFloat((int) bits));
            case FLOAT64 -> Double.toString(Double.longBitsToDouble(bits));
            case BOOLEAN -> Boolean.toString(bits != 0);
            case ENTITY -> Entity.toString(bits);
            default -> Long.toString(bits);
        };
    }

    /** Whether the numbers of a column are characters. */
    public static boolean isChar(Column column) {
        return column instanceof ShortColumn shorts && shorts.isChar();
    }

    /** An object as its own text, which can be user code; cut off, unless it is a string. Null for null. */
    public static String of(Object value) {
        String plain = plain(value);
        if (value == null || plain != null) {
            return plain;
        }
        try {
            String text = Arrays.deepToString(new Object[] {value}); // arrays by their elements
            return cut(text.substring(1, text.length() - 1), LONGEST);
        } catch (RuntimeException | StackOverflowError e) {
            return "toString() has thrown " + e.getClass().getName();
        }
    }

    /** An object of an image: a list of handles, constants or strings, cut off, or another object. */
    static String of(Column column, Object object) {
        IntFunction<String> element = null;
        if (column instanceof ListColumn.OfEntity && object instanceof long[] entities) {
            element = i -> Entity.toString(entities[i]);
        } else if (column instanceof ListColumn.OfEnum<?> constants && object != null) {
            element = i -> plain(constants.constant(Array.getInt(object, i)));
        }
        if (element == null) {
            boolean isStrings = column instanceof StringListColumn && object != null;
            return of(isStrings ? TextList.decode(new UnsafeBuffer((byte[]) object)) : object);
        }
        IntStream shown = IntStream.range(0, Math.min(Array.getLength(object), LONGEST));
        return cut(shown.mapToObj(element).toList().toString(), LONGEST);
    }

    /** The text of a string or an enum, without a call of other code; null for other objects. */
    public static String plain(Object value) {
        return value instanceof String text ? text : value instanceof Enum<?> constant ? constant.name() : null;
    }

    /** A text without what is behind a number of characters; null for null. */
    public static String cut(String text, int most) {
        return text == null || text.length() <= most ? text : text.substring(0, most) + "...";
    }
}
