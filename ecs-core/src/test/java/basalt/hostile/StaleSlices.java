package basalt.hostile;

import basalt.memory.CountingMemory;
import basalt.memory.Elsewhere;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
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
import basalt.memory.allocator.StreamingView;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameColumns;
import basalt.memory.frame.FrameFloatList;
import basalt.memory.frame.FrameIntList;
import basalt.memory.frame.FrameIntMap;
import basalt.memory.frame.FrameLongList;
import basalt.memory.frame.FrameString;
import basalt.memory.tracking.GuardedMemory;
import basalt.memory.tracking.MemoryTracker;
import basalt.query.Query;
import basalt.storage.fixture.Health;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.world.World;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Uses slices after their memory was freed, in each way that an allocator frees memory, over each kind of source. Each
 * use is an error that says why, and the new slice in that memory does not change.
 */
final class StaleSlices {
    private static final byte MARK = 0x55;
    private static final int BYTES = 256;

    /** Methods of a stale slice that describe it. */
    private static final Set<String> TELLS = Set.of("addressUnchecked", "sizeBytes", "alignment", "isLive", "handle");

    /** Methods of a stale collection that describe it. */
    private static final Set<String> SHAPES =
            Set.of("size capacity isEmpty isFull isLive missingValue rows layout count strideBytes".split(" "));

    private final Watchdog watchdog = new Watchdog();
    private final TreeMap<String, String> failures = new TreeMap<>();
    private int attacks;
    private int reused;

    /** An allocator and its slices. */
    private static final class Case {
        private final MemorySource memory;
        private final Deque<AutoCloseable> open = new ArrayDeque<>();
        private final List<Slice> stale = new ArrayList<>();
        private Slice next;

        Case(MemorySource memory) {
            this.memory = memory;
        }

        <T extends AutoCloseable> T opened(T allocator) {
            open.push(allocator);
            return allocator;
        }

        /** Adds a slice that becomes stale. */
        Slice keep(Slice slice) {
            slice.fill((byte) 1);
            stale.add(slice);
            stale.add(slice.part(8, slice.sizeBytes() - 8));
            return slice;
        }

        /** Sets the new slice in the freed memory, or beside it. */
        void reuse(Slice slice) {
            slice.fill(MARK);
            next = slice;
        }

        void close() throws Exception {
            for (AutoCloseable each : open) {
                each.close();
            }
        }
    }

    /** Runs in a separate JVM. */
    public static void main(String... arguments) throws Exception {
        StaleSlices walk = new StaleSlices();
        Map<String, UnaryOperator<MemorySource>> sources = new LinkedHashMap<>();
        sources.put("direct memory", source -> source);
        sources.put("a tracker's tag", source -> new MemoryTracker(source).tag("stale"));
        sources.put("guarded memory", GuardedMemory::new);
        sources.put("capped memory", source -> new MemoryTracker(source).root().budget(64 << 20, 64 << 20));
        for (Map.Entry<String, UnaryOperator<MemorySource>> source : sources.entrySet()) {
            for (Map.Entry<String, Consumer<Case>> each : cases().entrySet()) {
                walk.attack(each.getKey() + " over " + source.getKey(), source.getValue(), each.getValue());
            }
        }
        walk.attackCollections();
        if (walk.reused < cases().size()) {
            walk.failures.put("only " + walk.reused + " slices had their memory reused", "too few");
        }
        walk.failures.forEach((what, how) -> System.out.println("FAILED " + what + " -> " + how));
        System.out.println("attacks=" + walk.attacks);
        System.exit(walk.failures.isEmpty() ? 0 : 1);
    }

    private void attack(String name, UnaryOperator<MemorySource> over, Consumer<Case> setUp) throws Exception {
        watchdog.next(name);
        CountingMemory counted = new CountingMemory(MemorySource.direct());
        MemorySource memory = over.apply(counted);
        Case one = new Case(memory);
        setUp.accept(one);
        if (one.next != null && one.next.addressUnchecked() == one.stale.get(0).addressUnchecked()) {
            reused++;
        }
        for (Slice stale : one.stale) {
            attack(name, one, stale);
        }
        one.close();
        World.trimRetainedMemory();
        if (memory instanceof GuardedMemory guarded) {
            guarded.check(); // no write outside of a block or after its free
            guarded.close();
        }
        if (counted.outstanding() > 0) {
            failures.put(name, "leaks");
        }
    }

