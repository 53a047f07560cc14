package basalt.examples.showcase.bullets.bulletml;

/**
 * The instructions of a compiled pattern, in one array of ints. A formula is its index in the array of formulas, or
 * {@link #NONE}.
 *
 * <pre>
 *   FIRE             fire, count, formulas of the parameters        fire: its index in the same array
 *   CALL             action, count, formulas of the parameters      action: its number
 *   LOOP             times, exit
 *   NEXT             start
 *   WAIT             ticks
 *   VANISH
 *   CHANGE_DIRECTION type, direction, ticks
 *   CHANGE_SPEED     type, speed, ticks
 *   ACCEL            type, x, type, y, ticks
 *   RETURN
 *
 *   a fire:    type, direction, type, speed, bullet, count, formulas of the bullet's parameters
 *   a bullet:  type, direction, type, speed, action
 * </pre>
 *
 * <p>Count is {@link #SAME_PARAMS} if the parameters are passed on unchanged.
 */
final class Opcode {
    static final int FIRE = 0;
    static final int CALL = 1;
    static final int LOOP = 2;
    static final int NEXT = 3;
    static final int WAIT = 4;
    static final int VANISH = 5;
    static final int CHANGE_DIRECTION = 6;
    static final int CHANGE_SPEED = 7;
    static final int ACCEL = 8;
    static final int RETURN = 9;

    static final int NONE = -1;
    static final int SAME_PARAMS = -1;

    static final int AIM = 0;
    static final int ABSOLUTE = 1;
    static final int RELATIVE = 2;
    static final int SEQUENCE = 3;

    private Opcode() {}

    /**
     * The number of a type of direction or speed.
     *
     * @param type null for the default type
     */
    static int type(String type, int usual) {
        if (type == null) {
            return usual;
        }
        return switch (type) {
            case "aim" -> AIM;
            case "absolute" -> ABSOLUTE;
            case "relative" -> RELATIVE;
            default -> SEQUENCE;
        };
    }
}
