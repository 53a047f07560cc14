package basalt.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.feed.FeedSchema;
import basalt.feed.Mirrored;
import basalt.feed.Received;
import basalt.feed.WorldFeed;
import basalt.feed.WorldMirror;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.allocator.Heap;
import basalt.memory.allocator.PoolAllocator;
import basalt.memory.allocator.ResourceArena;
import basalt.memory.allocator.ScratchArena;
import basalt.memory.allocator.SharedPool;
import basalt.memory.allocator.SizeClassAllocator;
import basalt.memory.allocator.StreamingArena;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameLongList;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.Selection;
import basalt.save.LoadOptions;
import basalt.save.SaveBuffer;
import basalt.save.SaveOptions;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Rarer;
import basalt.storage.fixture.Vectors;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.system.SystemException;
import basalt.world.RemovedComponents;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Fails each native allocation of scenarios that cover the API: that allocation alone, and all from there on. The call
 * throws the documented exception. Afterwards the world is consistent, the same call succeeds once memory is available,
 * and all memory is freed.
 */
class NoMemoryTest {
    private static final int ROWS = 20_000;
    private static final int MOST_ALLOCATIONS = 400;

    @TestFactory
    Stream<DynamicTest> shouldRecoverInAWorld() {
        Map<String, BiConsumer<World, MemorySource>> scenarios = new LinkedHashMap<>();
        scenarios.put("single entities", (world, memory) -> singles(world));
        scenarios.put("bursts", (world, memory) -> bursts(world));
        scenarios.put("bulk changes", (world, memory) -> bulk(world));
        scenarios.put("commands", (world, memory) -> commands(world));
        scenarios.put("events, removals and observers", (world, memory) -> eventsAndObservers(world));
        scenarios.put("selections", (world, memory) -> selections(world));
        scenarios.put("changes", (world, memory) -> changes(world));
        scenarios.put("a schedule", NoMemoryTest::schedule);
        scenarios.put("files and snapshots", NoMemoryTest::files);
        scenarios.put("a feed", (world, memory) -> feed(world));
        scenarios.put("a mirror", (world, memory) -> mirror(world));
        return scenarios.entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> failEach(each.getKey(), each.getValue())));
    }

    @TestFactory
    Stream<DynamicTest> shouldRecoverInAnAllocator() {
        Map<String, Consumer<MemorySource>> scenarios = new LinkedHashMap<>();
        scenarios.put("FrameArena", NoMemoryTest::frameArena);
        scenarios.put("regions", NoMemoryTest::regions);
        scenarios.put("pools", NoMemoryTest::pools);
        scenarios.put("Heap", NoMemoryTest::heap);
        scenarios.put("StreamingArena", NoMemoryTest::streaming);
        return scenarios.entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(
                        each.getKey(), () -> failEachOfAnAllocator(each.getKey(), each.getValue())));
    }

    private static void failEach(String name, BiConsumer<World, MemorySource> scenario) {
        for (long failures : new long[] {1, Long.MAX_VALUE / 2}) {
            boolean hasFailed = true;
            for (int nth = 1; hasFailed; nth++) {
                assertTrue(nth < MOST_ALLOCATIONS, name + " never ends");
                hasFailed = fail(name + ", allocation " + nth, scenario, nth, failures);
            }
        }
    }

    private static boolean fail(String name, BiConsumer<World, MemorySource> scenario, int nth, long failures) {
        World.trimRetainedMemory();
        CountingMemory counted = new CountingMemory(MemorySource.direct());
        FailingMemory memory = new FailingMemory(counted, 0, failures);
        World world = World.builder().memory(memory).build();
        memory.failNth(nth);
        try {
            scenario.accept(world, memory);
        } catch (NativeMemoryException e) {
            assertTrue(memory.hasFailed(), name);
        } catch (SystemException e) {
            assertTrue(e.getCause() instanceof NativeMemoryException, () -> name + ": " + e.getCause());
        }
        boolean hasFailed = memory.hasFailed();
        memory.failNth(Long.MAX_VALUE / 4);
        StoreInvariants.check(world);
        scenario.accept(world, memory); // memory is available again
        StoreInvariants.check(world);
        world.close();
        World.trimRetainedMemory();
        assertEquals(0, counted.outstanding(), name);
        return hasFailed;
    }

    private static void failEachOfAnAllocator(String name, Consumer<MemorySource> scenario) {
        boolean hasFailed = true;
        for (int nth = 1; hasFailed; nth++) {
            assertTrue(nth < MOST_ALLOCATIONS, name + " never ends");
            CountingMemory counted = new CountingMemory(MemorySource.direct());
            FailingMemory memory = new FailingMemory(counted, nth);
            try {
                scenario.accept(memory);
            } catch (NativeMemoryException e) {
                assertTrue(memory.hasFailed(), () -> name + ": " + e);
            }
            hasFailed = memory.hasFailed();
            assertEquals(0, counted.outstanding(), name + ", allocation " + nth);
        }
    }

    private static void singles(World world) {
        long entity = world.spawn();
        world.add(entity, new Position(1, 2));
        world.add(entity, new Rare(1, "rare"));
        world.add(entity, Rarer.TYPE);
        world.add(entity, Vectors.sample(3));
        world.set(entity, Position.X, 2);
        world.remove(entity, Rare.TYPE);
        long other = world.spawn(Kinds.ODD, new Label("label"), new Rare(2, "x"));
        assertEquals(Kinds.ODD, world.get(other, Kinds.TYPE));
        world.disable(other);
        world.destroy(entity);
        world.destroy(other);
    }

    private static void bursts(World world) {
        Template template = world.template()
                .with(new Health(1), new Rare(2, "r"))
                .with(Frozen.TYPE)
                .build();
        template.spawn(ROWS);
        template.kernel(row -> row.set(Health.POINTS, 4)).spawn(100);
        template.spawn(100, row -> row.set(Health.POINTS, 5));
        template.spawn(new long[100]);
        try (var scope = world.frame().open()) {
            scope.allocate(8, 8);
            template.spawn(100, FrameLongList.in(world.frame(), 100));
        }
        world.query().all(Health.TYPE).build().bulk().destroy();
    }

    private static void bulk(World world) {
        world.template().with(new Health(1)).build().spawn(ROWS);
        Query all = world.query().all(Health.TYPE).build();
        all.bulk().add(new Rare(1, "x"));
        all.bulk().add(Kinds.TYPE);
        all.bulk().disable(Rare.TYPE);
        all.bulk().enable(Rare.TYPE);
        all.bulk().remove(Kinds.TYPE);
        all.bulk().disable();
        world.query().all(Health.TYPE).includeDisabled().build().bulk().destroy();
    }

    private static void files(World world, MemorySource memory) {
        Query all = world.query().all(Health.TYPE).build();
        all.bulk().destroy();
        world.template().with(new Health(1), new Rare(2, "r")).build().spawn(ROWS);
        try (SaveBuffer buffer = new SaveBuffer(memory)) {
            Saves.save(world, buffer, new SaveOptions().compress());
            int before = all.count();
            assertEquals(
                    before,
                    Saves.merge(world, buffer.source(), new LoadOptions()).count());
            assertEquals(2 * before, all.count());
            Saves.load(
                            buffer.source(),
                            new LoadOptions().builder(World.builder().memory(memory)))
                    .close();
        }
        try (Snapshots ring = Saves.snapshots(world, 2)) {
            int before = all.count();
            long tick = ring.capture();
            all.bulk().destroy();
            ring.restore(tick);
            assertEquals(before, all.count());
        }
    }

    private static final FeedSchema SCHEMA =
            FeedSchema.builder().column(Health.POINTS).build();

    private static int packet(World server, UnsafeBuffer to) {
        WorldFeed feed =
                WorldFeed.of(server, SCHEMA, server.query().all(Health.TYPE).build());
        server.time().advance(1);
        feed.capture();
        return feed.encode(feed.connect(1), WorldFeed.NONE, to, 0);
    }

    private static void feed(World world) {
        world.query().all(Health.TYPE).build().bulk().destroy();
        world.template().with(new Health(1)).build().spawn(ROWS);
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[1 << 20]);
        try (World client = World.create()) {
            WorldMirror mirror = WorldMirror.of(client, SCHEMA, 1);
            assertEquals(Received.APPLIED, mirror.apply(buffer, 0, packet(world, buffer)));
            assertEquals(ROWS, mirror.count());
        }
    }

    private static void mirror(World client) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[1 << 20]);
        WorldMirror mirror = WorldMirror.of(client, SCHEMA, 1);
        try (World server = World.create()) {
            server.template().with(new Health(1)).build().spawn(ROWS);
            assertEquals(Received.APPLIED, mirror.apply(buffer, 0, packet(server, buffer)));
        }
        try {
            mirror.show();
        } finally {
            mirror.show(); // again, if memory was missing once
        }
        Query shown = client.query().all(Health.TYPE, Mirrored.TYPE).build();
        assertEquals(ROWS, shown.reduce().sum(Health.POINTS));
    }

    private static void commands(World world) {
        long entity = world.spawn(new Health(1));
        try {
            Commands commands = world.commands();
            for (int i = 0; i < 3_000; i++) {
                long spawned = commands.spawn();
                commands.add(spawned, new Rare(i, "command"));
                commands.set(entity, Health.POINTS, i);
                commands.destroy(spawned);
            }
            world.applyCommands();
        } finally {
            world.applyCommands();
        }
        world.destroy(entity);
    }

    private static void eventsAndObservers(World world) {
        try (RemovedComponents removals = world.removed(Health.TYPE);
                var subscription = world.observers()
                        .onRemove(
                                Health.TYPE,
                                entity -> world.observers()
                                        .commands()
                                        .add(world.observers().commands().spawn(), Frozen.TYPE))) {
            world.template().with(new Health(1)).build().spawn(2_000);
            world.query().all(Health.TYPE).build().bulk().destroy();
            while (removals.next()) {
                assertTrue(removals.entity() != 0);
            }
            assertTrue(subscription.toString() != null);
        } finally {
            world.query().all(Frozen.TYPE).build().bulk().destroy();
        }
    }

    private static void selections(World world) {
        Template template =
                world.template().with(new Health(1), new Position(1, 2)).build();
        template.spawn(3_000, row -> row.set(Health.POINTS, row.index() % 17));
        Query all = world.query().all(Health.TYPE, Position.TYPE).build();
        try (var scope = world.frame().open()) {
            scope.allocate(8, 8);
            assertEquals(
                    3_000, Selection.of(all).collect().sortBy(Health.POINTS).size());
            assertEquals(10, Selection.of(all).collect().top(10, Position.X).size());
            assertEquals(17, Selection.of(all).collect().groupBy(Health.POINTS).groupCount());
            assertTrue(all.reduce().sum(Health.POINTS) > 0);
        } finally {
            all.bulk().destroy();
        }
    }

    private static void changes(World world) {
        Query all = world.query().all(Health.TYPE).build();
        Query changed = world.query().changed(Health.TYPE).build();
        try {
            world.template().with(new Health(1)).build().spawn(ROWS);
            changed.forEach(row -> {});
            all.forEach(row -> row.set(Health.POINTS, 2));
            assertEquals(ROWS, changed.count());
        } finally {
            changed.close();
            all.bulk().destroy();
        }
    }

    private static void schedule(World world, MemorySource memory) {
        world.template().with(new Health(1), new Position(1, 2)).build().spawn(1_000);
        Query all = world.query().all(Health.TYPE).build();
        try (Schedule schedule = Schedule.builder(world)
                .workers(1)
                .memory(memory)
                .add("count", all.kernel((Row row) -> row.set(Health.POINTS, 2)), Access.writes(Health.TYPE))
                .add("record", all.kernel((row, commands) -> commands.destroy(row.entity())), Access.destroys())
                .add("scratch", () -> world.frame().allocate(100_000, 8))
                .build()) {
            schedule.tick(0.1f);
            schedule.tick(0.1f);
        } finally {
            all.bulk().destroy();
        }
    }

    private static void frameArena(MemorySource memory) {
        try (FrameArena arena = new FrameArena(memory)) {
            for (int i = 0; i < 5; i++) {
                arena.allocate(100_000 << i, 64);
            }
            arena.reset();
            arena.allocate(1 << 22, 64);
        }
    }

    private static void regions(MemorySource memory) {
        try (ResourceArena assets = new ResourceArena(memory, "assets", 1 << 20);
                ScratchArena scratch = new ScratchArena(memory, "scratch", 1 << 20);
                ScratchArena stack = new ScratchArena(memory, "stack", 1 << 20)) {
            assets.group("one").allocate(10_000, 8);
            assets.allocate(100, 8);
            scratch.allocate(10_000, 8);
            scratch.reset();
            try (var frame = stack.open()) {
                frame.allocate(100, 8);
            }
        }
    }

    private static void pools(MemorySource memory) {
        List<Long> handles = new ArrayList<>();
        try (PoolAllocator pool = new PoolAllocator(memory, 64, 16);
                SizeClassAllocator sizeClasses = new SizeClassAllocator(memory);
                SharedPool shared = new SharedPool(memory, 64, 16, 64);
                var cache = shared.cache()) {
            for (int i = 0; i < 100; i++) {
                pool.free(pool.allocate());
                handles.add(pool.allocate());
                sizeClasses.free(sizeClasses.allocate(1L << i % 12));
                cache.free(cache.allocate());
            }
            handles.forEach(pool::free);
            handles.clear();
        }
    }

    private static void heap(MemorySource memory) {
        try (Heap heap = new Heap(memory, 1 << 12, 1 << 20)) {
            long[] handles = new long[50];
            for (int i = 0; i < handles.length; i++) {
                handles[i] = heap.allocate(100 + 97L * i);
            }
            for (int i = 0; i < handles.length; i += 2) {
                heap.free(handles[i]);
            }
            heap.resize(handles[1], 100_000);
            heap.defragmentBytes(1 << 20);
        }
    }

    private static void streaming(MemorySource memory) {
        try (StreamingArena arena = new StreamingArena(memory, 1 << 16)) {
            for (int i = 0; i < 40; i++) {
                long handle = arena.reserve(4_000, i);
                arena.part(handle, 0, 4_000);
                arena.loaded(handle, 4_000);
                arena.ready(handle);
            }
        }
    }
}
