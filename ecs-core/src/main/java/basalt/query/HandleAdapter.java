package basalt.query;

import basalt.internal.Handles;
import basalt.query.RecordShape.Field;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The adapter where no classes are defined, such as in a native image. It does by method handles what a written class
 * does, in the same order: slowly, and with garbage.
 */
final class HandleAdapter extends RecordAdapter {
    private static final List<Class<?>> PLACE = List.of(Row.class, Row.class);

    private final Object body;

    /** Makes the records and calls the body: {@code (Row row, Row other) -> Object}. */
    private final MethodHandle call;

    /** Null if the body returns nothing. */
    private final Setter[] setters;

    /**
     * Writes a field of the record that the body returns.
     *
     * @param get {@code (Record) -> Object}
     * @param set {@code (Row, Object) -> void}
     */
    private record Setter(MethodHandle get, MethodHandle set, boolean isOfOther) {
        static Setter of(Field field, boolean isOfOther) {
            return new Setter(
                    field.accessor().asType(MethodType.methodType(Object.class, Record.class)),
                    field.writer().asType(MethodType.methodType(void.class, Row.class, Object.class)),
                    isOfOther);
        }
    }

    HandleAdapter(Class<?> form, Object body, List<Read> reads, Write write) {
        this.body = body;
        this.call = call(method(form), body, reads);
        this.setters = write == null
                ? null
                : write.fields().stream()
                        .map(field -> Setter.of(field, write.isOfOther(field)))
                        .toArray(Setter[]::new);
    }

    private static MethodHandle call(Method method, Object body, List<Read> reads) {
        Iterator<Read> records = reads.iterator();
        List<MethodHandle> arguments = new ArrayList<>();
        for (Class<?> parameter : method.getParameterTypes()) {
            if (parameter == long.class) {
                arguments.add(ofPlace(RecordShape.ofRow("entity"), false));
            } else if (parameter == Commands.class) {
                arguments.add(ofPlace(RecordShape.ofRow("commands"), false));
            } else {
                Read read = records.next();
                arguments.add(ofPlace(maker(read), read.isOfOther()));
            }
        }
        try {
            MethodHandle bound = MethodHandles.lookup().unreflect(method).bindTo(body);
            return Handles.of(bound, PLACE, arguments)
                    .asType(MethodType.methodType(Object.class, PLACE)); // null for void
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(method + " is not accessible", e);
        }
    }

    /** {@code (Row) -> Record}. */
    private static MethodHandle maker(Read read) {
        List<MethodHandle> fields = new ArrayList<>();
        for (Field field : read.shape().fields()) {
            int coordinate = field.column() == null ? -1 : read.coordinates().indexOf(field.column());
            fields.add(
                    coordinate < 0
                            ? field.reader()
                            : MethodHandles.insertArguments(RecordShape.ofRow("coordinate", int.class), 1, coordinate));
        }
        return Handles.of(read.shape().constructor(), List.of(Row.class), fields);
    }

    private static MethodHandle ofPlace(MethodHandle ofRow, boolean isOfOther) {
        return MethodHandles.dropArguments(ofRow, isOfOther ? 0 : 1, Row.class);
    }

    @Override
    Object body() {
        return body;
    }

    @Override
    void accept(Row row, Row other) {
        try {
            Object made = (Object) call.invokeExact(row, other);
            if (setters != null) {
                write(row, other, require(made));
            }
        } catch (Throwable e) {
            throw HandleAdapter.<RuntimeException>asIs(e);
        }
    }

    private void write(Row row, Row other, Record value) throws Throwable {
        Object[] values = new Object[setters.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = (Object) setters[i].get.invokeExact(value);
        }
        for (int i = values.length - 1; i >= 0; i--) {
            Row of = setters[i].isOfOther ? other : row;
            setters[i].set.invokeExact(of, values[i]);
        }
    }

    /** What the body has thrown, which may be a checked exception in other languages than Java. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E asIs(Throwable thrown) throws E {
        throw (E) thrown;
    }
}
