package basalt.inspect.view;

import basalt.internal.JsonWriter;
import basalt.runtime.TickControl;
import basalt.system.FixedStepLoop;
import java.util.Collection;

/** What can be said about a world without asking it, even while a tick hangs. For any thread. */
public final class Status {
    private static final int VERSION = 1;
    private static final long STALLED_NANOS = 1_000_000_000;
    private static final int MOST_FRAMES = 64;

    private final Pulse pulse;
    private final TickControl control;
    private final FixedStepLoop loop;
    private final boolean isEditable;
    private final boolean hasHistory;
    private final boolean hasReplays;
    private final Collection<String> templates;
    private final Collection<String> prefabs;

    /**
     * The status of a world.
     *
     * @param loop its loop; null for none
     */
    public Status(
            Pulse pulse,
            TickControl control,
            FixedStepLoop loop,
            boolean isEditable,
            boolean hasHistory,
            boolean hasReplays,
            Collection<String> templates,
            Collection<String> prefabs) {
        this.pulse = pulse;
        this.control = control;
        this.loop = loop;
        this.isEditable = isEditable;
        this.hasHistory = hasHistory;
        this.hasReplays = hasReplays;
        this.templates = templates;
        this.prefabs = prefabs;
    }

    public void write(JsonWriter json) {
        long ageNanos = pulse.ageNanos();
        boolean isStalled = !pulse.isClosed() && ageNanos > STALLED_NANOS;
        json.startObject().name("version").value(VERSION).name("tick").value(pulse.tick());
        json.name("seconds").value(pulse.seconds()).name("entities").value(pulse.entities());
        json.name("editable").value(isEditable).name("state").value(state(isStalled));
        json.name("ageMillis").value(ageNanos / 1_000_000).name("workers").value(control.workers());
        json.name("loop");
        if (loop == null) {
            json.nullValue();
        } else {
            json.startObject()
                    .name("paused")
                    .value(loop.isPaused())
                    .name("scale")
                    .value(loop.timeScale());
            json.name("stepSeconds").value((double) loop.stepSeconds());
            json.name("droppedSteps").value(loop.droppedSteps()).endObject();
        }
        json.name("features").startObject().name("loop").value(loop != null);
        json.name("history").value(hasHistory).name("replays").value(hasReplays).endObject();
        write(json.name("templates"), templates);
        write(json.name("prefabs"), prefabs);
        json.name("running").startArray();
        for (int worker = 0; isStalled && worker < control.workers(); worker++) {
            int system = control.running(worker);
            if (system >= 0) {
                json.startObject().name("worker").value(worker).name("system").value(control.name(system));
                json.endObject();
            }
        }
        json.endArray().name("stack").startArray();
        if (isStalled) {
            StackTraceElement[] stack = pulse.stack();
            for (int i = 0; i < Math.min(MOST_FRAMES, stack.length); i++) {
                json.value(stack[i].toString());
            }
        }
        json.endArray().endObject();
    }

    public void writeTick(JsonWriter json) {
        json.startObject().name("tick").value(pulse.tick()).endObject();
    }

    private String state(boolean isStalled) {
        return pulse.isClosed()
                ? "closed"
                : isStalled ? "stalled" : loop != null && loop.isPaused() ? "paused" : "running";
    }

    private static void write(JsonWriter json, Collection<String> names) {
        json.startArray();
        names.forEach(json::value);
        json.endArray();
    }
}
