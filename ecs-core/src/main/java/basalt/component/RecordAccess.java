package basalt.component;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.stream.Stream;

/** Builds a record and reads its fields, whether the record is public or not. */
record RecordAccess(MethodHandle constructor, MethodHandle[] accessors) {
    private static final MethodType CONSTRUCT = MethodType.methodType(Object.class, Object[].class);
    private static final MethodType READ = MethodType.methodType(Object.class, Object.class);

    static RecordAccess of(Class<?> recordType) {
        RecordComponent[] components = recordType.getRecordComponents();
        Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            MethodHandles.Lookup lookup = lookupIn(recordType);
            MethodHandle constructor = lookup.unreflectConstructor(recordType.getDeclaredConstructor(types))
                    .asSpreader(Object[].class, types.length)
                    .asType(CONSTRUCT);
            MethodHandle[] accessors = new MethodHandle[components.length];
            for (int field = 0; field < accessors.length; field++) {
                accessors[field] =
                        lookup.unreflect(components[field].getAccessor()).asType(READ);
            }
            return new RecordAccess(constructor, accessors);
        } catch (ReflectiveOperationException e) {
            throw unreachable(recordType, e);
        } catch (IllegalArgumentException e) {
            throw tooWide(recordType, types.length, e);
        }
    }

    Object construct(Object[] values) {
        try {
            return (Object) constructor.invokeExact(values);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a record's constructor cannot throw a checked exception", e);
        }
    }

    Object read(int field, Object instance) {
        try {
            return (Object) accessors[field].invokeExact(instance);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a record's accessor cannot throw a checked exception", e);
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

    /** Method handles take at most 253 parameters, a few less than constructors; long and double count twice. */
    private static IllegalArgumentException tooWide(Class<?> recordType, int fields, IllegalArgumentException cause) {
        return new IllegalArgumentException(
                "record " + recordType.getName() + " has too many fields to be constructed: fields=" + fields
                        + ", split it or use @Length arrays",
                cause);
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