    private void attack(String name, Case one, Slice stale) {
        if (stale.isLive() || stale.handle() != 0 || !stale.toString().contains("live=false")) {
            failures.put(name, "reports that it is live");
            return;
        }
        for (Method method : PublicApi.methods(Slice.class)) {
            if (!TELLS.contains(method.getName()) && !method.getName().equals("part")) {
                refuse(name + ": " + method.getName(), new Call(Slice.class, method, stale, arguments(method, one)));
            }
        }
        try {
            if (stale.part(0, 8).isLive()) {
                failures.put(name, "has a live part");
            }
            if (one.next != null) {
                refuse(name + ": copied from", () -> one.next.copyFrom(stale.part(0, 8)));
                for (long at = 0; at < one.next.sizeBytes(); at++) {
                    if (one.next.getByte(at) != MARK) {
                        failures.put(name, "byte " + at + " of the new slice has changed");
                        break;
                    }
                }
            }
        } catch (RuntimeException e) {
            failures.put(name, "the new slice cannot be read: " + e);
        }
    }

    private static Object[] arguments(Method method, Case one) {
        Object[] arguments = new Object[method.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            Class<?> type = method.getParameterTypes()[i];
            arguments[i] = type == long.class
                    ? (Object) 8L
                    : type == byte.class
                            ? (Object) (byte) 2
                            : type == short.class
                                    ? (Object) (short) 2
                                    : type == int.class
                                            ? (Object) 2
                                            : type == float.class
                                                    ? (Object) 2f
                                                    : type == double.class
                                                            ? (Object) 2.0
                                                            : type == Slice.class
                                                                    ? one.next == null
                                                                            ? one.stale.get(1)
                                                                            : one.next.part(0, 8)
                                                                    : new UnsafeBuffer(new byte[4]);
        }
        return arguments;
    }

    private void refuse(String name, Call call) {
        attacks++;
        int before = capacity(call);
        check(name, call.make().thrown());
        if (capacity(call) != before) {
            failures.put(name, "the buffer wraps it");
        }
    }

    private static int capacity(Call call) {
        for (Object argument : call.arguments()) {
            if (argument instanceof UnsafeBuffer buffer) {
                return buffer.capacity();
            }
        }
        return 0;
    }

    private void refuse(String name, Runnable use) {
        attacks++;
        Throwable thrown = null;
        try {
            use.run();
        } catch (Throwable e) {
            thrown = e;
        }
        check(name, thrown);
    }

    private void check(String name, Throwable thrown) {
        if (!(thrown instanceof IllegalStateException) || thrown.getMessage() == null) {
            failures.put(name, thrown == null ? "was accepted" : "throws " + thrown);
        } else if (thrown.getMessage().length() < 20) {
            failures.put(name, "says only: " + thrown.getMessage());
        }
    }

    /** Lists, maps, columns and strings of a frame that has ended. */
    private void attackCollections() {
        List<Class<?>> types = List.of(
                FrameColumns.class,
                FrameIntList.class,
                FrameLongList.class,
                FrameFloatList.class,
                FrameIntMap.class,
                FrameString.class);
        for (Class<?> type : types) {
            for (Method method : PublicApi.methods(type)) {
                if (SHAPES.contains(method.getName()) && method.getParameterCount() == 0
                        || method.getReturnType() == Slice.class) {
                    continue; // valid, or returns a stale slice
                }
                for (String end : List.of("reset", "scope", "mark", "close")) {
                    attackCollection(type, method, end);
                }
            }
        }
    }

    private void attackCollection(Class<?> type, Method method, String end) {
        String name = PublicApi.name(type, method) + " after the " + end;
        watchdog.next(name);
        for (int variant = 0; variant < Values.VARIANTS; variant++) {
            try (Scene scene = new Scene()) {
                FrameArena arena = scene.get(FrameArena.class);
                MemoryScope scope = end.equals("scope") ? arena.open() : null;
                long mark = end.equals("mark") ? arena.mark() : 0;
                Call call = Values.saneCall(type, method, scene, variant);
                boolean isTaken = call.make().thrown() == null;
                switch (end) {
                    case "reset" -> arena.reset();
                    case "scope" -> scope.close();
                    case "mark" -> arena.release(mark);
                    default -> arena.close();
                }
                if (isTaken || variant == Values.VARIANTS - 1) {
                    refuse(name, Values.saneCall(type, method, scene, variant));
                    return;
                }
            }
        }
    }

