package basalt.hostile;

import basalt.memory.CountingMemory;
import basalt.memory.Elsewhere;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.SliceAllocator;
import basalt.memory.TransferableBlock;
import basalt.memory.allocator.BlockAllocator;
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
import basalt.memory.tracking.GuardedMemory;
import basalt.memory.tracking.MemoryTracker;
import basalt.query.Query;
import basalt.storage.fixture.Health;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.world.World;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.agrona.CloseHelper;
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

    private final Walk walk = new Walk();
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
    }

    /** Runs in a separate JVM. */
    public static void main(String... arguments) {
        StaleSlices slices = new StaleSlices();
        Map<String, UnaryOperator<MemorySource>> sources = new LinkedHashMap<>();
        sources.put("direct memory", source -> source);
        sources.put("a tracker's tag", source -> new MemoryTracker(source).tag("stale"));
        sources.put("guarded memory", GuardedMemory::new);
        sources.put("capped memory", source -> new MemoryTracker(source).root().budget(64 << 20, 64 << 20));
        for (Map.Entry<String, UnaryOperator<MemorySource>> source : sources.entrySet()) {
            for (Map.Entry<String, Consumer<Case>> each : CASES.entrySet()) {
                slices.attack(each.getKey() + " over " + source.getKey(), source.getValue(), each.getValue());
            }
        }
        if (slices.reused < CASES.size()) {
            slices.walk.fail("only " + slices.reused + " slices had their memory reused", "too few");
        }
        slices.walk.end();
    }

    private void attack(String name, UnaryOperator<MemorySource> over, Consumer<Case> setUp) {
        walk.next(name);
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
        CloseHelper.closeAll(one.open);
        World.trimRetainedMemory();
        if (memory instanceof GuardedMemory guarded) {
            guarded.check(); // no write outside of a block or after its free
            guarded.close();
        }
        if (counted.outstanding() > 0) {
            walk.fail(name, "leaks");
        }
    }

    private void attack(String name, Case one, Slice stale) {
        if (stale.isLive() || stale.handle() != 0 || !stale.toString().contains("live=false")) {
            walk.fail(name, "reports that it is live");
            return;
        }
        for (Method method : PublicApi.methods(Slice.class)) {
            if (!TELLS.contains(method.getName()) && !method.getName().equals("part")) {
                refuse(name + ": " + method.getName(), new Call(Slice.class, method, stale, arguments(method, one)));
            }
        }
        try {
            if (stale.part(0, 8).isLive()) {
                walk.fail(name, "has a live part");
            }
            if (one.next != null) {
                refuse(name + ": copied from", () -> one.next.copyFrom(stale.part(0, 8)));
                for (long at = 0; at < one.next.sizeBytes(); at++) {
                    if (one.next.getByte(at) != MARK) {
                        walk.fail(name, "byte " + at + " of the new slice has changed");
                        break;
                    }
                }
            }
        } catch (RuntimeException e) {
            walk.fail(name, "the new slice cannot be read: " + e);
        }
    }

    private static Object[] arguments(Method method, Case one) {
        Slice other = one.next == null ? one.stale.get(1) : one.next.part(0, 8);
        Object[] values = {8L, (byte) 2, (short) 2, 2, 2f, 2.0, other, new UnsafeBuffer(new byte[4])};
        return Arrays.stream(method.getParameterTypes())
                .map(type -> Arrays.stream(values)
                        .filter(MethodType.methodType(type).wrap().returnType()::isInstance)
                        .findFirst()
                        .orElseThrow())
                .toArray();
    }

    private void refuse(String name, Call call) {
        walk.attacks++;
        int before = capacity(call);
        check(name, call.make().thrown());
        if (capacity(call) != before) {
            walk.fail(name, "the buffer wraps it");
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
        walk.attacks++;
        check(name, Walk.thrown(use));
    }

    private void check(String name, Throwable thrown) {
        if (!(thrown instanceof IllegalStateException) || thrown.getMessage() == null) {
            walk.fail(name, thrown == null ? "was accepted" : "throws " + thrown);
        } else if (thrown.getMessage().length() < 20) {
            walk.fail(name, "says only: " + thrown.getMessage());
        }
    }

    /** Each way in which an allocator frees memory. */
    private static final Map<String, Consumer<Case>> CASES = new LinkedHashMap<>();

    static {
        frames();
        scopes();
        regions();
        pools();
        sharedPools();
        heaps();
        blocks();
        streaming();
        worlds();
    }

    /** Takes a slice, frees its memory, and takes another. */
    private static <A extends AutoCloseable> void ended(
            String name, Function<MemorySource, A> maker, Function<A, Slice> take, BiConsumer<A, Slice> end) {
        CASES.put(name, c -> {
            A allocator = c.opened(maker.apply(c.memory));
            end.accept(allocator, c.keep(take.apply(allocator)));
            c.reuse(take.apply(allocator));
        });
    }

    /** Takes slices, and closes the allocator. */
    @SafeVarargs
    private static <A extends AutoCloseable> void closed(
            String name, Function<MemorySource, A> maker, Function<A, Slice>... takes) {
        CASES.put(name + " after close", c -> {
            A allocator = maker.apply(c.memory);
            for (Function<A, Slice> take : takes) {
                c.keep(take.apply(allocator));
            }
            CloseHelper.close(allocator);
            World.trimRetainedMemory();
        });
    }

    private static void frames() {
        Function<MemorySource, FrameArena> frame = FrameArena::new;
        Function<FrameArena, Slice> take = arena -> arena.allocate(BYTES, 64);
        ended("a frame after reset", frame, take, (arena, old) -> arena.reset());
        ended("a frame after 1,000 resets", frame, take, (arena, old) -> {
            for (int i = 0; i < 1_000; i++) {
                arena.reset();
            }
        });
        closed("a frame", frame, take);
        CASES.put("a frame's large chunk after reset", c -> {
            FrameArena arena = c.opened(new FrameArena(c.memory));
            c.keep(arena.allocate(1 << 20, 64));
            arena.reset();
            arena.reset();
            c.reuse(arena.allocate(BYTES, 64));
        });
    }

    private static void scopes() {
        for (boolean isInScope : new boolean[] {false, true}) {
            CASES.put("a scope after its close, reused in a scope: " + isInScope, c -> {
                FrameArena arena = c.opened(new FrameArena(c.memory));
                try (MemoryScope scope = arena.open()) {
                    c.keep(scope.allocate(BYTES, 64));
                }
                SliceAllocator next = isInScope ? c.opened(arena.open()) : arena;
                c.reuse(next.allocate(BYTES, 64));
            });
            CASES.put("a mark after its release, with one that was kept: " + isInScope, c -> {
                FrameArena arena = c.opened(new FrameArena(c.memory));
                long outer = arena.mark();
                long inner = isInScope ? arena.mark() : 0;
                c.keep(arena.allocate(BYTES, 64));
                if (isInScope) {
                    arena.keep(inner);
                }
                arena.release(outer);
                c.reuse(arena.allocate(BYTES, 64));
            });
        }
        CASES.put("a stack after its frame", c -> {
            ScratchArena stack = c.opened(new ScratchArena(c.memory, "stack", 1 << 20));
            try (MemoryScope frame = stack.open()) {
                c.keep(frame.allocate(BYTES, 64));
                c.keep(stack.allocate(BYTES, 64));
            }
            c.reuse(c.opened(stack.open()).allocate(BYTES, 64));
        });
    }

    private static void regions() {
        Function<MemorySource, ResourceArena> maker = source -> new ResourceArena(source, "arena", 1 << 20);
        Function<ResourceArena, Slice> take = arena -> arena.allocate(BYTES, 64);
        Function<ResourceArena, Slice> ofGroup = arena -> arena.group("group").allocate(BYTES, 64);
        BiConsumer<ResourceArena, Slice> clear = (arena, old) -> arena.clear();
        BiConsumer<ResourceArena, Slice> trim = clear.andThen((arena, old) -> arena.trim());
        ended("an arena after clear", maker, take, clear);
        ended("an arena after clear and trim", maker, take, trim);
        closed("an arena", maker, take, ofGroup);
        ended("a group after the arena's clear and trim", maker, ofGroup, trim);
        CASES.put("a group after free", c -> {
            ResourceArena arena = c.opened(maker.apply(c.memory));
            ResourceArena.Group group = arena.group("group");
            c.keep(group.allocate(BYTES, 64));
            group.free();
            c.reuse(ofGroup.apply(arena));
        });
        Function<MemorySource, ScratchArena> scratch = source -> new ScratchArena(source, "scratch", 1 << 20);
        Function<ScratchArena, Slice> place = arena -> arena.allocate(BYTES, 64);
        BiConsumer<ScratchArena, Slice> reset = (arena, old) -> arena.reset();
        ended("a scratch arena after reset", scratch, place, reset);
        ended("a scratch arena after reset and trim", scratch, place, reset.andThen((arena, old) -> arena.trim()));
        closed("a scratch arena", scratch, place);
        closed("a stack", scratch, arena -> arena.open().allocate(BYTES, 64));
    }

    private static void pools() {
        Function<MemorySource, PoolAllocator> maker = source -> new PoolAllocator(source, BYTES, 64);
        blocks("a pool's block", maker, BYTES);
        for (int bytes : new int[] {BYTES, 1 << 20}) {
            String name = "a size class's block of " + bytes + " bytes";
            blocks(name, SizeClassAllocator::new, bytes);
        }
    }

    /** Blocks that are freed, freed and trimmed, and closed with their allocator. */
    private static <A extends BlockAllocator> void blocks(String name, Function<MemorySource, A> maker, int bytes) {
        Function<A, Slice> take = allocator -> allocator.tryPlace(bytes, 64);
        BiConsumer<A, Slice> free = (allocator, old) -> allocator.free(old.handle());
        ended(name + " after free", maker, take, free);
        ended(name + " after free and trim", maker, take, free.andThen((allocator, old) -> allocator.trim()));
        closed(name, maker, take);
    }

    private static void sharedPools() {
        CASES.put("a shared pool's block after free", c -> {
            SharedPool pool = c.opened(new SharedPool(c.memory, BYTES, 64, 64));
            PoolCache cache = c.opened(pool.cache());
            long handle = cache.allocate();
            c.keep(cache.slice(handle));
            cache.free(handle);
            c.reuse(cache.slice(cache.allocate()));
        });
        CASES.put("a shared pool's block that another thread has freed", c -> {
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
        closed("a shared pool's block", source -> new SharedPool(source, BYTES, 64, 64), pool -> {
            try (PoolCache cache = pool.cache()) {
                return cache.slice(cache.allocate());
            }
        });
    }

    private static void heaps() {
        Function<MemorySource, Heap> maker = source -> new Heap(source, 1 << 12, 1 << 20);
        Function<Heap, Slice> take = heap -> heap.slice(heap.allocate(BYTES));
        blocks("a heap's block", maker, BYTES);
        blocks("a heap's large block", maker, 1 << 16);
        ended("a heap's block after it was resized", maker, take, (heap, old) -> {
            heap.allocate(16);
            heap.resize(old.handle(), 2 * BYTES);
        });
        CASES.put("a heap's block after it was made smaller", c -> {
            Heap heap = c.opened(maker.apply(c.memory));
            heap.resize(c.keep(take.apply(heap)).handle(), 16);
            c.reuse(heap.slice(heap.allocate(BYTES - 64)));
        });
        CASES.put("a heap's block after it was moved", c -> {
            Heap heap = c.opened(maker.apply(c.memory));
            long first = heap.allocate(BYTES);
            c.keep(take.apply(heap));
            heap.free(first);
            heap.defragmentBytes(1 << 20);
            c.reuse(take.apply(heap));
        });
        CASES.put("a pinned block after its pin, free and trim", c -> {
            Heap heap = c.opened(maker.apply(c.memory));
            long handle = heap.allocate(BYTES);
            try (Heap.Pin pin = heap.pin(handle)) {
                c.keep(pin.slice());
            }
            heap.free(handle);
            heap.trim();
            c.reuse(take.apply(heap));
        });
    }

    private static void blocks() {
        CASES.put("a transferable block after close", c -> {
            try (TransferableBlock block = TransferableBlock.allocate(c.memory, BYTES, 64)) {
                c.keep(block.slice());
            }
            c.reuse(c.opened(TransferableBlock.allocate(c.memory, BYTES, 64)).slice());
        });
        CASES.put("a block that was given away and received", c -> {
            TransferableBlock block = TransferableBlock.allocate(c.memory, BYTES, 64);
            c.keep(block.slice());
            TransferableBlock.Transfer transfer = block.give();
            c.reuse(c.opened(transfer.receive()).slice());
        });
    }

    private static void streaming() {
        for (String end : List.of("ready", "handed over", "released", "evicted", "closed")) {
            CASES.put("a part that is loading, then " + end, c -> {
                StreamingArena arena = c.opened(new StreamingArena(c.memory, BYTES));
                long handle = arena.reserve(BYTES, 1);
                c.keep(arena.part(handle, 0, BYTES));
                arena.loaded(handle, BYTES);
                switch (end) {
                    case "ready" -> arena.ready(handle);
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
        CASES.put("a view of an entry after its close", c -> {
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

    private static World world(MemorySource source) {
        return World.builder().memory(source).build();
    }

    private static void worlds() {
        Function<World, Slice> ofFrame = world -> world.frame().allocate(BYTES, 64);
        Function<World, Slice> ofTick = world -> world.tickArena().allocate(BYTES, 64);
        ended(
                "the world's frame after reset",
                StaleSlices::world,
                ofFrame,
                (world, old) -> world.frame().reset());
        ended(
                "the tick's arena after reset",
                StaleSlices::world,
                ofTick,
                (world, old) -> world.tickArena().reset());
        closed("the world's frame", StaleSlices::world, ofFrame, ofTick);
        for (Access access : List.of(Access.exclusive(), Access.reads(Health.TYPE))) {
            CASES.put("what a system of " + access + " took, after its tick", c -> {
                World world = c.opened(world(c.memory));
                Runnable body = () -> {
                    c.keep(ofFrame.apply(world));
                    c.keep(ofTick.apply(world));
                };
                Schedule schedule = c.opened(Schedule.builder(world)
                        .workers(1)
                        .memory(c.memory)
                        .add("take", body, access)
                        .build());
                schedule.tick(1);
                c.reuse(ofTick.apply(world));
            });
        }
        CASES.put("what kernels of two workers took, after the schedule's close", c -> {
            World world = c.opened(world(c.memory));
            world.template().with(new Health(1)).build().spawn(100);
            Query all = world.query().all(Health.TYPE).build();
            try (Schedule schedule = Schedule.builder(world)
                    .workers(2)
                    .memory(c.memory)
                    .add("take", all.kernel(row -> c.keep(ofFrame.apply(world))), Access.touchesOthers())
                    .build()) {
                schedule.tick(1);
            }
            c.stale.subList(4, c.stale.size()).clear(); // four are enough
        });
    }
}
