package basalt.inspect.view;

/**
 * When the world's thread was last between two ticks, and what the world was then: what can be said about it without
 * asking it. The world's thread writes, any thread reads.
 */
public final class Pulse {
    private final Thread owner = Thread.currentThread();
    private volatile long nanos = System.nanoTime();
    private volatile long tick;
    private volatile double seconds;
    private volatile int entities;
    private volatile boolean isClosed;

    /** The pulse of a world that belongs to this thread. */
    public Pulse() {}

    /** Called between two ticks. */
    public void at(long now, InspectedWorld inspected) {
        tick = inspected.tick();
        seconds = inspected.world().time().elapsedSeconds();
        entities = inspected.store().entities().count();
        nanos = now;
    }

    /** Called when a tick begins. */
    void beforeTick() {
        nanos = System.nanoTime();
    }

    /** Called when there are no more ticks. */
    void close() {
        isClosed = true;
    }

    /** {@return the nanoseconds since the world's thread was last between two ticks} */
    public long ageNanos() {
        return Math.max(0, System.nanoTime() - nanos);
    }

    /** {@return the number of the last tick} */
    public long tick() {
        return tick;
    }

    /** {@return the time of the world} */
    public double seconds() {
        return seconds;
    }

    /** {@return the entities that were alive} */
    public int entities() {
        return entities;
    }

    /** {@return whether the schedule or the inspector is closed} */
    public boolean isClosed() {
        return isClosed;
    }

    /** {@return what the world's thread does at the moment, the innermost call first} */
    public StackTraceElement[] stack() {
        return owner.getStackTrace();
    }
}
