package basalt.hostile;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EventType;
import basalt.component.RecordType;
import basalt.component.TreeType;
import basalt.feed.FeedClient;
import basalt.feed.FeedPriority;
import basalt.feed.WorldMirror;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.PromotionTarget;
import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameFloatList;
import basalt.memory.frame.FrameLongList;
import basalt.memory.tracking.MemoryMonitor;
import basalt.query.CascadeKernel;
import basalt.query.Commands;
import basalt.query.PairQuery;
import basalt.query.Query;
import basalt.query.RowBody;
import basalt.query.RowKernel;
import basalt.query.Span;
import basalt.query.SpanKernel;
import basalt.save.Replay;
import basalt.save.SaveSink;
import basalt.save.SaveSource;
import basalt.save.Snapshots;
import basalt.storage.fixture.Bell;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Salvo;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.Vectors;
import basalt.system.Access;
import basalt.system.FrameBody;
import basalt.system.Order;
import basalt.system.Schedule;
import basalt.system.SystemOption;
import basalt.system.Tickable;
import basalt.world.EntityObserver;
import basalt.world.Hierarchy;
import basalt.world.Relation;
import basalt.world.World;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/** Arguments for calls by reflection: for each type a valid or nearly valid one, and many invalid ones. */
final class Values {
    private static final String LONG_TEXT = "long ".repeat(40_000);

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

