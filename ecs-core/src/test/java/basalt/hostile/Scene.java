package basalt.hostile;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.EntityHandle;
import basalt.component.EntityLink;
import basalt.component.EnumColumn;
import basalt.component.EventType;
import basalt.component.ListColumn;
import basalt.component.OnTargetDestroy;
import basalt.component.TreeType;
import basalt.component.VariableColumn;
import basalt.component.layout.ComponentAreas;
import basalt.feed.FeedClient;
import basalt.feed.FeedInterest;
import basalt.feed.FeedSchema;
import basalt.feed.FeedSchemaBuilder;
import basalt.feed.Prediction;
import basalt.feed.WorldFeed;
import basalt.feed.WorldMirror;
import basalt.inspect.Inspector;
import basalt.inspect.InspectorBuilder;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MappedMemory;
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
import basalt.memory.frame.FrameHistory;
import basalt.memory.frame.FrameIntList;
import basalt.memory.frame.FrameIntMap;
import basalt.memory.frame.FrameLongList;
import basalt.memory.frame.FrameMeter;
import basalt.memory.frame.FrameMeters;
import basalt.memory.frame.FramePromotions;
import basalt.memory.frame.FrameString;
import basalt.memory.tracking.GuardedMemory;
import basalt.memory.tracking.JmxRegistration;
import basalt.memory.tracking.MemoryMonitor;
import basalt.memory.tracking.MemoryReport;
import basalt.memory.tracking.MemorySnapshot;
import basalt.memory.tracking.MemoryTag;
import basalt.memory.tracking.MemoryTracker;
import basalt.query.BulkChange;
import basalt.query.CascadeKernel;
import basalt.query.Commands;
import basalt.query.Comparison;
import basalt.query.Condition;
import basalt.query.DoubleBound;
import basalt.query.LeftEntities;
import basalt.query.ListView;
import basalt.query.LongBound;
import basalt.query.NeighbourKernel;
import basalt.query.Neighbours;
import basalt.query.PairQuery;
import basalt.query.Query;
import basalt.query.QueryBuilder;
import basalt.query.RecordQuery;
import basalt.query.Reduction;
import basalt.query.Row;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.query.Selection;
import basalt.query.SpatialGrid;
import basalt.query.SpatialPairs;
import basalt.query.SpawnKernel;
import basalt.save.BackgroundSave;
import basalt.save.Checkpoints;
import basalt.save.LoadOptions;
import basalt.save.MergeReport;
import basalt.save.Replay;
import basalt.save.ReplayDifference;
import basalt.save.SaveBuffer;
import basalt.save.SaveOptions;
import basalt.save.SaveSink;
import basalt.save.SaveSource;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Lists;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Shift;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.Velocity;
import basalt.system.FixedStepLoop;
import basalt.system.FixedStepLoopBuilder;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.system.ScheduleGraph;
import basalt.system.ScheduleStats;
import basalt.text.WorldText;
import basalt.world.Arrangement;
import basalt.world.ArrangementBuilder;
import basalt.world.EdgeCursor;
import basalt.world.EventChannel;
import basalt.world.EventReader;
import basalt.world.Hierarchy;
import basalt.world.ManyToMany;
import basalt.world.Names;
import basalt.world.Observers;
import basalt.world.Prefab;
import basalt.world.Randoms;
import basalt.world.Relation;
import basalt.world.RemovedComponents;
import basalt.world.Resources;
import basalt.world.SourceCursor;
import basalt.world.Subscription;
import basalt.world.Template;
import basalt.world.TemplateBuilder;
import basalt.world.TickArena;
import basalt.world.Time;
import basalt.world.TreeCursor;
import basalt.world.ValueIndex;
import basalt.world.VariantBuilder;
import basalt.world.WorkerLocal;
import basalt.world.World;
import basalt.world.WorldBuilder;
import basalt.world.WorldMonitor;
import basalt.world.WorldRows;
import basalt.world.WorldStatistics;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The target of attacks: a small world, and an object of each public type with methods, created on first use. Its
 * memory is counted and capped: a wrong free is an error, and a huge allocation fails.
 */
final class Scene implements AutoCloseable {
    /** An edge. */
    record Road(@EntityHandle long from, @EntityHandle long to) {}

    private static final long CAP_BYTES = (64L << 20) + 16 * mostBytesOfBlock();
    private static final int ROWS = 100;

