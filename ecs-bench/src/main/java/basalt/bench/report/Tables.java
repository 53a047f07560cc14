package basalt.bench.report;

import basalt.bench.engine.Engine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The tables of the report, in Markdown. */
final class Tables {
    private static final String NOTHING = "–";
    private static final String BODIES = "vectorising.PlainBodies";
    private static final Set<String> IN_C = Set.of("cBits", "cMasks");

    private Tables() {}

    /** How many times as long as each way of Basalt's the other engines take. */
    static String engines(List<Comparison> comparisons) {
        List<Engine> others = Arrays.stream(Engine.values())
                .filter(engine -> engine.role() != Engine.Role.OWN)
                .filter(engine -> comparisons.stream()
                        .anyMatch(comparison -> comparison.scores().containsKey(engine)))
                .toList();
        List<String> header = new ArrayList<>(List.of("workload", "", "time", "garbage"));
        others.forEach(engine -> header.add(engine.title()));
        List<List<String>> rows = new ArrayList<>();
        for (Comparison comparison : comparisons) {
            comparison.own().forEach(own -> rows.add(row(comparison, own, others)));
        }
        return table(header, rows);
    }

    private static List<String> row(Comparison comparison, Engine own, List<Engine> others) {
        Score score = comparison.scores().get(own);
        List<String> row =
                new ArrayList<>(List.of(comparison.title(), own.title(), Figures.time(score.median()), bytes(score)));
        others.forEach(engine -> row.add(ratio(comparison, engine, own)));
        return row;
    }

    private static String ratio(Comparison comparison, Engine engine, Engine own) {
        return comparison
                .ratio(engine, own)
                .map(ratio -> ratio < 1 ? "**▼ " + Figures.ratio(ratio) + "**" : Figures.ratio(ratio))
                .orElse(NOTHING);
    }

    private static String bytes(Score score) {
        return score.medianBytes().stream().mapToObj(Figures::bytes).findFirst().orElse(NOTHING);
    }

    /** A table for each class: a row for each combination of parameters, a column for each engine or method. */
    static String times(Scores scores) {
        Map<String, List<Score>> classes = new LinkedHashMap<>();
        scores.all()
                .forEach(score -> classes.computeIfAbsent(score.className(), name -> new ArrayList<>())
                        .add(score));
        StringBuilder text = new StringBuilder();
        classes.forEach(
                (name, all) -> text.append("### ").append(name).append("\n\n").append(times(all)));
        return text.toString();
    }

    private static String times(List<Score> scores) {
        Set<String> columns = new LinkedHashSet<>();
        Set<String> parameters = new TreeSet<>();
        Map<List<String>, Map<String, String>> cells = new LinkedHashMap<>();
        scores.forEach(
                score -> parameters.addAll(score.parametersWithoutEngine().keySet()));
        for (Score score : scores) {
            List<String> row = parameters.stream()
                    .map(name -> score.parameters().getOrDefault(name, ""))
                    .toList();
            columns.add(score.column());
            cells.computeIfAbsent(row, first -> new LinkedHashMap<>()).put(score.column(), time(score));
        }
        List<String> header = new ArrayList<>(parameters);
        header.addAll(columns);
        List<List<String>> rows = new ArrayList<>();
        cells.forEach((values, times) -> {
            List<String> row = new ArrayList<>(values);
            columns.forEach(column -> row.add(times.getOrDefault(column, NOTHING)));
            rows.add(row);
        });
        return table(header, rows);
    }

    private static String time(Score score) {
        String garbage = score.medianBytes().isEmpty() ? "" : ", " + bytes(score);
        return Figures.time(score.median()) + " (" + Figures.time(score.lowerQuartile()) + " to "
                + Figures.time(score.upperQuartile()) + ")" + garbage;
    }

    /** Of plain bodies: nanoseconds a row of the kernel, and of the faster loop in C, by the share of matching rows. */
    static String bodies(Scores scores) {
        Set<String> shares = new LinkedHashSet<>();
        Map<List<String>, Map<String, String>> cells = new LinkedHashMap<>();
        for (Score score : scores.all()) {
            if (score.className().equals(BODIES) && !IN_C.contains(score.method())) {
                String share = score.parameters().get("present");
                shares.add(share);
                cells.computeIfAbsent(
                                List.of(body(score), score.parameters().get("rows")), first -> new LinkedHashMap<>())
                        .put(share, nanosOfRow(score) + inC(scores, score));
            }
        }
        List<String> header = new ArrayList<>(List.of("body", "rows"));
        shares.forEach(share -> header.add(share + " % match"));
        List<List<String>> rows = new ArrayList<>();
        cells.forEach((key, times) -> {
            List<String> row = new ArrayList<>(key);
            shares.forEach(share -> row.add(times.getOrDefault(share, NOTHING)));
            rows.add(row);
        });
        return table(header, rows);
    }

    private static String body(Score score) {
        String name = score.parameters().get("body");
        return switch (score.method()) {
            case "kernel" -> name;
            case "bails" -> "bails in " + score.parameters().get("rare") + " %";
            default -> name + ", " + score.method();
        };
    }

    private static String inC(Scores scores, Score kernel) {
        return IN_C.stream()
                .flatMap(method -> scores.all().stream()
                        .filter(score -> score.benchmark().equals(BODIES + "." + method))
                        .filter(score -> score.parameters().equals(kernel.parameters())))
                .min(Comparator.comparingDouble(Score::median))
                .map(best -> " / " + nanosOfRow(best))
                .orElse("");
    }

    private static String nanosOfRow(Score score) {
        double rows = Double.parseDouble(score.parameters().get("rows"));
        return String.format(Locale.ROOT, "%.3f", score.median() / rows);
    }

    /** The ratios of which both terms were measured. */
    static String ratios(List<Ratio> ratios, Scores scores) {
        List<List<String>> rows = new ArrayList<>();
        for (Ratio ratio : ratios) {
            ratio.in(scores).ifPresent(measured -> rows.add(row(ratio, measured)));
        }
        return table(List.of("ratio", "times", "is", "quartiles", "holds"), rows);
    }

    private static List<String> row(Ratio ratio, Ratio.Measured measured) {
        return List.of(
                ratio.text(),
                Figures.time(measured.upper().median()) + ", "
                        + measured.lower().column() + " "
                        + Figures.time(measured.lower().median()),
                Figures.ratio(measured.value()),
                Figures.ratio(measured.leastValue()) + " to " + Figures.ratio(measured.mostValue()),
                (measured.holds() ? "yes" : "**no**") + (measured.isUncertain() ? ", within the spread" : ""));
    }

    private static String table(List<String> header, List<List<String>> rows) {
        StringBuilder text = new StringBuilder(row(header));
        text.append("|").append(" --- |".repeat(header.size())).append("\n");
        rows.forEach(row -> text.append(row(row)));
        return rows.isEmpty() ? "" : text.append("\n").toString();
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
