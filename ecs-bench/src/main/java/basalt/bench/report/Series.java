package basalt.bench.report;

import basalt.bench.report.chart.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Times per entity of an engine, over a quantity.
 *
 * @param engine the engine
 * @param points from left to right
 */
record Series(String engine, List<Lines.Point> points) {
    private static final double PERCENT = 100;
    private static final String MILLION = "1000000";

    /**
     * Time per entity over the number of entities. The point at ten thousand comes from simple_iter, which is the same
     * loop.
     */
    static List<Series> scaling(Results results) {
        Map<Double, Workload> places = new TreeMap<>();
        results.workloads("SimpleIter.run").forEach(workload -> places.put((double) workload.entities(), workload));
        results.workloads("Scaling.run").forEach(workload -> places.put((double) workload.entities(), workload));
        if (results.workloads("Scaling.run").isEmpty()) {
            places.clear();
        }
        return of(results, places, false);
    }

    /**
     * Time per moving entity over the percentage of moving entities. The point at 100 percent comes from the scaling
     * benchmark with a million entities, which is the same loop.
     */
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
