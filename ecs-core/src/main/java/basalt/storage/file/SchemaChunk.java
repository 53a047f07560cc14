package basalt.storage.file;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.EnumColumn;
import basalt.component.ListColumn;
import basalt.component.ReferenceColumn;
import basalt.component.SaveFormatException;
import basalt.component.StringListColumn;
import basalt.storage.ColumnSet;
import basalt.storage.PartWriter;
import basalt.storage.References;
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
 *   text name; byte flags (1: sparse); fields (see SavedField); again ...
 * </pre>
 */
final class SchemaChunk {
    static final int SPARSE = 1;

    private SchemaChunk() {}

    static void encode(ChunkBuffer to, List<Component<?>> components, Set<Class<?>> excluded) throws IOException {
        to.begin(FileFormat.SCHEMA);
        for (Component<?> component : components) {
            encode(to, component, component.isSparse() ? SPARSE : 0, SavedField.allOf(columns(component, excluded)));
        }
        to.end();
    }

    static void encode(ChunkBuffer to, Component<?> component, int flags, List<SavedField> saved) throws IOException {
        byte[] name = ChunkBuffer.text(component.name());
        PartWriter writer = new PartWriter("the fields of component " + component.name());
        SavedField.encode(writer, saved);
        byte[] fields = writer.bytes();
        to.require(Integer.BYTES + name.length + Byte.BYTES + fields.length);
        to.putText(name);
        to.putByte(flags);
        to.putBytes(fields, 0, fields.length);
    }

    /** The columns that a file contains. References can be excluded. */
    private static List<Column> columns(Component<?> component, Set<Class<?>> excluded) {
        return component.columns().stream()
                .filter(column -> column.kind() != ColumnKind.REFERENCE || !excluded.contains(component.type()))
                .toList();
    }

    /** The columns whose values are in a block. */
    static List<Column> nativeColumns(Component<?> component) {
        return component.columns().stream()
                .filter(column -> ColumnSet.laneCount(column) > 0)
                .toList();
    }

    /** The columns whose values are written as objects: references and strings. */
    static List<Column> references(Component<?> component, Set<Class<?>> excluded) {
        return columns(component, excluded).stream()
                .filter(column -> column instanceof ReferenceColumn<?> || SavedField.areStrings(column))
                .toList();
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
            Component<?> component = find(name);
            if (component == null) {
                from.require(
                        loading.skipsUnknown,
                        "component " + name
                                + " is not registered in this process, and "
                                + (loading.isAllowed(name)
                                        ? "no record has this name"
                                        : "LoadOptions.packages(...) does not allow its package")
                                + ": name its TYPE constant, or the childOf()"
                                + " and node() of its tree type, in LoadOptions.components(...), rename it with"
                                + " LoadOptions.rename(...), or skip it with LoadOptions.skipUnknown()");
                loading.skipped.add(name);
            }
            List<SavedComponent.Field> fields = new ArrayList<>();
            List<Column> references = new ArrayList<>();
            List<SavedComponent.Field> lists = new ArrayList<>();
            Set<String> names = new HashSet<>();
            for (int count = from.getInt(SavedField.MAX_FIELDS, "the number of fields"); count > 0; count--) {
                String saved = from.getText(loading.maxNameBytes, "the name of a field");
                String field = loading.renamedFields.getOrDefault(name + " " + saved, saved);
                from.require(names.add(field), "field " + field + " of component " + name + " is there twice");
                field(component, name, field, fields, references, lists);
            }
            SavedComponent made = SavedComponent.of(component, fields, references, lists);
            made.newFields().forEach(column -> loading.added.add(name + "." + column.field()));
            return made;
        }

        private Component<?> find(String name) {
            try {
                return loading.component(name);
            } catch (IllegalArgumentException e) {
                throw from.damage("component " + name + " cannot be used: " + e.getMessage(), e);
            }
        }

