package basalt.bench.report;

import basalt.bench.field.Role;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One workload, one way of Basalt's, and all others beside it.
 *
 * @param base Basalt's time
 * @param ratios of all to it, itself among them
 */
record Comparison(Measured base, List<Ratio> ratios) {
    static Comparison of(Measured base, List<Measured> all) {
        return new Comparison(base, all.stream().map(one -> Ratio.of(one, base)).toList());
    }

    Workload workload() {
        return base.workload();
    }

    /** The workload, and how Basalt does it where there are several ways. */
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

    /** The fastest of the other entity-component-systems; plain arrays, objects and C are none. */
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
