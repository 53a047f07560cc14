package basalt.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Column;
import basalt.component.ComponentInfo;
import basalt.component.EntityHandle;
import basalt.component.Length;
import basalt.component.RecordType;
import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.PromotionTarget;
import basalt.memory.SliceAllocator;
import basalt.memory.allocator.Heap;
import basalt.memory.allocator.StreamingArena;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameCollection;
import basalt.memory.frame.FrameMeter;
import basalt.memory.tracking.GuardedMemory;
import basalt.memory.tracking.JmxRegistration;
import basalt.memory.tracking.MemoryDiagnostic;
import basalt.memory.tracking.MemoryMonitor;
import basalt.memory.tracking.MemoryTracker;
import basalt.query.Commands;
import basalt.query.KernelExplanation;
import basalt.query.Query;
import basalt.query.Span;
import basalt.system.ImplicitOrder;
import basalt.system.SampleStats;
import basalt.system.SystemOption;
import basalt.system.SystemStats;
import basalt.world.Compaction;
import basalt.world.Restorable;
import basalt.world.WorldStatistics;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The attacks use the objects of a {@link Scene}: each public type with methods has an object there, or is listed here
 * with the reason.
 */
class SceneTest {
    private static final String FIGURES =
            "a record of figures: its methods take nothing, and its constructor is attacked";

    private static final Map<Class<?>, String> EXEMPT = Map.ofEntries(
            Map.entry(basalt.save.ReplayDifference.class, FIGURES),
            Map.entry(basalt.feed.Mirrored.class, FIGURES),
            Map.entry(basalt.system.SystemEdge.class, FIGURES),
            Map.entry(Span.class, "valid only in its body: StrictAttacks keep one"),
            Map.entry(basalt.world.ColumnAccess.class, "what World inherits"),
            Map.entry(basalt.query.Conditional.class, "what queries and their builders are"),
            Map.entry(basalt.query.Comparison.class, "what each kind of comparison is"),
            Map.entry(basalt.query.Kernel.class, "what each kind of kernel is"),
            Map.entry(FrameCollection.class, "what each list, map and string is"),
            Map.entry(Column.class, "what each kind of column is"),
            Map.entry(ComponentInfo.class, "what Component is"),
            Map.entry(RecordType.class, "what Component and EventType are"),
            Map.entry(Allocator.class, "what each allocator is"),
            Map.entry(basalt.memory.allocator.BlockAllocator.class, "what pools and heaps are"),
            Map.entry(SliceAllocator.class, "what arenas, scopes and groups are"),
            Map.entry(PromotionTarget.class, "what arenas and pools are"),
            Map.entry(Restorable.class, "implemented by users"),
            Map.entry(basalt.component.ReferenceCodec.class, "implemented by users"),
            Map.entry(basalt.component.WithCodec.class, "an annotation"),
            Map.entry(EntityHandle.class, "an annotation"),
            Map.entry(Length.class, "an annotation"),
            Map.entry(JmxRegistration.MemoryTrackerMXBean.class, "for JMX clients: its methods take nothing"),
            Map.entry(SystemOption.class, "has no methods"),
            Map.entry(basalt.component.ChildOf.class, FIGURES),
            Map.entry(basalt.component.TreeNode.class, FIGURES),
            Map.entry(basalt.save.LoadReport.class, FIGURES),
            Map.entry(Commands.Stats.class, FIGURES),
            Map.entry(basalt.save.SaveInfo.class, FIGURES),
            Map.entry(AllocatorSnapshot.class, FIGURES),
            Map.entry(MemoryDiagnostic.Report.class, FIGURES),
            Map.entry(MemoryMonitor.Limits.class, FIGURES),
            Map.entry(FrameArena.Summary.class, FIGURES),
            Map.entry(FrameMeter.Stats.class, FIGURES),
            Map.entry(Heap.Defragmentation.class, FIGURES),
            Map.entry(StreamingArena.Figures.class, FIGURES),
            Map.entry(GuardedMemory.LiveAllocation.class, FIGURES),
            Map.entry(MemoryTracker.Pressure.class, FIGURES),
            Map.entry(KernelExplanation.class, FIGURES),
            Map.entry(Query.Stats.class, FIGURES),
            Map.entry(WorldStatistics.Rows.class, FIGURES),
            Map.entry(Compaction.class, FIGURES),
            Map.entry(ImplicitOrder.class, FIGURES),
            Map.entry(SampleStats.class, FIGURES),
            Map.entry(SystemStats.class, FIGURES));

    /**
     * The library creates constants and exceptions. Types with only static methods need no object. Users implement
     * callbacks.
     */
    private static boolean hasNothingToAttack(Class<?> type) {
        return type.isEnum()
                || Throwable.class.isAssignableFrom(type)
                || PublicApi.methods(type).isEmpty() && !type.isInterface()
                || Values.isCallback(type);
    }

    @Test
    void shouldHaveAnObjectOfEachPublicType() {
        List<String> missing = new ArrayList<>();
        List<String> both = new ArrayList<>();
        try (Scene scene = new Scene()) {
            for (Class<?> type : PublicApi.types()) {
                if (scene.has(type)) {
                    if (EXEMPT.containsKey(type) || hasNothingToAttack(type)) {
                        both.add(type.getName());
                    }
                    assertTrue(type.isInstance(scene.get(type)), type::getName);
                } else if (!EXEMPT.containsKey(type) && !hasNothingToAttack(type)) {
                    missing.add(type.getName());
                }
            }
        }
        assertEquals(List.of(), missing, "add them to Scene, or to EXEMPT with the reason");
        assertEquals(List.of(), both, "both in Scene and EXEMPT");
    }

    @Test
    void shouldExemptOnlyWhatIsPublic() {
        for (Class<?> type : EXEMPT.keySet()) {
            assertTrue(PublicApi.types().contains(type), type::getName);
        }
    }

    /** A record of figures that gets a method with parameters belongs in the Scene. */
    @Test
    void shouldExemptRecordsWithoutParametersOnly() {
        EXEMPT.forEach((type, reason) -> {
            if (reason.equals(FIGURES)) {
                assertTrue(type.isRecord(), type::getName);
                assertTrue(
                        PublicApi.methods(type).stream()
                                .allMatch(method ->
                                        method.getParameterCount() == 0 || Modifier.isStatic(method.getModifiers())),
                        type::getName);
            }
        });
    }
}
