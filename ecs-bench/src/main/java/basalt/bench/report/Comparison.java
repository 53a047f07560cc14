package basalt.bench.report;

import basalt.bench.field.Role;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * All engines in a workload, compared with one way of Basalt's.
 *
 * @param base Basalt's time
 * @param ratios ratios of all engines to it, including itself
 */
record Comparison(Measured base, List<Ratio> ratios) {
    static Comparison of(Measured base, List<Measured> all) {
        return new Comparison(base, all.stream().map(one -> Ratio.of(one, base)).toList());
    }

    Workload workload() {
        return base.workload();
    }

    /** The workload, and the way of Basalt's if there are several. */
    String title() {
        return workload().title() + way();
    }

    private String way() {
        String own = base.engine();
        if (own.equals(Engines.BULK)) {
            return " (bulk)";
        }
        if (own.equals(Engines.RECORDS)) {
            return " (records)";
        }
        if (own.equals(Engines.TEMPLATES)) {
            return " (26 templates)";
        }
        if (ratio(Engines.TEMPLATES).isPresent()) {
            return " (one block)";
        }
        return ratio(Engines.BULK).isPresent() ? " (one by one)" : "";
    }

    Optional<Ratio> ratio(String engine) {
        return ratios.stream().filter(ratio -> ratio.engine().equals(engine)).findFirst();
    }

    /** The fastest other entity-component-system, without the references: arrays, objects and C. */
    Optional<Ratio> fastestRival() {
        return ratios.stream()
                .filter(ratio -> ratio.role() == Role.RIVAL)
                .min(Comparator.comparingDouble(Ratio::value));
    }

    /** Whether another entity-component-system is faster. */
    boolean isLost() {
        return fastestRival().filter(Ratio::isLost).isPresent();
    }
}
