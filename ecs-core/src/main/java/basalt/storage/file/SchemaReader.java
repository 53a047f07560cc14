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

/** Reads a {@link SchemaChunk}, and finds the components and fields of this process, by their names. */
final class SchemaReader {
    private final LoadPlan plan;
    private ChunkCursor from;

    /** The bytes of a row of all components. */
    private int rowBytes;

    SchemaReader(LoadPlan plan) {
        this.plan = plan;
    }

    List<SavedComponent> read(ChunkStream file, int count) throws IOException {
        List<SavedComponent> components = new ArrayList<>();
        Set<String> names = new HashSet<>();
        while (components.size() < count) {
            from = file.entry(FileFormat.SCHEMA);
            String saved = from.getText(plan.maxNameBytes, "the name of a component");
            String name = plan.renamed.getOrDefault(saved, saved);
            from.require(names.add(name), "component " + name + " is there twice");
            from.require(
                    (from.getByte() & ~SchemaChunk.SPARSE) == 0, "the flags of component " + name + " are not known");
            components.add(component(name));
        }
        return components;
    }

    private SavedComponent component(String name) {
        Component<?> component = Component.tryFind(name);
        if (component == null) {
            from.require(
                    plan.skipsUnknown,
                    "component " + name + " is not registered in this process: name its TYPE constant, or the childOf()"
                            + " and node() of its tree type, in LoadOptions.components(...), rename it with"
                            + " LoadOptions.rename(...), or skip it with LoadOptions.skipUnknown()");
            plan.skipped.add(name);
        }
        List<SavedComponent.Field> fields = new ArrayList<>();
        List<ReferenceColumn<?>> references = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int count = from.getInt(SavedField.MAX_FIELDS, "the number of fields"); count > 0; count--) {
            String saved = from.getText(plan.maxNameBytes, "the name of a field");
            String field = plan.renamedFields.getOrDefault(name + " " + saved, saved);
            from.require(names.add(field), "field " + field + " of component " + name + " is there twice");
            field(component, name, field, fields, references);
        }
        SavedComponent made = new SavedComponent(component, fields, references);
        made.newFields().forEach(column -> plan.added.add(name + "." + column.field()));
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
        Conversion conversion = column == null ? null : conversion(column, kind, length, name + "." + field);
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
                "is not a field of the component in this process: rename it with" + " LoadOptions.rename(...), or");
        return null;
    }

    private void skip(String field, String why) {
        from.require(plan.skipsUnknown, "field " + field + " " + why + " skip it with LoadOptions.skipUnknown()");
        plan.skipped.add(field);
    }

    private ReferenceColumn<?> reference(Column column, String field) {
        if (column == null) {
            return null;
        }
        from.require(
                column instanceof ReferenceColumn<?> reference && reference.hasCodec(),
                "field " + field + " is a reference in the file, and has no codec in this process: declare one at the"
                        + " field, by @WithCodec(...)");
        return (ReferenceColumn<?>) column;
    }

    /** What makes the values of a column; null if they are copied. */
    private Conversion conversion(Column column, ColumnKind kind, int length, String field) {
        if (length > column.length()) {
            skip(field, "has more elements in the file, " + length + " instead of " + column.length() + ":");
        }
        if (column.kind() == kind) {
            return null;
        }
        UnaryOperator<Object> converter = plan.converters.get(column);
        from.require(
                column.kind() != ColumnKind.REFERENCE
                        && (converter != null || Conversion.isWidening(kind, column.kind())),
                "field " + field + " is " + kind + " in the file, and " + column.kind() + " in this process: give a"
                        + " converter with LoadOptions.convert(...)");
        plan.converted.add(field);
        return new Conversion(kind, column, converter);
    }
}
