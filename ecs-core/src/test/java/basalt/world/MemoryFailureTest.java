package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityHandle;
import basalt.component.OnTargetDestroy;
import basalt.component.TreeType;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.memory.Soak;
import basalt.memory.frame.FrameLongList;
import basalt.query.CascadeKernel;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.storage.MovingBlocks;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Spark;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each operation that may need memory, with each of its allocations refused once: nothing changes and nothing is lost.
 */
class MemoryFailureTest {
    private static final int MOST_ALLOCATIONS = 100;

    private World world;
    private CountingMemory counting;
    private FailingMemory failing;
    private Hierarchy tree;

    /** Uses a world as often as it allocates memory, and refuses another allocation each time. */
    private long refuseEach(boolean isStubborn, Runnable use) {
        return refuse(1, isStubborn, use);
    }

    /** The same with each sixth allocation, or each one in the soak. Returns a few more than there are. */
    private long refuseSome(Runnable use) {
        return refuse(Soak.times(6, 1), false, use);
    }

    private long refuse(int stride, boolean isStubborn, Runnable use) {
        long nth = 1 - stride;
        do {
            nth += stride;
            assertTrue(nth < MOST_ALLOCATIONS, "there is no end of allocations");
            counting = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
            failing = new FailingMemory(counting, nth);
            FailingMemory memory = isStubborn ? failing.stubborn() : failing;
            try (World made =
                    FailingMemory.retry(() -> World.builder().memory(memory).build())) {
                world = made;
                use.run();
            } catch (AssertionError e) {
                throw new AssertionError("when allocation " + nth + " failed: " + e.getMessage(), e);
            }
            assertEquals(0, counting.outstanding(), "when allocation " + nth + " failed");
        } while (failing.hasFailed());
        assertTrue(nth > 1, "no memory is needed");
        return nth;
    }

    private static void retry(Runnable call) {
        FailingMemory.retry(() -> {
            call.run();
            return true;
        });
    }

    @Test
    void shouldMissNoChange() {
        long nth = refuseEach(true, () -> {
            useChanges();
            assertEquals(
                    counting.allocatedBytes(),
                    world.statistics().memory().reservedBytes()
                            + world.statistics().memory().frameBytes());
        });
        assertTrue(nth > 10, "so few allocations: " + nth);
    }

    @Test
    void shouldLoseNoEvent() {
        long nth = refuseEach(false, () -> {
            useEvents(world);
            assertEquals(counting.allocatedBytes(), world.statistics().memory().reservedBytes());
        });
        assertEquals(1 + 7, nth, "two ticks of two pages, two of one, and one again after trim()");
    }

    @Test
    void shouldMissNoChangeInACascade() {
        long nth = refuseSome(() -> useCascades(world));
        assertTrue(nth > 10, "so few allocations: " + nth);
    }

    @Test
    void shouldSpawnNoPrefab() {
        int[] failed = {0};
        refuseSome(() -> failed[0] += usePrefabs());
        assertTrue(failed[0] > 2, "so few failures of spawns: " + failed[0]);
        MovingBlocks.during(() -> {
            try (World made = World.create()) {
                world = made;
                assertEquals(0, usePrefabs());
            }
        });
    }

    @ParameterizedTest
    @EnumSource(OnTargetDestroy.class)
    void shouldChangeNoRelation(OnTargetDestroy policy) {
        long nth = refuseSome(() -> useRelations(world, policy));
        assertTrue(nth > 5, "so few allocations: " + nth);
    }

