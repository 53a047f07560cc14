package basalt.memory.tracking;

import basalt.internal.JsonWriter;
import basalt.internal.TextTable;
import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The memory of each tag and each allocator at one moment.
 *
 * <pre>{@code
 * MemoryReport report = MemoryReport.of(tracker, frame, meshes, textures);
 * log(report.toString());     // a table
 * send(report.toJson());
 * }</pre>
 *
 * <p>The figures of the tags are consistent, and so are those of each allocator as far as {@link Allocator} says. Other
 * threads may allocate while the report is taken. For a consistent report, take it while they do not, such as at the
 * end of a frame.
 *
 * @param allocators the allocators' figures, in the given order
 */
public record MemoryReport(MemorySnapshot tags, List<AllocatorSnapshot> allocators) {
    private static final String NONE = "-";

    /** Creates a report with a copy of the list. */
    public MemoryReport {
        if (tags == null || allocators == null || allocators.stream().anyMatch(figures -> figures == null)) {
            throw new IllegalArgumentException(
                    "a report must not contain null: tags=" + tags + ", allocators=" + allocators);
        }
        allocators = List.copyOf(allocators);
    }

    /**
     * Reads all figures.
     *
     * @param tracker the tracker with the tags
     * @param allocators the allocators, with memory from the tracker or not
     * @return the report, which is immutable
     */
    public static MemoryReport of(MemoryTracker tracker, Allocator... allocators) {
        if (tracker == null) {
            throw new IllegalArgumentException("tracker must not be null");
        }
        if (allocators == null) {
            throw new IllegalArgumentException("allocators must not be null: leave them out if there are none");
        }
        List<AllocatorSnapshot> figures = new ArrayList<>();
        for (Allocator allocator : allocators) {
            if (allocator == null) {
                throw new IllegalArgumentException("allocators must not be null: number " + figures.size() + " is");
            }
            figures.add(allocator.allocatorSnapshot());
        }
        return new MemoryReport(tracker.snapshot(), figures);
    }

    /**
     * {@return the report as JSON: an object with the {@link MemorySnapshot#toJson()} of the root in {@code tags}, and
     * a list of objects in {@code allocators} with the names of {@link AllocatorSnapshot}'s components; a number of
     * allocations that is not counted is null; one line}
     */
    public String toJson() {
        JsonWriter json = new JsonWriter();
        json.startObject().name("tags");
        tags.writeTo(json);
        json.name("allocators").startArray();
        allocators.forEach(figures -> write(json, figures));
        return json.endArray().endObject().toString();
    }

    private static void write(JsonWriter json, AllocatorSnapshot figures) {
        json.startObject().name("kind").value(figures.kind());
        json.name("name").value(figures.name());
        json.name("usedBytes").value(figures.usedBytes());
        json.name("reservedBytes").value(figures.reservedBytes());
        json.name("highWaterBytes").value(figures.highWaterBytes());
        json.name("liveAllocations");
        if (figures.liveAllocations() == AllocatorSnapshot.NOT_COUNTED) {
            json.nullValue();
        } else {
            json.value(figures.liveAllocations());
        }
        json.name("fragmentation").value(figures.fragmentation()).endObject();
    }

    /**
     * {@return the report as text: a table of the tags and one of the allocators; several lines, each terminated by a
     * line feed} Values that are not set or not counted are dashes.
     */
    @Override
    public String toString() {
        TextTable tagTable = new TextTable(
                "tag",
                "allocated bytes",
                "peak bytes",
                "live",
                "soft budget",
                "hard budget",
                "policy",
                "crossings",
                "denials",
                "overruns",
                "promotions",
                "promoted bytes");
        addTags(tagTable, tags);
        if (allocators.isEmpty()) {
            return tagTable.toString();
        }
        TextTable allocatorTable =
                new TextTable("allocator", "used bytes", "reserved bytes", "high water bytes", "live", "fragmentation");
        allocators.forEach(figures -> addAllocator(allocatorTable, figures));
        return tagTable + "\n" + allocatorTable;
    }

    private static void addTags(TextTable table, MemorySnapshot tag) {
        table.add(
                tag.path().isEmpty() ? "(all)" : tag.path(),
                TextTable.number(tag.allocatedBytes()),
                TextTable.number(tag.peakBytes()),
                TextTable.number(tag.liveAllocations()),
                numberUnless(Long.MAX_VALUE, tag.softBytes()),
                numberUnless(Long.MAX_VALUE, tag.hardBytes()),
                tag.hardBytes() == Long.MAX_VALUE ? NONE : tag.policy().toString(),
                TextTable.number(tag.softCrossings()),
                TextTable.number(tag.denials()),
                TextTable.number(tag.overruns()),
                TextTable.number(tag.promotions()),
                TextTable.number(tag.promotedBytes()));
        tag.children().forEach(child -> addTags(table, child));
    }

    private static void addAllocator(TextTable table, AllocatorSnapshot figures) {
        table.add(
                figures.name().isEmpty() ? figures.kind() : figures.kind() + " \"" + figures.name() + '"',
                TextTable.number(figures.usedBytes()),
                TextTable.number(figures.reservedBytes()),
                TextTable.number(figures.highWaterBytes()),
                numberUnless(AllocatorSnapshot.NOT_COUNTED, figures.liveAllocations()),
                String.format(Locale.ROOT, "%.1f %%", figures.fragmentation() * 100));
    }

    private static String numberUnless(long none, long value) {
        return value == none ? NONE : TextTable.number(value);
    }
}
