package basalt.bench.report;

import basalt.bench.report.chart.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Times of one engine over a quantity, each an entity.
 *
 * @param engine which one
 * @param points from left to right
 */
record Series(String engine, List<Lines.Point> points) {
    private static final double PERCENT = 100;
    private static final String MILLION = "1000000";

    /** Time an entity over the number of entities. Ten thousand are also those of simple_iter: the same loop. */
    static List<Series> scaling(Results results) {
        Map<Double, Workload> places = new TreeMap<>();
        results.workloads("SimpleIter.run").forEach(workload -> places.put((double) workload.entities(), workload));
        results.workloads("Scaling.run").forEach(workload -> places.put((double) workload.entities(), workload));
        if (results.workloads("Scaling.run").isEmpty()) {
            places.clear();
        }
        return of(results, places, false);
    }

    /** Time a moving entity over how many in a hundred move. Where all do, it is the same loop as that of a million. */
    static List<Series> occupancy(Results results) {
        Map<Double, Workload> places = new TreeMap<>();
        List<Workload> measured = results.workloads("Occupancy.run");
        if (measured.stream().anyMatch(workload -> workload.entities() == Integer.parseInt(MILLION))) {
            places.put(PERCENT, Workload.of("Scaling.run", "entities", MILLION));
        }
        measured.forEach(workload -> places.put(percent(workload), workload));
        return of(results, places, true);
    }

    private static double percent(Workload workload) {
        return Double.parseDouble(workload.parameters().getOrDefault("percent", "100"));
    }

    private static List<Series> of(Results results, Map<Double, Workload> places, boolean onlyMoving) {
        List<Series> all = new ArrayList<>();
        for (String engine : results.engines()) {
            List<Lines.Point> points = new ArrayList<>();
            places.forEach((place, workload) -> results.find(workload, engine)
                    .ifPresent(measured -> points.add(
                            point(place, measured.nanos(), workload.entities() * (onlyMoving ? place / PERCENT : 1)))));
            if (!points.isEmpty()) {
                all.add(new Series(engine, List.copyOf(points)));
            }
        }
        return all;
    }

    private static Lines.Point point(double place, Spread nanos, double entities) {
        return new Lines.Point(place, nanos.median() / entities, nanos.lower() / entities, nanos.upper() / entities);
    }
}
