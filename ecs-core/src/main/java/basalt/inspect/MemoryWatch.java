package basalt.inspect;

import basalt.internal.JsonWriter;
import basalt.memory.Allocator;
import basalt.memory.tracking.MemoryDiagnostic;
import basalt.memory.tracking.MemoryMonitor;
import basalt.memory.tracking.MemorySnapshot;
import basalt.memory.tracking.MemoryTracker;
import basalt.runtime.MemoryFigures;
import basalt.runtime.WorldRuntime;
import basalt.world.WorldMonitor;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.agrona.collections.LongArrayList;

/**
 * The memory of a world: allocators and trackers by their names, the totals of the last ten minutes, and what was found
 * to cost memory or time. For the world's thread, except for what is said to be for all threads.
 */
final class MemoryWatch {
    private static final int MOST_FINDINGS = 100;

    /** A query is examined twice a second, so that this costs little, and is reported after three findings. */
    private static final long EXAMINE_NANOS = 500_000_000;

    private static final MemoryMonitor.Limits LIMITS =
            new MemoryMonitor.Limits(600, 3, 64, 64, 256, 16, 0.75, 10_000, 16);

    private record Finding(long tick, MemoryDiagnostic.Report report) {}

    private final Map<String, Allocator> allocators = new LinkedHashMap<>();
    private final Map<String, MemoryTracker> trackers = new LinkedHashMap<>();
    private final ArrayDeque<Finding> findings = new ArrayDeque<>();
    private final MemoryFigures figures = new MemoryFigures();
    private final MemoryHistory history = new MemoryHistory(System.nanoTime());
    private final WorldMonitor monitor;
    private long examinedAt = System.nanoTime();
    private boolean isExamining;
    private long lastTick;
    private final Consumer<MemoryDiagnostic.Report> listener = report -> found(lastTick, report);

    MemoryWatch(WorldMonitor monitor) {
        this.monitor = monitor;
    }

    void add(String name, Allocator allocator) {
        allocators.put(name, allocator);
    }

    void add(String name, MemoryTracker tracker) {
        trackers.put(name, tracker);
    }

    /** Called after each tick. */
    void afterTick(WorldRuntime runtime, long tick, long now) {
        if (history.isDue(now)) {
            runtime.measureMemory(figures);
            history.add(now, figures.totalBytes());
        }
        if (isExamining && now - examinedAt >= EXAMINE_NANOS) {
            examinedAt = now;
            isExamining = false;
            lastTick = tick;
            monitor.endFrame(LIMITS, listener);
        }
    }

    /** Keeps a finding. For any thread. */
    void found(long tick, MemoryDiagnostic.Report report) {
        synchronized (findings) {
            findings.addLast(new Finding(tick, report));
            if (findings.size() > MOST_FINDINGS) {
                findings.removeFirst();
            }
        }
    }

    /** The last findings, the oldest one first. For any thread. */
    private List<Finding> findings() {
        synchronized (findings) {
            return List.copyOf(findings);
        }
    }

    /**
     * The memory of a world in the last ten minutes: for each second the newest and the greatest total. For the world's
     * thread.
     */
    private static final class MemoryHistory {
        private static final int SECONDS = 600;

        private static final long SAMPLE_NANOS = 100_000_000;
        private static final long SECOND_NANOS = 1_000_000_000;

        private final LongArrayList totals = new LongArrayList(SECONDS + 1, -1);
        private final LongArrayList peaks = new LongArrayList(SECONDS + 1, -1);
        private long second;
        private long sampledAt;

        MemoryHistory(long now) {
            second = now;
            sampledAt = now - SAMPLE_NANOS;
        }

        boolean isDue(long now) {
            return now - sampledAt >= SAMPLE_NANOS;
        }

        void add(long now, long total) {
            sampledAt = now;
            boolean isFirst = totals.isEmpty();
            if (isFirst || now - second >= SECOND_NANOS) {
                second = isFirst || now - second >= 2 * SECOND_NANOS ? now : second + SECOND_NANOS;
                totals.addLong(0);
                peaks.addLong(0);
                if (totals.size() > SECONDS) {
                    totals.removeAt(0);
                    peaks.removeAt(0);
                }
            }
            int last = totals.size() - 1;
            totals.setLong(last, total);
            peaks.setLong(last, Math.max(peaks.getLong(last), total));
        }
    }

