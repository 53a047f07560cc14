package basalt.bench.field;

import basalt.bench.field.plain.FloatArrays;
import basalt.bench.scene.Check;
import java.util.function.Function;

/**
 * Compares, bit by bit, the values of an engine's scene with those of plain loops over arrays. The comparison is
 * outside the measured part; a difference throws an {@link IllegalStateException}.
 */
public final class Answers {
    private static final int RUNS = 3;
    private static final String[] FIELD_NAMES = {"x", "y", "z", "dx", "dy", "dz"};
    private static final Engine PLAIN = new FloatArrays();

    private Answers() {}

    /**
     * Resets a trial and the reference, runs both a few times, and compares all values after each run.
     *
     * @param trial the scene to check
     * @param scene creates the reference scene
     */
    public static void check(Trial trial, Function<Engine, Trial> scene) {
        try (Trial plain = scene.apply(PLAIN)) {
            trial.rewind();
            plain.rewind();
            compare(plain, trial);
            for (int run = 0; run < RUNS; run++) {
                Check.same("entities", plain.run(), trial.run());
                compare(plain, trial);
            }
        }
    }

    private static void compare(Trial plain, Trial trial) {
        float[] expected = plain.values();
        float[] actual = trial.values();
        Check.same("values", expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            Check.same("value", i, expected[i], actual[i]);
        }
    }

    /**
     * Adds the component to all entities and removes it, and checks the count after each.
     *
     * @param toggles the scene to check
     * @param entities number of entities
     */
    public static void check(Toggles toggles, int entities) {
        Check.same("added", entities, toggles.add());
        Check.same("entities with both", entities, toggles.count());
        Check.same("removed", entities, toggles.remove());
        Check.same("entities with both", 0, toggles.count());
    }

    /**
     * Resets all positions, moves a few times, and compares.
     *
     * @param bodies the scene to check, with all entities
     * @param entities number of entities
     * @param movingPercent percentage of entities with a velocity
     */
    public static void checkMoves(Bodies bodies, int entities, int movingPercent) {
        try (Bodies plain = PLAIN.bodies(entities, movingPercent)) {
            plain.create();
            bodies.rewind();
            compare(plain, bodies, entities);
            for (int run = 0; run < RUNS; run++) {
                plain.move();
                bodies.move();
            }
            compare(plain, bodies, entities);
        }
    }

    /**
     * Compares bodies with newly created ones.
     *
     * @param bodies the scene to check
     * @param entities expected number of entities
     * @param movingPercent expected percentage of entities with a velocity
     */
    public static void checkFresh(Bodies bodies, int entities, int movingPercent) {
        try (Bodies plain = PLAIN.bodies(entities, movingPercent)) {
            plain.create();
            compare(plain, bodies, entities);
        }
    }

    private static void compare(Bodies plain, Bodies bodies, int entities) {
        Check.same("entities", entities, bodies.count());
        Check.same("moving entities", plain.moving(), bodies.moving());
        for (int entity = 0; entity < entities; entity++) {
            for (int field = 0; field < Bodies.FIELDS; field++) {
                Check.same(FIELD_NAMES[field], entity, plain.value(entity, field), bodies.value(entity, field));
            }
        }
    }
}
