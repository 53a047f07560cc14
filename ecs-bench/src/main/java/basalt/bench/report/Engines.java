package basalt.bench.report;

import basalt.bench.field.EngineKind;
import basalt.bench.field.NativeRun;
import basalt.bench.field.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** All engines, in the order of the report. */
final class Engines {
    /** Basalt with structural changes one by one, by handle, or without structural changes. */
    static final String BASALT = EngineKind.BASALT.label();
    /** Basalt with structural changes in bulk. */
    static final String BULK = EngineKind.BASALT_BULK.label();
    /** Basalt with entities from records. */
    static final String RECORDS = EngineKind.BASALT_RECORDS.label();
    /** Basalt with a template for each kind of entity. */
    static final String TEMPLATES = EngineKind.BASALT_TEMPLATES.label();
    /** Arrays in Java. */
    static final String FLOAT_ARRAY = EngineKind.FLOAT_ARRAY.label();
    /** All ways of Basalt's. */
    static final List<String> OWN = List.of(BASALT, BULK, RECORDS, TEMPLATES);

    private static final List<String> ALL = all();

    private Engines() {}

    private static List<String> all() {
        List<String> names = new ArrayList<>(
                Arrays.stream(EngineKind.values()).map(EngineKind::label).toList());
        names.add(NativeRun.ENGINE);
        return List.copyOf(names);
    }

    static boolean isKnown(String engine) {
        return ALL.contains(engine);
    }

    /** Whether an engine is a rival. Unknown engines, from other versions of this program, count as rivals. */
    static boolean mayBeRival(String engine) {
        return !isKnown(engine) || Role.of(engine) == Role.RIVAL;
    }

    /** The position of an engine in that order. */
    static int place(String engine) {
        int place = ALL.indexOf(engine);
        return place < 0 ? ALL.size() : place;
    }

    /** The name of an engine in the report. */
    static String title(String engine) {
        return switch (engine) {
            case "float-array" -> "float[]";
            case NativeRun.ENGINE -> "C";
            case "basalt" -> "Basalt";
            case "basalt-bulk" -> "Basalt, bulk";
            case "basalt-records" -> "Basalt, records";
            case "basalt-templates" -> "Basalt, 26 templates";
            default -> engine;
        };
    }
}
