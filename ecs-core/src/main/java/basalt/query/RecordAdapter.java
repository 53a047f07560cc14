package basalt.query;

import basalt.compiler.KernelBody;
import basalt.compiler.KernelBody.Argument;
import basalt.compiler.KernelBody.RecordColumns;
import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.internal.ClassFile;
import basalt.internal.ClassFile.Call;
import basalt.internal.ClassFile.Code;
import basalt.internal.HiddenCopy;
import basalt.query.RecordShape.Field;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Adapts a body of records to a loop over rows, or over rows and their partners or parents. All forms of bodies use
 * this. A hidden class is written, in which the columns and the handles are constants:
 *
 * <pre>{@code
 * public void accept(Row row, Row other) {
 *     write(row, other, require(this.body.apply(read0(row), read1(row))));
 * }
 *
 * static Record read0(Row row) {
 *     return position(row.get(X), row.get(Y)); // the handle of the constructor
 * }
 *
 * static void write(Row row, Row other, Record value) {
 *     set0(row, other, x(value), y(value)); // the handles of accessors
 * }
 *
 * static void set0(Row row, Row other, float x, float y) {
 *     row.set(X, x);
 *     row.set(Y, y);
 * }
 * }</pre>
 *
 * <p>So the JIT inlines all of it and makes no records, and the interpreter runs few instructions. Where no classes are
 * defined, a {@link HandleAdapter} does the same.
 */
abstract class RecordAdapter implements RowBody {
    private static final String BODY = "body";

    /** The most columns that a method sets: the JIT does not inline a method of more than 325 bytes. */
    private static final int MOST_SET = 12;

    private static final MethodType READ = MethodType.methodType(Record.class, Row.class);
    private static final MethodType WRITE = MethodType.methodType(void.class, Row.class, Row.class, Record.class);

    /** The constructors of the classes that were written for the bodies of a class, which knows the records. */
    private static final ClassValue<Map<List<Object>, MethodHandle>> WRITTEN = new ClassValue<>() {
        @Override
        protected Map<List<Object>, MethodHandle> computeValue(Class<?> bodyType) {
            return new ConcurrentHashMap<>();
        }
    };

    private KernelBody kernelBody;

    /**
     * A record that a body gets: of the loop's row, or of the other one, which is its partner, parent or neighbour.
     *
     * @param coordinates the columns that are read by {@link Row#coordinate}, by their numbers
     */
    record Read(RecordShape shape, boolean isOfOther, List<FloatColumn> coordinates) {
        Read(RecordShape shape, boolean isOfOther) {
            this(shape, isOfOther, List.of());
        }

        private RecordColumns columns() {
            RecordColumns named = shape.named();
            return new RecordColumns(named.type(), named.columns(), isOfOther);
        }
    }

    /**
     * A record that a body returns.
     *
     * @param ofOther those of its components that are written in the other row
     */
    record Write(RecordShape shape, Set<Component<?>> ofOther) {
        /**
         * The fields with columns. All values are read and checked in this order, and then set in the reverse one:
         * lists first, for which there may be no memory. So a record is written as a whole or not at all, unless it
         * has several lists.
         */
        List<Field> fields() {
            return shape.fields().stream()
                    .filter(field -> field.column() != null)
                    .sorted(Comparator.comparing(Field::isList))
                    .toList();
        }

        boolean isOfOther(Field field) {
            return ofOther.contains(field.column().component());
        }
    }

    /**
     * Makes the adapter of a kernel's body. It has a class of its own, which the JIT compiles for it alone, unless the
     * body has no state: then it has that of the kernel before.
     *
     * @param form the interface of the body, whose only abstract method takes {@code long entity} or not, the records,
     *     and {@code Commands} or not
     * @param write null if the body returns nothing
     */
    static RecordAdapter of(Class<?> form, Object body, List<Read> reads, Write write) {
        return made(form, body, reads, write, Specialisation.isStateless(body));
    }

    /** Makes the adapter of a body that runs once. All bodies of its class share one. */
    static RecordAdapter once(Class<?> form, Object body, List<Read> reads) {
        return made(form, body, reads, null, true);
    }

