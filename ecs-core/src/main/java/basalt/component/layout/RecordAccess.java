package basalt.component.layout;

import basalt.internal.ClassFile;
import basalt.internal.Handles;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The canonical constructor of a record, and the accessors of its fields, whether the record is public or not. Both can
 * be explicit, so they are user code: it can throw, and it can use the world.
 *
 * <p>Records in a record can be taken apart: the constructor then takes the fields of the nested records instead, and
 * makes these first; the accessor of such a field reads the nested record first, which must not be null. An array of
 * records is taken apart into an array for each of their fields.
 *
 * <p>Immutable and safe for all threads.
 *
 * @param constructor takes the fields in their order
 * @param accessors one for each field, in order
 */
public record RecordAccess(MethodHandle constructor, List<MethodHandle> accessors) {
    /**
     * The most parameters that a record's constructor may have; {@code long} and {@code double} count twice. A method
     * handle takes 254, and the handle that reads the fields of a row has four of its own.
     */
    public static final int MAX_PARAMETERS = 250;

    /**
     * Finds the constructor and the accessors of a record, of which nested records are taken apart.
     *
     * @param fields the names of the fields in the end, such as {@code position.x} for one of a nested record
     */
    public static RecordAccess of(Class<?> recordType, Collection<String> fields) {
        return takenApart(recordType, "", Set.copyOf(fields));
    }

    private static RecordAccess takenApart(Class<?> recordType, String prefix, Set<String> fields) {
        RecordAccess own = of(recordType);
        MethodHandle constructor = own.constructor;
        List<MethodHandle> accessors = new ArrayList<>();
        RecordComponent[] components = recordType.getRecordComponents();
        for (int i = components.length - 1; i >= 0; i--) { // constructors are called in order
            MethodHandle accessor = own.accessors.get(i);
            String name = prefix + components[i].getName();
            if (fields.contains(name)) {
                accessors.add(0, accessor);
                continue;
            }
            boolean isArray = components[i].getType().isArray();
            RecordAccess nested = isArray
                    ? ofArray(components[i], name, fields)
                    : takenApart(components[i].getType(), name + ".", fields);
            MethodType others = constructor.type().dropParameterTypes(i, i + 1);
            requireFew(
                    recordType,
                    others.parameterList(),
                    nested.constructor.type().parameterList());
            constructor = MethodHandles.collectArguments(constructor, i, nested.constructor);
            MethodHandle read = isArray ? accessor : MethodHandles.filterReturnValue(accessor, required(components[i]));
            accessors.addAll(
                    0,
                    nested.accessors.stream()
                            .map(inner -> MethodHandles.filterReturnValue(read, inner))
                            .toList());
        }
        return new RecordAccess(constructor, List.copyOf(accessors));
    }

