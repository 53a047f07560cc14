package basalt.inspect.view;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.ReferenceColumn;
import basalt.internal.JsonWriter;
import java.util.Locale;

/** Describes fields in JSON. */
final class Fields {
    private Fields() {}

    /** Writes the members {@code kind} and {@code length} of an object; of a reference {@code type}, too. */
    static void write(JsonWriter json, Column column) {
        json.name("kind").value(kind(column.kind())).name("length").value(column.length());
        if (column instanceof ReferenceColumn<?> reference) {
            Class<?> type = reference.type();
            json.name("type").value(type == String.class ? "text" : type.isEnum() ? "enum" : "object");
        }
    }

    /** The text of a string or an enum, without a call of other code; null for other objects. */
    static String plainText(Object value) {
        return value instanceof String text ? text : value instanceof Enum<?> constant ? constant.name() : null;
    }

    /** A text without what is behind a number of characters. */
    static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "...";
    }

    /** The name of a kind: {@code float32}. */
    static String kind(ColumnKind kind) {
        return kind == ColumnKind.BOOLEAN ? "bool" : kind.name().toLowerCase(Locale.ROOT);
    }
}
