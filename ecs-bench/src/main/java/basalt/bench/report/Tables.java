package basalt.bench.report;

import basalt.bench.report.Table.Cell;
import basalt.bench.report.Table.Tone;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Creates the tables of the report. */
final class Tables {
    /** The text of a cell without a measurement. */
    private static final String NOTHING = "–";

    private Tables() {}

    /** A row for each workload and way of Basalt's: its time, the fastest rival, all ratios, and garbage. */
    static Table ratios(Results results) {
        List<String> others = results.engines().stream()
                .filter(engine -> !Engines.OWN.contains(engine))
                .toList();
        List<String> header = new ArrayList<>(List.of("workload", "Basalt", "fastest JVM rival"));
        others.forEach(engine -> header.add(Engines.title(engine)));
        header.addAll(List.of("garbage, B/op", "of that rival"));
        List<List<Cell>> rows = new ArrayList<>();
        for (Comparison comparison : results.comparisons()) {
            Optional<Ratio> rival = comparison.fastestRival();
            List<Cell> row = new ArrayList<>();
            row.add(Cell.of(comparison.title()));
            row.add(new Cell(Figures.time(comparison.base().nanos().median()), Tone.STRONG));
            row.add(rival.map(Tables::rival).orElse(Cell.of(NOTHING)));
            others.forEach(engine -> row.add(ratio(comparison.ratio(engine))));
            row.add(Cell.of(bytes(comparison.base().garbage())));
            row.add(Cell.of(
                    rival.map(ratio -> bytes(ratio.measured().garbage())).orElse(NOTHING)));
            rows.add(row);
        }
        return new Table(header, rows);
    }

    private static Cell rival(Ratio ratio) {
        String text = Engines.title(ratio.engine()) + " " + Figures.ratio(ratio.value());
        return ratio.isLost() ? new Cell(text + ", Basalt is slower", Tone.MISSED) : new Cell(text, Tone.MET);
    }

    private static Cell ratio(Optional<Ratio> ratio) {
        return ratio.map(one -> new Cell(Figures.ratio(one.value()), one.isLost() ? Tone.MISSED : Tone.PLAIN))
                .orElse(Cell.of(NOTHING));
    }

    private static String bytes(OptionalDouble garbage) {
        return garbage.isEmpty() ? NOTHING : Figures.bytes(garbage.getAsDouble());
    }

    /** The promises and their verdicts. */
    static Table promises(Results results) {
        List<List<Cell>> rows = new ArrayList<>();
        for (PromisedRatio line : FieldPromises.of(results)) {
            Tone tone = line.isMet().map(met -> met ? Tone.MET : Tone.MISSED).orElse(Tone.PLAIN);
            rows.add(List.of(
                    Cell.of(line.what()),
                    Cell.of(line.threshold()),
                    new Cell(line.value(), Tone.STRONG),
                    Cell.of(line.spread()),
                    new Cell(line.verdict(), tone),
                    Cell.of(line.text())));
        }
        return new Table(List.of("promise", "must be", "is", "quartiles", "", "times"), rows);
    }

    /** Median and quartiles of each engine in each workload. */
    static Table times(Results results) {
        return byEngine(results, one -> {
            Spread nanos = one.nanos();
            return nanos.count() == 1
                    ? Figures.time(nanos.median())
                    : Figures.time(nanos.median()) + " (" + Figures.time(nanos.lower()) + " to "
                            + Figures.time(nanos.upper()) + ")";
        });
    }

    /** Heap bytes that an operation allocates, for each engine. */
    static Table garbage(Results results) {
        Results withGarbage = new Results(
                results.setting(),
                results.measured().stream()
                        .filter(one -> one.garbage().isPresent())
                        .toList(),
                results.nativeTimes(),
                results.memory(),
                results.failures(),
                results.progress());
        return byEngine(withGarbage, one -> Figures.bytes(one.garbage().getAsDouble()));
    }

    private static Table byEngine(Results results, Function<Measured, String> text) {
        List<String> engines = results.engines();
        List<String> header = new ArrayList<>(List.of("workload"));
        engines.forEach(engine -> header.add(Engines.title(engine)));
        List<List<Cell>> rows = new ArrayList<>();
        for (Workload workload : results.workloads()) {
            List<Cell> row = new ArrayList<>();
            row.add(Cell.of(workload.title()));
            for (String engine : engines) {
                Tone tone = Engines.OWN.contains(engine) ? Tone.STRONG : Tone.PLAIN;
                row.add(new Cell(results.find(workload, engine).map(text).orElse(NOTHING), tone));
            }
            rows.add(row);
        }
        return new Table(header, rows);
    }

    /** Memory per entity. */
    static Table memory(Results results) {
        List<List<Cell>> rows = results.memory().stream()
                .sorted(Comparator.comparingInt(memory -> Engines.place(memory.engine())))
                .map(memory -> List.of(
                        Cell.of(Engines.title(memory.engine())),
                        Cell.of(decimal(memory.heapBytes())),
                        Cell.of(decimal(memory.nativeBytes())),
                        new Cell(decimal(memory.bytes()), Tone.STRONG),
                        Cell.of(memory.reservedBytes() == 0 ? NOTHING : decimal(memory.reservedBytes()))))
                .toList();
        return new Table(
                List.of("bytes an entity", "on the heap", "outside, in use", "together", "outside, reserved"), rows);
    }

    private static String decimal(double bytes) {
        return String.format(Locale.ROOT, "%.1f", Math.max(0, bytes));
    }

    /** The failures. */
    static Table failures(Results results) {
        return new Table(
                List.of("failed", "because"),
                results.failures().stream()
                        .map(failure -> List.of(new Cell(failure.what(), Tone.MISSED), Cell.of(failure.message())))
                        .toList());
    }
}