    final CountingMemory counted = new CountingMemory(MemorySource.direct());
    final FailingMemory failing = new FailingMemory(counted);
    final MemorySource memory = new MemoryTracker(failing).root().budget(CAP_BYTES, CAP_BYTES);
    final World world = World.builder().memory(memory).build();

    private final FrameArena frame = world.frame();

    /** An entity that is alive, with {@link Kinds} and {@link Rare}. */
    final long entity;

    /** A stale handle; {@link #entity} has its row. */
    final long stale;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Map<Class<?>, Supplier<?>> makers = new LinkedHashMap<>();
    private final Map<Class<?>, Object> made = new LinkedHashMap<>();
    private final Query query;

    Scene() {
        stale = world.spawn(Kinds.ODD);
        world.destroy(stale);
        world.spawn(new Position(1, 2), new Health(3));
        world.spawn(new Position(2, 2), new Health(4));
        entity = world.spawn(
                Kinds.ODD, new Rare(3, "rare"), new Shift(new Position(1, 2), TimeUnit.DAYS, 'x'), Lists.pairs());
        world.template().with(Kinds.ZERO).build().spawn(ROWS);
        query = world.query().all(Kinds.TYPE).build();
        worldMakers();
        queryMakers();
        systemMakers();
        sourceMakers();
        arenaMakers();
        handleMakers();
        frameMakers();
        put(Column.Floating.class, () -> Kinds.F32);
        put(Column.Whole.class, () -> Kinds.I32);
        put(EntityLink.class, () -> Kinds.TARGET);
        Kinds.TYPE.columns().forEach(column -> makers.put(column.getClass(), () -> column));
        put(EnumColumn.class, () -> Shift.UNIT);
        Lists.TYPE.columns().forEach(column -> makers.put(column.getClass(), () -> column));
        put(ListColumn.class, () -> Lists.INTS);
        put(VariableColumn.class, () -> Lists.INTS);
        put(ListView.class, () -> world.row(entity).list(Lists.INTS));
        put(ListView.OfFloat.class, () -> world.row(entity).list(Lists.TYPE.float32List("floats")));
        put(ListView.OfDouble.class, () -> world.row(entity).list(Lists.TYPE.float64List("doubles")));
        put(ListView.OfByte.class, () -> world.row(entity).list(Lists.TYPE.int8List("bytes")));
        put(ListView.OfShort.class, () -> world.row(entity).list(Lists.TYPE.int16List("shorts")));
        put(ListView.OfInt.class, () -> world.row(entity).list(Lists.TYPE.int32List("ints")));
        put(ListView.OfLong.class, () -> world.row(entity).list(Lists.TYPE.int64List("longs")));
        put(ListView.OfBoolean.class, () -> world.row(entity).list(Lists.TYPE.boolList("flags")));
        put(
                ListView.OfEnum.class,
                () -> world.row(entity).list(Lists.TYPE.enumerationList("dots.unit", TimeUnit.class)));
        put(ListView.OfEntity.class, () -> world.row(entity).list(Lists.TYPE.entityList("handles")));
    }

    /** The memory of a block with all components that tests of this process have registered so far. */
    private static long mostBytesOfBlock() {
        ComponentAreas areas = ComponentAreas.process();
        IntStream ids = IntStream.range(0, areas.count());
        return ids.mapToLong(id -> (long) areas.bytesBelow(id) + areas.bytesAbove(id))
                .max()
                .orElseThrow();
    }