    @Test
    void shouldLoseNoValueOfAnIndex() {
        long nth = refuseSome(this::useIndex);
        assertTrue(nth > 30, "so few allocations: " + nth);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldChangeNoEdge(boolean isExclusive) {
        long nth = refuseSome(() -> useEdges(world, isExclusive));
        assertTrue(nth > 5, "so few allocations: " + nth);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldChangeNoTree(boolean isDetaching) {
        long nth = refuseSome(() -> useTrees(world.hierarchy(isDetaching ? Types.DETACHING : TreeType.DEFAULT)));
        assertTrue(nth > 5, "so few allocations: " + nth);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLoseNoOtherCommandOfTrees(boolean isMoving) {
        if (isMoving) {
            MovingBlocks.during(() -> refuseEach(false, this::useTreeCommands));
        } else {
            refuseEach(false, this::useTreeCommands);
        }
        assertTrue(failedRecordings >= 2, "so few refused commands: " + failedRecordings);
        assertTrue(failedApplications >= 3, "so few dropped commands: " + failedApplications);
    }

    private static final int ENTITIES = ROWS + 100;

    private void useChanges() {
        List<Long> told = new ArrayList<>();
        Query added = patiently(() -> world.query().added(Health.TYPE).build());
        Query changed =
                patiently(() -> world.query().changed(Health.TYPE, Rare.TYPE).build());
        RemovedComponents removals = world.removed(Health.TYPE);
        Query healthy = world.query().all(Health.TYPE).build();
        Query rare = world.query().all(Rare.TYPE).build();
        world.observers().onAdd(Rare.TYPE, told::add);
        Template template = world.template().with(new Health(1)).build();

        patiently(() -> {
            template.spawn(ENTITIES);
            return true;
        });
        assertEquals(ENTITIES, rows(added));
        assertEquals(ENTITIES, rows(changed));
        assertEquals(ENTITIES, patiently(() -> healthy.bulk().add(Rare.TYPE)));
        assertEquals(ENTITIES, told.size(), "those that were told of an add that failed would be too many");
        assertEquals(ENTITIES, rows(changed));
        healthy.kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS))).run();
        assertEquals(ENTITIES, rows(changed));
        long first = healthy.first();
        world.set(first, Health.POINTS, 5);
        assertTrue(rows(changed) >= 1);
        patiently(() -> world.remove(first, Health.TYPE));
        assertEquals(1, removals.remaining());
        assertEquals(ENTITIES - 1, patiently(() -> healthy.bulk().remove(Health.TYPE)));
        assertEquals(ENTITIES, removals.skipAll());
        assertEquals(0, rows(added));
        patiently(() -> world.add(first, Health.TYPE));
        assertTrue(rows(added) >= 1);
        assertEquals(ENTITIES, patiently(() -> rare.bulk().destroy()));
        assertEquals(1, removals.skipAll());
        assertEquals(0, world.entityCount());
    }

    private int rows(Query query) {
        int[] rows = {0};
        patiently(() -> {
            query.forEach(row -> {
                rows[0]++;
            });
            return true;
        });
        return rows[0];
    }

    /** Retries a failed operation; no entity was spawned or destroyed in between. */
    private <T> T patiently(Supplier<T> step) {
        int before = world.entityCount();
        try {
            return step.get();
        } catch (NativeMemoryException e) {
            assertEquals(before, world.entityCount());
            assertEquals(0, world.frame().usedBytes());
            return step.get();
        }
    }

    private static final int TICKS = 4;

    private void useEvents(World world) {
        EventChannel<Spark> rare = world.events(Spark.TYPE);
        EventChannel<Blow> rarer = world.events(Blow.TYPE);
        EventReader<Spark> reader = rare.reader();
        for (int tick = 0; tick < TICKS; tick++) {
            for (int i = 0; i <= ROWS; i++) {
                long event = send(rare);
                rare.set(event, Spark.CHARGE, (int) event);
                rare.set(event, Spark.NOTE, i == ROWS ? "last" : null);
            }
            rarer.set(send(rarer), Blow.WEIGHT, tick);
            for (long event = (long) tick * (ROWS + 1); reader.next(); event++) {
                assertEquals(event, reader.event());
                assertEquals((int) event, rare.get(event, Spark.CHARGE));
                assertEquals(event % (ROWS + 1) == ROWS ? "last" : null, rare.get(event, Spark.NOTE));
            }
            assertEquals((tick + 1L) * (ROWS + 1), rare.sent());
            for (long event = rarer.firstLive(); event < rarer.sent(); event++) {
                assertEquals(event, rarer.get(event, Blow.WEIGHT));
            }
            world.swapEvents();
        }
        rarer.swap();
        rarer.trim();
        send(rarer);
        assertEquals(0, reader.missed());
    }