    private static Map<String, Consumer<Case>> cases() {
        Map<String, Consumer<Case>> cases = new LinkedHashMap<>();
        frames(cases);
        regions(cases);
        pools(cases);
        heaps(cases);
        streaming(cases);
        worlds(cases);
        return cases;
    }

    private static void frames(Map<String, Consumer<Case>> cases) {
        cases.put("a frame after reset", c -> {
            FrameArena arena = c.opened(new FrameArena(c.memory));
            c.keep(arena.allocate(BYTES, 64));
            arena.reset();
            c.reuse(arena.allocate(BYTES, 64));
        });
        cases.put("a frame after 1,000 resets", c -> {
            FrameArena arena = c.opened(new FrameArena(c.memory));
            c.keep(arena.allocate(BYTES, 64));
            for (int i = 0; i < 1_000; i++) {
                arena.reset();
            }
            c.reuse(arena.allocate(BYTES, 64));
        });
        cases.put("a frame's large chunk after reset", c -> {
            FrameArena arena = c.opened(new FrameArena(c.memory));
            c.keep(arena.allocate(1 << 20, 64));
            arena.reset();
            arena.reset();
            c.reuse(arena.allocate(BYTES, 64));
        });
        cases.put("a frame after close", c -> {
            FrameArena arena = new FrameArena(c.memory);
            c.keep(arena.allocate(BYTES, 64));
            arena.close();
        });
        cases.put("a scope after its close", c -> {
            FrameArena arena = c.opened(new FrameArena(c.memory));
            try (MemoryScope scope = arena.open()) {
                c.keep(scope.allocate(BYTES, 64));
            }
            c.reuse(arena.allocate(BYTES, 64));
        });
        cases.put("a scope, in another one", c -> {
            FrameArena arena = c.opened(new FrameArena(c.memory));
            try (MemoryScope scope = arena.open()) {
                c.keep(scope.allocate(BYTES, 64));
            }
            c.reuse(c.opened(arena.open()).allocate(BYTES, 64));
        });
        cases.put("a mark after its release", c -> {
            FrameArena arena = c.opened(new FrameArena(c.memory));
            long mark = arena.mark();
            c.keep(arena.allocate(BYTES, 64));
            arena.release(mark);
            c.reuse(arena.allocate(BYTES, 64));
        });
        cases.put("a mark that was kept, in a mark that is released", c -> {
            FrameArena arena = c.opened(new FrameArena(c.memory));
            long outer = arena.mark();
            long inner = arena.mark();
            c.keep(arena.allocate(BYTES, 64));
            arena.keep(inner);
            arena.release(outer);
            c.reuse(arena.allocate(BYTES, 64));
        });
    }

