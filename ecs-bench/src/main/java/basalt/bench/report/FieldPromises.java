package basalt.bench.report;

import basalt.bench.Limit;
import basalt.bench.create.WorldUse;
import basalt.bench.field.NativeRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The promises about the field, line by line. A promise about two ways of Basalt's is judged for both. */
final class FieldPromises {
    /** The JDK that the promises are made for. */
    static final int JDK = 25;

    private static final String ENTITIES = "entities";
    private static final String MILLION = "1000000";
    private static final Workload SIMPLE_ITER = Workload.of("SimpleIter.run", ENTITIES, "10000");
    private static final Workload FRAGMENTED_ITER = Workload.of("FragmentedIter.run", ENTITIES, "20");
    private static final Workload CREATE =
            Workload.of("CreateMillion.create", ENTITIES, MILLION, "world", WorldUse.FRESH.name());
    private static final Workload CREATE_AGAIN =
            Workload.of("CreateMillion.create", ENTITIES, MILLION, "world", WorldUse.REUSED.name());
    private static final Workload DESTROY = Workload.of("DestroyMillion.destroy", ENTITIES, MILLION);
    private static final Workload ADD_REMOVE = Workload.of("AddRemove.run", ENTITIES, "10000");
    private static final Workload SERIALIZE = Workload.of("Serialize.run", ENTITIES, "1000");
    private static final Workload PARTICLES = Workload.of("Particles.run", ENTITIES, "10000");
    private static final Workload HUNT = Workload.of("PredatorPrey.run", ENTITIES, "2000");
    private static final Workload SCALING = Workload.of("Scaling.run", ENTITIES, MILLION);
    /** The workloads that have promises. */
    static final List<Workload> PROMISED = List.of(
            SIMPLE_ITER,
            FRAGMENTED_ITER,
            CREATE,
            CREATE_AGAIN,
            DESTROY,
            ADD_REMOVE,
            SERIALIZE,
            PARTICLES,
            SCALING,
            HUNT);

    private final Results results;
    private final List<PromisedRatio> lines = new ArrayList<>();

    private FieldPromises(Results results) {
        this.results = results;
    }

    static List<PromisedRatio> of(Results results) {
        FieldPromises promises = new FieldPromises(results);
        promises.addRival(SIMPLE_ITER, false, 5);
        promises.addRival(FRAGMENTED_ITER, false, 5);
        promises.addRival(CREATE, true, 5);
        if (results.setting().lineup(CREATE_AGAIN).isPresent()
                || !results.of(CREATE_AGAIN).isEmpty()) {
            promises.addRival(CREATE_AGAIN, true, 5);
        }
        promises.addRival(DESTROY, true, 5);
        promises.addRival(ADD_REMOVE, true, 4);
        promises.addRival(SERIALIZE, false, 20);
        promises.addRival(PARTICLES, false, 2);
        promises.addReference(SIMPLE_ITER, NativeRun.ENGINE, 1.25);
        promises.addReference(SCALING, NativeRun.ENGINE, 1.25);
        promises.addReference(PARTICLES, NativeRun.ENGINE, 2.5);
        promises.addReference(HUNT, Engines.FLOAT_ARRAY, 1.3);
        return promises.lines;
    }

    private void addRival(Workload workload, boolean bothWays, double bound) {
        addRival(workload, Engines.BASALT, bothWays ? " (one by one)" : "", bound);
        if (bothWays) {
            addRival(workload, Engines.BULK, " (bulk)", bound);
        }
    }

    private void addRival(Workload workload, String own, String way, double bound) {
        Optional<Comparison> comparison = results.comparison(workload, own);
        Optional<Ratio> fastest = comparison.flatMap(Comparison::fastestRival);
        String text = fastest.map(ratio -> Engines.title(ratio.engine()) + " "
                        + Figures.time(ratio.measured().nanos().median()) + ", Basalt "
                        + Figures.time(comparison.get().base().nanos().median()))
                .orElse("");
        lines.add(new PromisedRatio(
                workload.title() + way + ": fastest JVM rival / Basalt",
                Limit.atLeast(bound),
                fastest.map(ratio -> new Bracket(ratio.value(), ratio.low(), ratio.high())),
                text,
                doubt(workload, engine -> engine.equals(own) || Engines.mayBeRival(engine))));
    }

    private void addReference(Workload workload, String engine, double bound) {
        Optional<Ratio> reference =
                results.comparison(workload, Engines.BASALT).flatMap(comparison -> comparison.ratio(engine));
        String title = Engines.title(engine);
        String text = reference
                .map(ratio -> "Basalt "
                        + Figures.time(ratio.measured().nanos().median() / ratio.value()) + ", " + title + " "
                        + Figures.time(ratio.measured().nanos().median()))
                .orElse("");
        lines.add(new PromisedRatio(
                workload.title() + ": Basalt / " + title,
                Limit.atMost(bound),
                reference.map(ratio -> new Bracket(1 / ratio.value(), 1 / ratio.high(), 1 / ratio.low())),
                text,
                doubt(workload, one -> one.equals(Engines.BASALT) || one.equals(engine))));
    }

    /**
     * Why a promise is not judged although its workload was planned.
     *
     * @param workload the workload of the promise
     * @param counts the engines that the verdict needs
     * @return the reason; empty if there is none
     */
    private Optional<String> doubt(Workload workload, Predicate<String> counts) {
        Setting setting = results.setting();
        boolean isPlanned = setting.lineup(workload).isPresent();
        if (!isPlanned && results.of(workload).isEmpty()) {
            return Optional.empty();
        }
        if (setting.form().equals(Plan.TINY)) {
            return Optional.of("tiny run");
        }
        if (setting.jdkFeature() != JDK) {
            return Optional.of("measured on JDK " + setting.jdkFeature());
        }
        if (!isPlanned) {
            return Optional.of("unknown which engines were planned");
        }
        List<String> missing = results.missing(workload).stream()
                .filter(counts)
                .map(Engines::title)
                .toList();
        if (!missing.isEmpty()) {
            return Optional.of(Limitations.areMissing(missing));
        }
        // If the run is incomplete, engines can have different numbers of JVMs.
        return results.progress().hasEnded() ? Optional.empty() : Optional.of("unknown whether the run was complete");
    }
}
