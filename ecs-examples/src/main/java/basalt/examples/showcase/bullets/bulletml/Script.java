package basalt.examples.showcase.bullets.bulletml;

import basalt.examples.showcase.bullets.bulletml.Shooter.Glide;
import basalt.memory.allocator.PoolAllocator;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A view of the memory of a script, that is, of a running action. Reused for many scripts; makes no garbage.
 *
 * <pre>
 *   +----+------+-----+-------+-------+-----------+-------+-----------------------------+---------
 *   | pc | wait | top | frame | flags | last      | last  | changes of direction, speed,| stack
 *   |    |      |     |       |       | direction | speed | drift x and drift y         |
 *   | int| int  | int | int   | int   | float     | float | 4 x 12 bytes                |
 *   +----+------+-----+-------+-------+-----------+-------+-----------------------------+---------
 *   0    4      8     12      16      20          24      28                            76 bytes
 *
 *   a change:  | to, float | step, float | ticks left, int |
 *
 *   the stack: | return to, int | frame below, int | parameters, floats | open repeats, ints | next frame ...
 * </pre>
 *
 * <p>{@code top} and {@code frame} are offsets in the script: the first free byte of the stack, and the start of the
 * last frame.
 *
 * <p>Not thread-safe. The memory must not be freed during a call.
 */
public final class Script {
    static final int STACK = 76;
    static final int COUNTER_BYTES = Integer.BYTES;

    /** The pc of a script that has ended. */
    static final int ENDED = -1;

    private static final int PC = 0;
    private static final int WAIT = 4;
    private static final int TOP = 8;
    private static final int FRAME = 12;
    private static final int FLAGS = 16;
    private static final int LAST_DIRECTION = 20;
    private static final int LAST_SPEED = 24;
    private static final int CHANGES = 28;
    private static final int CHANGE_BYTES = 12;
    private static final int STEP = 4;
    private static final int LEFT = 8;
    private static final int FRAME_BELOW = 4;
    private static final int FRAME_PARAMS = 8;

    /** The flags of active changes, one per kind. */
    private static final int CHANGING = (1 << Shooter.KINDS) - 1;

    /** The flag of a script that has fired. */
    private static final int HAS_LAST = 1 << Shooter.KINDS;

    private final UnsafeBuffer memory = new UnsafeBuffer(0, 0);
    private Pattern pattern;

    /** Creates a view that is not wrapped around a script yet. */
    public Script() {}

    /**
     * Wraps a script.
     *
     * @param pattern the pattern of the script; null to only save or restore it
     * @param scripts the pool of the script; its blocks must have at least {@link Pattern#scriptBytes()}
     * @param handle the block of the script
     * @return this
     * @throws basalt.memory.DeadHandleException if the block was freed
     */
    public Script wrap(Pattern pattern, PoolAllocator scripts, long handle) {
        scripts.wrapUnchecked(handle, memory);
        this.pattern = pattern;
        return this;
    }

    /**
     * Copies the memory of the script, up to the end of its stack.
     *
     * @param to an expandable buffer
     * @param offset where to begin in it
     * @return number of bytes, at least 1
     */
    public int save(MutableDirectBuffer to, int offset) {
        int bytes = memory.getInt(TOP);
        to.putBytes(offset, memory, 0, bytes);
        return bytes;
    }

    /**
     * Copies the memory of a script back.
     *
     * @param from what {@link #save} has written
     * @param offset where it begins
     * @param bytes number of bytes
     * @throws IndexOutOfBoundsException if the blocks of the pool are smaller
     */
    public void restore(DirectBuffer from, int offset, int bytes) {
        memory.putBytes(0, from, offset, bytes);
    }

    /**
     * Initialises the script, which begins with its next tick. Overwrites the old state.
     *
     * @param action the action to run: from {@link Pattern#top} or {@link Shooter#fire}
     * @param params its parameters
     */
    public void start(int action, Params params) {
        memory.setMemory(0, STACK, (byte) 0); // equal scripts have equal memory
        memory.putInt(TOP, STACK);
        push(ENDED, params);
        memory.putInt(PC, pattern.entry(action));
    }

    static int frameBytes(int params) {
        return FRAME_PARAMS + params * Float.BYTES;
    }

    Pattern pattern() {
        return pattern;
    }

    int pc() {
        return memory.getInt(PC);
    }

    void pc(int pc) {
        memory.putInt(PC, pc);
    }

    int ticksToWait() {
        return memory.getInt(WAIT);
    }

    void ticksToWait(int ticks) {
        memory.putInt(WAIT, ticks);
    }

    boolean hasFired() {
        return (memory.getInt(FLAGS) & HAS_LAST) != 0;
    }

    float lastDirection() {
        return memory.getFloat(LAST_DIRECTION);
    }

    float lastSpeed() {
        return memory.getFloat(LAST_SPEED);
    }

