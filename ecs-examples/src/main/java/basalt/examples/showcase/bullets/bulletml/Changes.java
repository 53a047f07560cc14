package basalt.examples.showcase.bullets.bulletml;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Gradual changes that a script makes over several ticks. A change has its first effect in the tick after it began. */
final class Changes {
    private Changes() {}

    /**
     * Begins a change; it replaces an active change of the same kind.
     *
     * @param kind {@link ScriptLayout#DIRECTION} or one of its neighbours
     * @param step change per tick
     * @param to exact final value
     * @param ticks duration, at least 1
     */
    static void begin(MutableDirectBuffer script, int kind, float step, float to, int ticks) {
        int at = at(kind);
        script.putFloat(at + ScriptLayout.CHANGE_TO, to);
        script.putFloat(at + ScriptLayout.CHANGE_STEP, step);
        script.putInt(at + ScriptLayout.CHANGE_LEFT, ticks);
    }

    /**
     * Advances all active changes by one tick.
     *
     * @return the flags of the changes that remain active
     */
    static int advance(MutableDirectBuffer script, Shooter shooter, int flags) {
        int still = flags;
        for (int kind = 0; kind < ScriptLayout.CHANGE_COUNT; kind++) {
            if ((flags & 1 << kind) == 0) {
                continue;
            }
            int at = at(kind);
            int left = script.getInt(at + ScriptLayout.CHANGE_LEFT) - 1;
            script.putInt(at + ScriptLayout.CHANGE_LEFT, left);
            float value = left > 0
                    ? next(kind, current(shooter, kind), script.getFloat(at + ScriptLayout.CHANGE_STEP))
                    : script.getFloat(at + ScriptLayout.CHANGE_TO);
            set(shooter, kind, value);
            still &= left > 0 ? -1 : ~(1 << kind);
        }
        return still;
    }

    /** The smallest number of remaining ticks of some changes, or {@code others} if that is smaller. */
    static int least(DirectBuffer script, int changing, int others) {
        int least = others;
        for (int kind = 0; kind < ScriptLayout.CHANGE_COUNT; kind++) {
            if ((changing & 1 << kind) != 0) {
                least = Math.min(least, script.getInt(at(kind) + ScriptLayout.CHANGE_LEFT));
            }
        }
        return least;
    }

    /** Hands some changes over for so many ticks, fewer than any of them has left. */
    static void handOver(MutableDirectBuffer script, int changing, int ticks, Glide glide) {
        for (int kind = 0; kind < ScriptLayout.CHANGE_COUNT; kind++) {
            float step = 0;
            if ((changing & 1 << kind) != 0) {
                int left = at(kind) + ScriptLayout.CHANGE_LEFT;
                script.putInt(left, script.getInt(left) - ticks);
                step = script.getFloat(at(kind) + ScriptLayout.CHANGE_STEP);
            }
            glide.set(kind, step);
        }
    }

    /** A direction, speed or drift one tick later. */
    static float next(int kind, float before, float step) {
        return valid(kind, valid(kind, before) + step);
    }

    /** Wraps a direction to 0 to 360; makes a speed or drift finite. */
    private static float valid(int kind, float value) {
        return kind == ScriptLayout.DIRECTION ? Angles.wrap(value) : Formula.finite(value);
    }

    private static int at(int kind) {
        return ScriptLayout.CHANGES + kind * ScriptLayout.CHANGE_BYTES;
    }

    static float current(Shooter shooter, int kind) {
        float value = switch (kind) {
            case ScriptLayout.DIRECTION -> shooter.direction();
            case ScriptLayout.SPEED -> shooter.speed();
            case ScriptLayout.DRIFT_X -> shooter.driftX();
            default -> shooter.driftY();
        };
        return valid(kind, value);
    }

    private static void set(Shooter shooter, int kind, float value) {
        float valid = valid(kind, value);
        switch (kind) {
            case ScriptLayout.DIRECTION -> shooter.setDirection(valid);
            case ScriptLayout.SPEED -> shooter.setSpeed(valid);
            case ScriptLayout.DRIFT_X -> shooter.setDriftX(valid);
            default -> shooter.setDriftY(valid);
        }
    }
}