    private static void regions(Map<String, Consumer<Case>> cases) {
        cases.put("a stack after its frame", c -> {
            ScratchArena stack = c.opened(new ScratchArena(c.memory, "stack", 1 << 20));
            try (MemoryScope frame = stack.open()) {
                c.keep(frame.allocate(BYTES, 64));
                c.keep(stack.allocate(BYTES, 64));
            }
            c.reuse(c.opened(stack.open()).allocate(BYTES, 64));
        });
        cases.put("a stack after its close", c -> {
            ScratchArena stack = new ScratchArena(c.memory, "stack", 1 << 20);
            c.keep(stack.open().allocate(BYTES, 64));
            stack.close();
        });
        cases.put("an arena after clear", c -> {
            ResourceArena arena = c.opened(new ResourceArena(c.memory, "arena", 1 << 20));
            c.keep(arena.allocate(BYTES, 64));
            arena.clear();
            c.reuse(arena.allocate(BYTES, 64));
        });
        cases.put("an arena after clear and trim", c -> {
            ResourceArena arena = c.opened(new ResourceArena(c.memory, "arena", 1 << 20));
            c.keep(arena.allocate(BYTES, 64));
            arena.clear();
            arena.trim();
            c.reuse(arena.allocate(BYTES, 64));
        });
        cases.put("an arena after close", c -> {
            ResourceArena arena = new ResourceArena(c.memory, "arena", 1 << 20);
            c.keep(arena.allocate(BYTES, 64));
            c.keep(arena.group("group").allocate(BYTES, 64));
            arena.close();
        });
        cases.put("a group after free", c -> {
            ResourceArena arena = c.opened(new ResourceArena(c.memory, "arena", 1 << 20));
            ResourceArena.Group group = arena.group("group");
            c.keep(group.allocate(BYTES, 64));
            group.free();
            c.reuse(arena.group("group").allocate(BYTES, 64));
        });
        cases.put("a group after the arena's clear and trim", c -> {
            ResourceArena arena = c.opened(new ResourceArena(c.memory, "arena", 1 << 20));
            c.keep(arena.group("group").allocate(BYTES, 64));
            arena.clear();
            arena.trim();
            c.reuse(arena.group("group").allocate(BYTES, 64));
        });
        cases.put("a scratch arena after reset", c -> {
            ScratchArena pool = c.opened(new ScratchArena(c.memory, "scratch", 1 << 20));
            c.keep(pool.allocate(BYTES, 64));
            pool.reset();
            c.reuse(pool.allocate(BYTES, 64));
        });
        cases.put("a scratch arena after reset and trim", c -> {
            ScratchArena pool = c.opened(new ScratchArena(c.memory, "scratch", 1 << 20));
            c.keep(pool.allocate(BYTES, 64));
            pool.reset();
            pool.trim();
            c.reuse(pool.allocate(BYTES, 64));
        });
        cases.put("a scratch arena after close", c -> {
            ScratchArena pool = new ScratchArena(c.memory, "scratch", 1 << 20);
            c.keep(pool.allocate(BYTES, 64));
            pool.close();
        });
    }

    private static void pools(Map<String, Consumer<Case>> cases) {
        cases.put("a pool's block after free", c -> {
            PoolAllocator pool = c.opened(new PoolAllocator(c.memory, BYTES, 64));
            c.keep(pool.tryPlace(BYTES, 64));
            pool.free(c.stale.get(0).handle());
            c.reuse(pool.slice(pool.allocate()));
        });
        cases.put("a pool's block after free and trim", c -> {
            PoolAllocator pool = c.opened(new PoolAllocator(c.memory, BYTES, 64));
            long handle = pool.allocate();
            c.keep(pool.slice(handle));
            pool.free(handle);
            pool.trim();
            c.reuse(pool.slice(pool.allocate()));
        });
        cases.put("a pool's block after close", c -> {
            PoolAllocator pool = new PoolAllocator(c.memory, BYTES, 64);
            c.keep(pool.slice(pool.allocate()));
            pool.close();
        });
        for (int bytes : new int[] {BYTES, 1 << 20}) {
            cases.put("a size class's block of " + bytes + " bytes after free", c -> {
                SizeClassAllocator sizeClasses = c.opened(new SizeClassAllocator(c.memory));
                long handle = sizeClasses.allocate(bytes);
                c.keep(sizeClasses.slice(handle));
                sizeClasses.free(handle);
                c.reuse(sizeClasses.slice(sizeClasses.allocate(bytes)));
            });
            cases.put("a size class's block of " + bytes + " bytes after free and trim", c -> {
                SizeClassAllocator sizeClasses = c.opened(new SizeClassAllocator(c.memory));
                long handle = sizeClasses.allocate(bytes);
                c.keep(sizeClasses.slice(handle));
                sizeClasses.free(handle);
                sizeClasses.trim();
                c.reuse(sizeClasses.slice(sizeClasses.allocate(bytes)));
            });
            cases.put("a size class's block of " + bytes + " bytes after close", c -> {
                SizeClassAllocator sizeClasses = new SizeClassAllocator(c.memory);
                c.keep(sizeClasses.slice(sizeClasses.allocate(bytes)));
                sizeClasses.close();
            });
        }
        cases.put("a shared pool's block after free", c -> {
            SharedPool pool = c.opened(new SharedPool(c.memory, BYTES, 64, 64));
            PoolCache cache = c.opened(pool.cache());
            long handle = cache.allocate();
            c.keep(cache.slice(handle));
            cache.free(handle);
            c.reuse(cache.slice(cache.allocate()));
        });
        cases.put("a shared pool's block that another thread has freed", c -> {
            SharedPool pool = c.opened(new SharedPool(c.memory, BYTES, 64, 1));
            PoolCache cache = c.opened(pool.cache());
            long handle = cache.allocate();
            c.keep(cache.slice(handle));
            Elsewhere.run("other", () -> {
                try (PoolCache other = pool.cache()) {
                    other.free(handle);
                }
            });
            c.reuse(cache.slice(cache.allocate()));
        });
        cases.put("a shared pool's block after close", c -> {
            SharedPool pool = new SharedPool(c.memory, BYTES, 64, 64);
            try (PoolCache cache = pool.cache()) {
                c.keep(cache.slice(cache.allocate()));
            }
            pool.close();
        });
    }

