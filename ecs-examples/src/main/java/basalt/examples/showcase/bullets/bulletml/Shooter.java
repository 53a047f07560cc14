package basalt.examples.showcase.bullets.bulletml;

/**
 * The entity that a script controls: a bullet or an emitter. This is a script's only access to the world.
 *
 * <p>Directions are degrees, as in {@link Angles}; speeds are distances per tick. Each tick, after its scripts have
 * run, a shooter moves by {@code (Angles.x(direction) * speed + driftX, Angles.y(direction) * speed + driftY)}. The
 * drift is 0 at first; {@code accel} changes it.
 *
 * <p>An {@link Interpreter} sets and passes only finite values, and directions from 0 to below 360.
 */
public abstract class Shooter {
    static final int DIRECTION = 0;
    static final int SPEED = 1;
    static final int DRIFT_X = 2;
    static final int DRIFT_Y = 3;
    static final int KINDS = 4;

    /** The direction in degrees. */
    protected float direction;

    /** The speed in that direction, as a distance per tick. */
    protected float speed;

    /** The additional velocity to the right, as a distance per tick. */
    protected float driftX;

    /** The additional velocity downwards, as a distance per tick. */
    protected float driftY;

    /** A shooter at rest. */
    protected Shooter() {}

    /**
     * The direction of the target.
     *
     * @return degrees, as from {@link Angles#toward}
     */
    protected abstract float aim();

    /**
     * A random number.
     *
     * @return from 0 to below 1
     */
    protected abstract float random();

    /**
     * The difficulty of the game.
     *
     * @return from 0 to 1
     */
    protected abstract float rank();

    /**
     * Fires a bullet from the position of this shooter. Called during the script's tick: the implementation must
     * neither run another script with the same interpreter, nor free this one.
     *
     * @param toward degrees
     * @param withSpeed distance per tick
     * @param action the action of the bullet, for {@link Script#start}; {@link Pattern#NO_ACTION} if it needs no script
     * @param params parameters of the action; valid during this call only
     */
    protected abstract void fire(float toward, float withSpeed, int action, Params params);

    /** Destroys the shooter. This is the last call of the script, which has ended. */
    protected abstract void vanish();

    final float get(int kind) {
        float value = switch (kind) {
            case DIRECTION -> direction;
            case SPEED -> speed;
            case DRIFT_X -> driftX;
            default -> driftY;
        };
        return valid(kind, value);
    }

    final void set(int kind, float value) {
        switch (kind) {
            case DIRECTION -> direction = value;
            case SPEED -> speed = value;
            case DRIFT_X -> driftX = value;
            default -> driftY = value;
        }
    }

    /** A direction, speed or drift one tick later. */
    static float next(int kind, float before, float step) {
        return valid(kind, valid(kind, before) + step);
    }

    /** Wraps a direction to 0 to 360; makes a speed or drift finite. */
    static float valid(int kind, float value) {
        return kind == DIRECTION ? Angles.wrap(value) : Formula.finite(value);
    }

    /**
     * The change per tick of a shooter's direction, speed and drift, in the ticks that {@link Interpreter#handOver} has
     * handed over.
     *
     * <p>Not thread-safe.
     */
    public static final class Glide {
        private final float[] steps = new float[Shooter.KINDS];

        /** Creates a glide without changes. */
        public Glide() {}

        /**
         * Change of the direction.
         *
         * @return degrees per tick
         */
        public float turn() {
            return steps[Shooter.DIRECTION];
        }

        /**
         * Change of the speed.
         *
         * @return distance per tick, per tick
         */
        public float acceleration() {
            return steps[Shooter.SPEED];
        }

        /**
         * Change of the drift to the right.
         *
         * @return distance per tick, per tick
         */
        public float driftX() {
            return steps[Shooter.DRIFT_X];
        }

        /**
         * Change of the drift downwards.
         *
         * @return distance per tick, per tick
         */
        public float driftY() {
            return steps[Shooter.DRIFT_Y];
        }

        /**
         * A direction one tick later.
         *
         * @param direction degrees
         * @param turn degrees per tick
         * @return degrees, from 0 to below 360
         */
        public static float turned(float direction, float turn) {
            return Shooter.next(Shooter.DIRECTION, direction, turn);
        }

        /**
         * A speed or drift one tick later.
         *
         * @param before distance per tick
         * @param step change per tick
         * @return distance per tick, 0 if it would not be finite
         */
        public static float changed(float before, float step) {
            return Shooter.next(Shooter.SPEED, before, step);
        }

        void set(int kind, float step) {
            steps[kind] = step;
        }
    }
}
