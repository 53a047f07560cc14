package basalt.examples.showcase.bullets;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.Length;

/**
 * The scripts of an emitter or bullet, and the motion that they control. The scripts themselves lie in a pool. In most
 * ticks a script only continues to turn and accelerate the bullet; these values are stored here, so the script need not
 * be read.
 *
 * @param pattern index of the pattern
 * @param target number of the target ship in the {@link Fleet}
 * @param direction direction in degrees
 * @param speed speed in pixels per tick
 * @param driftX additional velocity to the right, in pixels per tick
 * @param driftY additional velocity downwards, in pixels per tick
 * @param idle number of ticks in which the scripts need not run, as the next four values describe the motion
 * @param turn change of the direction, in degrees per tick
 * @param acceleration change of the speed per tick
 * @param driftXStep change of driftX per tick
 * @param driftYStep change of driftY per tick
 * @param scripts numbers of the {@link Scripts}; 0 for none
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
        @Length(Routine.MOST) int[] scripts) {
    /** Maximum number of top-level actions of a pattern. */
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
    static final IntColumn SCRIPTS = TYPE.int32("scripts", MOST);

    static final FloatColumn[] COURSE = {
        DIRECTION, SPEED, DRIFT_X, DRIFT_Y, TURN, ACCELERATION, DRIFT_X_STEP, DRIFT_Y_STEP
    };
}
