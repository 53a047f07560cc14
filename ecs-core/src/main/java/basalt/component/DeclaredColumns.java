package basalt.component;

import java.util.List;

/** Checks that a record declares a column. The constructors of all columns call it. */
final class DeclaredColumns {
    private DeclaredColumns() {}

    /** Throws unless the component declares exactly this column with native bytes. */
    static void require(ComponentInfo component, String field, ColumnKind kind, int length, int offset) {
        RecordField declared = require(component, field, kind, offset);
        if (declared.length() != length) {
            throw forged(component, field);
        }
    }

    /** The field of a reference column. Throws unless the component declares exactly this one. */
    static RecordField requireReference(ComponentInfo component, String field, Class<?> type, int slot) {
        RecordField declared = require(component, field, ColumnKind.REFERENCE, slot);
        if (declared.type() != type) {
            throw forged(component, field);
        }
        return declared;
    }

    private static RecordField require(ComponentInfo component, String field, ColumnKind kind, int position) {
        if (component == null) {
            throw new IllegalArgumentException(
                    "a column's component must not be null: take columns from their component or event type");
        }
        List<RecordField> fields = component.schema().fields();
        for (int index = 0; index < fields.size(); index++) {
            RecordField declared = fields.get(index);
            if (declared.name().equals(field)
                    && declared.kind() == kind
                    && component.schema().placement().positions()[index] == position) {
                return declared;
            }
        }
        throw forged(component, field);
    }

    private static IllegalArgumentException forged(ComponentInfo component, String field) {
        return new IllegalArgumentException(component.schema().describe() + " declares no such column, named " + field
                + ": take columns from their component or event type, as in TYPE.float32(\"x\")");
    }
}
