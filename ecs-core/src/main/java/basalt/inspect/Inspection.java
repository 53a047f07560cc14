package basalt.inspect;

import basalt.internal.Friend;
import basalt.runtime.TickControl;
import basalt.runtime.WorldRuntime;
import basalt.storage.access.Store;
import basalt.system.Schedule;
import basalt.world.World;

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
    private static final Friend<Schedule, TickControl> CONTROLS = Friend.of(Schedule.class, TickControl.class);
    private static final Friend<World, WorldRuntime> WORLDS = Friend.of(World.class, WorldRuntime.class);

    final Question.Queue<Question> questions = new Question.Queue<>("asked");
    final Change.Changes changes = new Change.Changes();
    final Schedule schedule;
    final TickControl control;
    final MemoryWatch memory;
    final Status status;

    final World world;
    final WorldRuntime runtime;
    final StateHistory history;
    final EntityNames names = new EntityNames();
    final TickRecording.Traces traces;
    private final long budgetNanos;
    private boolean hasTicked;

    Inspection(Schedule schedule, StateHistory history, MemoryWatch memory, long budgetMicros) {
        this.schedule = schedule;
        this.history = history;
        this.memory = memory;
        budgetNanos = budgetMicros * 1_000;
        world = schedule.world();
        runtime = WORLDS.internal(world);
        control = CONTROLS.internal(schedule);
        traces = new TickRecording.Traces(control);
        status = new Status(control);
    }

    Store store() {
        return runtime.store();
    }

    /** The number of the last tick. */
    long tick() {
        return world.time().tick();
    }

    void name(long entity, String name) {
        store().entities().require(entity);
        names.put(entity, name, store().entities()::isAlive);
    }

    void measure(long now) {
        status.at(now, tick(), world.time().elapsedSeconds(), store().entities().count());
    }

    @Override
    public void beforeTick(boolean isPlayed, long least, long greatest) {
        history.limit(least, greatest);
        changes.beforeTick(runtime.owner().queue().attaches(), isPlayed);
        status.beforeTick();
    }

    @Override
    public void afterTick() {
        long now = System.nanoTime();
        measure(now);
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
        measure(System.nanoTime());
        changes.betweenTicks();
        if (!hasTicked) { // else they have had their time after the tick
            questions.answer(budgetNanos);
        }
        hasTicked = false;
    }

    @Override
    public void closed() {
        status.close();
        changes.close();
        questions.close();
        traces.stop();
    }
}
