package basalt.examples.showcase.bullets;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.Length;
import basalt.component.LongColumn;

/**
 * What an emitter or a bullet does that does more than fly on. The scripts themselves lie in a pool; in most ticks of
 * most bullets they have nothing to say but how the bullet goes on turning and accelerating, which stands here, so that
 * it need not be looked up there.
 *
 * @param pattern number of the pattern
 * @param target number of the ship that it aims at, in the {@link Fleet}
 * @param direction where it goes, in degrees
 * @param speed how fast, in pixels a tick
 * @param driftX what it drifts to the right besides, in pixels a tick
 * @param driftY what it drifts down besides, in pixels a tick
 * @param idle for how many ticks the scripts are not run, as these four say all
 * @param turn change of the direction, in degrees a tick
 * @param acceleration change of the speed
 * @param driftXStep change of the drift to the right
 * @param driftYStep change of the drift downwards
 * @param scripts handles of blocks of the pool; 0 is none
 */
record Routine(
        int pattern,
        int target,
        float direction,
        float speed,
        float driftX,
        float driftY,
        int idle,
        float turn,
        float acceleration,
        float driftXStep,
        float driftYStep,
        @Length(Routine.MOST) long[] scripts) {
    /** As many actions of a pattern can start by themselves. */
    static final int MOST = 4;

    static final Component<Routine> TYPE = Component.of(Routine.class);
    static final IntColumn PATTERN = TYPE.int32("pattern");
    static final IntColumn TARGET = TYPE.int32("target");
    static final FloatColumn DIRECTION = TYPE.float32("direction");
    static final FloatColumn SPEED = TYPE.float32("speed");
    static final FloatColumn DRIFT_X = TYPE.float32("driftX");
    static final FloatColumn DRIFT_Y = TYPE.float32("driftY");
    static final IntColumn IDLE = TYPE.int32("idle");
    static final FloatColumn TURN = TYPE.float32("turn");
    static final FloatColumn ACCELERATION = TYPE.float32("acceleration");
    static final FloatColumn DRIFT_X_STEP = TYPE.float32("driftXStep");
    static final FloatColumn DRIFT_Y_STEP = TYPE.float32("driftYStep");
    static final LongColumn SCRIPTS = TYPE.int64("scripts", MOST);
}
