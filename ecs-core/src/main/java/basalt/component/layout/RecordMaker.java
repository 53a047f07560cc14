package basalt.component.layout;

import basalt.internal.ClassFile;
import basalt.internal.HiddenCopy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;

/**
 * A static method that makes a record from its fields, in a small class that is written here:
 *
 * <pre>{@code
 * static Position make(float x, float y) {
 *     return new Position(x, y);
 * }
 * }</pre>
 *
 * <p>JDK 25 does not remove the memory barrier of a constructor that a method handle calls, even if it removes the
 * record, and then cannot vectorise the loop. It does if the constructor is called by bytecode.
 */
final class RecordMaker {
    private static final String METHOD = "make";
    private static final String SUFFIX = "$BasaltMaker";

    private RecordMaker() {}

    /**
     * The method of a record. Returns its handle; null if no classes are defined, or the lookup cannot define such a
     * one: the record is private, and in another module than the library, or it has no name.
     */
    static MethodHandle of(Lookup lookup, Class<?> recordType, MethodType fields) {
        boolean isHidden =
                recordType.isHidden() || fields.parameterList().stream().anyMatch(Class::isHidden);
        boolean isVisible = (lookup.lookupModes() & Lookup.PACKAGE) != 0 && lookup.lookupClass() == recordType;
        boolean isPrivate = Modifier.isPrivate(recordType.getModifiers()); // its constructor is as visible as it is
        if (!HiddenCopy.ENABLED || isHidden || !isVisible || isPrivate && !lookup.hasFullPrivilegeAccess()) {
            return null;
        }
        MethodType made = fields.changeReturnType(recordType);
        try {
            byte[] file = file(recordType, made);
            Class<?> maker = lookup.hasFullPrivilegeAccess()
                    ? lookup.defineHiddenClass(file, false, Lookup.ClassOption.NESTMATE)
                            .lookupClass()
                    : defined(lookup, recordType, file);
            return lookup.findStatic(maker, METHOD, made);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (ReflectiveOperationException | Error e) {
            return null; // slower. A native image throws an error of its own
        }
    }

    /** In another module than the library, a class can only be defined by its name, and once. */
    private static Class<?> defined(Lookup lookup, Class<?> recordType, byte[] file)
            throws ReflectiveOperationException {
        try {
            return lookup.defineClass(file);
        } catch (LinkageError e) {
            return lookup.findClass(recordType.getName() + SUFFIX);
        }
    }

    private static byte[] file(Class<?> recordType, MethodType made) {
        ClassFile file = new ClassFile(recordType.getName() + SUFFIX, Object.class);
        ClassFile.Code code = file.method(Modifier.PUBLIC | Modifier.STATIC, METHOD, made);
        code.create(recordType);
        int slot = 0;
        for (Class<?> field : made.parameterList()) {
            code.load(field, slot);
            slot += ClassFile.slots(field);
        }
        code.call(ClassFile.Call.SPECIAL, recordType, "<init>", made.changeReturnType(void.class));
        code.end();
        return file.bytes();
    }
}
