package basalt.inspect.view;

import basalt.memory.Allocator;
import basalt.memory.tracking.MemoryDiagnostic;
import basalt.memory.tracking.MemoryMonitor;
import basalt.memory.tracking.MemoryTracker;
import basalt.runtime.MemoryFigures;
import basalt.world.WorldMonitor;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The memory of a world: allocators and trackers by their names, the totals of the last ten minutes, and what was found
 * to cost memory or time. For the world's thread, except for what is said to be for all threads.
 */
public final class MemoryWatch {
    private static final int MOST_FINDINGS = 100;

    /** A query is examined twice a second, so that this costs little, and is reported after three findings. */
    private static final long EXAMINE_NANOS = 500_000_000;

    private static final MemoryMonitor.Limits LIMITS =
            new MemoryMonitor.Limits(600, 3, 64, 64, 256, 16, 0.75, 10_000, 16);

    /** A finding, and the tick in which it was reported. */
    record Finding(long tick, MemoryDiagnostic.Report report) {}

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

    public MemoryWatch(WorldMonitor monitor) {
        this.monitor = monitor;
    }

    public void add(String name, Allocator allocator) {
        allocators.put(name, allocator);
    }

    public void add(String name, MemoryTracker tracker) {
        trackers.put(name, tracker);
    }

    /** Called after each tick. */
    void afterTick(InspectedWorld inspected, long now) {
        if (history.isDue(now)) {
            inspected.runtime().measureMemory(figures);
            history.add(now, figures.totalBytes());
        }
        if (isExamining && now - examinedAt >= EXAMINE_NANOS) {
            examinedAt = now;
            isExamining = false;
            lastTick = inspected.tick();
            monitor.endFrame(LIMITS, listener);
        }
    }

    /** Examines queries for a while: somebody looks at the findings. */
    void examine() {
        isExamining = true;
    }

    /** Keeps a finding. For any thread. */
    public void found(long tick, MemoryDiagnostic.Report report) {
        synchronized (findings) {
            findings.addLast(new Finding(tick, report));
            if (findings.size() > MOST_FINDINGS) {
                findings.removeFirst();
            }
        }
    }

    /** The last findings, the oldest one first. For any thread. */
    List<Finding> findings() {
        synchronized (findings) {
            return List.copyOf(findings);
        }
    }

    /** The allocators. Does not change after the inspector was built. */
    Collection<Map.Entry<String, Allocator>> allocators() {
        return List.copyOf(allocators.entrySet());
    }

    /** The trackers. Does not change after the inspector was built. */
    Map<String, MemoryTracker> trackers() {
        return new LinkedHashMap<>(trackers);
    }

    /** The totals. */
    MemoryHistory history() {
        return history;
    }

    /**
     * The memory of a world in the last ten minutes: for each second the newest and the greatest total. For the world's
     * thread.
     */
    static final class MemoryHistory {
        static final int SECONDS = 600;

        private static final long SAMPLE_NANOS = 100_000_000;
        private static final long SECOND_NANOS = 1_000_000_000;

        private final long[] totals = new long[SECONDS];
        private final long[] peaks = new long[SECONDS];
        private int count;
        private int next;
        private long second;
        private long sampledAt;

        /** An empty history that begins now. */
        MemoryHistory(long now) {
            second = now;
            sampledAt = now - SAMPLE_NANOS;
        }

        /** Whether it is time for a sample. */
        boolean isDue(long now) {
            return now - sampledAt >= SAMPLE_NANOS;
        }

        /** Adds a sample. */
        void add(long now, long total) {
            sampledAt = now;
            if (count == 0 || now - second >= SECOND_NANOS) {
                second = count == 0 || now - second >= 2 * SECOND_NANOS ? now : second + SECOND_NANOS;
                next = count == 0 ? 0 : (next + 1) % SECONDS;
                count = Math.min(SECONDS, count + 1);
                peaks[next] = 0;
            }
            totals[next] = total;
            peaks[next] = Math.max(peaks[next], total);
        }

        /** Copies both lists, the oldest value first; returns their length. */
        int copy(long[] toTotals, long[] toPeaks) {
            for (int i = 0; i < count; i++) {
                int at = (next - count + 1 + i + SECONDS) % SECONDS;
                toTotals[i] = totals[at];
                toPeaks[i] = peaks[at];
            }
            return count;
        }
    }
}