    private void worldMakers() {
        put(World.class, () -> world);
        put(WorldBuilder.class, () -> World.builder().memory(memory));
        put(TemplateBuilder.class, () -> world.template().with(Kinds.ODD));
        put(Template.class, () -> world.template().with(Kinds.ODD).build());
        put(SpawnKernel.class, () -> get(Template.class).kernel(row -> {}));
        put(Time.class, world::time);
        put(Randoms.class, world::random);
        put(Resources.class, () -> {
            world.resources().put(Object.class, "an object");
            return world.resources();
        });
        put(RemovedComponents.class, () -> opened(world.removed(Rare.TYPE)));
        put(Observers.class, world::observers);
        put(Subscription.class, () -> opened(world.observers().onAdd(Health.TYPE, added -> {})));
        put(EventChannel.class, () -> {
            EventChannel<Spark> channel = world.events(Spark.TYPE);
            channel.send(new Spark(1, "event"));
            return channel;
        });
        put(EventReader.class, () -> opened(get(EventChannel.class).readerFromStart()));
        put(Names.class, () -> world.hierarchy().names());
        put(Commands.class, world::commands);
        put(TickArena.class, world::tickArena);
        put(WorkerLocal.class, () -> {
            WorkerLocal<Object> local = opened(world.workerLocal(Object::new));
            local.get();
            return local;
        });
        put(WorldRows.class, world::rows);
        put(WorldStatistics.class, world::statistics);
        put(WorldStatistics.Memory.class, () -> world.statistics().memory());
        put(WorldMonitor.class, () -> new WorldMonitor("world", world));
        put(Snapshots.class, this::snapshots);
        feedMakers();
        put(SaveOptions.class, SaveOptions::new);
        put(LoadOptions.class, LoadOptions::new);
        put(SaveBuffer.class, this::saved);
        put(BackgroundSave.class, this::savedInBackground);
        put(Checkpoints.Builder.class, () -> Checkpoints.every(Duration.ofHours(1)));
        put(
                Checkpoints.class,
                () -> opened(Checkpoints.every(Duration.ofHours(1)).in(folder())));
        put(SaveSink.class, () -> get(SaveBuffer.class));
        put(MergeReport.class, () -> {
            World other = another();
            return Saves.merge(other, get(SaveBuffer.class).source(), new LoadOptions());
        });
        put(SaveSource.class, () -> get(SaveBuffer.class).source());
        put(Component.class, () -> Kinds.TYPE);
        put(Component.Builder.class, () -> Component.builder(Health.class));
        put(EventType.class, () -> Spark.TYPE);
        put(TreeType.class, () -> TreeType.DEFAULT);
    }

    private void feedMakers() {
        put(FeedSchemaBuilder.class, () -> FeedSchema.builder().column(Kinds.F32));
        put(FeedSchema.class, () -> FeedSchema.builder().column(Health.POINTS).build());
        put(WorldFeed.class, () -> {
            WorldFeed feed = WorldFeed.of(world, get(FeedSchema.class), query);
            feed.capture();
            return feed;
        });
        put(FeedClient.class, () -> get(WorldFeed.class).connect(1));
        put(FeedInterest.class, () -> get(FeedClient.class).interest());
        put(WorldMirror.class, () -> {
            World other = another();
            return WorldMirror.of(other, get(FeedSchema.class), 1);
        });
        put(Prediction.class, this::prediction);
    }

    private Prediction<Object> prediction() {
        World other = another();
        WorldMirror mirror = WorldMirror.of(other, get(FeedSchema.class), 1);
        Schedule ticks = opened(Schedule.builder(other).workers(1).build());
        return new Prediction<>(mirror, ticks, Saves.snapshots(other, 4), (ofWorld, input) -> {});
    }

    /** Of a world of its own, because that of the others has managed columns. */
    private Snapshots snapshots() {
        World other = another();
        other.template().with(new Health(3)).build().spawn(ROWS);
        Snapshots snapshots = Saves.snapshots(other, 3);
        snapshots.capture();
        return snapshots;
    }

    private World another() {
        return opened(World.builder().memory(memory).build());
    }

    private SaveBuffer saved() {
        SaveBuffer buffer = opened(new SaveBuffer(memory));
        try (World other = World.builder().memory(memory).build()) {
            other.template().with(new Health(3)).build().spawn(100);
            Saves.save(other, buffer, new SaveOptions());
        }
        return buffer;
    }

    private BackgroundSave savedInBackground() {
        try (World other = World.builder().memory(memory).build()) {
            BackgroundSave saving = Saves.saveInBackground(other, folder().resolve("saved"), new SaveOptions());
            saving.join();
            return saving;
        }
    }

