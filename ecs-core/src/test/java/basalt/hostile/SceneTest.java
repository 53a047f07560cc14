package basalt.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Column;
import basalt.component.ComponentInfo;
import basalt.component.RecordType;
import basalt.memory.Allocator;
import basalt.memory.PromotionTarget;
import basalt.memory.SliceAllocator;
import basalt.memory.frame.FrameCollection;
import basalt.memory.tracking.JmxRegistration;
import basalt.query.Span;
import basalt.system.SystemOption;
import basalt.world.Restorable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The attacks use the objects of a {@link Scene}: each public type with methods has an object there, or is listed here
 * with the reason.
 */
class SceneTest {
    private static final Map<Class<?>, String> EXEMPT = Map.ofEntries(
            Map.entry(Span.class, "valid only in its body: StrictAttacks keep one"),
            Map.entry(basalt.world.ColumnAccess.class, "what World inherits"),
            Map.entry(basalt.world.EntityAccess.class, "what World inherits"),
            Map.entry(basalt.query.Conditional.class, "what queries and their builders are"),
            Map.entry(basalt.query.Comparison.class, "what each kind of comparison is"),
            Map.entry(basalt.query.Comparison.Ordered.class, "what comparisons of numbers are"),
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
            Map.entry(JmxRegistration.MemoryTrackerMXBean.class, "for JMX clients: its methods take nothing"),
            Map.entry(SystemOption.class, "has no methods"));

    /**
     * The library creates constants and exceptions. Types with only static methods need no object. Users implement
     * callbacks.
     */
    private static boolean hasNothingToAttack(Class<?> type) {
        return type.isEnum()
                || type.isAnnotation()
                || Throwable.class.isAssignableFrom(type)
                || PublicApi.methods(type).isEmpty() && !type.isInterface()
                || Values.isCallback(type);
    }

    /** Methods of records of figures take nothing, and their constructors are attacked. */
    private static boolean isOfFigures(Class<?> type) {
        return type.isRecord() && PublicApi.methods(type).stream().allMatch(method -> method.getParameterCount() == 0);
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
                } else if (!EXEMPT.containsKey(type) && !hasNothingToAttack(type) && !isOfFigures(type)) {
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
}
