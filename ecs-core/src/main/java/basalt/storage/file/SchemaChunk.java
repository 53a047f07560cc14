package basalt.storage.file;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.ReferenceColumn;
import basalt.storage.SavedField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The components of a file. Other chunks refer to them by their number: the first one is 1.
 *
 * <pre>
 *   text name; byte flags (1: sparse); int fields; for each field: text name, byte kind, int length; again ...
 * </pre>
 */
final class SchemaChunk {
    static final int SPARSE = 1;

    private SchemaChunk() {}

    static void encode(ChunkBuffer to, List<Component<?>> components, Set<Class<?>> excluded) throws IOException {
        to.begin(FileFormat.SCHEMA);
        for (Component<?> component : components) {
            byte[] name = ChunkBuffer.text(component.name());
            int bytes = name.length + 9;
            List<Column> columns = columns(component, excluded);
            for (Column column : columns) {
                bytes += ChunkBuffer.text(column.field()).length + 9;
            }
            to.require(bytes);
            to.putText(name);
            to.putByte(component.isSparse() ? SPARSE : 0);
            to.putInt(columns.size());
            for (Column column : columns) {
                to.putText(ChunkBuffer.text(column.field()));
                to.putByte(SavedField.number(column.kind()));
                to.putInt(column.length());
            }
        }
        to.end();
    }

    /** The columns that a file contains. References can be excluded. */
    private static List<Column> columns(Component<?> component, Set<Class<?>> excluded) {
        return excluded.contains(component.type()) ? nativeColumns(component) : component.columns();
    }

    static List<Column> nativeColumns(Component<?> component) {
        return component.columns().stream()
                .filter(column -> column.kind() != ColumnKind.REFERENCE)
                .toList();
    }

    static List<ReferenceColumn<?>> references(Component<?> component, Set<Class<?>> excluded) {
        List<ReferenceColumn<?>> references = new ArrayList<>();
        for (Column column : columns(component, excluded)) {
            if (column instanceof ReferenceColumn<?> reference) {
                references.add(reference);
            }
        }
        return references;
    }

    static List<SavedComponent> decode(ChunkStream file, int count, LoadPlan plan) throws IOException {
        return new SchemaReader(plan).read(file, count);
    }
}
