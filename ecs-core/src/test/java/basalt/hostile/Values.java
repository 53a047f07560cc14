package basalt.hostile;

import static java.lang.Float.MAX_VALUE;
import static java.lang.Float.MIN_VALUE;
import static java.lang.Float.NEGATIVE_INFINITY;
import static java.lang.Float.NaN;
import static java.lang.Float.POSITIVE_INFINITY;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.CopyLoader;
import basalt.component.Entity;
import basalt.component.EventType;
import basalt.component.TreeType;
import basalt.feed.FeedClient;
import basalt.feed.FeedPriority;
import basalt.feed.WorldMirror;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.PromotionTarget;
import basalt.memory.Slice;
import basalt.memory.allocator.ScratchArena;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameFloatList;
import basalt.memory.frame.FrameLongList;
import basalt.memory.tracking.MemoryMonitor;
import basalt.query.CascadeKernel;
import basalt.query.Commands;
import basalt.query.PairQuery;
import basalt.query.Query;
import basalt.query.RecordBody;
import basalt.query.RowBody;
import basalt.query.RowKernel;
import basalt.query.Span;
import basalt.save.Replay;
import basalt.save.SaveSink;
import basalt.save.SaveSource;
import basalt.save.Snapshots;
import basalt.storage.fixture.Bell;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.RecordClassArguments;
import basalt.storage.fixture.Salvo;
import basalt.storage.fixture.Shift;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.Vectors;
import basalt.system.Access;
import basalt.system.Order;
import basalt.system.Schedule;
import basalt.system.SystemOption;
import basalt.system.Tickable;
import basalt.world.Hierarchy;
import basalt.world.ManyToMany;
import basalt.world.Relation;
import basalt.world.World;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.lang.reflect.Array;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/** Arguments for calls by reflection: for each type a valid or nearly valid one, and many invalid ones. */
final class Values {
    private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));
    private static final List<Object> TEXTS =
            List.of("", " ", "two\nlines\0", "\uD800", "long ".repeat(40_000), "one", "a/b", "a=b,c");

    private Values() {}

    /** A record that is not registered as a component, with an array of the wrong length. */
    record Strange(int[] values) {}

    /** A resource that a world can own. */
    static final class Own implements AutoCloseable {
        @Override
        public void close() {
            // nothing to free
        }
    }

    /** The exception that callbacks throw. */
    static final class Deliberate extends RuntimeException {
        private static final long serialVersionUID = 1;

        Deliberate() {
            super("thrown by a callback on purpose");
        }
    }

    /** The number of sets of valid arguments. */
    static final int VARIANTS = 5;

    private static final int[] INTS = {1, 0, 2, 3, 8};
    private static final long[] LONGS = {0, 0, 64, 16, 0};

    /** A call with arguments that are valid for most methods. Each variant has others. */
    static Call saneCall(Class<?> type, Executable member, Scene scene, int variant) {
        Object receiver =
                member instanceof Method method && !Modifier.isStatic(method.getModifiers()) ? scene.get(type) : null;
        return new Call(type, member, receiver, saneArguments(member, scene, variant));
    }

    /** The arguments of such a call. */
    static Object[] saneArguments(Executable member, Scene scene, int variant) {
        boolean isSend = member.getName().equals("send");
        Object[] arguments = new Object[member.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            Class<?> parameter = member.getParameterTypes()[i];
            Object recordClass = RecordClassArguments.of(member, i);
            if (recordClass != null) {
                arguments[i] = recordClass;
                continue;
            }
            arguments[i] = isSend && parameter == EventType.class
                    ? Spark.TYPE
                    : isSend && parameter == Record.class
                            ? new Spark(1, "event")
                            : parameter == int.class
                                    ? (Object) INTS[variant]
                                    : parameter == long.class && LONGS[variant] != 0
                                            ? (Object) LONGS[variant]
                                            : sane(parameter, scene);
        }
        return arguments;
    }

    private static final Map<Class<?>, Function<Scene, Object>> SANE = Map.ofEntries(
            one(int.class, scene -> 1),
            one(long.class, scene -> scene.entity),
            one(float.class, scene -> 0.5f),
            one(double.class, scene -> 0.5),
            one(byte.class, scene -> (byte) 1),
            one(short.class, scene -> (short) 1),
            one(char.class, scene -> 'c'),
            one(boolean.class, scene -> true),
            one(String.class, scene -> "name"),
            one(CharSequence.class, scene -> "name"),
            one(Enum.class, scene -> TimeUnit.HOURS),
            one(Object.class, scene -> "an object"),
            one(Class.class, scene -> Object.class),
            one(List.class, scene -> List.of()),
            one(Record.class, scene -> Kinds.ODD),
            one(Column.class, scene -> Kinds.F32),
            one(SystemOption.class, scene -> Access.exclusive()),
            one(NanoClock.class, scene -> SystemNanoClock.INSTANCE),
            one(IdleStrategy.class, scene -> NoOpIdleStrategy.INSTANCE),
            one(AutoCloseable.class, scene -> new Own()),
            one(ClassLoader.class, scene -> new CopyLoader()),
            one(Executor.class, scene -> (Executor) Runnable::run),
            one(PromotionTarget.class, scene -> scene.get(ScratchArena.class)),
            one(
                    Path.class,
                    scene -> TEMPORARY.resolve(
                            "basalt-hostile-" + ProcessHandle.current().pid())),
            one(Instant.class, scene -> Instant.EPOCH),
            one(Reader.class, scene -> new StringReader("{\"entities\": [{\"name\": \"one\"}]}")),
            one(Writer.class, scene -> new StringWriter()),
            one(Clock.class, scene -> Clock.systemUTC()));

    private static Map.Entry<Class<?>, Function<Scene, Object>> one(Class<?> type, Function<Scene, Object> value) {
        return Map.entry(type, value);
    }

    private static Map.Entry<Class<?>, Function<Scene, List<Object>>> some(
            Class<?> type, Function<Scene, List<Object>> values) {
        return Map.entry(type, values);
    }

    /** An argument that is or may be valid for a parameter; null if there is none. */
    static Object sane(Class<?> type, Scene scene) {
        if (SANE.containsKey(type)) {
            return SANE.get(type).apply(scene);
        } else if (DirectBuffer.class.isAssignableFrom(type)) {
            return new UnsafeBuffer(new byte[256]);
        } else if (scene.has(type)) {
            return scene.get(type);
        } else if (type.isEnum()) {
            return type.getEnumConstants()[0];
        } else if (type.isArray()) {
            return array(type, scene, 1);
        }
        return type.isInterface() ? answering(type, false) : null;
    }

    private static Object array(Class<?> type, Scene scene, int length) {
        Object array = Array.newInstance(type.getComponentType(), length);
        for (int i = 0; i < length; i++) {
            Array.set(array, i, sane(type.getComponentType(), scene));
        }
        return array;
    }

    /** A callback of any interface: does nothing, or throws. */
    private static Object answering(Class<?> type, boolean throwing) {
        return Proxy.newProxyInstance(
                Values.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return switch (method.getName()) {
                            case "equals" -> self == arguments[0];
                            case "hashCode" -> System.identityHashCode(self);
                            default -> type.getSimpleName();
                        };
                    }
                    if (throwing) {
                        throw new Deliberate();
                    }
                    Class<?> answer = method.getReturnType();
                    return answer == boolean.class
                            ? Boolean.FALSE
                            : answer.isPrimitive() && answer != void.class ? zero(answer) : null;
                });
    }

    private static Object zero(Class<?> primitive) {
        return Array.get(Array.newInstance(primitive, 1), 0);
    }

    private static final Map<Class<?>, Function<Scene, List<Object>>> HOSTILE = Map.ofEntries(
            some(
                    int.class,
                    scene -> List.of(
                            -1, 0, 2, 7, 64, 65, 1 << 20, Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE - 7)),
            some(long.class, Values::longs),
            some(
                    float.class,
                    scene -> List.of(-1f, 0f, -0f, NaN, MAX_VALUE, MIN_VALUE, POSITIVE_INFINITY, NEGATIVE_INFINITY)),
            some(
                    double.class,
                    scene -> List.of(
                            -1.0, 0.0, -0.0, Double.NaN, Double.MAX_VALUE, Double.MIN_VALUE, 1e18, 1 / 0.0, -1 / 0.0)),
            some(byte.class, scene -> List.of(Byte.MIN_VALUE, Byte.MAX_VALUE)),
            some(short.class, scene -> List.of(Short.MIN_VALUE, Short.MAX_VALUE)),
            some(char.class, scene -> List.of('\0', '\uD800', '\uFFFF')),
            some(boolean.class, scene -> List.of(false)),
            some(String.class, scene -> TEXTS),
            some(CharSequence.class, scene -> TEXTS),
            some(Enum.class, scene -> List.of(TimeUnit.DAYS, Thread.State.NEW)),
            some(Object.class, scene -> List.of((Object) new Object[0])),
            some(List.class, scene -> List.of(Arrays.asList((Object) null))),
            some(
                    Class.class,
                    scene -> List.of(int.class, void.class, Class.class, Kinds[].class, Record.class, Strange.class)),
            some(
                    Record.class,
                    scene -> List.of(
                            new Strange(new int[3]),
                            new Strange(null),
                            new Rare(1, null),
                            new Spark(1, null),
                            new Frozen(),
                            new Vectors(new float[9], null, null, null, null, null, null, null))),
            some(Component.class, scene -> List.of(Rare.TYPE, Frozen.TYPE, Health.TYPE, Vectors.TYPE)),
            some(TreeType.class, scene -> List.of(TreeType.DEFAULT)),
            some(EventType.class, scene -> List.of(Spark.TYPE, Bell.TYPE, Salvo.TYPE)),
            some(FrameLongList.class, scene -> List.of(inAClosedFrame(scene, frame -> FrameLongList.in(frame, 4)))),
            some(Slice.class, scene -> List.of(inAClosedFrame(scene, frame -> frame.allocate(16, 8)))),
            some(MemorySource.class, scene -> List.of(new Refusing())),
            some(SaveSource.class, scene -> sources()),
            some(
                    SaveSink.class,
                    scene -> List.of((SaveSink) (from, offset, length) -> {
                        throw new IOException("the disk is full");
                    })),
            some(
                    Path.class,
                    scene -> List.of(
                            TEMPORARY, TEMPORARY.resolve("basalt-hostile-none").resolve("file"))),
            some(
                    Reader.class,
                    scene -> List.of(
                            Reader.nullReader(), new StringReader("[["), new StringReader("{\"entities\": 1}"))),
            some(
                    SystemOption.class,
                    scene -> List.of(Order.before("nothing of that name"), Access.writes(Kinds.TYPE))));

    private static List<Object> longs(Scene scene) {
        return List.of(
                -1L,
                0L,
                1L,
                16L,
                1L << 31,
                1L << 62,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                Long.MAX_VALUE - 7,
                scene.stale,
                Entity.of(Entity.index(scene.entity), Entity.LAST_GENERATION),
                Entity.of(1 << 20, 1));
    }

    private static Object inAClosedFrame(Scene scene, Function<FrameArena, Object> maker) {
        try (FrameArena closed = new FrameArena(scene.memory)) {
            return maker.apply(closed);
        }
    }

    private static List<Object> sources() {
        return List.of(
                (SaveSource) (to, offset, length) -> -5,
                (SaveSource) (to, offset, length) -> length + 1,
                (SaveSource) (to, offset, length) -> length,
                (SaveSource) (to, offset, length) -> {
                    throw new IOException("the connection is lost");
                });
    }

    /** Types whose objects cannot be used after the scene is closed. */
    private static final Set<Class<?>> OF_A_CLOSED_SCENE = Set.of(
            CascadeKernel.class,
            Commands.class,
            FeedClient.class,
            FrameArena.class,
            Hierarchy.class,
            ManyToMany.class,
            Query.class,
            Relation.class,
            RowKernel.class,
            Schedule.class,
            Snapshots.class,
            Tickable.class,
            World.class,
            WorldMirror.class);

    private static final Map<Class<?>, Object> CLOSED = new HashMap<>();

    private static Object ofAClosedScene(Class<?> type) {
        try (Scene scene = new Scene()) {
            Class<?> made = type == Tickable.class ? Schedule.class : type;
            return scene.get(made);
        }
    }

    /** Arguments that may be invalid, with null for reference types. */
    static List<Object> hostile(Class<?> type, Scene scene) {
        List<Object> values = new ArrayList<>();
        if (!type.isPrimitive()) {
            values.add(null);
        }
        if (HOSTILE.containsKey(type)) {
            values.addAll(HOSTILE.get(type).apply(scene));
        } else if (Column.class.isAssignableFrom(type)) {
            Stream.of(Rare.TYPE, Vectors.TYPE, Health.TYPE, Kinds.TYPE, Spark.TYPE, Shift.TYPE)
                    .flatMap(described -> described.columns().stream())
                    .filter(type::isInstance)
                    .forEach(values::add);
        } else if (type.isArray()) {
            values.add(array(type, scene, 0));
            values.add(Array.newInstance(type.getComponentType(), 3)); // of nulls or zeros
            values.add(array(type, scene, 2));
        } else if (DirectBuffer.class.isAssignableFrom(type)) {
            values.add(new UnsafeBuffer());
        } else if (OF_A_CLOSED_SCENE.contains(type)) {
            values.add(CLOSED.computeIfAbsent(type, Values::ofAClosedScene));
        } else if (isCallback(type)) {
            values.add(answering(type, true));
        }
        return values;
    }

    /** Whether users implement a type. */
    static boolean isCallback(Class<?> type) {
        return type.isInterface()
                && (type.getName().startsWith("java.util.function")
                        || type == Runnable.class
                        || type.getName().startsWith("org.agrona.collections")
                        || type.getEnclosingClass() == RecordBody.class
                        || List.of(
                                        RowBody.class,
                                        Span.Body.class,
                                        Commands.Body.class,
                                        Commands.PairBody.class,
                                        PairQuery.Body.class,
                                        LongConsumer.class,
                                        FeedPriority.class,
                                        Replay.Input.class,
                                        Tickable.class,
                                        MemoryMonitor.FrameCheck.class,
                                        FrameFloatList.FloatConsumer.class)
                                .contains(type));
    }

    /** A source without memory. */
    static final class Refusing implements MemorySource {
        @Override
        public long allocate(long bytes, int alignment) {
            throw new NativeMemoryException("this source has no memory", bytes, 0);
        }

        @Override
        public void free(long address, long bytes) {
            throw new IllegalArgumentException("never allocated: address=" + address);
        }

        @Override
        public long allocatedBytes() {
            return 0;
        }
    }
}
