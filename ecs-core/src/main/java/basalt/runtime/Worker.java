package basalt.runtime;

import basalt.check.Strict;
import basalt.component.Column;
import basalt.component.Component;
import basalt.memory.MemorySource;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameMeter;
import basalt.snapshot.ChangeFilter;
import basalt.snapshot.Filter;
import basalt.snapshot.MatchSnapshot;
import basalt.storage.access.AccessCheck;
import basalt.storage.access.Store;
import basalt.storage.access.WorkerAccess;
import java.util.List;
import java.util.function.Consumer;

/**
 * One worker of a schedule: what a thread iterates with that runs a system, with a frame arena and a recorder of its
 * own. Threads take turns in being the worker; a thread is it from {@link #enter} to {@link #leave}, for one system
 * at a time, and may do what that has declared. The commands that it records meanwhile stay until they are played
 * back or forgotten.
 */
public final class Worker extends IterationContext implements AutoCloseable {
    private final WorkerAccess access;
    private final Consumer<Worker> whenClosed;
    private boolean isUsed;
    private long mark;
    private FrameMeter phase;
    private int promotions;
    private long rows;

    /** What the kernel writes of which a piece runs here, and what its query looks for. */
    private List<Component<?>> written = List.of();

    private ChangeFilter writer;

    /** A worker of a world, without memory as yet. */
    Worker(Store store, MemorySource source, long arenaCapBytes, Consumer<Worker> whenClosed) {
        this(store, source, arenaCapBytes, whenClosed, new WorkerAccess());
    }

    private Worker(
            Store store, MemorySource source, long arenaCapBytes, Consumer<Worker> whenClosed, WorkerAccess access) {
        super(store, new FrameArena(source, arenaCapBytes), new FrameArena(source, arenaCapBytes), access, source);
        this.access = access;
        this.whenClosed = whenClosed;
    }

    /**
     * The calling thread becomes the worker, on behalf of a system. Its arena holds what earlier systems of the tick
     * have promoted.
     *
     * @param declared what the system has declared
     */
    public void enter(AccessCheck declared) {
        beginPhase(declared.system());
        access.enter(declared);
        beginRecording();
        rowCount().start();
    }

    private void beginPhase(String system) {
        arena().moveToCurrentThread();
        tickAccess().moveToCurrentThread();
        isUsed = true;
        phase = null;
        mark = arena().mark();
        promotions = arena().promotions();
        phase = frame().meters().phase(system).begin();
    }

    /**
     * The world's thread lets a system use this worker's frame arena that has the world for itself. What it iterates
     * over is the world's.
     *
     * @param system the system's name
     */
    void lendArena(String system) {
        beginPhase(system);
    }

    /**
     * The system that was lent the arena has ended, or has failed, which takes back what it wanted to promote.
     *
     * @param rowsOfSystem over how many rows it ran
     * @param hasFailed whether it has thrown
     * @return false if it has left a scope, mark, phase or tag of the arena open; it is closed now
     */
    boolean takeArenaBack(long rowsOfSystem, boolean hasFailed) {
        rows = rowsOfSystem;
        return arena().endPhase(phase, mark, promotions, hasFailed);
    }

    /**
     * The calling thread stops being the worker. What the system has allocated in the arena is released, unless it has
     * asked for something to be promoted and has not failed: then it lives until the tick ends.
     *
     * @param hasFailed whether the system has thrown: then nothing of it is promoted
     * @return false if the system has left a cursor, or a scope, mark, phase or tag of the arena open; it is closed now
     * @throws IllegalStateException if the calling thread is not the worker
     */
    public boolean leave(boolean hasFailed) {
        access.check();
        queue().end();
        boolean noCursor = endAll();
        rows = rowCount().stop();
        access.leave();
        return arena().endPhase(phase, mark, promotions, hasFailed) && noCursor;
    }

    /**
     * The most that the arena has held for the system which has just ended, in this tick.
     *
     * @return bytes; 0 if it could not enter
     */
    public long arenaBytes() {
        return phase == null ? 0 : phase.frameHighWaterBytes();
    }

    /**
     * Over how many rows kernels, loops and cursors ran of the system which has just ended; a kernel that is the system
     * itself not counted.
     *
     * @return rows, those of each of them
     */
    public long rows() {
        return rows;
    }

    /** Bytes of arenas and commands. */
    long reservedBytes() {
        return frame().reservedBytes() + tickArena().reservedBytes() + queue().reservedBytes();
    }

    /**
     * The tick has ended, also for the world's own part of its arena: what is to be promoted is copied, and all is
     * released. For the world's thread. What the target of a promotion throws reaches the caller.
     */
    public void endTick() {
        arena().moveToCurrentThread();
        tickAccess().moveToCurrentThread();
        if (isUsed) {
            isUsed = false;
            tickAccess().resetAll();
            arena().resetAll();
        }
    }

    /** Forgets the commands that were not applied, and gives all memory back. No thread is the worker any more. */
    @Override
    public void close() {
        whenClosed.accept(this);
        if (!store().isClosed()) {
            queue().forget(0);
        }
        closeMemory();
        arena().moveToCurrentThread();
        arena().close();
    }

    WorkerAccess access() {
        return access;
    }

    @Override
    public void checkThread() {
        access.check();
    }

    @Override
    public void checkRead(Column column) {
        if (Strict.ON) {
            access.access().checkRead(column.component(), column);
            access.checkAll(column);
        }
    }

    @Override
    public boolean mayWrite(Component<?> component) {
        return access.access().writes(component);
    }

    @Override
    public boolean mayWrite(Column column) {
        return access.access().writes(column.component(), column);
    }

    @Override
    public void checkSeen(Filter filter, List<Component<?>> components) {
        if (Strict.ON) {
            components.forEach(access.access()::checkSeen);
            access.access().checkSpawns(filter::matchesKind);
        }
    }

    @Override
    public void checkChanges(Filter filter, List<Component<?>> components) {
        if (Strict.ON && filter.changeFilter() != null) {
            for (Component<?> component : components) {
                if (filter.changeFilter().looksForWrites(component.id())) {
                    access.access().checkChanges(component);
                }
            }
        }
    }

    /**
     * A piece of a kernel's snapshot begins to run here, in any row of which it may write these components; or it has
     * ended.
     */
    void writes(List<Component<?>> components, ChangeFilter own) {
        written = components;
        writer = own;
    }

    @Override
    public boolean mayStillWrite(int id, ChangeFilter own) {
        return super.mayStillWrite(id, own) || MatchSnapshot.isWriting(written, writer, id, own);
    }

    /** Structure does not change while workers run. */
    @Override
    void openedOrClosed(boolean isAnyOpen) {}

    /** The commands stay: the schedule plays them back. */
    @Override
    void settleOutermost(long recordedBefore) {}
}