    private Path folder() {
        try {
            Path folder = Files.createTempDirectory("basalt-hostile");
            open.push(() -> {
                awaitSavings();
                try (var files = Files.list(folder)) {
                    for (Path file : files.toList()) {
                        Files.delete(file);
                    }
                }
                Files.delete(folder);
            });
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for the threads of worlds that are saved in the background. */
    private static void awaitSavings() {
        Thread[] threads = new Thread[Thread.activeCount() + 100];
        int count = Thread.enumerate(threads);
        for (Thread thread : Arrays.asList(threads).subList(0, count)) {
            if (thread.getName().startsWith("basalt-save-")) {
                try {
                    thread.join(60_000);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    private void queryMakers() {
        put(Query.class, () -> query);
        put(LeftEntities.class, () -> opened(query.left()).collect());
        put(QueryBuilder.class, () -> world.query().all(Kinds.TYPE));
        recordMakers();
        put(Condition.class, () -> Condition.on(Kinds.I32).atMost(3));
        put(Comparison.OfFloats.class, () -> Condition.on(Kinds.F32));
        put(Comparison.OfIntegers.class, () -> Condition.on(Kinds.I32));
        put(Comparison.OfBooleans.class, () -> Condition.on(Kinds.FLAG));
        put(Comparison.OfEntities.class, () -> Condition.on(Kinds.TARGET));
        put(Comparison.OfEnums.class, () -> Condition.on(Shift.UNIT));
        put(LongBound.class, () -> new LongBound(3));
        put(DoubleBound.class, () -> new DoubleBound(0.5));
        put(RowKernel.class, () -> query.kernel(row -> {}));
        put(CascadeKernel.class, () -> query.cascade(TreeType.DEFAULT, (row, parent) -> {}));
        put(Reduction.class, query::reduce);
        put(BulkChange.class, query::bulk);
        put(ArrangementBuilder.class, () -> world.rows().arrange(query));
        put(Hierarchy.class, world::hierarchy);
        put(Prefab.class, () -> {
            long root = world.spawn(Kinds.ODD);
            long part = world.spawn();
            world.hierarchy().attach(part, root);
            world.set(root, Kinds.TARGET, part);
            return world.hierarchy().prefab(root);
        });
        put(VariantBuilder.class, () -> get(Prefab.class).variant());
        put(WorldText.class, () -> {
            WorldText text = WorldText.of(world, Position.class, Health.class);
            text.read(new StringReader("{\"prefabs\": {\"tank\": {\"Health\": {}, \"children\": [{}]}}}"));
            return text;
        });
        put(ValueIndex.class, () -> world.index(Kinds.I64));
        put(Relation.class, () -> world.relation(Kinds.TARGET, OnTargetDestroy.CLEAR));
        put(ManyToMany.class, () -> world.manyToMany(Road.class));
        put(EdgeCursor.class, () -> opened(get(ManyToMany.class).targets(entity)));
        put(TreeCursor.class, () -> world.hierarchy().cursor().below(entity));
        put(
                SourceCursor.class,
                () -> opened(world.relation(Kinds.TARGET, OnTargetDestroy.CLEAR).cursor(entity)));
        put(PairQuery.class, () -> query.pairs(Kinds.TARGET, query));
        put(Arrangement.class, () -> world.rows().arrange(query).byColumn(Kinds.I32));
        put(Selection.class, () -> Selection.of(query).collect().groupBy(Kinds.I32));
        put(RowCursor.class, () -> {
            RowCursor cursor = opened(query.cursor());
            cursor.next();
            return cursor;
        });
        put(Row.class, () -> world.row(entity));
        put(SpatialGrid.Builder.class, () -> SpatialGrid.of(query, Kinds.F32, Kinds.F32));
        put(SpatialGrid.class, () -> {
            SpatialGrid grid = world.query(Position.class, Health.class)
                    .grid(Position::x, Position::y)
                    .radius(2);
            grid.rebuild();
            return grid;
        });
        put(Neighbours.class, () -> get(SpatialGrid.class).neighbours(Position.class));
        put(SpatialPairs.class, () -> get(SpatialGrid.class).pairs());
        put(
                NeighbourKernel.class,
                () -> get(SpatialGrid.class)
                        .neighbours(Position.class)
                        .accumulate(new Health(1), (sum, mine, other) -> sum));
    }

    private void recordMakers() {
        put(RecordQuery.class, () -> world.query(Rare.class));
        put(RecordQuery.Of1.class, () -> world.query(Kinds.class));
        put(RecordQuery.Of2.class, () -> world.query(Kinds.class, Rare.class));
        put(RecordQuery.Of3.class, () -> world.query(Kinds.class, Rare.class, Shift.class));
        put(RecordQuery.Of4.class, () -> world.query(Kinds.class, Rare.class, Shift.class, Position.class));
        put(
                RecordQuery.Of5.class,
                () -> world.query(Kinds.class, Rare.class, Shift.class, Position.class, Velocity.class));
        put(
                RecordQuery.Of6.class,
                () -> world.query(Kinds.class, Rare.class, Shift.class, Position.class, Velocity.class, Health.class));
    }

    private void systemMakers() {
        put(ScheduleBuilder.class, () -> Schedule.builder(world).workers(2).memory(memory));
        put(
                Schedule.class,
                () -> opened(Schedule.builder(world)
                        .workers(2)
                        .memory(memory)
                        .add("name", () -> {})
                        .build()));
        put(ScheduleGraph.class, () -> get(Schedule.class).graph());
        put(Replay.class, () -> opened(new Replay(get(Schedule.class), 1, (to, buffer, offset, length) -> {})));
        put(ReplayDifference.class, () -> new ReplayDifference(1, 1, 0, List.of(), List.of(), 0));
        put(ScheduleStats.class, () -> get(Schedule.class).stats());
        put(FixedStepLoopBuilder.class, () -> FixedStepLoop.builder(seconds -> {}));
        put(FixedStepLoop.class, () -> FixedStepLoop.builder(seconds -> {}).build());
        put(
                InspectorBuilder.class,
                () -> Inspector.of(get(Schedule.class)).editable().announce(line -> {}));
        put(Inspector.class, () -> opened(get(InspectorBuilder.class).build()));
    }

    private void sourceMakers() {
        put(MemorySource.class, () -> memory);
        put(MemoryTracker.class, () -> new MemoryTracker(memory));
        put(MemoryTag.class, () -> get(MemoryTracker.class).tag("tag"));
        put(MemorySnapshot.class, () -> get(MemoryTracker.class).snapshot());
        put(MemoryReport.class, () -> MemoryReport.of(get(MemoryTracker.class), get(FrameArena.class)));
        put(JmxRegistration.class, () -> opened(get(MemoryTracker.class).register("hostile-" + System.nanoTime())));
        put(GuardedMemory.class, () -> opened(new GuardedMemory(memory)));
        put(MappedMemory.class, () -> opened(mapped()));
        put(TransferableBlock.class, () -> opened(TransferableBlock.allocate(memory, 256, 16)));
        put(
                TransferableBlock.Transfer.class,
                () -> opened(TransferableBlock.allocate(memory, 256, 16).give()));
        put(Slice.class, () -> get(TransferableBlock.class).slice());
        put(MemoryMonitor.class, () -> new MemoryMonitor(report -> {}));
    }

    private MappedMemory mapped() {
        try {
            Path file = Files.createTempFile("basalt-hostile", ".mem");
            open.push(() -> Files.deleteIfExists(file));
            return MappedMemory.open(file, 1 << 16);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void arenaMakers() {
        put(ResourceArena.class, () -> opened(new ResourceArena(memory, "assets", 1 << 16)));
        put(ResourceArena.Group.class, () -> get(ResourceArena.class).group("level"));
        put(ScratchArena.class, () -> opened(new ScratchArena(memory, "scratch", 1 << 16)));
        put(ScratchArena.class, () -> opened(new ScratchArena(memory, "stack", 1 << 16)));
        put(MemoryScope.class, () -> opened(get(ScratchArena.class).open()));
        put(StreamingArena.class, () -> opened(new StreamingArena(memory, 1 << 16)));
        put(StreamingView.class, () -> {
            StreamingArena arena = get(StreamingArena.class);
            long handle = arena.reserve(64, 1);
            arena.part(handle, 0, 64);
            arena.loaded(handle, 64);
            arena.ready(handle);
            return opened(arena.access(handle));
        });
    }

    private void handleMakers() {
        put(Heap.class, () -> opened(new Heap(memory, 1 << 12, 1 << 16)));
        put(Heap.Pin.class, () -> opened(get(Heap.class).pin(get(Heap.class).allocate(64))));
        put(PoolAllocator.class, () -> opened(new PoolAllocator(memory, 512, 16, 16, 1 << 14)));
        put(SizeClassAllocator.class, () -> opened(new SizeClassAllocator(memory)));
        put(SharedPool.class, () -> opened(new SharedPool(memory, 512, 16, 256)));
        put(PoolCache.class, () -> opened(get(SharedPool.class).cache()));
    }

    private void frameMakers() {
        put(FrameArena.class, () -> opened(new FrameArena(memory)));
        put(MemoryScope.class, () -> opened(get(FrameArena.class).open()));
        put(FrameMeters.class, () -> get(FrameArena.class).meters());
        put(FrameMeter.class, () -> get(FrameMeters.class).tag("tag"));
        put(FrameHistory.class, () -> get(FrameArena.class).keepHistory(4));
        put(FrameArena.Totals.class, () -> get(FrameArena.class).totals());
        put(FramePromotions.class, () -> get(FrameArena.class).promotions());
        put(FrameColumns.Layout.class, () -> FrameColumns.Layout.of(FrameColumns.Layout.Kind.values()));
        put(FrameColumns.class, () -> FrameColumns.in(get(FrameArena.class), get(FrameColumns.Layout.class), 8));
        put(FrameIntList.class, () -> filled(FrameIntList.in(get(FrameArena.class), 8), FrameIntList::add));
        put(FrameLongList.class, () -> filled(FrameLongList.in(get(FrameArena.class), 8), FrameLongList::add));
        put(FrameFloatList.class, () -> filled(FrameFloatList.in(get(FrameArena.class), 8), FrameFloatList::add));
        put(FrameIntMap.class, () -> {
            FrameIntMap map = FrameIntMap.in(get(FrameArena.class), 8, -1);
            map.put(1, 2);
            return map;
        });
        put(FrameString.class, () -> FrameString.in(get(FrameArena.class), 32).append("text"));
    }

    private static <T> T filled(T list, BiConsumer<T, Integer> add) {
        add.accept(list, 1);
        add.accept(list, 2);
        return list;
    }

    private <T> void put(Class<T> type, Supplier<?> maker) {
        makers.put(type, maker);
    }

    private <T extends AutoCloseable> T opened(T closeable) {
        open.push(closeable);
        return closeable;
    }

    /** The types of the objects of this scene. */
    Iterable<Class<?>> types() {
        return makers.keySet();
    }

    boolean has(Class<?> type) {
        return makers.containsKey(type);
    }

    /** The scene's object of a type. */
    <T> T get(Class<T> type) {
        Object object = made.get(type);
        if (object == null) {
            object = makers.get(type).get(); // may create other objects too
            made.put(type, object);
        }
        return type.cast(object);
    }

    /** Whether the scene has created an object, and closes it. */
    boolean owns(Object object) {
        return made.containsValue(object) || object == frame || object == memory;
    }

    /** Adds an object that a call has created, to close it with the scene. */
    void adopt(AutoCloseable object) {
        if (!owns(object) && !open.contains(object)) {
            open.push(object);
        }
    }

    /**
     * Closes everything like {@link #close()}. An object that cannot be closed because a call has closed its owner is
     * not an error.
     */
    void closeWhatCanBe() {
        for (AutoCloseable each : open) {
            try {
                each.close();
            } catch (IllegalStateException e) {
                // closed with its owner
            } catch (Exception e) {
                throw new IllegalStateException("close() of " + each, e);
            }
        }
        open.clear();
        close();
    }

    /** Removes an object that an attack has closed. */
    void forget(Object object) {
        open.remove(object);
    }

    /**
     * Fails if the world is inconsistent. Applies commands first: rows of pending spawns are neither alive nor free.
     */
    void check() {
        if (isOpen()) {
            applyCommands();
            if (world.commands().count() != 0) {
                throw new IllegalStateException("commands that were not applied: " + world.commands());
            }
            StoreInvariants.check(world);
        }
    }

    /** Applies commands, of which some may be refused. */
    void applyCommands() {
        try {
            world.applyCommands();
        } catch (Values.Deliberate e) {
            // from an observer; the commands are applied anyway
        } catch (IllegalArgumentException e) {
            if (!e.getMessage().contains("in the tree '")) {
                throw e;
            } // else one command attached an entity where it cannot be; the others are applied
        }
    }

    private boolean isOpen() {
        try {
            return world.entityCount() >= 0;
        } catch (IllegalStateException closed) {
            return false;
        }
    }

    /** Closes everything, the newest object first. Fails if memory leaks. */
    @Override
    public void close() {
        RuntimeException failure = null;
        for (AutoCloseable each : open) {
            try {
                each.close();
            } catch (Exception e) {
                failure = failure == null ? new IllegalStateException("close() of " + each, e) : failure;
            }
        }
        awaitSavings();
        world.close();
        if (failure != null) {
            throw failure;
        }
        World.trimRetainedMemory();
        if (counted.outstanding() != 0) {
            throw new IllegalStateException("leaked memory: " + counted.outstanding() + " allocations");
        }
    }
}
