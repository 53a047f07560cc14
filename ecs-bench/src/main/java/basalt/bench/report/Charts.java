package basalt.bench.report;

import basalt.bench.field.Role;
import basalt.bench.report.chart.Lines;
import basalt.bench.report.chart.Mark;
import basalt.bench.report.chart.RatioBars;
import basalt.bench.report.chart.RatioDots;
import basalt.bench.report.chart.SplitBars;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Draws the charts of the report. */
final class Charts {
    private static final String RATIO_AXIS =
            "time / Basalt's time, logarithmic. Right of the line Basalt is faster, left of it slower";
    private static final List<String> LINES = List.of("Scaling.run", "Occupancy.run");

    private final Results results;

    Charts(Results results) {
        this.results = results;
    }

    /** The ratios of all engines in all workloads, except the workloads of line charts; empty if there are none. */
    Optional<BufferedImage> overview() {
        List<RatioDots.Row> rows = compared().stream()
                .map(comparison -> new RatioDots.Row(
                        comparison.workload().title(),
                        comparison.ratios().stream().map(this::mark).toList()))
                .toList();
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(RatioDots.draw(
                        "Time of an operation, as a multiple of Basalt's",
                        RATIO_AXIS,
                        rows,
                        results.engines().stream().map(Engines::title).toList(),
                        Charts::tick));
    }

    /** A chart for each workload, by file name, except the workloads of line charts. */
    Map<String, BufferedImage> ratios() {
        Map<String, BufferedImage> charts = new LinkedHashMap<>();
        for (Comparison comparison : compared()) {
            String title = comparison.workload().title();
            List<Mark> marks = comparison.ratios().stream().map(this::mark).toList();
            charts.put(ChartName.of(title), RatioBars.draw(title, RATIO_AXIS, marks, Charts::tick));
        }
        return charts;
    }

    /** The comparisons with Basalt's first way, except the workloads of line charts. */
    private List<Comparison> compared() {
        return results.workloads().stream()
                .filter(workload -> !LINES.contains(workload.benchmark()))
                .flatMap(workload -> results.comparison(workload, Engines.BASALT).stream())
                .filter(comparison -> comparison.ratios().size() > 1)
                .toList();
    }

    private Mark mark(Ratio ratio) {
        boolean isSubject = ratio.engine().equals(Engines.BASALT);
        boolean isWinner = ratio.isLost() && ratio.role() == Role.RIVAL;
        String text = Figures.ratio(ratio.value()) + "  "
                + Figures.time(ratio.measured().nanos().median()) + (isWinner ? "  faster than Basalt" : "");
        return new Mark(
                Engines.title(ratio.engine()),
                EngineColors.of(ratio.engine()),
                ratio.value(),
                ratio.low(),
                ratio.high(),
                text,
                isSubject ? Mark.Emphasis.SUBJECT : isWinner ? Mark.Emphasis.WINNER : Mark.Emphasis.NONE);
    }

    private static String tick(double ratio) {
        return (ratio < 1 ? Double.toString(ratio) : String.format(Locale.ROOT, "%,.0f", ratio)) + "x";
    }

    /** Time per entity over the number of entities; empty with less than two points. */
    Optional<BufferedImage> scaling() {
        return lines(
                Series.scaling(results),
                new Lines.Texts(
                        "simple_iter: time per entity",
                        "entities, logarithmic",
                        "nanoseconds per entity, logarithmic",
                        Charts::count,
                        Charts::nanos));
    }

    /** Time per moving entity over the percentage of moving entities; empty with less than two points. */
    Optional<BufferedImage> occupancy() {
        return lines(
                Series.occupancy(results),
                new Lines.Texts(
                        "simple_iter in which some have a velocity: time per entity with a velocity",
                        "percentage of entities with a velocity, logarithmic",
                        "nanoseconds per moving entity, logarithmic",
                        percent -> count(percent) + " %",
                        Charts::nanos));
    }

    private static Optional<BufferedImage> lines(List<Series> series, Lines.Texts texts) {
        long places = series.stream()
                .flatMap(one -> one.points().stream())
                .map(Lines.Point::x)
                .distinct()
                .count();
        if (places < 2) {
            return Optional.empty();
        }
        return Optional.of(Lines.draw(
                texts,
                series.stream()
                        .map(one -> new Lines.Line(
                                Engines.title(one.engine()),
                                EngineColors.of(one.engine()),
                                one.engine().equals(Engines.BASALT),
                                one.points()))
                        .toList()));
    }

    private static String count(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String nanos(double value) {
        return value < 1 ? Double.toString(value) : count(value);
    }

    /** Memory per entity; empty if it was not measured. */
    Optional<BufferedImage> memory() {
        List<SplitBars.Bar> bars = new ArrayList<>();
        results.memory().stream()
                .sorted(Comparator.comparingInt(memory -> Engines.place(memory.engine())))
                .forEach(memory -> bars.add(new SplitBars.Bar(
                        Engines.title(memory.engine()),
                        EngineColors.of(memory.engine()),
                        memory.engine().equals(Engines.BASALT),
                        memory.heapBytes(),
                        memory.nativeBytes(),
                        Figures.memory(memory))));
        return bars.isEmpty()
                ? Optional.empty()
                : Optional.of(SplitBars.draw(
                        "Memory of an entity with position and velocity (24 bytes of values)",
                        "bytes per entity; dark: on the heap, light: outside the heap",
                        bars));
    }
}