    /** Makes an array of records from an array of the values of each field, and the other way. */
    private static RecordAccess ofArray(RecordComponent component, String name, Set<String> fields) {
        Class<?> array = component.getType();
        RecordAccess element = takenApart(array.getComponentType(), name + ".", fields);
        List<Class<?>> types = element.constructor.type().parameterList();
        MethodHandle make = element.constructor;
        int[] order = new int[2 * types.size()];
        List<Class<?>> arrays = new ArrayList<>();
        for (int i = types.size() - 1; i >= 0; i--) {
            arrays.add(0, types.get(i).arrayType());
            make = MethodHandles.collectArguments(make, i, MethodHandles.arrayElementGetter(arrays.get(0)));
            order[2 * i] = i + 1;
        }
        MethodType atIndex =
                MethodType.methodType(array.getComponentType(), arrays).insertParameterTypes(0, int.class);
        make = MethodHandles.permuteArguments(make, atIndex, order) // each array with the same index
                .asSpreader(Object[].class, types.size())
                .asType(MethodType.methodType(Object.class, int.class, Object[].class));
        MethodHandle join = MethodHandles.insertArguments(ownMethod("join"), 0, component, make)
                .asCollector(Object[].class, types.size())
                .asType(MethodType.methodType(array, arrays));
        List<MethodHandle> accessors = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            MethodHandle put = MethodHandles.arrayElementSetter(arrays.get(i));
            put = MethodHandles.filterArguments(put, 2, element.accessors.get(i))
                    .asType(MethodType.methodType(void.class, Object.class, int.class, Object.class));
            accessors.add(MethodHandles.insertArguments(ownMethod("split"), 0, component, put, types.get(i))
                    .asType(MethodType.methodType(arrays.get(i), array)));
        }
        return new RecordAccess(join, accessors);
    }

    private static Object join(RecordComponent component, MethodHandle make, Object[] arrays) throws Throwable {
        if (arrays[0] == null) { // of a record that find(...) makes
            return null;
        }
        int length = Array.getLength(arrays[0]);
        for (Object array : arrays) {
            if (Array.getLength(array) != length) {
                throw new IllegalStateException("the lists of " + describe(component) + " have different lengths, "
                        + length + " and " + Array.getLength(array)
                        + ": add and remove elements of all of them, or write it as a record");
            }
        }
        Object[] records = (Object[]) Array.newInstance(component.getType().getComponentType(), length);
        for (int i = 0; i < length; i++) {
            records[i] = make.invokeExact(i, arrays);
        }
        return records;
    }

    private static Object split(RecordComponent component, MethodHandle put, Class<?> type, Object[] records)
            throws Throwable {
        if (records == null) {
            throw new IllegalArgumentException(
                    describe(component) + " must not be null: an empty list is an array of length 0");
        }
        Object values = Array.newInstance(type, records.length);
        for (int i = 0; i < records.length; i++) {
            if (records[i] == null) {
                throw new IllegalArgumentException(describe(component) + " must not have a null: index=" + i);
            }
            put.invokeExact(values, i, records[i]);
        }
        return values;
    }

    private static MethodHandle ownMethod(String name) {
        return Handles.method(MethodHandles.lookup(), RecordAccess.class, name);
    }

    private static String describe(RecordComponent component) {
        return "field " + component.getName() + " of record "
                + component.getDeclaringRecord().getName();
    }

    /** How many records {@link #find} makes, at most, for each field. */
    private static final int PROBES = 7;

    /** So many of them tell fields apart: a constructor must take them. */
    private static final int NEEDED_PROBES = 3;

    /**
     * The field whose value a function returns; negative if it is not of these records, or returns anything else, or if
     * the constructor rejects the small numbers with which it is called first. Others are passed over if the
     * constructor rejects them: there are no such records, and the function may return anything for them.
     */
    public int find(Function<Record, ?> function) {
        for (int i = 0; i < accessors.size(); i++) {
            int field = i;
            if (IntStream.range(0, PROBES).allMatch(probe -> reads(function, field, probe))) {
                return field;
            }
        }
        return -1;
    }

    /** Whether a function returns the value of a field of a record, or there is no such record. */
    private boolean reads(Function<Record, ?> function, int field, int probe) {
        MethodType type = constructor.type();
        Object[] values = new Object[type.parameterCount()];
        for (int i = 0; i < values.length; i++) {
            boolean isSecond = probe == 1 ? i == field : probe == 3 && i != field;
            values[i] = example(type.parameterType(i), probe, i, isSecond);
            type = type.parameterType(i).isPrimitive() ? type.changeParameterType(i, double.class) : type;
        }
        Record made;
        try {
            made = (Record)
                    MethodHandles.explicitCastArguments(constructor, type).invokeWithArguments(values);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            return probe >= NEEDED_PROBES;
        }
        try {
            Object read = accessors.get(field).invokeWithArguments(made);
            return Objects.equals(comparable(function.apply(made)), comparable(read));
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            return false;
        }
    }

    /** @param isSecond whether a boolean or constant is another one */
    private static Object example(Class<?> type, int probe, int field, boolean isSecond) {
        Object[] constants = type.getEnumConstants();
        if (constants != null && constants.length > 0) {
            return constants[isSecond ? constants.length - 1 : 0];
        }
        if (type == boolean.class) {
            return isSecond ? 1.0 : 0.0;
        }
        return type.isPrimitive()
                ? (Object) number(type, probe, field)
                : type == String.class ? "" + number(long.class, probe, field) : null;
    }

    /** Ascending and descending by field, of both signs, with and without fractions, small and large. */
    private static double number(Class<?> type, int probe, int field) {
        return switch (probe) {
            case 0, 1, 3 -> field + 1;
            case 2 -> 11.25 + 3 * field * field; // not those of other fields multiplied
            case 4 -> -11.25 - 3 * field * field;
            case 5 -> 2e9 - 999 * field;
            default -> (999 * field - 2e9) * (type == long.class || type == double.class ? 1e6 : 1);
        };
    }

    private static Object comparable(Object value) {
        if (value instanceof Character letter) {
            return (double) letter;
        }
        return value instanceof Number number ? (Object) number.doubleValue() : value;
    }

    /** Gives a nested record back, unless it is null. */
    private static MethodHandle required(RecordComponent component) {
        MethodHandle required = ownMethod("requireNonNull");
        MethodType type = MethodType.methodType(component.getType(), component.getType());
        return MethodHandles.insertArguments(required, 1, component).asType(type);
    }

    private static Record requireNonNull(Record value, RecordComponent component) {
        if (value == null) {
            throw new IllegalArgumentException(describe(component)
                    + " must not be null, because the fields of its "
                    + component.getType().getSimpleName()
                    + " are columns: give it a value");
        }
        return value;
    }

    /** The records that queries have taken for bundles of components. */
    private static final Set<Class<?>> BUNDLES =
            Collections.newSetFromMap(Collections.synchronizedMap(new WeakHashMap<>()));

    /** Marks a record as a bundle of components, which is no component itself. */
    public static void markBundle(Class<?> recordType) {
        BUNDLES.add(recordType);
    }

    public static boolean isBundle(Class<?> recordType) {
        return BUNDLES.contains(recordType);
    }

    /** Finds the constructor and the accessors of a record. */
    public static RecordAccess of(Class<?> recordType) {
        RecordComponent[] components = recordType.getRecordComponents();
        Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        requireFew(recordType, List.of(types), List.of());
        try {
            MethodHandles.Lookup lookup = lookupIn(recordType);
            MethodType fields = MethodType.methodType(void.class, List.of(types));
            MethodHandle constructor = lookup.findConstructor(recordType, fields);
            MethodHandle maker = RecordMaker.of(lookup, recordType, fields);
            List<MethodHandle> accessors = new ArrayList<>();
            for (RecordComponent component : components) {
                accessors.add(lookup.unreflect(component.getAccessor()));
            }
            return new RecordAccess(maker == null ? constructor : maker, List.copyOf(accessors));
        } catch (ReflectiveOperationException e) {
            throw unreachable(recordType, e);
        }
    }

    /** Full access if the package is open to this module, otherwise public access. */
    public static MethodHandles.Lookup lookupIn(Class<?> type) {
        MethodHandles.Lookup own = MethodHandles.lookup();
        RecordAccess.class.getModule().addReads(type.getModule());
        try {
            return MethodHandles.privateLookupIn(type, own);
        } catch (IllegalAccessException e) {
            return own;
        }
    }

    /** Throws if a constructor has too many parameters, with those of a nested record. */
    private static void requireFew(Class<?> recordType, List<Class<?>> own, List<Class<?>> nested) {
        if (ClassFile.slots(own) + ClassFile.slots(nested) > MAX_PARAMETERS) {
            throw new IllegalArgumentException("record " + recordType.getName()
                    + " has too many fields to be constructed, with those of nested records: fields="
                    + (own.size() + nested.size()) + ", and at most " + MAX_PARAMETERS
                    + " are possible, long and double counted twice; split it or use @Length arrays");
        }
    }

    /** Runs the static part of a record, which registers itself with its own options, or of an enum. */
    public static void initialise(String type, ClassLoader loader) {
        try {
            Class.forName(type, true, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("class " + type + " is not known to its own class loader", e);
        } catch (LinkageError e) {
            throw new IllegalArgumentException(
                    "class " + type + " cannot be initialised: its static part throws " + firstCause(e), e);
        }
    }

    /** The exception that a static part has thrown first, or what stands for it if it has thrown before. */
    public static Throwable firstCause(LinkageError e) {
        Throwable first = e;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        return first;
    }

    private static IllegalArgumentException unreachable(Class<?> recordType, ReflectiveOperationException cause) {
        Module own = RecordAccess.class.getModule();
        String target = own.isNamed() ? " to " + own.getName() : "";
        return new IllegalArgumentException(
                "record " + recordType.getName() + " is not accessible: write \"opens " + recordType.getPackageName()
                        + target
                        + ";\" in the module-info of " + recordType.getModule().getName()
                        + ", or make the record public in an exported package",
                cause);
    }
}
