package basalt.inspect.view;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.text.JsonWriter;
import java.util.Locale;

/** Describes fields in JSON. */
final class Fields {
    private Fields() {}

    /** Writes the members {@code kind} and {@code length} of an object. */
    static void write(JsonWriter json, Column column) {
        json.name("kind").value(kind(column.kind())).name("length").value(column.length());
    }

    /** The name of a kind: {@code float32}. */
    static String kind(ColumnKind kind) {
        return kind == ColumnKind.BOOLEAN ? "bool" : kind.name().toLowerCase(Locale.ROOT);
    }
}