    void fired(float direction, float speed) {
        memory.putFloat(LAST_DIRECTION, direction);
        memory.putFloat(LAST_SPEED, speed);
        memory.putInt(FLAGS, memory.getInt(FLAGS) | HAS_LAST);
    }

    /** Adds a frame of an action after which the script continues at {@code returnTo}. */
    void push(int returnTo, Params params) {
        int frame = memory.getInt(TOP);
        memory.putInt(frame, returnTo);
        memory.putInt(frame + FRAME_BELOW, memory.getInt(FRAME));
        int count = pattern.paramCount();
        for (int n = 1; n <= count; n++) {
            memory.putFloat(frame + FRAME_PARAMS + (n - 1) * Float.BYTES, params.get(n));
        }
        memory.putInt(FRAME, frame);
        memory.putInt(TOP, frame + frameBytes(count));
    }

    /** Pops the last frame. Returns where to continue. */
    int pop() {
        int frame = memory.getInt(FRAME);
        memory.putInt(TOP, frame);
        memory.putInt(FRAME, memory.getInt(frame + FRAME_BELOW));
        return memory.getInt(frame);
    }

    /** Reads the parameters of the last frame. */
    void readParams(Params into) {
        int frame = memory.getInt(FRAME);
        int count = pattern.paramCount();
        into.clear();
        for (int n = 1; n <= count; n++) {
            into.set(n, memory.getFloat(frame + FRAME_PARAMS + (n - 1) * Float.BYTES));
        }
    }

    /** Begins a repeat; {@code times} is at least 1. */
    void pushCounter(int times) {
        int top = memory.getInt(TOP);
        memory.putInt(top, times);
        memory.putInt(TOP, top + COUNTER_BYTES);
    }

    /** Decrements the counter of the last repeat. At the end, pops the counter and returns false. */
    boolean count() {
        int counter = memory.getInt(TOP) - COUNTER_BYTES;
        int left = memory.getInt(counter) - 1;
        memory.putInt(left > 0 ? counter : TOP, left > 0 ? left : counter);
        return left > 0;
    }

    boolean isChanging() {
        return (memory.getInt(FLAGS) & CHANGING) != 0;
    }

    void endChanges() {
        memory.putInt(FLAGS, memory.getInt(FLAGS) & ~CHANGING);
    }

    /**
     * Begins a gradual change; it replaces an active change of the same kind. Its first effect is in the next tick.
     *
     * @param kind {@link Shooter#DIRECTION} or one of its neighbours
     * @param step change per tick
     * @param to exact final value
     * @param ticks duration, at least 1
     */
    void beginChange(int kind, float step, float to, int ticks) {
        memory.putFloat(at(kind), to);
        memory.putFloat(at(kind) + STEP, step);
        memory.putInt(at(kind) + LEFT, ticks);
        memory.putInt(FLAGS, memory.getInt(FLAGS) | 1 << kind);
    }

    /** Advances all active changes by one tick. */
    void advanceChanges(Shooter shooter) {
        int flags = memory.getInt(FLAGS);
        int still = flags;
        for (int kind = 0; kind < Shooter.KINDS; kind++) {
            if ((flags & 1 << kind) != 0) {
                int left = memory.getInt(at(kind) + LEFT) - 1;
                memory.putInt(at(kind) + LEFT, left);
                boolean goesOn = left > 0;
                float next = goesOn
                        ? Shooter.next(kind, shooter.get(kind), memory.getFloat(at(kind) + STEP))
                        : Shooter.valid(kind, memory.getFloat(at(kind)));
                shooter.set(kind, next);
                still &= goesOn ? -1 : ~(1 << kind);
            }
        }
        memory.putInt(FLAGS, still);
    }

    /** The number of ticks, 0 or more, in which the script would only wait and go on with its changes. */
    int idleTicks() {
        boolean hasEnded = pc() == ENDED;
        int flags = memory.getInt(FLAGS);
        int least = hasEnded ? Integer.MAX_VALUE : ticksToWait();
        for (int kind = 0; kind < Shooter.KINDS; kind++) {
            if ((flags & 1 << kind) != 0) {
                least = Math.min(least, memory.getInt(at(kind) + LEFT));
            }
        }
        return hasEnded && !isChanging() ? 0 : Math.max(0, least - 1);
    }

    /** Skips idle ticks, whose changes the caller makes. */
    void skip(int ticks, Glide glide) {
        if (pc() != ENDED) {
            ticksToWait(ticksToWait() - ticks);
        }
        int flags = memory.getInt(FLAGS);
        for (int kind = 0; kind < Shooter.KINDS; kind++) {
            boolean changes = (flags & 1 << kind) != 0;
            if (changes) {
                memory.putInt(at(kind) + LEFT, memory.getInt(at(kind) + LEFT) - ticks);
            }
            glide.set(kind, changes ? memory.getFloat(at(kind) + STEP) : 0);
        }
    }

    private static int at(int kind) {
        return CHANGES + kind * CHANGE_BYTES;
    }
}
