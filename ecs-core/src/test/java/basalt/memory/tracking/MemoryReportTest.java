package basalt.memory.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemorySource;
import basalt.memory.StrictJson;
import basalt.memory.allocator.Heap;
import basalt.memory.allocator.ResourceArena;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MemoryReportTest {
    private final MemoryTracker tracker = new MemoryTracker(MemorySource.direct());

    /** An allocator from outside the library. */
    private record Custom(AllocatorSnapshot allocatorSnapshot) implements Allocator {
        @Override
        public long usedBytes() {
            return allocatorSnapshot.usedBytes();
        }

        @Override
        public long reservedBytes() {
            return allocatorSnapshot.reservedBytes();
        }

        @Override
        public long highWaterBytes() {
            return allocatorSnapshot.highWaterBytes();
        }

        @Override
        public void close() {}
    }

    /** Two tags, one with a budget, an allocator over each of them, and an unrelated one. */
    private MemoryReport report() {
        MemoryTag level = tracker.tag("level \"1\"").budget(100, 100_000, MemoryTag.Policy.WARN);
        MemoryTag ai = tracker.tag("ai");
        try (ResourceArena meshes = new ResourceArena(level, "me\nshes", 1 << 20);
                Heap heap = new Heap(ai, 4096, 1 << 20)) {
            meshes.allocate(40 * 1024, 64);
            meshes.allocate(40 * 1024, 64);
            heap.allocate(1024);
            return MemoryReport.of(
                    tracker, meshes, heap, new Custom(new AllocatorSnapshot("custom", "x", 1, 2, 3, 4, 1.0 / 3)));
        }
    }

    @Test
    void shouldHoldTheFiguresOfOneMoment() {
        MemoryReport report = report();

        assertEquals(4096 + 192 * 1024, report.tags().allocatedBytes());
        assertEquals(
                List.of("resource arena", "heap", "custom"),
                report.allocators().stream().map(AllocatorSnapshot::kind).toList());
        assertEquals(192 * 1024, report.allocators().get(0).reservedBytes());
        assertEquals(0, tracker.snapshot().allocatedBytes(), "which comes later");
    }

    @Test
    void shouldKeepItsOwnList() {
        List<AllocatorSnapshot> list = new ArrayList<>();
        MemoryReport report = new MemoryReport(tracker.snapshot(), list);
        list.add(new AllocatorSnapshot("kind", "", 0, 0, 0, 0, 0));

        assertEquals(List.of(), report.allocators());
    }

    @Test
    void shouldRejectNulls() {
        assertThrows(IllegalArgumentException.class, () -> MemoryReport.of(null));
        assertThrows(IllegalArgumentException.class, () -> MemoryReport.of(tracker, (Allocator) null));
        assertThrows(IllegalArgumentException.class, () -> MemoryReport.of(tracker, new Custom(null)));
        assertThrows(IllegalArgumentException.class, () -> new MemoryReport(null, List.of()));
        assertThrows(IllegalArgumentException.class, () -> new MemoryReport(tracker.snapshot(), null));
    }

    @Test
    void shouldRenderAsJson() {
        MemoryReport report = report();
        MemorySnapshot root = report.tags();
        List<Object> allocators = new ArrayList<>();
        for (AllocatorSnapshot figures : report.allocators()) {
            allocators.add(json(figures));
        }

        assertEquals(Map.of("tags", json(root), "allocators", allocators), StrictJson.parse(report.toJson()));
        assertEquals(json(root), StrictJson.parse(root.toJson()));
    }

    @Test
    void shouldRenderAsTable() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY); // with comma and point exchanged
            assertEquals("""
                    tag        allocated bytes  peak bytes  live  soft budget  hard budget  policy  crossings  denials  overruns  promotions  promoted bytes
                    (all)              200,704     200,704     3            -            -       -          0        0         0           0               0
                    level "1"          196,608     196,608     2          100      100,000    WARN          1        0         1           0               0
                    ai                   4,096       4,096     1            -            -       -          0        0         0           0               0

                    allocator                 used bytes  reserved bytes  high water bytes  live  fragmentation
                    resource arena "me?shes"      81,920         196,608            81,920     -         12.5 %
                    heap                           1,024           4,096             1,024     1          0.0 %
                    custom "x"                         1               2                 3     4         33.3 %
                    """, report().toString());
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void shouldOmitTheTableWithoutAllocators() {
        String[] lines = MemoryReport.of(tracker).toString().split("\n");

        assertEquals(2, lines.length, () -> Arrays.toString(lines));
        assertEquals("(all)", lines[1].substring(0, 5));
    }

    private static Map<String, Object> json(MemorySnapshot figures) {
        Map<String, Object> json = new HashMap<>();
        json.put("path", figures.path());
        json.put("allocatedBytes", number(figures.allocatedBytes()));
        json.put("peakBytes", number(figures.peakBytes()));
        json.put("liveAllocations", number(figures.liveAllocations()));
        json.put("allocations", number(figures.allocations()));
        json.put("softBytes", figures.softBytes() == Long.MAX_VALUE ? null : number(figures.softBytes()));
        json.put("hardBytes", figures.hardBytes() == Long.MAX_VALUE ? null : number(figures.hardBytes()));
        json.put("policy", figures.policy().toString());
        json.put("softCrossings", number(figures.softCrossings()));
        json.put("denials", number(figures.denials()));
        json.put("overruns", number(figures.overruns()));
        json.put("promotions", number(figures.promotions()));
        json.put("promotedBytes", number(figures.promotedBytes()));
        json.put(
                "children",
                figures.children().stream().map(MemoryReportTest::json).toList());
        return json;
    }

    private static Map<String, Object> json(AllocatorSnapshot figures) {
        Map<String, Object> json = new HashMap<>();
        json.put("kind", figures.kind());
        json.put("name", figures.name());
        json.put("usedBytes", number(figures.usedBytes()));
        json.put("reservedBytes", number(figures.reservedBytes()));
        json.put("highWaterBytes", number(figures.highWaterBytes()));
        json.put("liveAllocations", figures.liveAllocations() < 0 ? null : number(figures.liveAllocations()));
        json.put("fragmentation", new BigDecimal(Double.toString(figures.fragmentation())));
        return json;
    }

    private static BigDecimal number(long value) {
        return new BigDecimal(value);
    }
}
