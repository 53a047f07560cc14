package basalt.storage.file;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.ReferenceColumn;
import basalt.storage.SavedField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

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
            encode(to, component, component.isSparse() ? SPARSE : 0, columns(component, excluded));
        }
        to.end();
    }

    static void encode(ChunkBuffer to, Component<?> component, int flags, List<Column> columns) throws IOException {
        byte[] name = ChunkBuffer.text(component.name());
        int bytes = name.length + 9;
        for (Column column : columns) {
            bytes += ChunkBuffer.text(column.field()).length + 9;
        }
        to.require(bytes);
        to.putText(name);
        to.putByte(flags);
        to.putInt(columns.size());
        for (Column column : columns) {
            to.putText(ChunkBuffer.text(column.field()));
            to.putByte(SavedField.number(column.kind()));
            to.putInt(column.length());
        }
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

    static List<SavedComponent> decode(ChunkReader file, int count, Loading loading) throws IOException {
        return new Reader(loading).read(file, count);
    }

    /** Finds the components and fields of this process, by their names. */
    private static final class Reader {
        private final Loading loading;
        private ChunkCursor from;

        /** The bytes of a row of all components. */
        private int rowBytes;

        Reader(Loading loading) {
            this.loading = loading;
        }

        List<SavedComponent> read(ChunkReader file, int count) throws IOException {
            List<SavedComponent> components = new ArrayList<>();
            Set<String> names = new HashSet<>();
            while (components.size() < count) {
                from = file.entry(FileFormat.SCHEMA);
                String saved = from.getText(loading.maxNameBytes, "the name of a component");
                String name = loading.renamed.getOrDefault(saved, saved);
                from.require(names.add(name), "component " + name + " is there twice");
                from.require((from.getByte() & ~SPARSE) == 0, "the flags of component " + name + " are not known");
                components.add(component(name));
            }
            return components;
        }

        private SavedComponent component(String name) {
            Component<?> component = Component.tryFind(name);
            if (component == null) {
                from.require(
                        loading.skipsUnknown,
                        "component " + name
                                + " is not registered in this process: name its TYPE constant, or the childOf()"
                                + " and node() of its tree type, in LoadOptions.components(...), rename it with"
                                + " LoadOptions.rename(...), or skip it with LoadOptions.skipUnknown()");
                loading.skipped.add(name);
            }
            List<SavedComponent.Field> fields = new ArrayList<>();
            List<ReferenceColumn<?>> references = new ArrayList<>();
            Set<String> names = new HashSet<>();
            for (int count = from.getInt(SavedField.MAX_FIELDS, "the number of fields"); count > 0; count--) {
                String saved = from.getText(loading.maxNameBytes, "the name of a field");
                String field = loading.renamedFields.getOrDefault(name + " " + saved, saved);
                from.require(names.add(field), "field " + field + " of component " + name + " is there twice");
                field(component, name, field, fields, references);
            }
            SavedComponent made = SavedComponent.of(component, fields, references);
            made.newFields().forEach(column -> loading.added.add(name + "." + column.field()));
            return made;
        }

        private void field(
                Component<?> component,
                String name,
                String field,
                List<SavedComponent.Field> fields,
                List<ReferenceColumn<?>> references) {
            ColumnKind kind = SavedField.kind(from.getByte());
            from.require(kind != null, "the kind of field " + field + " is unknown");
            int length = from.getInt(SavedField.MAX_ROW_BYTES, "the length of field " + field);
            from.require(length > 0, "field " + field + " has no elements");
            rowBytes += length * kind.sizeBytes();
            from.require(rowBytes <= SavedField.MAX_ROW_BYTES, "the rows of the components are too long");
            Column column = component == null ? null : column(component, field);
            if (kind == ColumnKind.REFERENCE) {
                from.require(length == 1, "field " + field + " is no single reference");
                references.add(reference(column, name + "." + field));
                return;
            }
            SavedComponent.Conversion conversion =
                    column == null ? null : conversion(column, kind, length, name + "." + field);
            fields.add(new SavedComponent.Field(kind, length, column, conversion));
        }

        private Column column(Component<?> component, String field) {
            for (Column column : component.columns()) {
                if (column.field().equals(field)) {
                    return column;
                }
            }
            skip(
                    component.name() + "." + field,
                    "is not a field of the component in this process: rename it with LoadOptions.rename(...), or");
            return null;
        }

        private void skip(String field, String why) {
            from.require(
                    loading.skipsUnknown, "field " + field + " " + why + " skip it with LoadOptions.skipUnknown()");
            loading.skipped.add(field);
        }

        private ReferenceColumn<?> reference(Column column, String field) {
            if (column == null) {
                return null;
            }
            from.require(
                    column instanceof ReferenceColumn<?> reference && reference.hasCodec(),
                    "field " + field
                            + " is a reference in the file, and has no codec in this process: declare one at the"
                            + " field, by @WithCodec(...)");
            return (ReferenceColumn<?>) column;
        }

        /** What makes the values of a column; null if they are copied. */
        private SavedComponent.Conversion conversion(Column column, ColumnKind kind, int length, String field) {
            if (length > column.length()) {
                skip(field, "has more elements in the file, " + length + " instead of " + column.length() + ":");
            }
            if (column.kind() == kind) {
                return null;
            }
            UnaryOperator<Object> converter = loading.converters.get(column);
            from.require(
                    column.kind() != ColumnKind.REFERENCE
                            && (converter != null || SavedComponent.Conversion.isWidening(kind, column.kind())),
                    "field " + field + " is " + kind + " in the file, and " + column.kind() + " in this process: give a"
                            + " converter with LoadOptions.convert(...)");
            loading.converted.add(field);
            return new SavedComponent.Conversion(kind, column, converter);
        }
    }
}