    private static void heaps(Map<String, Consumer<Case>> cases) {
        cases.put("a heap's block after free", c -> {
            Heap heap = c.opened(new Heap(c.memory, 1 << 12, 1 << 20));
            long handle = heap.allocate(BYTES);
            c.keep(heap.slice(handle));
            heap.free(handle);
            c.reuse(heap.slice(heap.allocate(BYTES)));
        });
        cases.put("a heap's block after free and trim", c -> {
            Heap heap = c.opened(new Heap(c.memory, 1 << 12, 1 << 20));
            long handle = heap.allocate(BYTES);
            c.keep(heap.slice(handle));
            heap.free(handle);
            heap.trim();
            c.reuse(heap.slice(heap.allocate(BYTES)));
        });
        cases.put("a heap's block after it was resized", c -> {
            Heap heap = c.opened(new Heap(c.memory, 1 << 12, 1 << 20));
            long handle = heap.allocate(BYTES);
            c.keep(heap.slice(handle));
            heap.allocate(16);
            heap.resize(handle, 2 * BYTES);
            c.reuse(heap.slice(heap.allocate(BYTES)));
        });
        cases.put("a heap's block after it was made smaller", c -> {
            Heap heap = c.opened(new Heap(c.memory, 1 << 12, 1 << 20));
            long handle = heap.allocate(BYTES);
            c.keep(heap.slice(handle));
            heap.resize(handle, 16);
            c.reuse(heap.slice(heap.allocate(BYTES - 64)));
        });
        cases.put("a heap's block after it was moved", c -> {
            Heap heap = c.opened(new Heap(c.memory, 1 << 12, 1 << 20));
            long first = heap.allocate(BYTES);
            long second = heap.allocate(BYTES);
            c.keep(heap.slice(second));
            heap.free(first);
            heap.defragmentBytes(1 << 20);
            c.reuse(heap.slice(heap.allocate(BYTES)));
        });
        cases.put("a pinned block after its pin, free and trim", c -> {
            Heap heap = c.opened(new Heap(c.memory, 1 << 12, 1 << 20));
            long handle = heap.allocate(BYTES);
            try (Heap.Pin pin = heap.pin(handle)) {
                c.keep(pin.slice());
            }
            heap.free(handle);
            heap.trim();
            c.reuse(heap.slice(heap.allocate(BYTES)));
        });
        cases.put("a heap's large block after free", c -> {
            Heap heap = c.opened(new Heap(c.memory, 1 << 12, 1 << 20));
            long handle = heap.allocate(1 << 16);
            c.keep(heap.slice(handle));
            heap.free(handle);
            c.reuse(heap.slice(heap.allocate(1 << 16)));
        });
        cases.put("a heap's block after close", c -> {
            Heap heap = new Heap(c.memory, 1 << 12, 1 << 20);
            c.keep(heap.slice(heap.allocate(BYTES)));
            heap.close();
        });
    }