    private static RecordAdapter made(Class<?> form, Object body, List<Read> reads, Write write, boolean isShared) {
        RecordAdapter adapter = HiddenCopy.ENABLED
                ? written(constructor(form, body.getClass(), reads, write, isShared), body)
                : new HandleAdapter(form, body, reads, write);
        adapter.kernelBody = kernelBody(form, body, reads, write);
        return adapter;
    }

    private static RecordAdapter written(MethodHandle constructor, Object body) {
        try {
            return (RecordAdapter) constructor.invokeExact(body);
        } catch (Throwable e) {
            throw new IllegalStateException("an adapter of " + body + " was not made", e); // out of memory
        }
    }

    /** The constructor of a class for bodies of a class. A shared one is kept if that class knows the records. */
    private static MethodHandle constructor(
            Class<?> form, Class<?> bodyType, List<Read> reads, Write write, boolean isShared) {
        boolean isKept = isShared
                && reads.stream().allMatch(read -> read.shape().outlives(bodyType))
                && (write == null || write.shape().outlives(bodyType));
        if (!isKept) {
            return new Generator(form).constructor(reads, write);
        }
        List<Object> key = Arrays.asList(form, List.copyOf(reads), write);
        return WRITTEN.get(bodyType).computeIfAbsent(key, any -> new Generator(form).constructor(reads, write));
    }

    /** The body for the compiler; null if it writes other rows. */
    private static KernelBody kernelBody(Class<?> form, Object body, List<Read> reads, Write write) {
        if (write != null && !write.ofOther().isEmpty()) {
            return null;
        }
        Method method = method(form);
        List<Object> arguments = new ArrayList<>();
        int read = 0;
        for (Class<?> parameter : method.getParameterTypes()) {
            arguments.add(
                    parameter == long.class
                            ? Argument.ENTITY
                            : parameter == Commands.class
                                    ? Argument.OTHER
                                    : reads.get(read++).columns());
        }
        return new KernelBody(
                body, method, arguments, write == null ? null : write.shape().named());
    }

    /** The abstract method of a form, which may have another one that calls it. */
    static Method method(Class<?> form) {
        for (Method method : form.getDeclaredMethods()) {
            if (Modifier.isAbstract(method.getModifiers())) {
                return method;
            }
        }
        throw new IllegalStateException(form + " has no abstract method");
    }

    final KernelBody kernelBody() {
        return kernelBody;
    }

    @Override
    public final void accept(Row row) {
        accept(row, null);
    }

    abstract void accept(Row row, Row other);

    /** The body, which is in a field of the written class: the JIT trusts that final fields of hidden classes are. */
    abstract Object body();

    /** Called by written classes. */
    static Record require(Object made) {
        if (made == null) {
            throw new IllegalArgumentException("the body of update() returned null: return the record as it came if"
                    + " nothing changes, or use each()");
        }
        return (Record) made;
    }

    /** Writes a class of adapters. It names only types of this library; those of users are behind handles. */
    private static final class Generator {
        private final Class<?> form;
        private final ClassFile file = new ClassFile(RecordAdapter.class.getName() + "$Written", RecordAdapter.class);

        Generator(Class<?> form) {
            this.form = form;
        }

        /** {@code (Object body) -> RecordAdapter}. */
        MethodHandle constructor(List<Read> reads, Write write) {
            file.addField(BODY, form);
            for (int i = 0; i < reads.size(); i++) {
                addReader("read" + i, reads.get(i));
            }
            if (write != null) {
                addWriter(write);
            }
            addAccept(reads, write != null);
            addBody();
            try {
                Lookup written = file.defineHidden(MethodHandles.lookup());
                return written.findConstructor(written.lookupClass(), MethodType.methodType(void.class, form))
                        .asType(MethodType.methodType(RecordAdapter.class, Object.class));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("the class of a kernel over records has no constructor", e);
            }
        }

        private void addReader(String name, Read read) {
            RecordShape shape = read.shape();
            Code code = file.method(Modifier.STATIC, name, READ);
            code.loadConstant(MethodHandle.class, shape.constructor());
            for (Field field : shape.fields()) {
                int coordinate =
                        field.column() == null ? -1 : read.coordinates().indexOf(field.column());
                if (coordinate >= 0) {
                    code.load(Row.class, 0);
                    code.loadNumber(coordinate);
                    code.call(Call.VIRTUAL, Row.class, "coordinate", MethodType.methodType(float.class, int.class));
                } else {
                    get(code, field);
                }
            }
            code.callExactly(shape.constructor().type());
            code.end();
        }