    /** An argument that is or may be valid for a parameter; null if there is none. */
    static Object sane(Class<?> type, Scene scene) {
        if (type == int.class) {
            return 1;
        } else if (type == long.class) {
            return scene.entity;
        } else if (type == float.class) {
            return 0.5f;
        } else if (type == double.class) {
            return 0.5;
        } else if (type == byte.class) {
            return (byte) 1;
        } else if (type == short.class) {
            return (short) 1;
        } else if (type == char.class) {
            return 'c';
        } else if (type == boolean.class) {
            return true;
        } else if (type == String.class || type == CharSequence.class) {
            return "name";
        } else if (type == Object.class) {
            return "an object";
        } else if (type == Class.class) {
            return Object.class;
        } else if (type == List.class) {
            return List.of();
        } else if (type == Record.class) {
            return Kinds.ODD;
        } else if (type == basalt.component.Column.class) {
            return Kinds.F32;
        } else if (type == SystemOption.class) {
            return Access.exclusive();
        } else if (type == NanoClockType.TYPE) {
            return SystemNanoClock.INSTANCE;
        } else if (type == org.agrona.concurrent.IdleStrategy.class) {
            return NoOpIdleStrategy.INSTANCE;
        } else if (org.agrona.DirectBuffer.class.isAssignableFrom(type)) {
            return new UnsafeBuffer(new byte[256]);
        } else if (type == AutoCloseable.class) {
            return new Own();
        } else if (scene.has(type)) {
            return scene.get(type);
        } else if (type.isEnum()) {
            return type.getEnumConstants()[0];
        } else if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), 1);
            Array.set(array, 0, sane(type.getComponentType(), scene));
            return array;
        } else if (type == java.util.concurrent.Executor.class) {
            return (java.util.concurrent.Executor) Runnable::run;
        } else if (type == PromotionTarget.class) {
            return scene.get(basalt.memory.allocator.ScratchArena.class);
        } else if (type == Path.class) {
            return Path.of(
                    System.getProperty("java.io.tmpdir"),
                    "basalt-hostile-" + ProcessHandle.current().pid());
        } else if (type == java.time.Instant.class) {
            return java.time.Instant.EPOCH;
        } else if (type == java.time.Clock.class) {
            return java.time.Clock.systemUTC();
        } else if (type.isInterface()) {
            return answering(type, false);
        }
        return null;
    }

    private static final class NanoClockType {
        static final Class<?> TYPE = org.agrona.concurrent.NanoClock.class;
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

    /** Arguments that may be invalid, with null for reference types. */
    static List<Object> hostile(Class<?> type, Scene scene) {
        List<Object> values = new ArrayList<>();
        if (type == int.class) {
            values.addAll(
                    List.of(-1, 0, 2, 7, 64, 65, 1 << 20, Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE - 7));
        } else if (type == long.class) {
            values.addAll(List.of(
                    -1L,
                    0L,
                    1L,
                    16L,
                    1L << 31,
                    1L << 62,
                    Long.MIN_VALUE,
                    Long.MAX_VALUE,
                    Long.MAX_VALUE - 7,
                    scene.stale));
            values.add(Entity.of(Entity.index(scene.entity), Entity.LAST_GENERATION));
            values.add(Entity.of(1 << 20, 1));
        } else if (type == float.class) {
            values.addAll(List.of(-1f, 0f, -0f, Float.NaN, Float.MAX_VALUE, Float.MIN_VALUE));
            values.addAll(List.of(Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY));
        } else if (type == double.class) {
            values.addAll(List.of(-1.0, 0.0, -0.0, Double.NaN, Double.MAX_VALUE, Double.MIN_VALUE, 1e18));
            values.addAll(List.of(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY));
        } else if (type == byte.class) {
            values.addAll(List.of(Byte.MIN_VALUE, Byte.MAX_VALUE));
        } else if (type == short.class) {
            values.addAll(List.of(Short.MIN_VALUE, Short.MAX_VALUE));
        } else if (type == char.class) {
            values.addAll(List.of('\0', '\uD800', '\uFFFF'));
        } else if (type == boolean.class) {
            values.add(false);
        } else {
            values.add(null);
            references(type, scene, values);
        }
        return values;
    }

    private static void references(Class<?> type, Scene scene, List<Object> values) {
        if (type == String.class || type == CharSequence.class) {
            values.addAll(List.of("", " ", "two\nlines\0", "\uD800", LONG_TEXT, "one", "a/b", "a=b,c"));
        } else if (type == Object.class) {
            values.add(new Object[0]);
        } else if (type == List.class) {
            values.add(Arrays.asList((Object) null));
        } else if (type == Class.class) {
            values.addAll(List.of(int.class, void.class, Class.class, Kinds[].class, Record.class, Strange.class));
        } else if (type == Record.class) {
            values.addAll(List.of(
                    new Strange(new int[3]), new Strange(null), new Rare(1, null), new Spark(1, null), new Frozen()));
            values.add(new Vectors(new float[9], null, null, null, null, null, null, null));
        } else if (type == Component.class) {
            values.addAll(List.of(Rare.TYPE, Frozen.TYPE, Health.TYPE, Vectors.TYPE));
        } else if (type == TreeType.class) {
            values.add(TreeType.DEFAULT);
        } else if (type == EventType.class) {
            values.addAll(List.of(Spark.TYPE, Bell.TYPE, Salvo.TYPE));
        } else if (basalt.component.Column.class.isAssignableFrom(type)) {
            columns(type, values);
        } else if (type.isArray()) {
            values.add(Array.newInstance(type.getComponentType(), 0));
            values.add(Array.newInstance(type.getComponentType(), 3)); // of nulls or zeros
            Object twice = Array.newInstance(type.getComponentType(), 2);
            Array.set(twice, 0, sane(type.getComponentType(), scene));
            Array.set(twice, 1, sane(type.getComponentType(), scene));
            values.add(twice);
        } else {
            objects(type, scene, values);
        }
    }

    private static void columns(Class<?> type, List<Object> values) {
        for (RecordType<?> described : List.of(Rare.TYPE, Vectors.TYPE, Health.TYPE, Kinds.TYPE, Spark.TYPE)) {
            for (Object column : described.columns()) {
                if (type.isInstance(column)) {
                    values.add(column);
                }
            }
        }
    }

    private static void objects(Class<?> type, Scene scene, List<Object> values) {
        if (type == FrameArena.class) {
            FrameArena closed = new FrameArena(scene.memory);
            closed.close();
            values.add(closed);
        } else if (type == FrameLongList.class) {
            try (FrameArena closed = new FrameArena(scene.memory)) {
                values.add(FrameLongList.in(closed, 4));
            }
        } else if (type == Slice.class) {
            try (FrameArena closed = new FrameArena(scene.memory)) {
                values.add(closed.allocate(16, 8));
            }
        } else if (type == Commands.class
                || type == Query.class
                || type == RowKernel.class
                || type == CascadeKernel.class
                || type == SpanKernel.class) {
            values.add(ofAClosedWorld(type));
        } else if (type == World.class) {
            World closed = World.create();
            closed.close();
            values.add(closed);
        } else if (type == MemorySource.class) {
            values.add(new Refusing());
        } else if (type == SaveSource.class) {
            values.addAll(sources());
        } else if (type == SaveSink.class) {
            values.add((SaveSink) (from, offset, length) -> {
                throw new IOException("the disk is full");
            });
        } else if (type == Path.class) {
            Path folder = Path.of(System.getProperty("java.io.tmpdir"));
            values.addAll(List.of(folder, folder.resolve("basalt-hostile-none").resolve("file")));
        } else if (org.agrona.DirectBuffer.class.isAssignableFrom(type)) {
            values.add(new UnsafeBuffer());
        } else if (OF_A_CLOSED_SCENE.contains(type)) {
            values.add(CLOSED.computeIfAbsent(type, Values::ofAClosedScene));
        } else if (type == SystemOption.class) {
            values.addAll(Arrays.asList(Order.before("nothing of that name"), Access.writes(Kinds.TYPE)));
        } else if (isCallback(type)) {
            values.add(answering(type, true));
        }
    }

    /** Sources that return wrong numbers of bytes, or fail. */
    private static List<SaveSource> sources() {
        return List.of(
                (to, offset, length) -> -5,
                (to, offset, length) -> length + 1,
                (to, offset, length) -> length,
                (to, offset, length) -> {
                    throw new IOException("the connection is lost");
                });
    }

    /** Types of the scene's objects that are arguments elsewhere, where they are of another world. */
    private static final Set<Class<?>> OF_A_CLOSED_SCENE = Set.of(
            FeedClient.class,
            Hierarchy.class,
            Relation.class,
            Schedule.class,
            Snapshots.class,
            Tickable.class,
            WorldMirror.class);

    private static final Map<Class<?>, Object> CLOSED = new HashMap<>();

    private static Object ofAClosedScene(Class<?> type) {
        try (Scene scene = new Scene()) {
            Class<?> made = type == Tickable.class ? Schedule.class : type;
            return scene.get(made);
        }
    }

    private static Object ofAClosedWorld(Class<?> type) {
        try (World other = World.create()) {
            Query query = other.query().all(Kinds.TYPE).build();
            if (type == Commands.class) {
                return other.commands();
            } else if (type == RowKernel.class) {
                return query.kernel(row -> {});
            } else if (type == CascadeKernel.class) {
                return query.cascade(TreeType.DEFAULT, (row, parent) -> {});
            } else if (type == SpanKernel.class) {
                return query.spanKernel(span -> {});
            }
            return query;
        }
    }

    /** Whether users implement a type. */
    static boolean isCallback(Class<?> type) {
        return type.isInterface()
                && (type.getName().startsWith("java.util.function")
                        || type == Runnable.class
                        || type.getName().startsWith("org.agrona.collections")
                        || List.of(
                                        RowBody.class,
                                        Span.Body.class,
                                        Commands.Body.class,
                                        PairQuery.Body.class,
                                        CascadeKernel.FamilyBody.class,
                                        EntityObserver.class,
                                        FeedPriority.class,
                                        FrameBody.class,
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