    /** Sends an event, and retries if memory is refused. */
    private long send(EventChannel<?> channel) {
        long sent = channel.sent();
        try {
            return channel.send();
        } catch (NativeMemoryException e) {
            assertEquals(sent, channel.sent());
            return channel.send();
        }
    }

    private static final int CASCADED = 20_000;

    private static void useCascades(World world) {
        long[] entities = new long[CASCADED];
        retry(() -> world.template().with(new Position(1, 0)).build().spawn(entities));
        Query scene = world.query().all(Position.TYPE).build();
        CascadeKernel all = scene.cascade(
                TreeType.DEFAULT,
                row -> row.set(Position.Y, row.get(Position.X)),
                (row, parent) -> row.set(Position.Y, row.get(Position.X) + parent.get(Position.Y)));
        CascadeKernel kernel = FailingMemory.retry(() -> all.changedOnly(Position.TYPE));
        attachAll(world, entities, 1, 10);
        runCascade(world, kernel, entities);
        world.set(entities[0], Position.X, 5f);
        runCascade(world, kernel, entities);
        world.set(entities[CASCADED / 2], Position.X, 7f);
        attachAll(world, entities, CASCADED - 10, 3);
        runCascade(world, kernel, entities);
        FailingMemory.retry(() -> world.spawn(new Position(1, 0)));
        runCascade(world, kernel, entities);
    }

    private static void attachAll(World world, long[] entities, int from, int fanOut) {
        for (int i = from; i < CASCADED; i++) {
            int child = i;
            retry(() -> world.hierarchy().attach(entities[child], entities[(child - 1) / fanOut]));
        }
    }

    private static void runCascade(World world, CascadeKernel kernel, long[] entities) {
        retry(() -> kernel.run());
        for (long entity : entities) {
            long parent = world.hierarchy().parent(entity);
            float above = parent == 0 ? 0 : world.get(parent, Position.Y);
            assertEquals(world.get(entity, Position.X) + above, world.get(entity, Position.Y));
        }
    }

    @Test
    void shouldCopyNothing() {
        int[] failed = {0};
        refuseEach(false, () -> failed[0] += copy());
        assertTrue(failed[0] > 3, "so few failures of copies: " + failed[0]);
        MovingBlocks.during(() -> {
            try (World made = World.create()) {
                world = made;
                assertEquals(0, copy());
            }
        });
    }

    /** Copies trees until they have blocks of their own; returns how often that has failed. */
    private int copy() {
        Hierarchy trees = world.hierarchy();
        Query changed = FailingMemory.retry(
                () -> world.query().all(Health.TYPE).changed(Health.TYPE).build());
        long root = FailingMemory.retry(() -> world.spawn(new Position(1, 2), new Rare(3, "x")));
        long child = FailingMemory.retry(() -> world.spawn(new Health(3)));
        retry(() -> trees.attach(child, root));
        retry(() -> world.disable(root));
        ManyToMany<Edge> edges = FailingMemory.retry(() -> world.manyToMany(Edge.class));
        FailingMemory.retry(() -> edges.relate(child, root));
        retry(() -> changed.forEach(row -> {}));
        int failures = 0;
        for (int count = 3; count < 3 + 3 * 300; ) {
            try {
                long copy = trees.copy(root);
                count += 3;
                assertEquals(1, FailingMemory.retry(() -> edges.countSources(copy)));
                assertEquals(new Health(3), world.get(trees.firstChild(copy), Health.class));
                assertTrue(!world.isEnabled(copy));
            } catch (NativeMemoryException e) {
                failures++;
            }
            assertEquals(count, world.entityCount());
            assertEquals(1, trees.childCount(root));
        }
        assertEquals(300, changed.count());
        return failures;
    }

    private static final int INSTANCES = ROWS + 10;

