package basalt.runtime;

import basalt.command.queue.CommandQueue;
import basalt.memory.MemorySource;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameMeter;
import basalt.storage.access.AccessCheck;
import basalt.storage.access.Store;
import basalt.storage.access.WorkerAccess;

/**
 * One worker of a schedule, as far as queries see it: a frame arena and iterations of its own. Threads take turns in
 * being the worker; a thread is it from {@link #enter} to {@link #leave}, for one system at a time. The commands that
 * it records meanwhile stay until they are played back or forgotten.
 */
public final class Worker implements AutoCloseable {
    private final Iterations home;
    private final Store store;
    private final WorkerAccess access = new WorkerAccess();
    private final FrameArena arena;
    private final Iterations iterations;
    private boolean isUsed;
    private long mark;
    private FrameMeter phase;
    private int promotions;
    private long rows;

    /** A worker of a world, without memory as yet. */
    Worker(Iterations home, MemorySource source, long arenaCapBytes) {
        this.home = home;
        this.store = home.store();
        this.arena = new FrameArena(source, arenaCapBytes);
        this.iterations = new Iterations(store, arena, new FrameArena(source, arenaCapBytes), access, source);
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
        iterations.enter();
        iterations.rowCount().start();
    }

    private void beginPhase(String system) {
        iterations.arena().moveHere();
        iterations.tickAccess().moveHere();
        isUsed = true;
        phase = null;
        mark = arena.mark();
        promotions = iterations.arena().promotions();
        phase = arena.meters().phase(system).begin();
    }

    /**
     * The world's thread lets a system use this worker's frame arena that has the world for itself. What it iterates
     * over is the world's.
     *
     * @param system the system's name
     */
    void enterExclusively(String system) {
        beginPhase(system);
        home.allWorkers().borrowFrom(this);
        home.rowCount().start();
    }

    /**
     * The system has ended, or has failed, which takes back what it wanted to promote. Answers false if it has left a
     * scope, mark, phase or tag of the arena open; it is closed now.
     */
    boolean leaveExclusively(boolean hasFailed) {
        home.allWorkers().borrowFrom(null);
        rows = home.rowCount().stop();
        return iterations.arena().endPhase(phase, mark, promotions, hasFailed);
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
        boolean noCursor = iterations.leave();
        rows = iterations.rowCount().stop();
        access.leave();
        return iterations.arena().endPhase(phase, mark, promotions, hasFailed) && noCursor;
    }

    /**
     * The worker's frame arena.
     *
     * @return the arena, for the thread that is the worker
     */
    public FrameArena arena() {
        return arena;
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
        return arena.reservedBytes()
                + iterations.tickArena().reservedBytes()
                + iterations.queue().reservedBytes();
    }

    /**
     * The tick has ended, also for the world's own part of its arena: what is to be promoted is copied, and all is
     * released. For the world's thread. What the target of a promotion throws reaches the caller.
     */
    public void endTick() {
        iterations.arena().moveHere();
        iterations.tickAccess().moveHere();
        if (isUsed) {
            isUsed = false;
            iterations.tickAccess().resetAll();
            iterations.arena().resetAll();
        }
    }

    /**
     * The worker's part of the tick's arena.
     *
     * @return the arena, of the world's thread between two ticks
     */
    public FrameArena tickArena() {
        return iterations.tickArena();
    }

    /** Forgets the commands that were not applied, and gives all memory back. No thread is the worker any more. */
    @Override
    public void close() {
        home.allWorkers().remove(this);
        if (!store.isClosed()) {
            queue().forget(0);
        }
        iterations.close();
        iterations.arena().moveHere();
        iterations.arena().close();
    }

    /**
     * The commands that this worker records.
     *
     * @return always the same object
     */
    public CommandQueue queue() {
        return iterations.queue();
    }

    Iterations iterations() {
        return iterations;
    }

    WorkerAccess access() {
        return access;
    }
}
