package basalt.examples.showcase.bullets.bulletml;

/** A step of an action. The interpreter's program counter is at the next one when it runs. */
@FunctionalInterface
interface Instruction {
    void run(Interpreter interpreter);

    /** How a direction or speed is meant. */
    enum Type {
        AIM,
        ABSOLUTE,
        RELATIVE,
        SEQUENCE
    }

    /** A direction or speed; null if there is none. */
    record Value(Type type, Formula formula) {}

    /** A kind of bullet; its action is {@link Pattern#NO_ACTION} if it needs no script. */
    record Bullet(Value direction, Value speed, int action) {}

    /** A fire; the parameters of its bullet are null if they are those of the fire. */
    record Fire(Value direction, Value speed, Bullet bullet, Formula[] params) {}
}
