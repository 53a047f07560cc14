package basalt.compiler;

import basalt.component.Column;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;

/**
 * The body of a kernel, as it is given to the compiler.
 *
 * @param function the user's object, such as a lambda
 * @param method the method of its interface that is called for each row
 * @param arguments what the method gets: an {@link Argument} or a {@link RecordColumns} each
 * @param result the record that it returns, which is written to the row; null if it returns nothing
 */
public record KernelBody(Object function, Method method, List<Object> arguments, RecordColumns result) {
    /** The class and method that are translated; the class alone if its code is not found. */
    public String name() {
        BodyCode code = function.getClass().isHidden() ? BodyCode.of(function) : null;
        return code == null || code.method() == null
                ? function.getClass().getName().replaceFirst("\\$\\$Lambda.*", "")
                : code.method().owner().getName() + "." + code.method().name();
    }

    /** An argument that is no record. */
    public enum Argument {
        ROW,
        ENTITY,
        /** An object that the compiler knows nothing about, such as the recorder of commands. */
        OTHER
    }

    /**
     * A record and the columns of its fields, by their names; those of a nested record are named as {@code at.x}. Null
     * instead of a column is the handle of the entity.
     */
    public record RecordColumns(Class<?> type, Map<String, Column> columns) {}
}