    /** Spawns instances; returns how often that has failed. */
    private int usePrefabs() {
        Hierarchy tree = world.hierarchy();
        Query changed = FailingMemory.retry(
                () -> world.query().all(ChildOf.TYPE).changed(ChildOf.TYPE).build());
        long root = FailingMemory.retry(() -> world.spawn(new Position(1, 2)));
        long child = FailingMemory.retry(() -> world.spawn(new Health(3)));
        long leaf = FailingMemory.retry(() -> world.spawn(new Health(4), new Burning()));
        retry(() -> tree.attach(child, root));
        retry(() -> tree.attach(leaf, child));
        retry(() -> world.disable(leaf));
        Prefab prefab = FailingMemory.retry(() -> world.hierarchy().prefab(root));
        FailingMemory.retry(() -> {
            changed.forEach(row -> {});
            return true;
        });
        int failures = 0;
        long[] instances = new long[INSTANCES];
        while (true) {
            try {
                prefab.spawn(instances);
                break;
            } catch (NativeMemoryException e) {
                failures++;
                assertEquals(3, world.entityCount());
                assertArrayEquals(new long[INSTANCES], instances);
                assertEquals(0, changed.count());
            }
        }
        assertEquals(3 + 3 * INSTANCES, world.entityCount());
        assertEquals(INSTANCES, changed.count()); // leaves are disabled
        for (long instance : instances) {
            long part = tree.firstChild(instance);
            assertEquals(instance, tree.parent(part));
            assertEquals(2, tree.depth(tree.firstChild(part)));
        }
        return failures + command(prefab, 3 + 3 * INSTANCES);
    }

    /** Spawns instances by commands, more than fit in the blocks; returns how often that has failed. */
    private int command(Prefab prefab, int before) {
        Hierarchy tree = world.hierarchy();
        int failures = 0;
        while (true) {
            try {
                for (int i = 0; i < INSTANCES; i++) {
                    prefab.spawn(world.commands());
                }
                break;
            } catch (NativeMemoryException e) {
                failures++;
                int recorded = world.commands().count();
                assertEquals(before, world.entityCount());
                world.applyCommands();
                before += 3 * recorded;
                assertEquals(before, world.entityCount());
            }
        }
        int recorded = world.commands().count();
        try {
            world.applyCommands();
        } catch (NativeMemoryException e) {
            failures++;
        }
        int made = world.entityCount() - before;
        assertTrue(made % 3 == 0 && made <= 3 * recorded, "made " + made);
        int[] whole = {0};
        tree.roots().forEach(row -> {
            assertEquals(2, tree.depth(tree.firstChild(tree.firstChild(row.entity()))));
            whole[0]++;
        });
        assertEquals(world.entityCount(), 3 * whole[0]);
        return failures;
    }

    private static void useRelations(World world, OnTargetDestroy policy) {
        Relation hunting = FailingMemory.retry(() -> world.relation(Hunting.PREY, policy));
        RemovedComponents removed = world.removed(Hunting.TYPE);
        var template = FailingMemory.retry(
                () -> world.template().with(new Hunting(Entity.NULL, 0)).build());
        long[] hunters = new long[ROWS + 10]; // two blocks
        retry(() -> template.spawn(hunters));
        long prey = FailingMemory.retry(world::spawn);
        int count = 0;
        for (int i = 0; i < hunters.length; i += 500) {
            world.set(hunters[i], Hunting.PREY, prey);
            count++;
        }
        int expected = count;
        assertEquals(expected, FailingMemory.retry(() -> hunting.count(prey)));
        SourceCursor cursor = hunting.closedCursor();
        FailingMemory.retry(() -> cursor.open(prey));
        for (int i = 0; i < hunters.length; i += 500) {
            assertTrue(cursor.next());
            assertEquals(hunters[i], cursor.entity());
        }
        cursor.close();
        assertEquals(0, world.frame().usedBytes());
        int alive = world.entityCount();
        FailingMemory.retry(() -> {
            try {
                world.destroy(prey);
            } catch (NativeMemoryException e) {
                assertEquals(alive, world.entityCount());
                assertEquals(prey, world.get(hunters[500], Hunting.PREY));
                throw e;
            }
            return true;
        });
        boolean isDestroying = policy == OnTargetDestroy.DESTROY;
        assertEquals(isDestroying ? alive - 1 - expected : alive - 1, world.entityCount());
        boolean isLost = isDestroying || policy == OnTargetDestroy.REMOVE;
        assertEquals(isLost ? expected : 0, removed.skipAll());
        removed.close();
    }

