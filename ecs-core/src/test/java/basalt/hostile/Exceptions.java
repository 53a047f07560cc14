package basalt.hostile;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.EventType;
import basalt.component.TreeType;
import basalt.feed.FeedSchema;
import basalt.feed.FeedSchemaBuilder;
import basalt.feed.Quantisation;
import basalt.inspect.InspectorBuilder;
import basalt.memory.MappedMemory;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.TransferableBlock;
import basalt.memory.allocator.Heap;
import basalt.memory.allocator.SharedPool;
import basalt.memory.allocator.StreamingArena;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameCollection;
import basalt.memory.frame.FrameColumns;
import basalt.memory.frame.FrameHistory;
import basalt.memory.tracking.GuardedMemory;
import basalt.memory.tracking.JmxRegistration;
import basalt.memory.tracking.MemoryMonitor;
import basalt.memory.tracking.MemoryTag;
import basalt.memory.tracking.MemoryTracker;
import basalt.query.Comparison;
import basalt.query.Condition;
import basalt.query.DoubleBound;
import basalt.query.LongBound;
import basalt.query.QueryBuilder;
import basalt.query.Row;
import basalt.save.BackgroundSave;
import basalt.save.Checkpoints;
import basalt.save.LoadOptions;
import basalt.save.MergeReport;
import basalt.save.SaveBuffer;
import basalt.save.SaveOptions;
import basalt.save.SaveSink;
import basalt.save.SaveSource;
import basalt.system.FixedStepLoop;
import basalt.system.FixedStepLoopBuilder;
import basalt.system.ScheduleBuilder;
import basalt.system.ScheduleGraph;
import basalt.world.TemplateBuilder;
import basalt.world.VariantBuilder;
import basalt.world.WorldBuilder;
import basalt.world.WorldMonitor;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;

/** The public members that the attacks leave out, with the reasons. */
final class Exceptions {
    /** Members for any thread, members that return checked views, endless loops, and members unchecked on purpose. */
    private static final Set<String> UNCHECKED = Set.of(
            "FixedStepLoop.run()", // until stop()
            "Schedule.enable(String)", // for any thread
            "Schedule.disable(String)",
            "Schedule.isEnabled(String)",
            "Inspector.address()", // for any thread, also after close()
            "Inspector.port()",
            "Inspector.onDiagnostic(Report)",
            "Slice.part(long, long)", // makes a view, which is checked
            "MemoryMonitor.onPressure(Pressure)", // for every allocating thread
            "MemorySource.free(long, long)"); // of direct memory: addresses are not checked

    /** Types for any thread: immutable, thread-safe, or made to be passed between threads. */
    private static final List<Class<?>> FOR_ALL_THREADS = List.of(
            Record.class,
            Column.class,
            Component.class,
            Component.Builder.class,
            EventType.class,
            TreeType.class,
            Condition.class,
            Comparison.class,
            LongBound.class,
            DoubleBound.class,
            FrameColumns.Layout.class,
            ScheduleGraph.class,
            MemorySource.class,
            GuardedMemory.class,
            MappedMemory.class,
            MemoryTracker.class,
            MemoryTag.class,
            JmxRegistration.class,
            SharedPool.class,
            StreamingArena.class,
            TransferableBlock.Transfer.class,
            FrameHistory.class,
            FrameArena.Totals.class,
            WorldBuilder.class,
            SaveOptions.class,
            LoadOptions.class,
            FeedSchema.class,
            FeedSchemaBuilder.class,
            Quantisation.class,
            SaveSource.class,
            MergeReport.class,
            SaveSink.class,
            SaveBuffer.class,
            BackgroundSave.class,
            Checkpoints.Builder.class,
            Checkpoints.class,
            FixedStepLoop.class,
            FixedStepLoopBuilder.class);

