package basalt.inspect.view;

import basalt.internal.JsonWriter;
import basalt.memory.Allocator;
import basalt.memory.tracking.MemorySnapshot;
import basalt.memory.tracking.MemoryTracker;
import basalt.runtime.MemoryFigures;
import java.util.Map;

/** What memory a world and its allocators hold, and what was found about it. */
public final class MemoryState extends Question {
    private final MemoryWatch watch;
    private final MemoryFigures figures = new MemoryFigures();
    private final String[] kinds;
    private final String[] names;
    private final Allocator[] allocators;
    private final long[] bytes;
    private final long[] totals = new long[MemoryWatch.MemoryHistory.SECONDS];
    private final long[] peaks = new long[MemoryWatch.MemoryHistory.SECONDS];
    private int seconds;
    private long tick;

    /** A question about memory. */
    public MemoryState(MemoryWatch watch) {
        this.watch = watch;
        int count = watch.allocators().size();
        kinds = new String[count];
        names = new String[count];
        allocators = new Allocator[count];
        bytes = new long[3 * count];
        int at = 0;
        for (Map.Entry<String, Allocator> allocator : watch.allocators()) {
            names[at] = allocator.getKey();
            allocators[at++] = allocator.getValue();
        }
    }

    @Override
    protected void begin(InspectedWorld inspected) {
        watch.examine();
        inspected.runtime().measureMemory(figures);
        for (int i = 0; i < allocators.length; i++) {
            read(i);
        }
        seconds = watch.history().copy(totals, peaks);
        tick = inspected.tick();
    }

    private void read(int i) {
        try {
            if (kinds[i] == null) {
                kinds[i] = allocators[i].allocatorSnapshot().kind();
            }
            bytes[3 * i] = allocators[i].usedBytes();
            bytes[3 * i + 1] = allocators[i].reservedBytes();
            bytes[3 * i + 2] = allocators[i].highWaterBytes();
        } catch (IllegalStateException e) { // the program has closed it
            kinds[i] = "closed";
        }
    }

    @Override
    protected boolean proceed(InspectedWorld inspected, long deadlineNanos) {
        return true;
    }

    @Override
    public void write(JsonWriter json) {
        json.startObject().name("tick").value(tick).name("world").startObject();
        for (int i = 0; i < MemoryFigures.NAMES.size(); i++) {
            json.name(MemoryFigures.NAMES.get(i)).value(figures.get(i));
        }
        json.name("totalBytes")
                .value(figures.totalBytes())
                .endObject()
                .name("allocators")
                .startArray();
        for (int i = 0; i < names.length; i++) {
            json.startObject().name("kind").value(kinds[i]).name("name").value(names[i]);
            json.name("usedBytes").value(bytes[3 * i]).name("reservedBytes").value(bytes[3 * i + 1]);
            json.name("highWaterBytes").value(bytes[3 * i + 2]).endObject();
        }
        json.endArray().name("trackers").startArray();
        watch.trackers().forEach((name, tracker) -> write(json, name, tracker));
        json.endArray().name("diagnostics").startArray();
        watch.findings().forEach(finding -> write(json, finding));
        json.endArray().name("history").startObject().name("everySeconds").value(1);
        write(json.name("totalBytes"), totals);
        write(json.name("peakBytes"), peaks);
        json.endObject().endObject();
    }

    private void write(JsonWriter json, long[] values) {
        json.startArray();
        for (int i = 0; i < seconds; i++) {
            json.value(values[i]);
        }
        json.endArray();
    }

    private static void write(JsonWriter json, MemoryWatch.Finding finding) {
        json.startObject().name("tick").value(finding.tick());
        json.name("code").value(finding.report().diagnostic().code());
        json.name("subject").value(finding.report().subject());
        json.name("detail").value(finding.report().detail());
        json.name("explanation").value(finding.report().diagnostic().explanation());
        json.name("remedy").value(finding.report().diagnostic().remedy()).endObject();
    }

    private static void write(JsonWriter json, String name, MemoryTracker tracker) {
        json.startObject().name("name").value(name).name("tags").startArray();
        write(json, tracker.snapshot());
        json.endArray().endObject();
    }

    private static void write(JsonWriter json, MemorySnapshot tag) {
        json.startObject().name("path").value(tag.path());
        json.name("allocatedBytes")
                .value(tag.allocatedBytes())
                .name("peakBytes")
                .value(tag.peakBytes());
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
