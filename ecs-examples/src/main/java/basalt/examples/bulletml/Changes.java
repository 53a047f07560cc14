package basalt.examples.bulletml;

import org.agrona.MutableDirectBuffer;

/** What a script changes over several ticks. A change shows from the tick after the one in which it began. */
final class Changes {
    private Changes() {}

    /**
     * Begins a change, in place of one of the same kind that is under way.
     *
     * @param kind {@link ScriptLayout#DIRECTION} or one of its neighbours
     * @param step by how much each tick
     * @param to where it ends, exactly
     * @param ticks how long it takes, at least 1
     */
    static void begin(MutableDirectBuffer script, int kind, float step, float to, int ticks) {
        int at = ScriptLayout.CHANGES + kind * ScriptLayout.CHANGE_BYTES;
        script.putFloat(at + ScriptLayout.CHANGE_TO, to);
        script.putFloat(at + ScriptLayout.CHANGE_STEP, step);
        script.putInt(at + ScriptLayout.CHANGE_LEFT, ticks);
    }

    /**
     * One tick of all changes that are under way.
     *
     * @return the flags of those that are still
     */
    static int advance(MutableDirectBuffer script, Shooter shooter, int flags) {
        int still = flags;
        for (int kind = 0; kind < ScriptLayout.CHANGE_COUNT; kind++) {
            if ((flags & 1 << kind) == 0) {
                continue;
            }
            int at = ScriptLayout.CHANGES + kind * ScriptLayout.CHANGE_BYTES;
            int left = script.getInt(at + ScriptLayout.CHANGE_LEFT) - 1;
            script.putInt(at + ScriptLayout.CHANGE_LEFT, left);
            float value = left > 0
                    ? current(shooter, kind) + script.getFloat(at + ScriptLayout.CHANGE_STEP)
                    : script.getFloat(at + ScriptLayout.CHANGE_TO);
            set(shooter, kind, value);
            still &= left > 0 ? -1 : ~(1 << kind);
        }
        return still;
    }

    static float current(Shooter shooter, int kind) {
        return switch (kind) {
            case ScriptLayout.DIRECTION -> Angles.wrap(shooter.direction());
            case ScriptLayout.SPEED -> Formula.finite(shooter.speed());
            case ScriptLayout.DRIFT_X -> Formula.finite(shooter.driftX());
            default -> Formula.finite(shooter.driftY());
        };
    }

    private static void set(Shooter shooter, int kind, float value) {
        switch (kind) {
            case ScriptLayout.DIRECTION -> shooter.setDirection(Angles.wrap(value));
            case ScriptLayout.SPEED -> shooter.setSpeed(Formula.finite(value));
            case ScriptLayout.DRIFT_X -> shooter.setDriftX(Formula.finite(value));
            default -> shooter.setDriftY(Formula.finite(value));
        }
    }
}
