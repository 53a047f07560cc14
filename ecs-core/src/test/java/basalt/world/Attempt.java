package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.EnumColumn;
import basalt.component.EventType;
import basalt.component.OnTargetDestroy;
import basalt.component.StringColumn;
import basalt.component.StringListColumn;
import basalt.component.TreeType;
import basalt.memory.MemorySource;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameLongList;
import basalt.query.Commands;
import basalt.query.Condition;
import basalt.query.PairQuery;
import basalt.query.Query;
import basalt.query.RowBody;
import basalt.query.Span;
import basalt.save.LoadOptions;
import basalt.save.SaveOptions;
import basalt.save.SaveSink;
import basalt.save.SaveSource;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Lists;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.RecordClassArguments;
import basalt.storage.fixture.Spark;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/** A call of a public method with valid arguments, except those that a test replaces. */
record Attempt(Object receiver, Method method, Object[] arguments) {
    private static final Map<Class<?>, Object> ARGUMENTS = new HashMap<>();

    /** The values of calls that take records, each of another component. */
    private static final List<Class<?>> OF_THE_WORLD =
            List.of(Commands.class, Query.class, Hierarchy.class, Prefab.class, World.class, EnumColumn.class);

    private static final List<Record> RECORDS =
            List.of(Kinds.ODD, new Position(1, 2), new Health(3), new Label("label"));

    static {
        Kinds.TYPE.columns().forEach(column -> ARGUMENTS.put(column.getClass(), column));
        ARGUMENTS.put(StringColumn.class, Lists.TEXT);
        ARGUMENTS.put(StringListColumn.class, Lists.WORDS);
        ARGUMENTS.put(List.class, List.of("word"));
        ARGUMENTS.put(Column.class, Kinds.I32);
        ARGUMENTS.put(Column.Floating.class, Kinds.F32);
        ARGUMENTS.put(Column.Whole.class, Kinds.I32);
        ARGUMENTS.put(Component.class, Kinds.TYPE);
        ARGUMENTS.put(EventType.class, Spark.TYPE);
        ARGUMENTS.put(TreeType.class, TreeType.DEFAULT);
        ARGUMENTS.put(OnTargetDestroy.class, OnTargetDestroy.CLEAR);
        ARGUMENTS.put(Record[].class, new Record[] {Kinds.ODD});
        ARGUMENTS.put(Condition.class, Condition.on(Kinds.I32).atMost(9));
        ARGUMENTS.put(RowBody.class, (RowBody) row -> {});
        ARGUMENTS.put(PairQuery.Body.class, (PairQuery.Body) (row, other) -> {});
        ARGUMENTS.put(Span.Body.class, (Span.Body) span -> {});
        ARGUMENTS.put(Commands.Body.class, (Commands.Body) (row, commands) -> {});
        ARGUMENTS.put(LongConsumer.class, (LongConsumer) entity -> {});
        ARGUMENTS.put(LongConsumer.class, (LongConsumer) event -> {});
        ARGUMENTS.put(UnaryOperator.class, UnaryOperator.identity());
        ARGUMENTS.put(ToLongFunction.class, (ToLongFunction<Object>) object -> 9);
        ARGUMENTS.put(ToDoubleFunction.class, (ToDoubleFunction<Object>) object -> 9);
        ARGUMENTS.put(Predicate.class, (Predicate<Object>) object -> true);
        ARGUMENTS.put(Function.class, Function.identity());
        ARGUMENTS.put(Supplier.class, (Supplier<Object>) Object::new);
        ARGUMENTS.put(Consumer.class, (Consumer<Object>) object -> {});
        ARGUMENTS.put(FrameLongList.class, deadList());
        ARGUMENTS.put(long[].class, new long[1]);
        ARGUMENTS.put(Object.class, "an object");
        ARGUMENTS.put(String.class, "a text");
        ARGUMENTS.put(Class.class, Object.class);
        ARGUMENTS.put(Class[].class, new Class<?>[] {Object.class});
        ARGUMENTS.put(Path.class, Path.of(System.getProperty("java.io.tmpdir"), "basalt", "is", "not", "here"));
        ARGUMENTS.put(SaveOptions.class, new SaveOptions());
        ARGUMENTS.put(LoadOptions.class, new LoadOptions());
        ARGUMENTS.put(SaveSource.class, (SaveSource) (to, offset, length) -> -1);
        ARGUMENTS.put(SaveSink.class, (SaveSink) (from, offset, length) -> {});
        ARGUMENTS.put(float.class, 0.9f);
        ARGUMENTS.put(double.class, 9.0);
        ARGUMENTS.put(byte.class, (byte) 9);
        ARGUMENTS.put(short.class, (short) 9);
        ARGUMENTS.put(int.class, 0);
        ARGUMENTS.put(long.class, 9L);
        ARGUMENTS.put(boolean.class, true);
    }

    private static FrameLongList deadList() {
        try (FrameArena arena = new FrameArena(MemorySource.direct())) {
            return FrameLongList.in(arena, 1);
        }
    }

    /**
     * The public methods of an object, except those with the given names, those of {@code Object}, static ones, and
     * those that take a recorder, a query, a hierarchy or a prefab, which have their own world, another world, or a
     * column of an enum.
     */
    static List<Attempt> allOf(Object receiver, Set<String> except) {
        List<Attempt> attempts = new ArrayList<>();
        Set<String> unknown = new TreeSet<>(except);
        for (Method method : receiver.getClass().getMethods()) {
            unknown.remove(method.getName());
            if (method.getDeclaringClass() != Object.class
                    && !Modifier.isStatic(method.getModifiers())
                    && !method.isBridge()
                    && Collections.disjoint(List.of(method.getParameterTypes()), OF_THE_WORLD)
                    && !except.contains(method.getName())) {
                attempts.add(new Attempt(receiver, method, arguments(method)));
            }
        }
        assertEquals(Set.of(), unknown, "no such method of " + receiver.getClass());
        return attempts;
    }

    private static Object[] arguments(Method method) {
        Object[] arguments = new Object[method.getParameterCount()];
        Iterator<Record> records = RECORDS.iterator();
        for (int i = 0; i < arguments.length; i++) {
            Class<?> type = method.getParameterTypes()[i];
            Object recordClass = RecordClassArguments.of(method, i);
            arguments[i] =
                    recordClass != null ? recordClass : type == Record.class ? records.next() : ARGUMENTS.get(type);
            if (arguments[i] == null) {
                throw new AssertionError("no argument for parameter " + i + " of " + method);
            }
        }
        return arguments;
    }

    /** The same call with another first argument. */
    Attempt with(Object first) {
        Object[] changed = arguments.clone();
        changed[0] = first;
        return new Attempt(receiver, method, changed);
    }

    /** The same call with another last argument. */
    Attempt withLast(Object last) {
        Object[] changed = arguments.clone();
        changed[changed.length - 1] = last;
        return new Attempt(receiver, method, changed);
    }

    boolean takes(Class<?> parameter) {
        return List.of(method.getParameterTypes()).contains(parameter);
    }

    boolean startsWith(Class<?> firstParameter) {
        return method.getParameterCount() > 0 && method.getParameterTypes()[0] == firstParameter;
    }

    /** Makes the call; returns the exception, or null. */
    Throwable thrown() {
        try {
            method.invoke(receiver, arguments);
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public String toString() {
        return method.toString();
    }
}
