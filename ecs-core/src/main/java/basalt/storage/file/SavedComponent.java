package basalt.storage.file;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.ReferenceColumn;
import java.util.List;

/** A component of a file: its fields there, and where they go in this process. */
final class SavedComponent {
    static final int SKIPPED = -1;

    private final Component<?> component;
    private final List<Field> fields;
    private final List<ReferenceColumn<?>> references;
    private final List<Column> newFields;
    private final int rowBytes;

    /**
     * A component.
     *
     * @param component the component of this process; null if it is skipped
     * @param references its reference fields: the columns of this process, null for those that are skipped
     */
    SavedComponent(Component<?> component, List<Field> fields, List<ReferenceColumn<?>> references) {
        this.component = component;
        this.fields = fields;
        this.references = references;
        this.newFields = component == null ? List.of() : newFields(component.columns());
        this.rowBytes = fields.stream()
                .mapToInt(field -> field.length() * field.kind().sizeBytes())
                .sum();
    }

    /**
     * A native field.
     *
     * @param column the column of this process, which may have fewer or more elements; null if the field is skipped
     * @param conversion makes its values; null if they are copied
     */
    record Field(ColumnKind kind, int length, Column column, Conversion conversion) {}

    private List<Column> newFields(List<Column> columns) {
        return columns.stream()
                .filter(column -> !references.contains(column)
                        && fields.stream()
                                .noneMatch(field -> column.equals(field.column()) && field.length() >= column.length()))
                .toList();
    }

    /** The component of this process; null if it is skipped. */
    Component<?> component() {
        return component;
    }

    /** The id of the component, or {@link #SKIPPED}. */
    int id() {
        return component == null ? SKIPPED : component.id();
    }

    /** The native fields, in the order of the file. */
    List<Field> fields() {
        return fields;
    }

    /** The reference fields: the columns of this process, null for those that are skipped. */
    List<ReferenceColumn<?>> references() {
        return references;
    }

    /** The fields of the component of this process that the file does not have, or has with fewer elements. */
    List<Column> newFields() {
        return newFields;
    }

    /** The bytes of a row in the file. */
    int rowBytes() {
        return rowBytes;
    }
}