        private static void get(Code code, Field field) {
            if (field.isVector()) {
                code.loadConstant(MethodHandle.class, field.vectorReader());
                code.load(Row.class, 0);
                code.callExactly(field.vectorReader().type());
            } else if (field.column() == null) {
                getEntity(code, 0);
            } else {
                Class<?> column = field.column().getClass();
                code.load(Row.class, 0);
                code.loadConstant(column, field.column());
                code.call(Call.VIRTUAL, Row.class, "get", MethodType.methodType(field.type(), column));
            }
        }

        private static void getEntity(Code code, int row) {
            code.load(Row.class, row);
            code.call(Call.VIRTUAL, Row.class, "entity", MethodType.methodType(long.class));
        }

        private void addWriter(Write write) {
            List<Field> columns = write.fields();
            Code code = file.method(Modifier.STATIC, "write", WRITE);
            Deque<Runnable> setters = new ArrayDeque<>();
            for (int from = 0; from < columns.size(); from += MOST_SET) {
                List<Field> some = columns.subList(from, Math.min(from + MOST_SET, columns.size()));
                String name = "set" + from;
                MethodType type = addSetter(name, some, write);
                code.load(Row.class, 0);
                code.load(Row.class, 1);
                for (Field field : some) {
                    code.loadConstant(MethodHandle.class, field.accessor());
                    code.load(Record.class, 2);
                    code.callExactly(field.accessor().type());
                }
                setters.push(() -> code.callOwn(name, type));
            }
            setters.forEach(Runnable::run); // the last one first: its values are the last on the stack
            code.end();
        }

        /** {@code static void set0(Row row, Row other, float x, float y)}. */
        private MethodType addSetter(String name, List<Field> fields, Write write) {
            List<Class<?>> parameters = new ArrayList<>(List.of(Row.class, Row.class));
            fields.forEach(field -> parameters.add(field.type()));
            MethodType type = MethodType.methodType(void.class, parameters);
            Code code = file.method(Modifier.STATIC, name, type);
            int slot = 2
                    + fields.stream()
                            .mapToInt(field -> ClassFile.slots(field.type()))
                            .sum();
            for (int i = fields.size() - 1; i >= 0; i--) {
                Field field = fields.get(i);
                slot -= ClassFile.slots(field.type());
                set(code, field, write.isOfOther(field) ? 1 : 0, slot);
            }
            code.end();
            return type;
        }

        private static void set(Code code, Field field, int row, int slot) {
            if (field.isVector()) {
                code.loadConstant(MethodHandle.class, field.vectorWriter());
                code.load(Row.class, row);
                code.load(field.type(), slot);
                code.callExactly(field.vectorWriter().type());
            } else {
                Class<?> column = field.column().getClass();
                code.load(Row.class, row);
                code.loadConstant(column, field.column());
                code.load(field.type(), slot);
                MethodType set = MethodType.methodType(void.class, column, field.type());
                code.call(Call.VIRTUAL, Row.class, "set", set);
            }
        }

        private void addAccept(List<Read> reads, boolean writes) {
            Code code = file.method(0, "accept", MethodType.methodType(void.class, Row.class, Row.class));
            Method method = method(form);
            if (writes) {
                code.load(Row.class, 1);
                code.load(Row.class, 2);
            }
            code.loadField(BODY, form);
            int read = 0;
            for (Class<?> parameter : method.getParameterTypes()) {
                if (parameter == long.class) {
                    getEntity(code, 1);
                } else if (parameter == Commands.class) {
                    code.load(Row.class, 1);
                    code.call(Call.VIRTUAL, Row.class, "commands", MethodType.methodType(Commands.class));
                } else {
                    code.load(Row.class, reads.get(read).isOfOther() ? 2 : 1);
                    code.callOwn("read" + read++, READ);
                }
            }
            MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
            code.call(Call.INTERFACE, form, method.getName(), type);
            if (writes) {
                MethodType require = MethodType.methodType(Record.class, Object.class);
                code.call(Call.STATIC, RecordAdapter.class, "require", require);
                code.callOwn("write", WRITE);
            }
            code.end();
        }

        private void addBody() {
            Code code = file.method(0, BODY, MethodType.methodType(Object.class));
            code.loadField(BODY, form);
            code.end();
        }
    }
}