    private record Edge(
            @EntityHandle long from, @EntityHandle long to, int weight) {
        static final Component<Edge> TYPE = Component.of(Edge.class);
    }

    private static void useEdges(World world, boolean isExclusive) {
        ManyToMany<Edge> edges = FailingMemory.retry(() -> world.manyToMany(Edge.class));
        RemovedComponents removed = world.removed(Edge.TYPE);
        if (isExclusive) {
            edges.exclusive().symmetric();
        }
        long[] ends = new long[1500];
        for (int i = 0; i < ends.length; i++) {
            ends[i] = FailingMemory.retry(world::spawn);
        }
        int related = 0;
        for (int i = 1; i < ends.length; i++) {
            int from = isExclusive ? i - 1 : 0;
            int to = i;
            int before = world.entityCount();
            FailingMemory.retry(() -> {
                try {
                    return edges.relate(new Edge(ends[from], ends[to], to));
                } catch (NativeMemoryException e) {
                    assertEquals(before, world.entityCount());
                    throw e;
                }
            });
            related += world.entityCount() - before;
            assertTrue(FailingMemory.retry(() -> edges.has(ends[from], ends[to])));
        }
        assertEquals(isExclusive ? 1 : ends.length - 1, related);
        int expected = related;
        EdgeCursor cursor = edges.closedTargets();
        long first = isExclusive ? ends[ends.length - 1] : ends[0];
        FailingMemory.retry(() -> cursor.open(first));
        for (int i = 0; i < expected; i++) {
            assertTrue(cursor.next());
        }
        cursor.close();
        assertEquals(0, world.frame().usedBytes());
        long alive = world.entityCount();
        FailingMemory.retry(() -> {
            try {
                world.destroy(first);
            } catch (NativeMemoryException e) {
                assertEquals(alive, world.entityCount());
                throw e;
            }
            return true;
        });
        assertEquals(alive - 1 - expected, world.entityCount());
        assertEquals(expected, removed.skipAll());
        removed.close();
    }

    private void useIndex() {
        ValueIndex byPoints = FailingMemory.retry(() -> world.index(Health.class, Health::points));
        var template =
                FailingMemory.retry(() -> world.template().with(new Health(-1)).build());
        long[] entities = new long[3000];
        retry(() -> template.spawn(entities));
        for (int i = 0; i < entities.length; i++) {
            world.set(entities[i], Health.POINTS, i / 2);
        }
        FrameLongList list = FailingMemory.retry(() -> FrameLongList.in(world.frame(), entities.length));
        assertEquals(entities[10], FailingMemory.retry(() -> byPoints.find(5)));
        assertEquals(20, FailingMemory.retry(() -> byPoints.collectRange(100, 109, list)));
        assertEquals(entities[200], list.get(0));
        for (int i = 0; i < entities.length; i += 3) {
            world.set(entities[i], Health.POINTS, entities.length - i);
        }
        retry(() -> world.destroy(entities[entities.length - 1]));
        list.clear();
        int count = FailingMemory.retry(() -> byPoints.lowest(entities.length, list));
        assertEquals(entities.length - 1, count);
        for (int i = 1; i < count; i++) {
            assertTrue(world.get(list.get(i - 1), Health.POINTS) <= world.get(list.get(i), Health.POINTS));
        }
        assertEquals(
                counting.allocatedBytes(),
                world.statistics().memory().reservedBytes()
                        + world.statistics().memory().frameBytes());
        byPoints.close();
    }

