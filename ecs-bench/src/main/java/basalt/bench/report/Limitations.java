package basalt.bench.report;

import basalt.bench.field.FieldForms;
import basalt.bench.field.NativeRun;
import basalt.bench.field.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The limitations of a report, one sentence each. */
final class Limitations {
    private Limitations() {}

    static List<String> of(Results results) {
        Setting setting = results.setting();
        List<String> limitations = new ArrayList<>();
        if (setting.form().equals(Plan.TINY)) {
            limitations.add("The tiny form measures too briefly for any conclusion: no promise is judged.");
        }
        if (setting.jdkFeature() != FieldPromises.JDK) {
            limitations.add("The promises are made for JDK " + FieldPromises.JDK + "; this is JDK "
                    + setting.jdkFeature() + ": none is judged.");
        }
        absent(results)
                .forEach((engine, workloads) ->
                        limitations.add(Engines.title(engine) + " is missing, because it failed or the"
                                + " run ended before it: " + String.join("; ", workloads) + "."));
        limitations.addAll(leftOut(setting));
        limitations.add("The promises about the bullets are judged by that example: mvn -q -Pbullets.");
        return limitations;
    }

    /** A phrase for one or more missing engines. */
    static String areMissing(List<String> titles) {
        return String.join(", ", titles) + (titles.size() == 1 ? " is missing" : " are missing");
    }

    /** The engines without a time, and their workloads. Omits C if it was not compiled, which is reported elsewhere. */
    private static Map<String, List<String>> absent(Results results) {
        Map<String, List<String>> absent = new LinkedHashMap<>();
        for (Lineup lineup : results.setting().lineups()) {
            for (String engine : results.missing(lineup.workload())) {
                if (!engine.equals(NativeRun.ENGINE) || results.nativeTimes().missing() == null) {
                    add(absent, engine, lineup.workload());
                }
            }
        }
        return absent;
    }

    /**
     * The workloads of the full form that a form leaves out, and the rivals that it leaves out of a workload. Nothing
     * for the tiny form.
     */
    private static List<String> leftOut(Setting setting) {
        if (setting.form().equals(Plan.TINY) || setting.lineups().isEmpty()) {
            return List.of();
        }
        List<String> notMeasured = new ArrayList<>();
        Map<List<String>, List<String>> without = new LinkedHashMap<>();
        for (Lineup whole : Plan.full().lineups()) {
            if (!Plan.isChosen(whole.workload().benchmark(), setting.only())) {
                continue;
            }
            String title = whole.workload().title();
            List<String> here = setting.lineup(whole.workload()).orElse(List.of());
            List<String> absent = rivals(whole).stream()
                    .filter(engine -> !here.contains(engine))
                    .map(Engines::title)
                    .toList();
            if (here.isEmpty()) {
                notMeasured.add(title);
            } else if (!absent.isEmpty()) {
                without.computeIfAbsent(absent, engines -> new ArrayList<>()).add(title);
            }
        }
        List<String> sentences = new ArrayList<>();
        String form = "The " + setting.form() + " form ";
        if (!notMeasured.isEmpty()) {
            sentences.add(form + "leaves out: " + String.join("; ", notMeasured) + ".");
        }
        without.forEach((engines, titles) -> sentences.add(
                form + "has no " + String.join(", ", engines) + " in: " + String.join("; ", titles) + "."));
        return sentences;
    }

    /** The possible rivals in a workload: the rivals of all workloads, and those of the full form in this workload. */
    private static List<String> rivals(Lineup whole) {
        return Stream.concat(FieldForms.memoryEngines().stream(), whole.engines().stream())
                .distinct()
                .filter(engine -> Role.of(engine) == Role.RIVAL)
                .sorted(Comparator.comparingInt(Engines::place))
                .toList();
    }

    private static void add(Map<String, List<String>> workloads, String engine, Workload workload) {
        workloads.computeIfAbsent(engine, name -> new ArrayList<>()).add(workload.title());
    }
}
