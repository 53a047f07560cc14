package basalt.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.PromotionTarget;
import basalt.memory.Slice;
import basalt.memory.TransferableBlock;
import basalt.memory.allocator.Heap;
import basalt.memory.allocator.PoolAllocator;
import basalt.memory.allocator.PoolCache;
import basalt.memory.allocator.ResourceArena;
import basalt.memory.allocator.ScratchArena;
import basalt.memory.allocator.SharedPool;
import basalt.memory.allocator.SizeClassAllocator;
import basalt.memory.allocator.StreamingArena;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameColumns;
import basalt.memory.tracking.MemoryTracker;
import basalt.world.TickArena;
import basalt.world.World;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Methods named {@code try...} return a result for huge sizes, at the cap, and when the source has no memory; only
 * invalid arguments are errors. {@link WrongMoments} tests that they throw on a wrong thread and after close.
 */
class TryMethodsTest {
    private static final int CAP = 1 << 20;
    private static final int MOST = 10_000;
    private static final String IN_FRAME = "in a frame of a stack: ";
    private static final int MOST_ALLOCATIONS = 50;
    private static final FrameColumns.Layout LAYOUT =
            FrameColumns.Layout.of(FrameColumns.Layout.Kind.LONG, FrameColumns.Layout.Kind.FLOAT);

    private static final long[] TOO_MUCH = {
        CAP + 1, 1L << 31, 1L << 40, Long.MAX_VALUE / 2, Long.MAX_VALUE - 4096, Long.MAX_VALUE - 1, Long.MAX_VALUE
    };

    /** Methods that allocate no memory: they report a missing value, which the tests of their types check. */
    private static final Set<String> ABSENT = Set.of(
            "StreamingArena.tryAccess(long)",
            "StreamingArena.tryRelease(long)",
            "World.tryDestroy(long)",
            "Checkpoints.tryLoadNewest(LoadOptions, Consumer)",
            "Component.tryFind(Class)",
            "Component.tryFind(String)",
            "EventType.tryFind(String)",
            "Resources.tryGet(Class)");

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final Map<String, Taking<?>> taking = taking();

    /** A method that allocates memory, in blocks and inside a block. */
    private record Taking<T extends AutoCloseable>(
            Function<MemorySource, T> open, BiFunction<T, Long, Object> ask, boolean isSized) {
        /** Opens its allocator; null if that allocation fails. */
        T tryOpen(MemorySource source) {
            try {
                return open.apply(source);
            } catch (NativeMemoryException e) {
                return null;
            }
        }
    }

    /** An object with others that are closed with it, the last one first. */
    private record Opened<T>(T used, AutoCloseable... others) implements AutoCloseable {
        @Override
        public void close() {
            for (int i = others.length - 1; i >= 0; i--) {
                CloseHelper.close(others[i]);
            }
        }
    }

