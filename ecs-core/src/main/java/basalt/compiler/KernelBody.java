package basalt.compiler;

import basalt.component.Column;
import basalt.match.Filter;
import basalt.storage.Entities;
import basalt.storage.space.NeighbourPass;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;

/**
 * The body of a kernel, as it is given to the compiler.
 *
 * @param function the user's object, such as a lambda
 * @param method the method of its interface that is called for each row
 * @param arguments what the method gets: an {@link Argument} or a {@link RecordColumns} each
 * @param result the record that it returns, which is written to the row; null if it returns nothing, or a boolean: then
 *     the rows for which that is false are removed from the matching ones, or a number
 * @param operation that of the {@link basalt.match.Accumulator} of the matching rows, to which the number is added
 * @param partners which rows have a partner, without which it is not called; null if it is over single rows
 * @param neighbours whose neighbours are the partners; else null
 */
public record KernelBody(
        Object function,
        Method method,
        List<Object> arguments,
        RecordColumns result,
        int operation,
        Partners partners,
        Neighbours neighbours) {
    /** A body over single rows. */
    public KernelBody(Object function, Method method, List<Object> arguments, RecordColumns result) {
        this(function, method, arguments, result, 0, null, null);
    }

    /** A body that returns a boolean or a number. */
    public static KernelBody ofFunction(Object function, Method method, RecordColumns argument, int operation) {
        return new KernelBody(function, method, List.of(argument), null, operation, null, null);
    }

    /** A scalar column in place of a function that returns its value. */
    public static KernelBody ofColumn(Column column, int operation) {
        return new KernelBody(column, null, List.of(), null, operation, null, null);
    }

    public KernelBody withPartners(Partners found) {
        return new KernelBody(function, method, arguments, result, operation, found, null);
    }

    /** The body of a kernel over neighbours. */
    public KernelBody overNeighbours(NeighbourPass pass, List<Object> starts) {
        return new KernelBody(function, method, arguments, result, 0, null, new Neighbours(pass, starts));
    }

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
        PARTNER,
        ENTITY,
        /** An object that the compiler knows nothing about, such as the recorder of commands. */
        OTHER
    }

    /**
     * A record and the columns of its fields, by their names; those of a nested record are named as {@code at.x}. Null
     * instead of a column is the handle of the entity.
     */
    public record RecordColumns(Class<?> type, Map<String, Column> columns, boolean isOfPartner) {}

    /**
     * A row's partner is the entity in the column, if it is alive and matches the filter.
     *
     * @param entities null if all partners are such, as the parents in a cascade: a loop finds them by its runs, and
     *     visits none of them
     */
    public record Partners(Column column, Entities entities, Filter filter) {
        boolean areParents() {
            return entities == null;
        }
    }

    /**
     * The body is called for each neighbour of a point, and returns what there is with it.
     *
     * @param starts the values of the result's columns before the first neighbour
     */
    public record Neighbours(NeighbourPass pass, List<Object> starts) {}
}
