package basalt.examples.showcase.bullets.bulletml;

import basalt.memory.allocator.PoolAllocator;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A view of the memory of a script, that is, of a running action. Reused for many scripts; makes no garbage.
 *
 * <p>Not thread-safe. The memory must not be freed during a call.
 */
public final class Script {
    final UnsafeBuffer memory = new UnsafeBuffer(0, 0);
    private Pattern pattern;

    /** Creates a view that is not wrapped around a script yet. */
    public Script() {}

    /**
     * Wraps a script.
     *
     * @param pattern the pattern of the script
     * @param scripts the pool of the script; its blocks must have at least {@link Pattern#scriptBytes()}
     * @param handle the block of the script
     * @return this
     * @throws IllegalArgumentException if the blocks are too small for the pattern
     * @throws basalt.memory.DeadHandleException if the block was freed
     */
    public Script wrap(Pattern pattern, PoolAllocator scripts, long handle) {
        if (scripts.blockBytes() < pattern.scriptBytes()) {
            throw tooSmall(pattern.scriptBytes(), scripts.blockBytes());
        }
        scripts.wrapUnchecked(handle, memory);
        this.pattern = pattern;
        return this;
    }

    /**
     * Wraps the memory of a script whose pattern is not known, to save or restore it.
     *
     * @param scripts the pool of the script
     * @param handle the block of the script
     * @return this
     * @throws basalt.memory.DeadHandleException if the block was freed
     */
    public Script wrap(PoolAllocator scripts, long handle) {
        scripts.wrapUnchecked(handle, memory);
        pattern = null;
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
        int bytes = memory.getInt(ScriptLayout.TOP);
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
     * @throws IllegalArgumentException if the pattern has no such action
     * @throws IllegalStateException if this view is not wrapped around a script
     */
    public void start(int action, Params params) {
        if (!pattern().has(action)) {
            throw new IllegalArgumentException("action must be one of this pattern: action=" + action);
        }
        memory.setMemory(0, ScriptLayout.STACK, (byte) 0); // equal scripts have equal memory
        CallStack.clear(memory);
        CallStack.push(memory, action, pattern.paramCount(action), ScriptLayout.ENDED, params);
        memory.putInt(ScriptLayout.PC, pattern.entry(action));
        memory.putInt(ScriptLayout.WAIT, 0);
        memory.putInt(ScriptLayout.FLAGS, 0);
    }

    Pattern pattern() {
        if (pattern == null) {
            throw new IllegalStateException("not wrapped around a script: call wrap first");
        }
        return pattern;
    }

    private static IllegalArgumentException tooSmall(int scriptBytes, long blockBytes) {
        return new IllegalArgumentException(
                "blocks must have scriptBytes=" + scriptBytes + " at least: blockBytes=" + blockBytes);
    }
}