    @AfterEach
    void shouldLeaveNothingBehind() {
        World.trimRetainedMemory();
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldCoverEachMethod() {
        Set<String> methods = new TreeSet<>();
        for (Class<?> type : PublicApi.types()) {
            List<Executable> all = new ArrayList<>(PublicApi.statics(type));
            all.addAll(PublicApi.methods(type));
            all.stream()
                    .filter(member -> member.getName().matches("try[A-Z].*"))
                    .filter(member -> isMet(type) || isOwnStatic(member))
                    .forEach(member -> methods.add(PublicApi.name(type, member)));
        }
        Set<String> covered = new TreeSet<>();
        taking.keySet().forEach(name -> covered.add(name.replace(IN_FRAME, "")));
        covered.addAll(ABSENT);
        assertEquals(methods, covered);
    }

    /** Whether users have objects whose static type is this one. */
    private static boolean isMet(Class<?> type) {
        return type == MemoryScope.class || !Modifier.isAbstract(type.getModifiers());
    }

    private static boolean isOwnStatic(Executable member) {
        return member instanceof Method && Modifier.isStatic(member.getModifiers());
    }

    @TestFactory
    Stream<DynamicTest> shouldAnswerHoweverMuchIsAskedFor() {
        return tests((name, taken) -> {
            if (taken.isSized) {
                for (long amount : TOO_MUCH) {
                    try (AutoCloseable allocator =
                            taken.open().apply(new MemoryTracker(memory).root().budget(3 * CAP, 3 * CAP))) {
                        assertTrue(isNothing(ask(taken, allocator, amount)), () -> name + " of " + amount);
                        assertFalse(isNothing(ask(taken, allocator, 100)), () -> name + " after " + amount);
                        for (long wrong : new long[] {0, -1, Long.MIN_VALUE}) {
                            assertThrows(IllegalArgumentException.class, () -> ask(taken, allocator, wrong));
                        }
                    }
                }
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> shouldAnswerAtItsCap() {
        return tests((name, taken) -> {
            try (AutoCloseable allocator =
                    taken.open().apply(new MemoryTracker(memory).root().budget(3 * CAP, 3 * CAP))) {
                int count = 0;
                while (!isNothing(ask(taken, allocator, CAP / 64))) {
                    count++;
                    assertTrue(count < MOST, name + " never ends");
                }
                assertTrue(count > 0, name);
                for (int i = 0; i < 3; i++) {
                    assertTrue(isNothing(ask(taken, allocator, CAP / 64)), name);
                }
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> shouldAnswerWhenTheSourceHasNoMore() {
        return tests((name, taken) -> {
            for (long failures : new long[] {1, Long.MAX_VALUE / 2}) {
                boolean hasFailed = true;
                for (int nth = 1; hasFailed; nth++) {
                    assertTrue(nth < MOST_ALLOCATIONS, name + " never ends");
                    FailingMemory failing = new FailingMemory(memory, nth, failures);
                    try (AutoCloseable allocator = taken.tryOpen(failing)) {
                        boolean isRefused = failing.hasFailed();
                        Object answer = allocator == null ? null : ask(taken, allocator, 1_000);
                        hasFailed = failing.hasFailed();
                        assertTrue(hasFailed || !isNothing(answer), name + " has no reason to refuse");
                        assertTrue(isRefused || !hasFailed || failures == 1 || isNothing(answer), name);
                        failing.failNth(Long.MAX_VALUE / 4);
                        if (allocator != null) {
                            assertFalse(isNothing(ask(taken, allocator, 1_000)), name + " with memory again");
                        }
                    }
                }
            }
        });
    }

    /** One test for each method that allocates memory. */
    private Stream<DynamicTest> tests(Check check) {
        return taking.entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> check.check(each.getKey(), each.getValue())));
    }

    private interface Check {
        void check(String name, Taking<?> taken) throws Exception;
    }

    @SuppressWarnings("unchecked")
    private static <T extends AutoCloseable> Object ask(Taking<T> taken, AutoCloseable allocator, long amount) {
        return taken.ask().apply((T) allocator, amount);
    }

    private static boolean isNothing(Object answer) {
        return answer == null || answer.equals(0L) || answer.equals(false);
    }

    private static <T extends AutoCloseable> Taking<T> sized(
            Function<MemorySource, T> open, BiFunction<T, Long, Object> ask) {
        return new Taking<>(open, ask, true);
    }

    /** A method of a frame arena, or of an object in one. */
    private static Taking<FrameArena> inFrame(BiFunction<FrameArena, Long, Object> ask) {
        return sized(source -> new FrameArena(source, CAP), ask);
    }

    private static Taking<Opened<ResourceArena.Group>> inGroup(BiFunction<ResourceArena.Group, Long, Object> ask) {
        return sized(
                source -> {
                    ResourceArena arena = new ResourceArena(source, "arena", CAP);
                    return new Opened<>(arena.group("group"), arena);
                },
                (group, amount) -> ask.apply(group.used(), amount));
    }

    private static Map<String, Taking<?>> taking() {
        Map<String, Taking<?>> all = new LinkedHashMap<>();
        all.put("TransferableBlock.tryAllocate(MemorySource, long, int)", sized(Blocks::new, Blocks::tryAllocate));
        frames(all);
        regions(all);
        blocks(all);
        return all;
    }

    /** Owns blocks of a source, up to a cap. */
    private static final class Blocks implements AutoCloseable {
        private final MemorySource source;
        private final List<TransferableBlock> blocks = new ArrayList<>();

        Blocks(MemorySource source) {
            this.source = new MemoryTracker(source).root().budget(CAP, CAP);
        }

        TransferableBlock tryAllocate(long bytes) {
            TransferableBlock block = TransferableBlock.tryAllocate(source, bytes, 64);
            if (block != null) {
                blocks.add(block);
            }
            return block;
        }

        @Override
        public void close() {
            blocks.forEach(TransferableBlock::close);
        }
    }

    private static void frames(Map<String, Taking<?>> all) {
        all.put("FrameArena.tryAllocate(long, int)", inFrame((arena, amount) -> arena.tryAllocate(amount, 4_096)));
        Function<MemorySource, Opened<MemoryScope>> scope = source -> {
            FrameArena arena = new FrameArena(source, CAP);
            MemoryScope opened = arena.open();
            return new Opened<>(opened, arena, opened);
        };
        all.put("MemoryScope.tryAllocate(long, int)", sized(scope, (s, amount) -> s.used.tryAllocate(amount, 64)));
        Function<MemorySource, Opened<TickArena>> tick = source -> {
            World world = World.builder().memory(source).frameCapBytes(CAP).build();
            return new Opened<>(world.tickArena(), world);
        };
        all.put("TickArena.tryAllocate(long, int)", sized(tick, (arena, amount) -> arena.used.tryAllocate(amount, 64)));
    }

    /** The methods of a target of promotions. */
    @SuppressWarnings("try") // no target's close() throws InterruptedException
    private static <T extends AutoCloseable & PromotionTarget> void target(
            Map<String, Taking<?>> all, String type, Function<MemorySource, T> open, boolean isSized) {
        all.put(
                type + ".tryPlace(long, int)",
                new Taking<>(open, (t, n) -> t.tryPlace(isSized ? n : 1_024, 64), isSized));
        all.put(type + ".tryCopy(Slice)", new Taking<>(open, (t, amount) -> copy(t), false));
    }

    private static void regions(Map<String, Taking<?>> all) {
        Function<MemorySource, ResourceArena> arena = source -> new ResourceArena(source, "arena", CAP);
        all.put("ResourceArena.tryAllocate(long, int)", sized(arena, (a, amount) -> a.tryAllocate(amount, 64)));
        target(all, "ResourceArena", arena, true);
        all.put(
                "ResourceArena.Group.tryAllocate(long, int)",
                inGroup((group, amount) -> group.tryAllocate(amount, 64)));
        all.put("ResourceArena.Group.tryPlace(long, int)", inGroup((group, amount) -> group.tryPlace(amount, 64)));
        var group = inGroup((g, amount) -> null).open;
        all.put("ResourceArena.Group.tryCopy(Slice)", new Taking<>(group, (g, amount) -> copy(g.used), false));
        Function<MemorySource, ScratchArena> scratch = source -> new ScratchArena(source, "scratch", CAP);
        all.put("ScratchArena.tryAllocate(long, int)", sized(scratch, (a, amount) -> a.tryAllocate(amount, 64)));
        target(all, "ScratchArena", scratch, true);
        Function<MemorySource, Opened<ScratchArena>> inFrame = source -> {
            ScratchArena stack = scratch.apply(source);
            return new Opened<>(stack, stack, stack.open());
        };
        all.put(
                IN_FRAME + "ScratchArena.tryAllocate(long, int)",
                sized(inFrame, (stack, amount) -> stack.used.tryAllocate(amount, 64)));
        Function<MemorySource, Opened<MemoryScope>> frame = source -> {
            ScratchArena stack = scratch.apply(source);
            MemoryScope opened = stack.open();
            return new Opened<>(opened, stack, opened);
        };
        all.put(
                IN_FRAME + "MemoryScope.tryAllocate(long, int)",
                sized(frame, (f, amount) -> f.used.tryAllocate(amount, 64)));
        Function<MemorySource, StreamingArena> streaming = source -> new StreamingArena(source, CAP);
        all.put("StreamingArena.tryReserve(long, int)", sized(streaming, (a, amount) -> a.tryReserve(amount, 0)));
    }

    private static void blocks(Map<String, Taking<?>> all) {
        Function<MemorySource, SizeClassAllocator> classes = source -> new SizeClassAllocator(source, CAP);
        all.put("SizeClassAllocator.tryAllocate(long, int)", sized(classes, (c, n) -> c.tryAllocate(n, 4_096)));
        target(all, "SizeClassAllocator", classes, true);
        Function<MemorySource, Heap> heap = source -> new Heap(source, 1 << 16, CAP);
        all.put("Heap.tryAllocate(long, int)", sized(heap, (h, amount) -> h.tryAllocate(amount, 4_096)));
        target(all, "Heap", heap, true);
        Function<MemorySource, PoolAllocator> pool = source -> new PoolAllocator(source, 1_024, 64, 64, CAP);
        all.put("PoolAllocator.tryAllocate(long, int)", new Taking<>(pool, (p, n) -> p.tryAllocate(1_024, 64), false));
        all.put("PoolAllocator.tryAllocate()", new Taking<>(pool, (p, amount) -> p.tryAllocate(), false));
        target(all, "PoolAllocator", pool, false);
        Function<MemorySource, Opened<PoolCache>> cache = source -> {
            SharedPool shared = new SharedPool(source, 1_024, 64, 512);
            PoolCache opened = shared.cache();
            return new Opened<>(opened, shared, opened);
        };
        all.put("PoolCache.tryAllocate()", new Taking<>(cache, (c, amount) -> c.used.tryAllocate(), false));
        all.put("PoolCache.tryPlace(long, int)", new Taking<>(cache, (c, n) -> c.used.tryPlace(1_024, 64), false));
        all.put("PoolCache.tryCopy(Slice)", new Taking<>(cache, (c, amount) -> copy(c.used), false));
    }

    /** Copies bytes that fit into the blocks of each target. */
    private static Object copy(PromotionTarget target) {
        try (FrameArena other = new FrameArena(MemorySource.direct())) {
            Slice source = other.allocate(1_000, 64);
            source.putLong(992, 42);
            Slice copied = target.tryCopy(source);
            assertTrue(copied == null || copied.getLong(992) == 42);
            return copied;
        }
    }
}