    /** Types that do not depend on a close(). */
    private static final List<Class<?>> WITHOUT_CLOSE = List.of(
            Record.class,
            Column.class,
            Component.class,
            Component.Builder.class,
            EventType.class,
            TreeType.class,
            Condition.class,
            Comparison.class,
            LongBound.class,
            DoubleBound.class,
            FrameColumns.Layout.class,
            ScheduleGraph.class,
            MemorySource.class,
            MemoryTracker.class,
            MemoryMonitor.class,
            WorldMonitor.class,
            FrameHistory.class,
            FrameArena.Totals.class,
            WorldBuilder.class,
            SaveOptions.class,
            LoadOptions.class,
            FeedSchema.class,
            FeedSchemaBuilder.class,
            Quantisation.class,
            SaveSource.class,
            BackgroundSave.class,
            Checkpoints.Builder.class,
            Checkpoints.class,
            MergeReport.class,
            FixedStepLoop.class,
            FixedStepLoopBuilder.class);

    /** Builders without a thread; {@code build()} is checked. */
    private static final List<Class<?>> BUILDERS = List.of(
            QueryBuilder.class,
            TemplateBuilder.class,
            VariantBuilder.class,
            ScheduleBuilder.class,
            InspectorBuilder.class);

    /** Types whose thread is checked only in strict mode, as documented, to be as fast as plain memory. */
    private static final List<Class<?>> CHECKED_IN_STRICT_MODE = List.of(
            Slice.class,
            FrameArena.class,
            FrameCollection.class,
            FrameColumns.class,
            Heap.class,
            Heap.Pin.class,
            Row.class);

    /** Methods that return a figure or a description, for any thread. */
    private static final Set<String> FIGURES = Set.of(
            ("addressUnchecked alignment handle isLive sizeBytes rows layout count strideBytes capacity size isEmpty "
                            + "isFull missingValue get")
                    .split(" "));

    private static final Set<String> DESCRIPTIONS = Set.of(("allocatorSnapshot usedBytes reservedBytes highWaterBytes"
                    + " frameHighWaterBytes largestCopyBytes largestFreeBytes freeBytes fragmentation "
                    + "allocationCount allocations"
                    + " liveBlocks cachedBlocks blockBytes shortLivedFrees depth name epoch isLive "
                    + "handle sizeBytes"
                    + " meters promotions totals hasPhases isOpen lastFrame count end component type channel query"
                    + " isPure isSpecialised partners components selectors reduce bulk deltaSeconds elapsedSeconds "
                    + "tick alpha partCount indexOf tree"
                    + " cancel stats graph workers column")
            .split(" "));

    /** Methods that may also be called after close(). */
    private static final Set<String> TELLS_OF_THE_PAST =
            Set.of(("tryReceive objectName looksForChanges groups magazineBlocks maxBlocks budgetBytes snapshot state"
                            + " interpolate")
                    .split(" "));

    private Exceptions() {}

    /** Whether a method begins a condition; the comparison that ends it is checked. */
    private static boolean beginsCondition(Method method) {
        return method.getName().equals("where") && method.getParameterTypes()[0] != Condition.class;
    }

    /** Whether all attacks leave a member out. */
    static boolean isUnchecked(String name) {
        return UNCHECKED.contains(name);
    }

    /** Whether a method may be called by any thread, or by any thread without strict mode. */
    static boolean isForAnyThread(Class<?> type, Method method) {
        String name = method.getName();
        return isOneOf(FOR_ALL_THREADS, type)
                || beginsCondition(method)
                || isOneOf(BUILDERS, type) && !name.equals("build")
                || DESCRIPTIONS.contains(name) && type != basalt.query.Query.class
                || type == basalt.query.Query.class
                        && Set.of("reduce", "bulk", "components", "selectors", "looksForChanges")
                                .contains(name)
                || isOneOf(CHECKED_IN_STRICT_MODE, type) && (!Attacks.STRICT || FIGURES.contains(name));
    }

    private static boolean isOneOf(List<Class<?>> types, Class<?> type) {
        return types.stream().anyMatch(known -> known.isAssignableFrom(type));
    }

    /** Whether a method works after close(), or its type has no close(). */
    static boolean isUsableAfterClose(Class<?> type, Method method) {
        return isOneOf(WITHOUT_CLOSE, type)
                || beginsCondition(method)
                || isOneOf(BUILDERS, type) && !method.getName().equals("build")
                || DESCRIPTIONS.contains(method.getName())
                || TELLS_OF_THE_PAST.contains(method.getName())
                || FIGURES.contains(method.getName()) && isOneOf(CHECKED_IN_STRICT_MODE, type);
    }
}
