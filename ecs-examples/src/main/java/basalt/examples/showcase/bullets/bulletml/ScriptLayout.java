package basalt.examples.showcase.bullets.bulletml;

/**
 * The layout of the memory of a script.
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
 *   the stack: | return to, int | frame below, int | action, int | parameters, floats | open repeats, ints | next ...
 * </pre>
 *
 * <p>{@code top} and {@code frame} are offsets in the script: the first free byte of the stack, and the start of the
 * last frame.
 */
final class ScriptLayout {
    static final int PC = 0;
    static final int WAIT = 4;
    static final int TOP = 8;
    static final int FRAME = 12;
    static final int FLAGS = 16;
    static final int LAST_DIRECTION = 20;
    static final int LAST_SPEED = 24;
    static final int CHANGES = 28;
    static final int CHANGE_BYTES = 12;
    static final int CHANGE_TO = 0;
    static final int CHANGE_STEP = 4;
    static final int CHANGE_LEFT = 8;
    static final int DIRECTION = 0;
    static final int SPEED = 1;
    static final int DRIFT_X = 2;
    static final int DRIFT_Y = 3;
    static final int CHANGE_COUNT = 4;
    static final int STACK = CHANGES + CHANGE_COUNT * CHANGE_BYTES;

    static final int FRAME_RETURN = 0;
    static final int FRAME_BELOW = 4;
    static final int FRAME_ACTION = 8;
    static final int FRAME_PARAMS = 12;
    static final int COUNTER_BYTES = 4;

    /** The pc of a script that has ended. */
    static final int ENDED = -1;

    /** The flags of active changes, one per kind. */
    static final int CHANGING = (1 << CHANGE_COUNT) - 1;

    /** The flag of a script that has fired. */
    static final int HAS_LAST = 1 << CHANGE_COUNT;

    private ScriptLayout() {}

    static int frameBytes(int params) {
        return FRAME_PARAMS + params * Float.BYTES;
    }
}
