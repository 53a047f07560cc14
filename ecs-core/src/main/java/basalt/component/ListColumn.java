package basalt.component;

import java.util.List;

/**
 * A list of any length: the column of a field whose type is an array of primitives, without {@link Length}. An array of
 * flat records is a list for each of their fields, as {@code items.kind} and {@code items.weight}: all of the same
 * length, else the record cannot be made. The fields are primitives, handles and enums; strings are a {@link
 * StringListColumn}.
 *
 * <p>The elements lie side by side, off heap, in memory of the world that all lists of its entities share. In the block
 * an entity has 8 bytes for each list. An empty list takes no more, and a longer one takes 16 bytes or a larger power
 * of two, so that adding an element takes O(1) on average. An entity that loses the component, or dies, gives the
 * memory back to the world's other lists; {@code world.rows().compact()} gives it back to the memory source, and {@code
 * compactRows(most)} does so in steps. The lists of a world have at most 64 GiB.
 *
 * <p>Rows read, write, add and remove single elements. In records a list is an array, which is never null:
 * a component that is added without values has empty lists.
 *
 * <pre>{@code
 * public record Inventory(int[] items) {
 *     public static final Component<Inventory> TYPE = Component.of(Inventory.class);
 *     public static final ListColumn.OfInt ITEMS = TYPE.int32List("items");
 * }
 * }</pre>
 */
public sealed interface ListColumn extends VariableColumn {
    @Override
    default ColumnKind kind() {
        return ColumnKind.LIST;
    }

    /** A list of {@code float}s. */
    record OfFloat(ComponentInfo component, String field, int offset) implements ListColumn {
        /** For {@link RecordType}: throws {@link IllegalArgumentException} unless the record declares this list. */
        public OfFloat {
            ComponentInfo.requireList(component, field, ColumnKind.FLOAT32, offset);
        }

        @Override
        public ColumnKind elementKind() {
            return ColumnKind.FLOAT32;
        }
    }

    /** A list of {@code double}s. */
    record OfDouble(ComponentInfo component, String field, int offset) implements ListColumn {
        /** For {@link RecordType}: throws {@link IllegalArgumentException} unless the record declares this list. */
        public OfDouble {
            ComponentInfo.requireList(component, field, ColumnKind.FLOAT64, offset);
        }

        @Override
        public ColumnKind elementKind() {
            return ColumnKind.FLOAT64;
        }
    }

    /** A list of {@code byte}s. */
    record OfByte(ComponentInfo component, String field, int offset) implements ListColumn {
        /** For {@link RecordType}: throws {@link IllegalArgumentException} unless the record declares this list. */
        public OfByte {
            ComponentInfo.requireList(component, field, ColumnKind.INT8, offset);
        }

        @Override
        public ColumnKind elementKind() {
            return ColumnKind.INT8;
        }
    }

    /** A list of {@code short}s or {@code char}s. */
    record OfShort(ComponentInfo component, String field, int offset) implements ListColumn {
        /** For {@link RecordType}: throws {@link IllegalArgumentException} unless the record declares this list. */
        public OfShort {
            ComponentInfo.requireList(component, field, ColumnKind.INT16, offset);
        }

        @Override
        public ColumnKind elementKind() {
            return ColumnKind.INT16;
        }
    }

    /** A list of {@code int}s. */
    record OfInt(ComponentInfo component, String field, int offset) implements ListColumn {
        /** For {@link RecordType}: throws {@link IllegalArgumentException} unless the record declares this list. */
        public OfInt {
            ComponentInfo.requireList(component, field, ColumnKind.INT32, offset);
        }

        @Override
        public ColumnKind elementKind() {
            return ColumnKind.INT32;
        }
    }

    /** A list of {@code long}s. */
    record OfLong(ComponentInfo component, String field, int offset) implements ListColumn {
        /** For {@link RecordType}: throws {@link IllegalArgumentException} unless the record declares this list. */
        public OfLong {
            ComponentInfo.requireList(component, field, ColumnKind.INT64, offset);
        }

        @Override
        public ColumnKind elementKind() {
            return ColumnKind.INT64;
        }
    }

    /** A list of {@code boolean}s. */
    record OfBoolean(ComponentInfo component, String field, int offset) implements ListColumn {
        /** For {@link RecordType}: throws {@link IllegalArgumentException} unless the record declares this list. */
        public OfBoolean {
            ComponentInfo.requireList(component, field, ColumnKind.BOOLEAN, offset);
        }

        @Override
        public ColumnKind elementKind() {
            return ColumnKind.BOOLEAN;
        }
    }

    /**
     * A list of constants of an enum: a field of the records in an array. It has their ordinals, as an {@link
     * EnumColumn}, and null is -1.
     *
     * @param type class of the enum
     * @param constants its constants in their order
     */
    record OfEnum<E extends Enum<E>>(
            ComponentInfo component, String field, Class<E> type, List<E> constants, int offset) implements ListColumn {
        /** For {@link RecordType}: throws {@link IllegalArgumentException} unless the record declares this list. */
        public OfEnum {
            ComponentInfo.requireEnumList(component, field, type, constants, offset);
        }

        /** The constant with an ordinal; null if there is none. */
        public E constant(int ordinal) {
            return ordinal >= 0 && ordinal < constants.size() ? constants.get(ordinal) : null;
        }

        /** The number that is stored for a constant: its ordinal, or -1 for null. */
        public int ordinal(E constant) {
            return constant == null ? -1 : type.cast(constant).ordinal();
        }

        /** The type of the numbers: {@link ColumnKind#INT8} or {@link ColumnKind#INT16}, as {@link EnumColumn#kind}. */
        @Override
        public ColumnKind elementKind() {
            return EnumColumn.kind(constants.size());
        }
    }

    /** A list of entity handles. */
    record OfEntity(ComponentInfo component, String field, int offset) implements ListColumn {
        /** For {@link RecordType}: throws {@link IllegalArgumentException} unless the record declares this list. */
        public OfEntity {
            ComponentInfo.requireList(component, field, ColumnKind.ENTITY, offset);
        }

        @Override
        public ColumnKind elementKind() {
            return ColumnKind.ENTITY;
        }
    }
}
