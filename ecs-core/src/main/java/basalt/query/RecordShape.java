package basalt.query;

import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.compiler.KernelBody.RecordColumns;
import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.EntityHandle;
import basalt.component.FloatColumn;
import basalt.component.StringColumn;
import basalt.component.VariableColumn;
import basalt.component.WithCodec;
import basalt.component.layout.RecordAccess;
import basalt.internal.Handles;
import basalt.match.RecordScan;
import basalt.storage.ColumnSet;
import basalt.storage.Entities;
import basalt.storage.References;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A record that the body of a kernel gets or returns: that of a component, or a bundle of several. It says how {@link
 * RecordAdapter} reads and writes each of its fields.
 */
final class RecordShape implements RecordScan.Kind {
    private static final ClassValue<RecordShape> SHAPES = new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
            return make(type);
        }
    };

    /** The parameters of {@link #maker}. */
    private static final List<Class<?>> PLACE = List.of(long.class, int.class, References.class);

    private static final MethodHandle ENTITY_AT = Handles.method(MethodHandles.lookup(), RecordShape.class, "entityAt");
    private static final MethodHandle REQUIRE_LENGTH =
            Handles.method(MethodHandles.lookup(), ColumnSet.class, "requireLength");
    private static final MethodHandle REQUIRE_ARRAY =
            Handles.method(MethodHandles.lookup(), ColumnSet.class, "requireArray");
    private static final MethodHandle REQUIRE_STRING =
            Handles.method(MethodHandles.lookup(), ColumnSet.class, "requireString");
    private static final MethodHandle ROW_TO_ARRAY = Handles.method(MethodHandles.lookup(), Row.class, "toArray");
    private static final MethodHandle ROW_REPLACE = Handles.method(MethodHandles.lookup(), Row.class, "replace");

    private final Class<?> type;
    private final List<Component<?>> components;
    private final boolean isBundle;
    private final RecordAccess access;
    private final List<Field> fields;
    private final List<Column> columns;
    private final RecordColumns named;
    private final MethodHandle constructor;

    private RecordShape(Class<?> type, List<Component<?>> components, boolean isBundle) {
        this.type = type;
        this.components = components;
        this.isBundle = isBundle;
        Map<String, Column> named = isBundle ? columnsOfBundle() : columnsOf(components.get(0), "");
        this.access = RecordAccess.of(type, named.keySet());
        Iterator<MethodHandle> accessors = access.accessors().iterator();
        List<Field> found = new ArrayList<>();
        for (Column column : named.values()) {
            found.add(Field.of(column, accessors.next()));
        }
        this.fields = List.copyOf(found);
        this.named = new RecordColumns(type, named, false);
        this.columns = named.values().stream().filter(Objects::nonNull).toList();
        this.constructor = MethodHandles.explicitCastArguments(
                access.constructor(),
                MethodType.methodType(
                        Record.class, fields.stream().map(Field::type).toArray(Class<?>[]::new)));
    }

    /** The columns by the names of their fields, in the order of the fields; null for the entity's handle. */
    private Map<String, Column> columnsOfBundle() {
        Map<String, Column> columns = new LinkedHashMap<>();
        for (RecordComponent field : type.getRecordComponents()) {
            if (isEntity(field)) {
                columns.put(field.getName(), null);
            } else {
                columns.putAll(columnsOf(componentOf(field), field.getName() + "."));
            }
        }
        return columns;
    }

    private static Map<String, Column> columnsOf(Component<?> component, String prefix) {
        Map<String, Column> columns = new LinkedHashMap<>();
        component.columns().forEach(column -> columns.put(prefix + column.field(), column));
        return columns;
    }

    /** The shape of a class; always the same. Throws unless it is a component or a bundle. */
    static RecordShape of(Class<?> type) {
        return type == null ? make(null) : SHAPES.get(type);
    }

    private static RecordShape make(Class<?> type) {
        if (!isBundle(type)) {
            Component<?> component = Component.of(recordType(type));
            return new RecordShape(type, List.of(component), false);
        }
        RecordAccess.markBundle(type);
        List<Component<?>> components = Stream.of(type.getRecordComponents())
                .filter(field -> !isEntity(field))
                .<Component<?>>map(RecordShape::componentOf)
                .toList();
        return new RecordShape(type, components, true);
    }

    private static Component<?> componentOf(RecordComponent field) {
        return Component.of(recordType(field.getType()));
    }

    @SuppressWarnings("unchecked") // Component.of rejects what is no record
    private static Class<? extends Record> recordType(Class<?> type) {
        return (Class<? extends Record>) type;
    }

    /**
     * Whether a record is no component and has only fields that are different records, and perhaps the entity's handle:
     * at least two, since a record around one other, or two of a kind, is a component with columns of nested records.
     */
    private static boolean isBundle(Class<?> type) {
        if (type == null || !type.isRecord() || Component.tryFind(recordType(type)) != null) {
            return false;
        }
        List<RecordComponent> fields = List.of(type.getRecordComponents());
        return fields.size() > 1
                && fields.stream().allMatch(field -> isRecord(field) || isEntity(field))
                && fields.stream().map(RecordComponent::getType).distinct().count() == fields.size()
                && fields.stream().anyMatch(RecordShape::isRecord);
    }

    private static boolean isRecord(RecordComponent field) {
        return field.getType().isRecord() && !field.isAnnotationPresent(WithCodec.class);
    }

    private static boolean isEntity(RecordComponent field) {
        return field.getType() == long.class && field.isAnnotationPresent(EntityHandle.class);
    }

    Class<?> type() {
        return type;
    }

    String name() {
        return isBundle ? type.getSimpleName() : components.get(0).shortName();
    }

    @Override
    public List<Component<?>> components() {
        return components;
    }

    List<Column> columns() {
        return columns;
    }

    /** The columns by the names of their fields, for the compiler. */
    RecordColumns named() {
        return named;
    }

    /** The constructor, which takes the values of {@link #fields}, and makes the records in this one first. */
    MethodHandle constructor() {
        return constructor;
    }

    /** The columns, and the entity's handle if the record has it, in the order of the record's fields. */
    List<Field> fields() {
        return fields;
    }

    /** The values of a record's columns, in the order of the fields. */
    List<Object> values(Record of) {
        List<Object> values = new ArrayList<>();
        for (Field field : fields) {
            if (field.column() != null) {
                values.add(call(field.accessor(), of));
            }
        }
        return values;
    }

    /** The column whose value a function returns; null if the function is not of these records, or returns another. */
    FloatColumn columnOf(ToDoubleFunction<Record> function) {
        int field = access.find(function::applyAsDouble);
        return field >= 0 && fields.get(field).column() instanceof FloatColumn column && column.length() == 1
                ? column
                : null;
    }

    private static Object call(MethodHandle handle, Object... arguments) {
        try {
            return handle.invokeWithArguments(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public boolean outlives(Class<?> function) {
        ClassLoader loader = function.getClassLoader();
        while (loader != null && loader != type.getClassLoader()) {
            loader = loader.getParent();
        }
        return loader == type.getClassLoader();
    }

    @Override
    public RecordScan.Loop loop(Class<?> form, Object function, int operation, RecordScan scan) {
        return FunctionDriver.loop(this, form, function, operation, scan);
    }

    @Override
    public MethodHandle maker() {
        MethodHandle maker = isBundle ? makerOfBundle() : maker(components.get(0));
        return maker.asType(MethodType.methodType(Record.class, PLACE));
    }

    private MethodHandle makerOfBundle() {
        List<MethodHandle> makers = new ArrayList<>();
        for (RecordComponent field : type.getRecordComponents()) {
            makers.add(isEntity(field) ? ENTITY_AT : maker(componentOf(field)));
        }
        return Handles.of(RecordAccess.of(type).constructor(), PLACE, makers);
    }

    private static MethodHandle maker(Component<?> component) {
        return ColumnSet.of(component).maker();
    }

    private static long entityAt(long base, int index, References references) {
        return Entities.handle(base, index & ROW_MASK);
    }

    /**
     * A field of the record, or of a record in it.
     *
     * @param column null if it is the entity's handle
     * @param type the type of its values, as {@link Row}'s methods of the column have it; of an array {@code Object}
     * @param accessor reads the value from the record, and throws if it is wrong: {@code (Record) -> type}
     * @param vectorReader reads the array of a vector or list from a row: {@code (Row) -> Object}; else null
     * @param vectorWriter writes the array of a vector or list: {@code (Row, Object) -> void}; else null
     */
    record Field(
            Column column, Class<?> type, MethodHandle accessor, MethodHandle vectorReader, MethodHandle vectorWriter) {
        private static Field of(Column column, MethodHandle accessor) {
            Class<?> own = accessor.type().returnType();
            if (column == null) {
                return new Field(null, own, accessor, null, null);
            }
            if (column instanceof VariableColumn list && !(column instanceof StringColumn)) {
                MethodHandle read = accessor.asType(MethodType.methodType(Object.class, Record.class));
                return new Field(
                        column,
                        Object.class,
                        MethodHandles.filterReturnValue(read, MethodHandles.insertArguments(REQUIRE_ARRAY, 0, column)),
                        MethodHandles.insertArguments(ROW_TO_ARRAY, 1, list, own.getComponentType()),
                        MethodHandles.insertArguments(ROW_REPLACE, 1, list));
            }
            if (own.isArray() && column.kind() != ColumnKind.REFERENCE) {
                MethodHandle require = MethodHandles.insertArguments(REQUIRE_LENGTH, 0, column);
                MethodHandle read = accessor.asType(MethodType.methodType(Object.class, Record.class));
                return new Field(
                        column,
                        Object.class,
                        MethodHandles.filterReturnValue(read, require),
                        vectorReader(column, own),
                        vectorWriter(column, own));
            }
            if (column instanceof StringColumn) {
                MethodHandle read = accessor.asType(MethodType.methodType(String.class, Record.class));
                return new Field(
                        column, String.class, MethodHandles.filterReturnValue(read, REQUIRE_STRING), null, null);
            }
            Class<?> type = ofRow("get", column.getClass()).type().returnType();
            MethodType read = MethodType.methodType(type, Record.class);
            return new Field(column, type, MethodHandles.explicitCastArguments(accessor, read), null, null);
        }

        boolean isList() {
            return column instanceof VariableColumn;
        }

        boolean isVector() {
            return vectorReader != null;
        }

        /** Reads the value from a row: {@code (Row) -> type}. */
        MethodHandle reader() {
            if (isVector()) {
                return vectorReader;
            }
            return column == null
                    ? ofRow("entity")
                    : MethodHandles.insertArguments(ofRow("get", column.getClass()), 1, column);
        }

        /** Writes a value to a row: {@code (Row, type) -> void}. */
        MethodHandle writer() {
            return isVector()
                    ? vectorWriter
                    : MethodHandles.insertArguments(ofRow("set", column.getClass(), type), 1, column);
        }

        /** Makes an array, and reads each of its elements. */
        private static MethodHandle vectorReader(Column column, Class<?> type) {
            MethodHandle get = ofRow("get", column.getClass(), int.class);
            List<MethodHandle> steps = new ArrayList<>();
            for (int lane = 0; lane < column.length(); lane++) {
                MethodHandle put = MethodHandles.insertArguments(MethodHandles.arrayElementSetter(type), 1, lane);
                steps.add(MethodHandles.filterArguments(put, 1, MethodHandles.insertArguments(get, 1, column, lane)));
            }
            MethodHandle fill = Handles.inOrder(MethodType.methodType(void.class, type, Row.class), steps);
            MethodHandle filled = MethodHandles.foldArguments(
                    MethodHandles.dropArguments(MethodHandles.identity(type), 1, Row.class), fill);
            MethodHandle array =
                    MethodHandles.insertArguments(MethodHandles.arrayConstructor(type), 0, column.length());
            return MethodHandles.foldArguments(filled, MethodHandles.dropArguments(array, 0, Row.class))
                    .asType(MethodType.methodType(Object.class, Row.class));
        }

        /** Writes each element of an array, which has the column's length. */
        private static MethodHandle vectorWriter(Column column, Class<?> type) {
            MethodHandle set = ofRow("set", column.getClass(), int.class, type.getComponentType());
            List<MethodHandle> steps = new ArrayList<>();
            for (int lane = 0; lane < column.length(); lane++) {
                MethodHandle get = MethodHandles.insertArguments(MethodHandles.arrayElementGetter(type), 1, lane);
                steps.add(MethodHandles.filterArguments(MethodHandles.insertArguments(set, 1, column, lane), 1, get));
            }
            return Handles.inOrder(MethodType.methodType(void.class, Row.class, type), steps)
                    .asType(MethodType.methodType(void.class, Row.class, Object.class));
        }
    }

    /** A method of a row. */
    static MethodHandle ofRow(String method, Class<?>... parameters) {
        try {
            return MethodHandles.lookup().unreflect(Row.class.getDeclaredMethod(method, parameters));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a row has no method " + method + List.of(parameters), e);
        }
    }
}
