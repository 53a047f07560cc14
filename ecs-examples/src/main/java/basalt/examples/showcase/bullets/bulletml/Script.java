package basalt.examples.showcase.bullets.bulletml;

import basalt.memory.pool.PoolAllocator;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Looks at the memory of a script: what an action of a bullet is about to do. Used for one script after the other;
 * makes no garbage.
 *
 * <p>For one thread. The memory must stay there until the last call on the script that looks at it has come back.
 */
public final class Script {
    final UnsafeBuffer memory = new UnsafeBuffer(0, 0);
    private Pattern pattern;

    /** Looks at nothing yet. */
    public Script() {}

    /**
     * Looks at a script from here on.
     *
     * @param pattern which it is of
     * @param scripts where it is; the pool's blocks have {@link Pattern#scriptBytes()} at least
     * @param handle which block
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
     * Makes it a script that begins with its next tick, whatever it was before.
     *
     * @param action what it does: one of {@link Pattern#top}, or what was {@linkplain Shooter#fire fired}
     * @param params what it was given
     * @throws IllegalArgumentException if the pattern has no such action
     * @throws IllegalStateException if this looks at nothing
     */
    public void start(int action, Params params) {
        if (!pattern().has(action)) {
            throw new IllegalArgumentException("action must be one of this pattern: action=" + action);
        }
        CallStack.clear(memory);
        CallStack.push(memory, action, pattern.paramCount(action), ScriptLayout.ENDED, params);
        memory.putInt(ScriptLayout.PC, pattern.entry(action));
        memory.putInt(ScriptLayout.WAIT, 0);
        memory.putInt(ScriptLayout.FLAGS, 0);
    }

    Pattern pattern() {
        if (pattern == null) {
            throw new IllegalStateException("looks at no script yet: wrap one");
        }
        return pattern;
    }

    private static IllegalArgumentException tooSmall(int scriptBytes, long blockBytes) {
        return new IllegalArgumentException(
                "blocks must have scriptBytes=" + scriptBytes + " at least: blockBytes=" + blockBytes);
    }
}
