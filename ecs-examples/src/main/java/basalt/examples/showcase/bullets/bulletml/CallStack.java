package basalt.examples.showcase.bullets.bulletml;

import org.agrona.MutableDirectBuffer;

/** The stack in the memory of a script: frames of actions, and counters of repeats. */
final class CallStack {
    private CallStack() {}

    /** Removes all frames. */
    static void clear(MutableDirectBuffer script) {
        script.putInt(ScriptLayout.FRAME, 0);
        script.putInt(ScriptLayout.TOP, ScriptLayout.STACK);
    }

    /**
     * Adds a frame.
     *
     * @param paramCount number of parameters that the action uses
     * @param returnTo address in the code at which to continue after the action
     */
    static void push(MutableDirectBuffer script, int action, int paramCount, int returnTo, Params params) {
        int frame = script.getInt(ScriptLayout.TOP);
        script.putInt(frame + ScriptLayout.FRAME_RETURN, returnTo);
        script.putInt(frame + ScriptLayout.FRAME_BELOW, script.getInt(ScriptLayout.FRAME));
        script.putInt(frame + ScriptLayout.FRAME_ACTION, action);
        for (int n = 1; n <= paramCount; n++) {
            script.putFloat(frame + ScriptLayout.frameBytes(n - 1), params.get(n));
        }
        script.putInt(ScriptLayout.FRAME, frame);
        script.putInt(ScriptLayout.TOP, frame + ScriptLayout.frameBytes(paramCount));
    }

    /** Pops the last frame. Returns the address at which to continue. */
    static int pop(MutableDirectBuffer script) {
        int frame = script.getInt(ScriptLayout.FRAME);
        script.putInt(ScriptLayout.TOP, frame);
        script.putInt(ScriptLayout.FRAME, script.getInt(frame + ScriptLayout.FRAME_BELOW));
        return script.getInt(frame + ScriptLayout.FRAME_RETURN);
    }

    /** The action of the last frame. */
    static int action(MutableDirectBuffer script) {
        return script.getInt(script.getInt(ScriptLayout.FRAME) + ScriptLayout.FRAME_ACTION);
    }

    /** Reads the parameters of the last frame. */
    static void readParams(MutableDirectBuffer script, int paramCount, Params into) {
        int frame = script.getInt(ScriptLayout.FRAME);
        into.clear();
        for (int n = 1; n <= paramCount; n++) {
            into.set(n, script.getFloat(frame + ScriptLayout.frameBytes(n - 1)));
        }
    }

    /** Begins a repeat; {@code times} is at least 1. */
    static void pushCounter(MutableDirectBuffer script, int times) {
        int top = script.getInt(ScriptLayout.TOP);
        script.putInt(top, times);
        script.putInt(ScriptLayout.TOP, top + ScriptLayout.COUNTER_BYTES);
    }

    /** Decrements the counter of the last repeat. At the end, pops the counter and returns false. */
    static boolean count(MutableDirectBuffer script) {
        int counter = script.getInt(ScriptLayout.TOP) - ScriptLayout.COUNTER_BYTES;
        int left = script.getInt(counter) - 1;
        if (left > 0) {
            script.putInt(counter, left);
            return true;
        }
        script.putInt(ScriptLayout.TOP, counter);
        return false;
    }
}