        private void field(
                Component<?> component,
                String name,
                String field,
                List<SavedComponent.Field> fields,
                List<Column> references,
                List<SavedComponent.Field> lists) {
            SavedField saved = SavedField.decode(field, from);
            ColumnKind kind = saved.kind();
            int length = saved.length();
            rowBytes += length * kind.sizeBytes();
            from.require(rowBytes <= SavedField.MAX_ROW_BYTES, "the rows of the components are too long");
            Column column = component == null ? null : column(component, field);
            UnaryOperator<Object> converter = loading.converters.get(column);
            boolean isList = kind == ColumnKind.LIST || column != null && column.kind() == ColumnKind.LIST;
            if (isList && column != null && !isLike(column, saved, converter != null)) {
                throw other(column, saved, name + "." + field);
            }
            if (kind == ColumnKind.REFERENCE) {
                references.add(reference(column, saved, name + "." + field));
                return;
            }
            if (kind == ColumnKind.LIST) {
                boolean isEnum = column instanceof ListColumn.OfEnum<?>;
                if (converter != null) {
                    loading.converted.add(name + "." + field);
                }
                lists.add(new SavedComponent.Field(
                        kind, length, column, isEnum ? SavedComponent.Conversion.of(saved, column, converter) : null));
                return;
            }
            SavedComponent.Conversion conversion =
                    column == null ? null : conversion(column, saved, name + "." + field);
            fields.add(new SavedComponent.Field(kind, length, column, conversion));
        }

        /** Whether lists have elements of the same type, or constants, which are found by their names or converted. */
        private static boolean isLike(Column column, SavedField saved, boolean isConverted) {
            SavedField list = SavedField.of(column);
            return list.kind() == saved.kind()
                    && (list.constants() == null
                            ? saved.constants() == null && list.element() == saved.element()
                            : saved.constants() != null || isConverted);
        }

        /** The exception for a field of another type in the file. */
        private SaveFormatException other(Column column, SavedField saved, String field) {
            boolean isConvertible = column instanceof ListColumn.OfEnum<?>
                    ? saved.kind() == ColumnKind.LIST
                    : ColumnSet.laneCount(column) > 0 && saved.element() == null;
            return from.damage(
                    "field " + field + " is " + saved.type() + " in the file, and "
                            + SavedField.of(column).type() + " in this process"
                            + (isConvertible
                                    ? ": give a converter with LoadOptions.convert(...)"
                                    : ", which is not converted: rename it with LoadOptions.rename(...) to a field that"
                                            + " the component does not have, and skip it with"
                                            + " LoadOptions.skipUnknown()"),
                    null);
        }

        private Column column(Component<?> component, String field) {
            for (Column column : component.columns()) {
                if (column.field().equals(field)) {
                    return column;
                }
            }
            boolean isNested = component.columns().stream()
                    .anyMatch(column -> column.field().startsWith(field + "."));
            skip(
                    component.name() + "." + field,
                    isNested
                            ? "is a reference in the file, and a record in this process, whose fields are columns: keep"
                                    + " the reference by @WithCodec(...), or"
                            : "is not a field of the component in this process: rename it with"
                                    + " LoadOptions.rename(...), or");
            return null;
        }

        private void skip(String field, String why) {
            from.require(
                    loading.skipsUnknown, "field " + field + " " + why + " skip it with LoadOptions.skipUnknown()");
            loading.skipped.add(field);
        }

        /** The column for objects: of references and strings, and of enums, which were references earlier. */
        private Column reference(Column column, SavedField saved, String field) {
            boolean isObject = column instanceof ReferenceColumn<?> || column instanceof StringListColumn;
            if (column != null && saved.element() != null && !isObject) {
                throw other(column, saved, field);
            }
            from.require(
                    column == null
                            || column instanceof EnumColumn<?>
                            || SavedField.areStrings(column)
                            || column.kind() == ColumnKind.REFERENCE && References.isSavable(column),
                    "field " + field
                            + " is a reference in the file, and has no codec in this process: declare one at the"
                            + " field, by @WithCodec(...)");
            return column;
        }

        /** What makes the values of a column; null if they are copied. */
        private SavedComponent.Conversion conversion(Column column, SavedField saved, String field) {
            ColumnKind kind = saved.kind();
            int length = saved.length();
            if (length > column.length()) {
                skip(field, "has more elements in the file, " + length + " instead of " + column.length() + ":");
            }
            UnaryOperator<Object> converter = loading.converters.get(column);
            boolean isEnum = column instanceof EnumColumn<?>;
            if (isEnum == (saved.constants() != null) && (isEnum ? converter == null : column.kind() == kind)) {
                return isEnum ? SavedComponent.Conversion.of(saved, column, null) : null;
            }
            boolean isWidened = converter == null
                    && !isEnum
                    && saved.constants() == null
                    && SavedComponent.Conversion.isWidening(kind, column.kind());
            if (ColumnSet.laneCount(column) == 0 || converter == null && !isWidened) {
                throw other(column, saved, field);
            }
            loading.converted.add(field);
            return SavedComponent.Conversion.of(saved, column, converter);
        }
    }
}