    private void useTrees(Hierarchy used) {
        tree = used;
        Query changed = FailingMemory.retry(() -> world.query()
                .all(tree.type().childOf())
                .changed(tree.type().childOf())
                .build());
        RemovedComponents removed = world.removed(tree.type().childOf());
        long[] children = new long[ROWS + 10]; // two blocks
        retry(() -> world.template().build().spawn(children));
        long parent = FailingMemory.retry(world::spawn);
        long root = FailingMemory.retry(world::spawn);
        for (int i = 0; i < children.length; i += 10) {
            long child = children[i];
            FailingMemory.retry(() -> attach(child, parent));
        }
        FailingMemory.retry(() -> attach(parent, root));
        int count = tree.childCount(parent);
        assertEquals((children.length + 9) / 10, count);
        assertEquals(count + 1, changed.count());
        FailingMemory.retry(() -> tree.detach(children[0]));
        assertEquals(1, removed.skipAll());
        count--;
        int alive = world.entityCount();
        FailingMemory.retry(() -> {
            try {
                world.destroy(parent);
            } catch (NativeMemoryException e) {
                assertEquals((children.length + 9) / 10 - 1, tree.childCount(parent));
                assertEquals(alive, world.entityCount());
                throw e;
            }
            return true;
        });
        assertEquals(tree.type() == TreeType.DEFAULT ? alive - 1 - count : alive - 1, world.entityCount());
        assertEquals(count + 1, removed.skipAll());
        assertEquals(0, tree.childCount(root));
        assertEquals(0, world.query().all(tree.type().childOf()).build().count());
    }

    private boolean attach(long child, long parent) {
        int before = tree.childCount(parent);
        try {
            tree.attach(child, parent);
        } catch (NativeMemoryException e) {
            assertEquals(before, tree.childCount(parent));
            assertEquals(Entity.NULL, tree.parent(child));
            throw e;
        }
        return true;
    }

    private static final int CHILDREN = 6_000;

    private int failedRecordings;

    private int failedApplications;

    private void useTreeCommands() {
        tree = world.hierarchy();
        Query changed = FailingMemory.retry(
                () -> world.query().all(ChildOf.TYPE).changed(ChildOf.TYPE).build());
        RemovedComponents removed = world.removed(ChildOf.TYPE);
        long[] all = new long[ROWS + CHILDREN]; // the children are in two blocks
        retry(() -> world.template().build().spawn(all));
        long[] children = Arrays.copyOfRange(all, ROWS - CHILDREN / 2, ROWS + CHILDREN / 2);
        long parent = FailingMemory.retry(world::spawn);
        long root = FailingMemory.retry(world::spawn);

        applyRecorded(() -> {
            for (long child : children) {
                record(commands -> commands.attach(child, parent));
            }
            record(commands -> commands.attach(parent, root));
        });
        int attached = 0;
        for (long child : children) {
            boolean isChild = tree.parent(child) == parent;
            assertTrue(isChild || tree.parent(child) == Entity.NULL);
            attached += isChild ? 1 : 0;
        }
        assertEquals(attached, tree.childCount(parent));
        boolean isBelow = tree.parent(parent) == root;
        assertEquals(attached + (isBelow ? 1 : 0), FailingMemory.retry(changed::count));
        Commands.Stats stats = world.statistics().commands();
        assertEquals(attached + (isBelow ? 1 : 0), stats.applied());
        assertEquals(CHILDREN + 1, stats.applied() + stats.dropped());
        tree.attach(parent, root);
        for (long child : children) {
            tree.attach(child, parent);
        }

        applyRecorded(() -> {
            for (int i = 0; i < CHILDREN; i += 2) {
                long child = children[i];
                record(commands -> commands.detach(child));
            }
        });
        int left = 0;
        for (long child : children) {
            left += tree.parent(child) == parent ? 1 : 0;
        }
        assertEquals(left, tree.childCount(parent));
        assertEquals(CHILDREN - left, removed.skipAll());

        applyRecorded(() -> record(commands -> commands.destroy(root)));
        boolean isDestroyed = !world.isAlive(root);
        assertEquals(!isDestroyed, world.isAlive(parent));
        if (!isDestroyed) {
            assertEquals(left, tree.childCount(parent));
        }
        assertEquals(isDestroyed ? left + 1 : 0, removed.skipAll());
        FailingMemory.retry(() -> world.tryDestroy(root));
        assertEquals(all.length - left, world.entityCount());
    }

    private interface Recording {
        void to(Commands commands);
    }

    private void record(Recording recording) {
        while (true) {
            try {
                recording.to(world.commands());
                return;
            } catch (NativeMemoryException e) {
                failedRecordings++;
            }
        }
    }

    private void applyRecorded(Runnable recording) {
        recording.run();
        try {
            world.applyCommands();
        } catch (NativeMemoryException e) {
            failedApplications++;
        }
        assertEquals(0, world.commands().count());
    }
}
