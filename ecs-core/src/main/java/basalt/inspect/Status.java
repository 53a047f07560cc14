package basalt.inspect;

import basalt.internal.JsonWriter;
import basalt.runtime.TickControl;
import basalt.system.FixedStepLoop;
import basalt.world.Prefab;
import basalt.world.Template;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/**
 * When the world's thread was last between two ticks, and what the world was then: what can be said about it without
 * asking it, even while a tick hangs. The world's thread writes, any thread reads.
 */
final class Status {
    private static final int VERSION = 1;
    private static final long STALLED_NANOS = 1_000_000_000;
    private static final int MOST_FRAMES = 64;

    private final Thread owner = Thread.currentThread();
    private final TickControl control;
    private volatile long nanos = System.nanoTime();
    private volatile long tick;
    private volatile double seconds;
    private volatile int entities;
    private volatile boolean isClosed;

    /** The status of a world that belongs to this thread. */
    Status(TickControl control) {
        this.control = control;
    }

    /** Called between two ticks. */
    void at(long now, long newTick, double newSeconds, int newEntities) {
        tick = newTick;
        seconds = newSeconds;
        entities = newEntities;
        nanos = now;
    }

    void beforeTick() {
        nanos = System.nanoTime();
    }

    /** Called when there are no more ticks. */
    void close() {
        isClosed = true;
    }

    /** {@return the number of the last tick} */
    long tick() {
        return tick;
    }

    void write(JsonWriter json, Options options) {
        FixedStepLoop loop = options.loop();
        long ageNanos = Math.max(0, System.nanoTime() - nanos);
        boolean isStalled = !isClosed && ageNanos > STALLED_NANOS;
        json.startObject().put("version", VERSION).put("tick", tick).put("seconds", seconds);
        json.put("entities", entities).put("editable", options.isEditable()).put("state", state(loop, isStalled));
        json.put("ageMillis", ageNanos / 1_000_000)
                .put("workers", control.workers())
                .name("loop");
        if (loop == null) {
            json.nullValue();
        } else {
            json.startObject().put("paused", loop.isPaused()).put("scale", loop.timeScale());
            json.put("stepSeconds", (double) loop.stepSeconds()).put("droppedSteps", loop.droppedSteps());
            json.endObject();
        }
        json.startObject("features").put("loop", loop != null).put("history", options.hasHistory());
        json.put("replays", options.recordings() != null).endObject();
        json.put("templates", options.templates().keySet());
        json.put("prefabs", options.prefabs().keySet()).startArray("running");
        for (int worker = 0; isStalled && worker < control.workers(); worker++) {
            int system = control.running(worker);
            if (system >= 0) {
                json.startObject().put("worker", worker).put("system", control.name(system));
                json.endObject();
            }
        }
        json.endArray().startArray("stack");
        if (isStalled) {
            Arrays.stream(owner.getStackTrace()).limit(MOST_FRAMES).forEach(frame -> json.value(frame.toString()));
        }
        json.endArray().endObject();
    }

    private String state(FixedStepLoop loop, boolean isStalled) {
        if (isClosed) {
            return "closed";
        }
        return isStalled ? "stalled" : loop != null && loop.isPaused() ? "paused" : "running";
    }

    /**
     * What a page may do, and with what.
     *
     * @param loop the loop that drives the schedule; null for none
     * @param templates the templates to spawn, by name
     * @param prefabs the prefabs to spawn, by name
     * @param recordings the folder of recorded runs; null for none
     * @param isEditable whether anything may be changed
     */
    record Options(
            FixedStepLoop loop,
            Map<String, Template> templates,
            Map<String, Prefab> prefabs,
            Path recordings,
            boolean isEditable,
            boolean hasHistory) {}
}
