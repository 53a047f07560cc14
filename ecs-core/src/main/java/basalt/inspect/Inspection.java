package basalt.inspect;

import basalt.component.Entity;
import basalt.internal.Friend;
import basalt.internal.JsonWriter;
import basalt.query.SpatialGrid;
import basalt.runtime.TickControl;
import basalt.runtime.WorldRuntime;
import basalt.storage.access.Store;
import basalt.system.FixedStepLoop;
import basalt.system.Schedule;
import basalt.text.WorldText;
import basalt.world.Name;
import basalt.world.Prefab;
import basalt.world.Template;
import basalt.world.World;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * What the inspector knows of a world, and what it does between the ticks, on the world's thread. What goes wrong in a
 * question or a change reaches the thread that asked, and not the game. Other threads reach the world by questions and
 * changes only.
 *
 * <pre>
 *   before a tick      changes, as commands
 *   after a tick       states and memory are kept; questions are answered, within the budget
 *   between ticks      changes that are no commands; questions
 * </pre>
 */
final class Inspection implements TickControl.Boundary {
    private static final int VERSION = 1;
    private static final long STALLED_NANOS = 1_000_000_000;
    private static final int MOST_FRAMES = 64;
    private static final Friend<Schedule, TickControl> CONTROLS = Friend.of(Schedule.class, TickControl.class);
    private static final Friend<World, WorldRuntime> WORLDS = Friend.of(World.class, WorldRuntime.class);

    final Question.Queue<Question> questions = new Question.Queue<>("asked");
    final Change.Changes changes = new Change.Changes();
    final Schedule schedule;
    final TickControl control;
    final MemoryWatch memory;

    final World world;
    final WorldRuntime runtime;
    final StateHistory history;
    final EntityNames names = new EntityNames();
    final SystemFigures.TickRecording.Traces traces;
    final Options options;
    /** What any thread may know of the last boundary between two ticks, even while a tick hangs. */
    volatile ComponentNames components;

    /** The names of the prefabs of texts. */
    volatile Set<String> textPrefabs = Set.of();

    private final Thread owner = Thread.currentThread();
    private volatile long measuredAt;
    private volatile long lastTick;
    private volatile double seconds;
    private volatile int entities;
    private volatile boolean isClosed;
    private final long budgetNanos;
    private int knownComponents = -1;
    private boolean hasTicked;

    Inspection(Options options, StateHistory history, MemoryWatch memory) {
        this.options = options;
        schedule = options.schedule();
        this.history = history;
        this.memory = memory;
        budgetNanos = options.budgetMicros() * 1_000;
        world = schedule.world();
        runtime = WORLDS.internal(world);
        control = CONTROLS.internal(schedule);
        traces = new SystemFigures.TickRecording.Traces(control);
        measure();
    }

    Store store() {
        return runtime.store();
    }

    long tick() {
        return world.time().tick();
    }

    /** What the program has named an entity, or else its path; null for none, and if it is dead. */
    String name(long entity) {
        String given = names.get(entity);
        boolean isGiven = given != null || !hasNames() || !store().entities().isAlive(entity);
        return isGiven ? given : world.hierarchy().names().path(entity);
    }

    /** The entity with a path; NULL if there is none, or several. */
    long find(String path) {
        try {
            return hasNames() ? world.hierarchy().names().find(path) : Entity.NULL;
        } catch (IllegalArgumentException | IllegalStateException e) {
            return Entity.NULL; // no path, or an ambiguous one
        }
    }

    private boolean hasNames() {
        return store().pools().component(Name.TYPE.id()) != null;
    }

    void name(long entity, String name) {
        store().entities().require(entity);
        names.put(entity, name, store().entities()::isAlive);
    }

    /** Notes what other threads may know at once. Called between two ticks. */
    private long measure() {
        if (store().pools().componentCount() != knownComponents) {
            knownComponents = store().pools().componentCount();
            components = ComponentNames.of(store().pools());
        }
        if (options.texts() != null) {
            textPrefabs = options.texts().prefabs();
        }
        lastTick = tick();
        seconds = world.time().elapsedSeconds();
        entities = store().entities().count();
        measuredAt = System.nanoTime();
        return measuredAt;
    }

    /** The number of the last tick. For any thread. */
    long lastTick() {
        return lastTick;
    }

    @Override
    public void beforeTick(boolean isPlayed, long least, long greatest) {
        history.limit(least, greatest);
        changes.beforeTick(runtime.owner().queue().attaches(), isPlayed);
        measuredAt = System.nanoTime();
    }

    @Override
    public void afterTick() {
        long now = measure();
        try {
            traces.afterTick();
            history.afterTick();
            memory.afterTick(runtime, tick(), now);
        } catch (Throwable e) { // such as a heap that is full: the tick has ended, and the game goes on
            traces.stop();
            history.failed(e);
        }
        questions.answer(budgetNanos);
        hasTicked = true;
    }

    @Override
    public void betweenTicks() {
        measure();
        changes.betweenTicks();
        if (!hasTicked) { // else they have had their time after the tick
            questions.answer(budgetNanos);
        }
        hasTicked = false;
    }

    @Override
    public void closed() {
        isClosed = true;
        changes.close();
        questions.close();
        traces.stop();
    }

    /** The names of all prefabs. */
    Set<String> prefabs() {
        Set<String> prefabs = new LinkedHashSet<>(options.prefabs().keySet());
        prefabs.addAll(textPrefabs);
        return prefabs;
    }

    /** Writes what can be said without asking the world's thread, even while a tick hangs. For any thread. */
    void writeStatus(JsonWriter json) {
        FixedStepLoop loop = options.loop();
        long ageNanos = Math.max(0, System.nanoTime() - measuredAt);
        boolean isStalled = !isClosed && ageNanos > STALLED_NANOS;
        json.startObject().put("version", VERSION).put("tick", lastTick).put("seconds", seconds);
        json.put("entities", entities).put("editable", options.isEditable()).put("state", state(loop, isStalled));
        json.put("ageMillis", ageNanos / 1_000_000).put("workers", control.workers());
        writeLoop(json.name("loop"), loop);
        json.startObject("features").put("loop", loop != null).put("history", history.hasStates());
        json.put("replays", options.recordings() != null).put("texts", options.texts() != null);
        json.endObject();
        json.put("templates", options.templates().keySet())
                .put("prefabs", prefabs())
                .put("grids", options.grids().keySet())
                .startArray("running");
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

    private void writeLoop(JsonWriter json, FixedStepLoop loop) {
        if (loop == null) {
            json.nullValue();
            return;
        }
        json.startObject().put("paused", loop.isPaused()).put("scale", loop.timeScale());
        json.put("stepSeconds", (double) loop.stepSeconds()).put("droppedSteps", loop.droppedSteps());
        json.endObject();
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
     * @param grids the grids to draw, by name
     * @param texts reads and writes entities as text; null for none
     * @param recordings the folder of recorded runs; null for none
     */
    record Options(
            Schedule schedule,
            FixedStepLoop loop,
            Map<String, Template> templates,
            Map<String, Prefab> prefabs,
            Map<String, SpatialGrid> grids,
            WorldText texts,
            Path recordings,
            boolean isEditable,
            long budgetMicros) {}
}
