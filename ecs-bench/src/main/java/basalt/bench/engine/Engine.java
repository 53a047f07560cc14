package basalt.bench.engine;

import basalt.bench.scene.Check;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The engines: values of the parameter {@code engine} of the benchmarks. */
public enum Engine {
    /** Structural changes one by one, by handle. */
    BASALT("Basalt", Role.OWN, () -> new Basalt(Basalt.Way.SINGLE)),
    /** Structural changes in bulk. */
    BASALT_BULK("Basalt, bulk", Role.OWN, () -> new Basalt(Basalt.Way.BULK)),
    /** Entities from records, one by one. */
    BASALT_RECORDS("Basalt, records", Role.OWN, () -> new Basalt(Basalt.Way.RECORDS)),
    /** A template for each kind of entity. */
    BASALT_TEMPLATES("Basalt, 26 templates", Role.OWN, () -> new Basalt(Basalt.Way.TEMPLATES)),
    /** A schedule with two workers. */
    BASALT_PARALLEL("Basalt, 2 workers", Role.OWN, () -> new Basalt(Basalt.Way.PARALLEL)),
    ARTEMIS("artemis-odb", Role.RIVAL, Artemis::new),
    DOMINION("Dominion", Role.RIVAL, Dominions::new),
    ASHLEY("Ashley", Role.RIVAL, Ashley::new),
    /** In Kotlin, as its access to components is by inline functions. */
    FLEKS("Fleks", Role.RIVAL, Fleks::new),
    /** An array of each field; the loops know which entity has which component. */
    ARRAYS("float[]", Role.REFERENCE, () -> new Arrays(1)),
    /** Each loop divided between two threads. */
    ARRAYS_PARALLEL("float[], 2 threads", Role.REFERENCE, () -> new Arrays(2)),
    /** The same arrays outside the heap, and loops in C, called in this JVM. */
    C("C", Role.REFERENCE, Native::new);

    /** What an engine is in the comparison. */
    public enum Role {
        /** Basalt, in any of its ways. */
        OWN,
        /** Another entity-component-system of the JVM. */
        RIVAL,
        /** Without an entity-component-system. */
        REFERENCE
    }

    private static final int RUNS = 3;

    private final String title;
    private final Role role;
    private final Supplier<Scenes>
            scenes; // a lambda loads its class at its first call: a measuring JVM has few of them

    Engine(String title, Role role, Supplier<Scenes> scenes) {
        this.title = title;
        this.role = role;
        this.scenes = scenes;
    }

    /** The name for people. */
    public String title() {
        return title;
    }

    /** What it is in the comparison. */
    public Role role() {
        return role;
    }

    /** Why this engine cannot run here; empty if it can. */
    public Optional<String> missing() {
        return this == C ? NativeLibrary.missing() : Optional.empty();
    }

    Scenes scenes() {
        return scenes.get();
    }

    /** Rewinds a scene and that of the arrays, runs both a few times, and compares all values, bit by bit. */
    static void check(Scene scene, Function<Scenes, Scene> maker) {
        try (Scene plain = maker.apply(ARRAYS.scenes())) {
            scene.rewind();
            plain.rewind();
            Values.check(plain, scene);
            for (int run = 0; run < RUNS; run++) {
                Check.same("entities", plain.run(), scene.run());
                Values.check(plain, scene);
            }
        }
    }
}
