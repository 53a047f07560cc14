package basalt.component.layout;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The canonical constructor of a record, and the accessors of its fields, whether the record is public or not. Both can
 * be explicit, so they are user code: it can throw, and it can use the world.
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

    /** Finds the constructor and the accessors of a record. */
    public static RecordAccess of(Class<?> recordType) {
        RecordComponent[] components = recordType.getRecordComponents();
        Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        if (parameters(types) > MAX_PARAMETERS) {
            throw tooWide(recordType, types.length);
        }
        try {
            MethodHandles.Lookup lookup = lookupIn(recordType);
            MethodHandle constructor =
                    lookup.findConstructor(recordType, MethodType.methodType(void.class, List.of(types)));
            List<MethodHandle> accessors = new ArrayList<>();
            for (RecordComponent component : components) {
                accessors.add(lookup.unreflect(component.getAccessor()));
            }
            return new RecordAccess(constructor, List.copyOf(accessors));
        } catch (ReflectiveOperationException e) {
            throw unreachable(recordType, e);
        }
    }

    /** Full access if the package is open to this module, otherwise public access. */
    private static MethodHandles.Lookup lookupIn(Class<?> recordType) {
        MethodHandles.Lookup own = MethodHandles.lookup();
        RecordAccess.class.getModule().addReads(recordType.getModule());
        try {
            return MethodHandles.privateLookupIn(recordType, own);
        } catch (IllegalAccessException e) {
            return own;
        }
    }

    private static int parameters(Class<?>[] types) {
        return Stream.of(types)
                .mapToInt(type -> type == long.class || type == double.class ? 2 : 1)
                .sum();
    }

    private static IllegalArgumentException tooWide(Class<?> recordType, int fields) {
        return new IllegalArgumentException("record " + recordType.getName()
                + " has too many fields to be constructed: fields=" + fields + ", and at most " + MAX_PARAMETERS
                + " are possible, long and double counted twice; split it or use @Length arrays");
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