    private static void streaming(Map<String, Consumer<Case>> cases) {
        cases.put("a transferable block after close", c -> {
            try (TransferableBlock block = TransferableBlock.allocate(c.memory, BYTES, 64)) {
                c.keep(block.slice());
            }
            c.reuse(c.opened(TransferableBlock.allocate(c.memory, BYTES, 64)).slice());
        });
        cases.put("a block that was given away and received", c -> {
            TransferableBlock block = TransferableBlock.allocate(c.memory, BYTES, 64);
            c.keep(block.slice());
            TransferableBlock.Transfer transfer = block.give();
            c.reuse(c.opened(transfer.receive()).slice());
        });
        for (String end : List.of("ready", "handed over", "released", "evicted", "closed")) {
            cases.put("a part that is loading, then " + end, c -> {
                StreamingArena arena = new StreamingArena(c.memory, BYTES);
                c.opened(arena);
                long handle = arena.reserve(BYTES, 1);
                c.keep(arena.part(handle, 0, BYTES));
                arena.loaded(handle, BYTES);
                switch (end) {
                    case "ready" -> {
                        arena.ready(handle);
                    }
                    case "handed over" -> {
                        arena.handOver(handle);
                        c.reuse(arena.part(handle, 0, BYTES));
                    }
                    case "released" -> {
                        arena.release(handle);
                        c.reuse(arena.part(arena.reserve(BYTES, 1), 0, BYTES));
                    }
                    case "evicted" -> {
                        arena.ready(handle);
                        c.reuse(arena.part(arena.reserve(BYTES, 2), 0, BYTES));
                    }
                    default -> arena.close();
                }
            });
        }
        cases.put("a view of an entry after its close", c -> {
            StreamingArena arena = c.opened(new StreamingArena(c.memory, BYTES));
            long handle = arena.reserve(BYTES, 1);
            arena.part(handle, 0, BYTES);
            arena.loaded(handle, BYTES);
            arena.ready(handle);
            try (StreamingView view = arena.access(handle)) {
                c.stale.add(view.slice());
                c.stale.add(view.slice().part(8, 64));
            }
            c.reuse(arena.part(arena.reserve(BYTES, 2), 0, BYTES));
        });
    }

    private static void worlds(Map<String, Consumer<Case>> cases) {
        cases.put("the world's frame after reset", c -> {
            World world = c.opened(World.builder().memory(c.memory).build());
            c.keep(world.frame().allocate(BYTES, 64));
            world.frame().reset();
            c.reuse(world.frame().allocate(BYTES, 64));
        });
        cases.put("the world's frame after close", c -> {
            World world = World.builder().memory(c.memory).build();
            c.keep(world.frame().allocate(BYTES, 64));
            c.keep(world.tickArena().allocate(BYTES, 64));
            world.close();
            World.trimRetainedMemory();
        });
        cases.put("the tick's arena after reset", c -> {
            World world = c.opened(World.builder().memory(c.memory).build());
            c.keep(world.tickArena().allocate(BYTES, 64));
            world.tickArena().reset();
            c.reuse(world.tickArena().allocate(BYTES, 64));
        });
        for (boolean isExclusive : new boolean[] {false, true}) {
            cases.put("what " + (isExclusive ? "an exclusive system" : "a system") + " took, after its tick", c -> {
                World world = c.opened(World.builder().memory(c.memory).build());
                Schedule schedule = c.opened(Schedule.builder(world)
                        .workers(1)
                        .memory(c.memory)
                        .add(
                                "take",
                                () -> {
                                    c.keep(world.frame().allocate(BYTES, 64));
                                    c.keep(world.tickArena().allocate(BYTES, 64));
                                },
                                isExclusive ? Access.exclusive() : Access.reads(Health.TYPE))
                        .build());
                schedule.tick(1);
                c.reuse(world.tickArena().allocate(BYTES, 64));
            });
        }
        cases.put("what kernels of two workers took, after the schedule's close", c -> {
            World world = c.opened(World.builder().memory(c.memory).build());
            world.template().with(new Health(1)).build().spawn(100);
            Query all = world.query().all(Health.TYPE).build();
            try (Schedule schedule = Schedule.builder(world)
                    .workers(2)
                    .memory(c.memory)
                    .add("take", all.kernel(row -> c.keep(world.frame().allocate(BYTES, 64))), Access.touchesOthers())
                    .build()) {
                schedule.tick(1);
            }
            c.stale.subList(4, c.stale.size()).clear(); // four are enough
        });
    }
}
