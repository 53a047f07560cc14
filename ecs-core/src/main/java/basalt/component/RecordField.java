package basalt.component;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A field of a component's record: kind and length of its column, which has no offset yet.
 *
 * @param codec writes and reads the objects of a reference; null if there is none
 */
record RecordField(String name, Class<?> type, ColumnKind kind, int length, ReferenceCodec<?> codec) {
    private static final Map<Class<?>, ColumnKind> KINDS = Map.of(
            float.class, ColumnKind.FLOAT32,
            double.class, ColumnKind.FLOAT64,
            byte.class, ColumnKind.INT8,
            short.class, ColumnKind.INT16,
            int.class, ColumnKind.INT32,
            long.class, ColumnKind.INT64,
            boolean.class, ColumnKind.BOOLEAN);

    /** The fields of a record in declared order, each checked. */
    static List<RecordField> allOf(Class<?> recordType) {
        return Stream.of(recordType.getRecordComponents()).map(RecordField::of).toList();
    }

    static int bytesPerRow(List<RecordField> fields) {
        return fields.stream()
                .mapToInt(field -> field.length * field.kind.sizeBytes())
                .sum();
    }

    /** Bytes that the fields' lanes take one after another, padding included. */
    static long extentBytes(List<RecordField> fields) {
        return fields.stream().mapToLong(RecordField::extentBytes).sum();
    }

    private static RecordField of(RecordComponent declared) {
        Class<?> type = declared.getType();
        boolean vector = type.isArray() && type.getComponentType().isPrimitive();
        Class<?> element = vector ? type.getComponentType() : type;
        int length = lengthOf(declared, vector);
        ColumnKind kind = kindOf(declared, element);
        return new RecordField(declared.getName(), type, kind, length, codecOf(declared, kind));
    }

    /** Whether values are arrays of primitives. */
    boolean isVector() {
        return type.isArray() && kind != ColumnKind.REFERENCE;
    }

    /** Bytes that the field's lanes take of a block, or of a page of events, padding included. */
    long extentBytes() {
        return (long) length * kind.laneStride();
    }

    private static int lengthOf(RecordComponent declared, boolean vector) {
        Length annotation = declared.getAnnotation(Length.class);
        if (annotation == null) {
            if (vector) {
                throw invalid(declared, "is an array and needs a length: write @Length(n) before it");
            }
            return 1;
        }
        if (!vector) {
            throw invalid(declared, "has @Length, which only an array of primitives can have: remove it");
        }
        if (annotation.value() < 1 || annotation.value() > Length.MAX) {
            throw invalid(
                    declared, "must have a length from 1 to " + Length.MAX + ": @Length(" + annotation.value() + ")");
        }
        return annotation.value();
    }

    private static ColumnKind kindOf(RecordComponent declared, Class<?> element) {
        boolean handle = declared.isAnnotationPresent(EntityHandle.class);
        if (handle && element != long.class) {
            throw invalid(
                    declared, "has @EntityHandle, which only a long or long[] can have: remove it or change the type");
        }
        if (!element.isPrimitive()) {
            return ColumnKind.REFERENCE;
        }
        ColumnKind kind = handle ? ColumnKind.ENTITY : KINDS.get(element);
        if (kind == null) {
            throw invalid(declared, "has a type without a column kind: use short or int instead of " + element);
        }
        return kind;
    }

    private static ReferenceCodec<?> codecOf(RecordComponent declared, ColumnKind kind) {
        if (kind == ColumnKind.REFERENCE) {
            return DeclaredCodec.of(declared);
        }
        if (declared.isAnnotationPresent(WithCodec.class)) {
            throw invalid(declared, "has @WithCodec, which only a reference can have: remove it");
        }
        return null;
    }

    static IllegalArgumentException invalid(RecordComponent declared, String problem) {
        return new IllegalArgumentException(describe(declared) + " " + problem);
    }

    /** The field as text, for messages. */
    static String describe(RecordComponent declared) {
        return "field " + declared.getName() + " of record "
                + declared.getDeclaringRecord().getName() + " ("
                + declared.getType().getTypeName() + ")";
    }
}
