package basalt.bench.field;

import basalt.bench.field.artemis.Artemis;
import basalt.bench.field.ashley.AshleyEngine;
import basalt.bench.field.dominion.DominionEngine;
import basalt.bench.field.fleks.Fleks;
import basalt.bench.field.own.Basalt;
import basalt.bench.field.own.Way;
import basalt.bench.field.plain.FloatArrays;
import basalt.bench.field.plain.Objects;
import basalt.bench.field.zayes.ZayEs;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The engines, by the names of the benchmarks' parameter {@code engine}. */
public enum EngineKind {
    /** Basalt; structural changes one by one, by handle. */
    BASALT(EngineKind.BASALT_NAME, () -> new Basalt(Way.SINGLE)),
    /** Basalt; structural changes in bulk. */
    BASALT_BULK(EngineKind.BASALT_BULK_NAME, () -> new Basalt(Way.BULK)),
    /** Basalt; entities from records, one by one. */
    BASALT_RECORDS(EngineKind.BASALT_RECORDS_NAME, () -> new Basalt(Way.RECORDS)),
    /** Basalt; a template for each kind of entity. */
    BASALT_TEMPLATES(EngineKind.BASALT_TEMPLATES_NAME, () -> new Basalt(Way.TEMPLATES)),
    /** artemis-odb. */
    ARTEMIS(EngineKind.ARTEMIS_NAME, () -> new Artemis(false)),
    /** artemis-odb, with pooled components where they are added and removed repeatedly. */
    ARTEMIS_POOLED(EngineKind.ARTEMIS_POOLED_NAME, () -> new Artemis(true)),
    /** Dominion. */
    DOMINION(EngineKind.DOMINION_NAME, DominionEngine::new),
    /** Ashley, with an ordinary engine. */
    ASHLEY(EngineKind.ASHLEY_NAME, () -> new AshleyEngine(false)),
    /** Ashley, with a pooled engine where entities or components are added and removed repeatedly. */
    ASHLEY_POOLED(EngineKind.ASHLEY_POOLED_NAME, () -> new AshleyEngine(true)),
    /** Zay-ES. */
    ZAY_ES(EngineKind.ZAY_ES_NAME, ZayEs::new),
    /** Fleks. */
    FLEKS(EngineKind.FLEKS_NAME, Fleks::new),
    /** Plain loops over arrays. */
    FLOAT_ARRAY(EngineKind.FLOAT_ARRAY_NAME, FloatArrays::new),
    /** Plain loops over a list of objects. */
    OBJECTS(EngineKind.OBJECTS_NAME, Objects::new);

    static final String BASALT_NAME = "basalt";
    static final String BASALT_BULK_NAME = "basalt-bulk";
    static final String BASALT_RECORDS_NAME = "basalt-records";
    static final String BASALT_TEMPLATES_NAME = "basalt-templates";
    static final String ARTEMIS_NAME = "artemis-odb";
    static final String ARTEMIS_POOLED_NAME = "artemis-odb-pooled";
    static final String DOMINION_NAME = "dominion";
    static final String ASHLEY_NAME = "ashley";
    static final String ASHLEY_POOLED_NAME = "ashley-pooled";
    static final String ZAY_ES_NAME = "zay-es";
    static final String FLEKS_NAME = "fleks";
    static final String FLOAT_ARRAY_NAME = "float-array";
    static final String OBJECTS_NAME = "objects";

    private final String label;
    private final Supplier<Engine> engine;

    EngineKind(String label, Supplier<Engine> engine) {
        this.label = label;
        this.engine = engine;
    }

    /**
     * Finds an engine by name.
     *
     * @param label its name
     * @return the engine
     * @throws IllegalArgumentException if there is no engine of this name
     */
    static EngineKind of(String label) {
        return Arrays.stream(values())
                .filter(kind -> kind.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("engine must be one of "
                        + Arrays.stream(values()).map(EngineKind::label).collect(Collectors.joining(", "))
                        + ": engine=" + label));
    }

    /**
     * Creates an engine by name.
     *
     * @param label its name
     * @return a new engine
     * @throws IllegalArgumentException if there is no engine of this name
     */
    public static Engine engine(String label) {
        return of(label).engine();
    }

    /**
     * Returns the name.
     *
     * @return lower case, with hyphens
     */
    public String label() {
        return label;
    }

    /**
     * Creates the engine.
     *
     * @return a new engine
     */
    public Engine engine() {
        return engine.get();
    }
}
