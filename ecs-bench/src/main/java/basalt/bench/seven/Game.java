package basalt.bench.seven;

import basalt.bench.scene.Check;
import java.util.Arrays;

/** Entities and their systems. */
interface Game extends AutoCloseable {
    /** Seconds of a tick. */
    float SECONDS = 1 / 60f;

    /** Ticks that are measured, from one state: thingies turn twice, most figures die once. */
    int TICKS = 20;

    /** Goes back to the start. */
    void reset();

    /** Runs the seven systems. */
    void tick();

    /** Copies the values of an entity, as far as it has them. */
    void read(int number, Unit unit);

    /** What was drawn; null if it was drawn in another order. */
    byte[] drawn();

    @Override
    void close();

    /**
     * Plays the ticks, and compares each value with plain Java, bit by bit.
     *
     * @param units the entities at the start, which are changed
     * @throws IllegalStateException if one differs
     */
    default void check(Unit[] units) {
        reset();
        Screen screen = new Screen();
        for (int tick = 0; tick < TICKS; tick++) {
            tick();
            for (Unit unit : units) {
                unit.tick(SECONDS, screen);
            }
        }
        Unit found = new Unit();
        for (int i = 0; i < units.length; i++) {
            read(i, found);
            compare(i, units[i], found);
        }
        byte[] drawn = drawn();
        Check.same("wrong characters", -1, drawn == null ? -1 : Arrays.mismatch(screen.characters(), drawn));
    }

    private static void compare(int i, Unit expected, Unit found) {
        if (expected.hasPosition) {
            Check.same("x", i, expected.x, found.x);
            Check.same("y", i, expected.y, found.y);
        }
        if (expected.hasVelocity) {
            Check.same("dx", i, expected.dx, found.dx);
            Check.same("dy", i, expected.dy, found.dy);
        }
        if (expected.hasData) {
            Check.same("thingy", expected.thingy, found.thingy);
            Check.same("dingy", Double.doubleToRawLongBits(expected.dingy), Double.doubleToRawLongBits(found.dingy));
            Check.same("mingy", expected.mingy ? 1 : 0, found.mingy ? 1 : 0);
            Check.same("numgy", expected.numgy, found.numgy);
            Check.same("seed", expected.seed, found.seed);
        }
        if (expected.isFigure) {
            Check.same("hp", expected.hp, found.hp);
            Check.same("status", expected.status.ordinal(), found.status.ordinal());
            Check.same("character", expected.character, found.character);
        }
    }
}
