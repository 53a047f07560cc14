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
import basalt.memory.Soak;
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
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.system.SystemException;
import basalt.world.RemovedComponents;
import basalt.world.Template;
import basalt.world.World;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Fails each native allocation of scenarios beside those of {@code basalt.model.MemoryFailureTest}: that one alone, and
 * all from there on. The call throws the documented exception. Afterwards the world is consistent, the same call
 * succeeds once memory is available, and all memory is freed.
 */
class NoMemoryTest {
    private static final int ROWS = 20_000;
    private static final int MOST_ALLOCATIONS = 400;

    @TestFactory
    Stream<DynamicTest> shouldRecoverInAWorld() {
        Map<String, BiConsumer<World, MemorySource>> scenarios = new LinkedHashMap<>();
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

    private static void failEach(String name, BiConsumer<World, MemorySource> scenario) {
        for (long failures : new long[] {1, Long.MAX_VALUE / 2}) {
            boolean hasFailed = true;
            for (int nth = 1; hasFailed; nth += Soak.times(9, 1)) {
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
}
