package basalt.examples.tour;

import basalt.memory.tracking.MemorySnapshot;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Two tables: what each tag has, and may have; and what each allocator makes of it. */
final class MemoryReport {
    private static final String TAGS = "%-20s %14s %14s %14s %14s %10s %10s%n";
    private static final String ALLOCATORS = "%-20s %14s %14s %14s%n";

    /** Where the figures of one allocator come from. */
    record Line(String name, LongSupplier usedBytes, LongSupplier reservedBytes, LongSupplier highWaterBytes) {}

    private final StringBuilder text = new StringBuilder();

    private MemoryReport() {}

    static String of(String stage, MemorySnapshot root, List<Line> allocators) {
        MemoryReport report = new MemoryReport();
        report.add("%n%s%n", stage.toUpperCase(Locale.ROOT));
        report.add(TAGS, "tag", "allocated", "peak", "soft budget", "hard budget", "over soft", "denied");
        report.tag(root);
        report.add(ALLOCATORS, "allocator", "used", "reserved", "high water");
        for (Line line : allocators) {
            report.add(
                    ALLOCATORS,
                    line.name(),
                    bytes(line.usedBytes().getAsLong()),
                    bytes(line.reservedBytes().getAsLong()),
                    bytes(line.highWaterBytes().getAsLong()));
        }
        return report.text.toString();
    }

    private void tag(MemorySnapshot tag) {
        add(
                TAGS,
                tag.path().isEmpty() ? "all" : tag.path(),
                bytes(tag.allocatedBytes()),
                bytes(tag.peakBytes()),
                bytes(tag.softBytes()),
                bytes(tag.hardBytes()),
                tag.softCrossings(),
                tag.denials());
        tag.children().forEach(this::tag);
    }

    private void add(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values));
    }

    private static String bytes(long bytes) {
        return bytes == Long.MAX_VALUE ? "-" : String.format(Locale.ROOT, "%,d", bytes);
    }
}