    /** What memory a world and its allocators hold, and what was found about it. */
    static final class State extends Question {
        private final MemoryWatch watch;
        private final MemoryFigures figures = new MemoryFigures();
        private final List<String> names;
        private final List<Allocator> allocators;
        private final String[] kinds;
        private final long[] bytes;
        private final LongArrayList totals = new LongArrayList();
        private final LongArrayList peaks = new LongArrayList();
        private long tick;

        State(Inspection inspected) {
            super(inspected);
            watch = inspected.memory;
            names = List.copyOf(watch.allocators.keySet()); // which do not change after the inspector was built
            allocators = List.copyOf(watch.allocators.values());
            kinds = new String[names.size()];
            bytes = new long[3 * names.size()];
        }

        @Override
        void begin() {
            watch.isExamining = true; // for a while: a page shows the findings
            inspected.runtime.measureMemory(figures);
            for (int i = 0; i < kinds.length; i++) {
                read(i, allocators.get(i));
            }
            totals.clear();
            totals.addAll(watch.history.totals);
            peaks.clear();
            peaks.addAll(watch.history.peaks);
            tick = inspected.tick();
        }

        private void read(int i, Allocator allocator) {
            try {
                if (kinds[i] == null) {
                    kinds[i] = allocator.allocatorSnapshot().kind();
                }
                bytes[3 * i] = allocator.usedBytes();
                bytes[3 * i + 1] = allocator.reservedBytes();
                bytes[3 * i + 2] = allocator.highWaterBytes();
            } catch (IllegalStateException e) { // the program has closed it
                kinds[i] = "closed";
            }
        }

        @Override
        public void write(JsonWriter json) {
            json.startObject().put("tick", tick).startObject("world");
            for (int i = 0; i < MemoryFigures.NAMES.size(); i++) {
                json.put(MemoryFigures.NAMES.get(i), figures.get(i));
            }
            json.put("totalBytes", figures.totalBytes()).endObject().startArray("allocators");
            for (int i = 0; i < kinds.length; i++) {
                json.startObject()
                        .put("kind", kinds[i])
                        .put("name", names.get(i))
                        .put("usedBytes", bytes[3 * i]);
                json.put("reservedBytes", bytes[3 * i + 1]).put("highWaterBytes", bytes[3 * i + 2]);
                json.endObject();
            }
            json.endArray().startArray("trackers");
            watch.trackers.forEach((name, tracker) -> {
                json.startObject().put("name", name).startArray("tags");
                write(json, tracker.snapshot());
                json.endArray().endObject();
            });
            json.endArray().startArray("diagnostics");
            watch.findings().forEach(finding -> write(json, finding));
            json.endArray().startObject("history").put("everySeconds", 1).startArray("totalBytes");
            totals.forEachLong(json::value);
            json.endArray().startArray("peakBytes");
            peaks.forEachLong(json::value);
            json.endArray().endObject().endObject();
        }

        private static void write(JsonWriter json, Finding finding) {
            MemoryDiagnostic.Report report = finding.report();
            json.startObject()
                    .put("tick", finding.tick())
                    .put("code", report.diagnostic().code());
            json.put("subject", report.subject()).put("detail", report.detail());
            json.put("explanation", report.diagnostic().explanation());
            json.put("remedy", report.diagnostic().remedy()).endObject();
        }

        private static void write(JsonWriter json, MemorySnapshot tag) {
            json.startObject().put("path", tag.path()).put("allocatedBytes", tag.allocatedBytes());
            json.put("peakBytes", tag.peakBytes());
            writeLimit(json.name("softLimitBytes"), tag.softBytes());
            writeLimit(json.name("hardLimitBytes"), tag.hardBytes());
            json.endObject();
            tag.children().forEach(child -> write(json, child));
        }

        private static void writeLimit(JsonWriter json, long bytes) {
            if (bytes == Long.MAX_VALUE) {
                json.nullValue();
            } else {
                json.value(bytes);
            }
        }
    }
}
