package basalt.hostile;

import basalt.query.RecordQuery;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.TreeSet;

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

    /** Types for any thread that do not depend on a close() either: immutable or thread-safe, as are their parts. */
    private static final Set<String> FOR_ALL = words("""
            Record Column Component Component.Builder EventType TreeType Condition Comparison LongBound DoubleBound
            FrameColumns.Layout ScheduleGraph MemorySource MemoryTracker FrameHistory FrameArena.Totals WorldBuilder
            SaveOptions LoadOptions FeedSchema FeedSchemaBuilder Quantisation SaveSource MergeReport BackgroundSave
            Checkpoints.Builder Checkpoints FixedStepLoop FixedStepLoopBuilder Randoms""");

    /** Further types that may be used by any thread, or be passed between threads. */
    private static final Set<String> FOR_ALL_THREADS = words("""
            GuardedMemory MappedMemory MemoryTag JmxRegistration SharedPool StreamingArena TransferableBlock.Transfer
            SaveSink SaveBuffer""");

    /** Further types that do not depend on a close(). */
    private static final Set<String> WITHOUT_CLOSE = words("MemoryMonitor WorldMonitor");

    /** Builders without a thread; {@code build()} is checked. */
    private static final Set<String> BUILDERS =
            words("QueryBuilder TemplateBuilder VariantBuilder ScheduleBuilder InspectorBuilder");

    /** Methods of queries of records that make another one; its {@code rows()} and kernels are checked. */
    private static final Set<String> NARROWING =
            words("with without any optional added changed entered where includeDisabled pairs");

    /** Types whose thread is checked only in strict mode, as documented, to be as fast as plain memory. */
    private static final Set<String> CHECKED_IN_STRICT_MODE =
            words("Slice FrameArena FrameCollection FrameColumns Heap Heap.Pin Row");

    /** Methods that return a figure or a description, for any thread. */
    private static final Set<String> FIGURES = words("""
            addressUnchecked alignment handle isLive sizeBytes rows layout count strideBytes capacity size isEmpty
            isFull get""");

    private static final Set<String> DESCRIPTIONS = words("""
            allocatorSnapshot usedBytes reservedBytes highWaterBytes frameHighWaterBytes largestCopyBytes
            largestFreeBytes freeBytes fragmentation allocationCount allocations liveBlocks cachedBlocks blockBytes
            shortLivedFrees depth name epoch isLive handle sizeBytes meters promotions totals hasPhases
            isOpen lastFrame count end component type channel query isSpecialised partners components selectors
            reduce bulk deltaSeconds elapsedSeconds tick alpha partCount indexOf tree cancel stats graph
            workers column explain columns layers radius within sourceColumn
            targetColumn""");

    /** Methods of queries that describe them, or begin something that is checked. */
    private static final Set<String> OF_QUERIES = words("reduce bulk components selectors looksForChanges");

    /** Methods that may also be called after close(). */
    private static final Set<String> TELLS_OF_THE_PAST = words("""
            tryReceive objectName looksForChanges groups magazineBlocks maxBlocks budgetBytes snapshot state
            recordedAccess explain""");

    private Exceptions() {}

    private static Set<String> words(String text) {
        return new TreeSet<>(Set.of(text.split("\\s+")));
    }

    private static boolean isOneOf(Set<String> types, Class<?> type) {
        return type != null
                && (types.contains(PublicApi.simpleName(type))
                        || isOneOf(types, type.getSuperclass())
                        || Set.of(type.getInterfaces()).stream().anyMatch(above -> isOneOf(types, above)));
    }

    /** Whether a method only configures a builder, or begins a condition; what ends it is checked. */
    private static boolean begins(Class<?> type, Method method) {
        return isOneOf(BUILDERS, type) && !method.getName().equals("build")
                || RecordQuery.class.isAssignableFrom(type) && NARROWING.contains(method.getName())
                || method.getName().equals("where")
                        && !method.getParameterTypes()[0].getSimpleName().equals("Condition");
    }

    /** Whether all attacks leave a member out. */
    static boolean isUnchecked(String name) {
        return UNCHECKED.contains(name);
    }

    /** Whether a method may be called by any thread, or by any thread without strict mode. */
    static boolean isForAnyThread(Class<?> type, Method method) {
        String name = method.getName();
        return isOneOf(FOR_ALL, type)
                || isOneOf(FOR_ALL_THREADS, type)
                || begins(type, method)
                || (type == basalt.query.Query.class ? OF_QUERIES : DESCRIPTIONS).contains(name)
                || isOneOf(CHECKED_IN_STRICT_MODE, type) && (!Walk.STRICT || FIGURES.contains(name));
    }

    /** Whether a method works after close(), or its type has no close(). */
    static boolean isUsableAfterClose(Class<?> type, Method method) {
        String name = method.getName();
        return isOneOf(FOR_ALL, type)
                || isOneOf(WITHOUT_CLOSE, type)
                || begins(type, method)
                || DESCRIPTIONS.contains(name)
                || TELLS_OF_THE_PAST.contains(name)
                || type == basalt.system.Schedule.class && name.equals("frame")
                || FIGURES.contains(name) && isOneOf(CHECKED_IN_STRICT_MODE, type);
    }
}
