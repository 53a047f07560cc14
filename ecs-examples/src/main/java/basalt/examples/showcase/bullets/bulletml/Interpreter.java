package basalt.examples.showcase.bullets.bulletml;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Runs scripts, one tick at a time. Each thread has its own interpreter, which it uses for scripts of any pattern.
 * Makes no garbage.
 *
 * <p>The semantics are those of ABA Games' libBulletML:
 *
 * <ul>
 *   <li>A change of direction or speed, or an accel, has its first effect in the next tick, and is complete after its
 *       term of at least 1 tick. A direction turns the shorter way, except in a sequence, where the number is added in
 *       each tick.
 *   <li>After {@code wait} n a script continues n ticks later; less than 1 is no wait. Terms, times and waits are
 *       truncated to whole numbers.
 *   <li>Speed and direction of a fire are computed first, in this order; those of its bullet, if present, replace them.
 *       Without a direction a bullet flies towards the target, without a speed at {@link #USUAL_SPEED}.
 *   <li>A sequence adds to the values of the last bullet of the same script; its first fire ignores the number, and
 *       uses the direction of the target and {@link #USUAL_SPEED}.
 *   <li>A bullet runs several actions in sequence. A missing parameter is 1.
 * </ul>
 *
 * <p>The differences are: {@code repeat} with times less than 1 does nothing, {@code vanish} ends the script at once,
 * only fires count for a sequence, and only actions directly in {@code <bulletml>} start by themselves.
 *
 * <p>A script runs at most {@link #STEPS_A_TICK} steps in a tick, and continues in the next tick.
 */
public final class Interpreter {
    /** Maximum number of elements, including repetitions, that a script runs in a tick. */
    public static final int STEPS_A_TICK = 4096;

    /** The default speed of bullets. */
    public static final float USUAL_SPEED = 1;

    private final FormulaMachine machine = new FormulaMachine();
    private final Params params = new Params();
    private final Params called = new Params();
    private final Params fired = new Params();
    private Pattern pattern;
    private UnsafeBuffer script;
    private Shooter shooter;
    private int flags;
    private int pc;
    private boolean vanishes;

    /** Creates an interpreter for the calling thread. */
    public Interpreter() {}

    /**
     * Runs one tick of a script.
     *
     * @param script the script; must not be wrapped around another one during the call
     * @param shooter the shooter that it controls
     * @return false if the script has ended: its memory can be freed, and its shooter keeps its motion, unless it has
     *     vanished
     * @throws IllegalStateException if the script is not wrapped around memory
     */
    public boolean run(Script script, Shooter shooter) {
        pattern = script.pattern();
        this.script = script.memory;
        this.shooter = shooter;
        vanishes = false;
        UnsafeBuffer memory = script.memory;
        flags = memory.getInt(ScriptLayout.FLAGS);
        if ((flags & ScriptLayout.CHANGING) != 0) {
            flags = Changes.advance(memory, shooter, flags);
        }
        pc = memory.getInt(ScriptLayout.PC);
        int wait = memory.getInt(ScriptLayout.WAIT);
        if (wait > 1) {
            memory.putInt(ScriptLayout.WAIT, wait - 1);
        } else if (pc != ScriptLayout.ENDED) {
            loadParams();
            steps();
            memory.putInt(ScriptLayout.PC, pc);
        }
        memory.putInt(ScriptLayout.FLAGS, flags);
        boolean goesOn = pc != ScriptLayout.ENDED || (flags & ScriptLayout.CHANGING) != 0;
        if (vanishes) {
            shooter.vanish();
        }
        return goesOn;
    }

    /**
     * Hands the next ticks, in which the script would only wait and continue its changes, over to the caller. This is
     * an optimisation for very many scripts, where reading the memory of each script in each tick is the bottleneck.
     * For the returned number of ticks the caller does not run the script, and moves the shooter by the glide, with
     * {@link Glide#turned} and {@link Glide#changed}; then it runs the script again. The result is the same as running
     * the script in each tick.
     *
     * @param script a script that has not ended
     * @param glide receives the changes of the shooter, if there are such ticks
     * @return number of ticks, 0 or more
     * @throws IllegalStateException if the script is not wrapped around memory
     */
    public int handOver(Script script, Glide glide) {
        script.pattern();
        UnsafeBuffer memory = script.memory;
        boolean hasEnded = memory.getInt(ScriptLayout.PC) == ScriptLayout.ENDED;
        int wait = memory.getInt(ScriptLayout.WAIT);
        int changing = memory.getInt(ScriptLayout.FLAGS) & ScriptLayout.CHANGING;
        int ticks = Changes.least(memory, changing, hasEnded ? Integer.MAX_VALUE : wait) - 1;
        if (ticks <= 0 || hasEnded && changing == 0) {
            return 0;
        }
        if (!hasEnded) {
            memory.putInt(ScriptLayout.WAIT, wait - ticks);
        }
        Changes.handOver(memory, changing, ticks, glide);
        return ticks;
    }

    private void steps() {
        int[] code = pattern.code;
        for (int left = STEPS_A_TICK; left > 0 && pc != ScriptLayout.ENDED; left--) {
            int at = pc;
            switch (code[at]) {
                case Opcode.FIRE -> {
                    pc = at + 3 + Math.max(0, code[at + 2]);
                    fire(at);
                }
                case Opcode.CALL -> call(at);
                case Opcode.LOOP -> loop(at);
                case Opcode.NEXT -> pc = CallStack.count(script) ? code[at + 1] : at + 2;
                case Opcode.WAIT -> {
                    pc = at + 2;
                    int ticks = (int) value(code[at + 1], params);
                    if (ticks > 0) {
                        script.putInt(ScriptLayout.WAIT, ticks);
                        return;
                    }
                }
                case Opcode.CHANGE_DIRECTION -> {
                    pc = at + 4;
                    changeDirection(code[at + 1], code[at + 2], (int) value(code[at + 3], params));
                }
                case Opcode.CHANGE_SPEED -> {
                    pc = at + 4;
                    change(ScriptLayout.SPEED, code[at + 1], code[at + 2], (int) value(code[at + 3], params));
                }
                case Opcode.ACCEL -> {
                    pc = at + 6;
                    int ticks = (int) value(code[at + 5], params);
                    change(ScriptLayout.DRIFT_X, code[at + 1], code[at + 2], ticks);
                    change(ScriptLayout.DRIFT_Y, code[at + 3], code[at + 4], ticks);
                }
                case Opcode.RETURN -> end();
                default -> {
                    pc = ScriptLayout.ENDED;
                    flags &= ~ScriptLayout.CHANGING;
                    vanishes = true;
                }
            }
        }
    }

    private void fire(int at) {
        int[] code = pattern.code;
        int fire = code[at + 1];
        Params given = pass(at + 2, params, called);
        float speed = speed(code[fire + 2], code[fire + 3], given, Float.NaN);
        float direction = direction(code[fire], code[fire + 1], given, Float.NaN);
        int bullet = code[fire + 4];
        Params passed = pass(fire + 5, given, fired);
        speed = speed(code[bullet + 2], code[bullet + 3], passed, speed);
        direction = direction(code[bullet], code[bullet + 1], passed, direction);
        if (Float.isNaN(speed)) {
            speed = USUAL_SPEED;
        }
        if (Float.isNaN(direction)) {
            direction = Angles.wrap(shooter.aim());
        }
        script.putFloat(ScriptLayout.LAST_SPEED, speed);
        script.putFloat(ScriptLayout.LAST_DIRECTION, direction);
        flags |= ScriptLayout.HAS_LAST;
        shooter.fire(direction, speed, code[bullet + 4], passed);
    }

    /** The speed of a fire or a bullet; {@code before} if it has none. */
    private float speed(int type, int formula, Params given, float before) {
        if (formula == Opcode.NONE) {
            return before;
        }
        float number = value(formula, given);
        return switch (type) {
            case Opcode.RELATIVE -> Formula.finite(number + Formula.finite(shooter.speed()));
            case Opcode.SEQUENCE -> {
                boolean isFirst = Float.isNaN(before) && (flags & ScriptLayout.HAS_LAST) == 0;
                float last = Float.isNaN(before) ? script.getFloat(ScriptLayout.LAST_SPEED) : before;
                yield isFirst ? USUAL_SPEED : Formula.finite(number + last);
            }
            default -> number;
        };
    }

    /** The direction of a fire or a bullet; {@code before} if it has none. */
    private float direction(int type, int formula, Params given, float before) {
        if (formula == Opcode.NONE) {
            return before;
        }
        float number = value(formula, given);
        if (type != Opcode.SEQUENCE) {
            return heading(type, number);
        }
        boolean isFirst = Float.isNaN(before) && (flags & ScriptLayout.HAS_LAST) == 0;
        float last = Float.isNaN(before) ? script.getFloat(ScriptLayout.LAST_DIRECTION) : before;
        return Angles.wrap(isFirst ? shooter.aim() : number + last);
    }

    /** A direction of any type but sequence. */
    private float heading(int type, float number) {
        return Angles.wrap(
                switch (type) {
                    case Opcode.AIM -> number + shooter.aim();
                    case Opcode.RELATIVE -> number + shooter.direction();
                    default -> number;
                });
    }

    private void changeDirection(int type, int formula, int ticks) {
        float number = value(formula, params);
        float from = Changes.current(shooter, ScriptLayout.DIRECTION);
        int term = Math.max(1, ticks);
        if (type == Opcode.SEQUENCE) {
            begin(ScriptLayout.DIRECTION, ticks < 1 ? 0 : number, from + number * Math.max(0, ticks), term);
        } else {
            float to = heading(type, number);
            begin(ScriptLayout.DIRECTION, Angles.turn(from, to) / term, to, term);
        }
    }

    /** Begins a change of a speed or drift. */
    private void change(int kind, int type, int formula, int ticks) {
        if (formula == Opcode.NONE) {
            return;
        }
        float number = value(formula, params);
        float from = Changes.current(shooter, kind);
        int term = Math.max(1, ticks);
        switch (type) {
            case Opcode.SEQUENCE -> begin(kind, ticks < 1 ? 0 : number, from + number * Math.max(0, ticks), term);
            case Opcode.RELATIVE -> begin(kind, number / term, from + number, term);
            default -> begin(kind, (number - from) / term, number, term);
        }
    }

    private void begin(int kind, float step, float to, int ticks) {
        Changes.begin(script, kind, step, to, ticks);
        flags |= 1 << kind;
    }

    private void call(int at) {
        int[] code = pattern.code;
        Params given = pass(at + 2, params, called);
        int action = code[at + 1];
        CallStack.push(script, action, pattern.paramCount(action), at + 3 + Math.max(0, code[at + 2]), given);
        pc = pattern.entry(action);
        loadParams();
    }

    private void end() {
        pc = CallStack.pop(script);
        if (pc != ScriptLayout.ENDED) {
            loadParams();
        }
    }

    private void loadParams() {
        CallStack.readParams(script, pattern.paramCount(CallStack.action(script)), params);
    }

    private void loop(int at) {
        int times = (int) value(pattern.code[at + 1], params);
        if (times < 1) {
            pc = pattern.code[at + 2];
        } else {
            CallStack.pushCounter(script, times);
            pc = at + 3;
        }
    }

    /** Evaluates the parameters of a reference. {@code countAt} is the address of their count. */
    private Params pass(int countAt, Params given, Params into) {
        int[] code = pattern.code;
        int count = code[countAt];
        if (count == Opcode.SAME_PARAMS) {
            return given;
        }
        into.clear();
        for (int n = 1; n <= count; n++) {
            into.set(n, value(code[countAt + n], given));
        }
        return into;
    }

    private float value(int formula, Params given) {
        return machine.value(pattern, formula, given, shooter);
    }
}
