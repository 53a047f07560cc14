package basalt.examples.showcase.bullets.bulletml;

import basalt.examples.showcase.bullets.bulletml.Shooter.Glide;

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

    private final Params params = new Params();
    private final Params called = new Params();
    private final Params fired = new Params();
    private Script script;
    private Shooter shooter;
    private int pc;
    private int stepsLeft;
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
     */
    public boolean run(Script script, Shooter shooter) {
        this.script = script;
        this.shooter = shooter;
        vanishes = false;
        if (script.isChanging()) {
            script.advanceChanges(shooter);
        }
        pc = script.pc();
        int wait = script.ticksToWait();
        if (wait > 1) {
            script.ticksToWait(wait - 1);
        } else if (pc != Script.ENDED) {
            script.readParams(params);
            Instruction[] code = script.pattern().code;
            for (stepsLeft = STEPS_A_TICK; stepsLeft > 0 && pc != Script.ENDED; stepsLeft--) {
                code[pc++].run(this);
            }
            script.pc(pc);
        }
        boolean goesOn = pc != Script.ENDED || script.isChanging();
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
     */
    public int handOver(Script script, Glide glide) {
        int ticks = script.idleTicks();
        if (ticks > 0) {
            script.skip(ticks, glide);
        }
        return ticks;
    }

    void waitFor(Formula ticks) {
        int wait = (int) value(ticks, params);
        if (wait > 0) {
            script.ticksToWait(wait);
            stepsLeft = 0;
        }
    }

    void vanish() {
        pc = Script.ENDED;
        script.endChanges();
        vanishes = true;
    }

    void fire(Instruction.Fire fire, Formula[] args) {
        Instruction.Bullet bullet = fire.bullet();
        Params given = pass(args, params, called);
        float speed = speed(fire.speed(), given, Float.NaN);
        float direction = direction(fire.direction(), given, Float.NaN);
        Params passed = pass(fire.params(), given, fired);
        speed = speed(bullet.speed(), passed, speed);
        direction = direction(bullet.direction(), passed, direction);
        if (Float.isNaN(speed)) {
            speed = USUAL_SPEED;
        }
        if (Float.isNaN(direction)) {
            direction = Angles.wrap(shooter.aim());
        }
        script.fired(direction, speed);
        shooter.fire(direction, speed, bullet.action(), passed);
    }

    /** The speed of a fire or a bullet; {@code before} if it has none. */
    private float speed(Instruction.Value speed, Params given, float before) {
        if (speed == null) {
            return before;
        }
        float number = value(speed.formula(), given);
        return switch (speed.type()) {
            case RELATIVE -> Formula.finite(number + Formula.finite(shooter.speed));
            case SEQUENCE -> {
                boolean isFirst = Float.isNaN(before) && !script.hasFired();
                float last = Float.isNaN(before) ? script.lastSpeed() : before;
                yield isFirst ? USUAL_SPEED : Formula.finite(number + last);
            }
            default -> number;
        };
    }

    /** The direction of a fire or a bullet; {@code before} if it has none. */
    private float direction(Instruction.Value direction, Params given, float before) {
        if (direction == null) {
            return before;
        }
        float number = value(direction.formula(), given);
        if (direction.type() != Instruction.Type.SEQUENCE) {
            return heading(direction.type(), number);
        }
        boolean isFirst = Float.isNaN(before) && !script.hasFired();
        float last = Float.isNaN(before) ? script.lastDirection() : before;
        return Angles.wrap(isFirst ? shooter.aim() : number + last);
    }

    /** A direction of any type but sequence. */
    private float heading(Instruction.Type type, float number) {
        return Angles.wrap(
                switch (type) {
                    case AIM -> number + shooter.aim();
                    case RELATIVE -> number + shooter.direction;
                    default -> number;
                });
    }

    void changeDirection(Instruction.Value value, Formula term) {
        int ticks = (int) value(term, params);
        float number = value(value.formula(), params);
        float from = shooter.get(Shooter.DIRECTION);
        if (value.type() == Instruction.Type.SEQUENCE) {
            changeInSequence(Shooter.DIRECTION, number, from, ticks);
        } else {
            float to = heading(value.type(), number);
            int atLeastOne = Math.max(1, ticks);
            script.beginChange(Shooter.DIRECTION, Angles.turn(from, to) / atLeastOne, to, atLeastOne);
        }
    }

    void changeSpeed(Instruction.Value value, Formula term) {
        change(Shooter.SPEED, value, (int) value(term, params));
    }

    void accel(Instruction.Value x, Instruction.Value y, Formula term) {
        int ticks = (int) value(term, params);
        change(Shooter.DRIFT_X, x, ticks);
        change(Shooter.DRIFT_Y, y, ticks);
    }

    /** Begins a change of a speed or drift. */
    private void change(int kind, Instruction.Value value, int ticks) {
        if (value == null) {
            return;
        }
        float number = value(value.formula(), params);
        float from = shooter.get(kind);
        int term = Math.max(1, ticks);
        switch (value.type()) {
            case SEQUENCE -> changeInSequence(kind, number, from, ticks);
            case RELATIVE -> script.beginChange(kind, number / term, from + number, term);
            default -> script.beginChange(kind, (number - from) / term, number, term);
        }
    }

    private void changeInSequence(int kind, float number, float from, int ticks) {
        script.beginChange(kind, ticks < 1 ? 0 : number, from + number * Math.max(0, ticks), Math.max(1, ticks));
    }

    void call(int action, Formula[] args) {
        script.push(pc, pass(args, params, called));
        pc = script.pattern().entry(action);
        script.readParams(params);
    }

    /** Ends an action. */
    void end() {
        pc = script.pop();
        if (pc != Script.ENDED) {
            script.readParams(params);
        }
    }

    void loop(Formula formula, int exit) {
        int times = (int) value(formula, params);
        if (times < 1) {
            pc = exit;
        } else {
            script.pushCounter(times);
        }
    }

    void next(int start) {
        pc = script.count() ? start : pc;
    }

    /** Evaluates the parameters of a reference; without any, those that are given are passed on. */
    private Params pass(Formula[] args, Params given, Params into) {
        if (args == null) {
            return given;
        }
        into.clear();
        for (int n = 1; n <= args.length; n++) {
            into.set(n, value(args[n - 1], given));
        }
        return into;
    }

    private float value(Formula formula, Params given) {
        return Formula.value(formula, given, shooter);
    }
}
