package basalt.bench.report;

import basalt.bench.field.NativeRun;
import basalt.bench.field.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a report cannot say, or does not: each in a sentence. */
final class Gaps {
    private Gaps() {}

    static List<String> of(Results results) {
        Setting setting = results.setting();
        List<String> gaps = new ArrayList<>();
        if (setting.form().equals(Plan.TINY)) {
            gaps.add("The tiny form measures too shortly to say anything: no promise is judged.");
        }
        if (setting.jdkFeature() != FieldPromises.JDK) {
            gaps.add("The promises are made for JDK " + FieldPromises.JDK + "; this is JDK " + setting.jdkFeature()
                    + ": none is judged.");
        }
        absent(results)
                .forEach((engine, workloads) -> gaps.add(Engines.title(engine) + " is missing, because it failed or the"
                        + " run ended before it: " + String.join("; ", workloads) + "."));
        leftOut(setting)
                .forEach((engine, workloads) -> gaps.add(Engines.title(engine) + " takes part in the full form alone: "
                        + String.join("; ", workloads) + "."));
        gaps.add("What is promised of the bullets is judged by that example: mvn -q -Pbullets.");
        gaps.add("serialize of ecs_bench_suite is left out until there are snapshots.");
        return gaps;
    }

    /** Says who is missing, one or more. */
    static String areMissing(List<String> titles) {
        return String.join(", ", titles) + (titles.size() == 1 ? " is missing" : " are missing");
    }

    /** Who has no time where one was to be measured, and where; but for C if none of it was compiled, which is said elsewhere. */
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

    /** Which rivals the quick form has no time for in workloads that something is promised of. */
    private static Map<String, List<String>> leftOut(Setting setting) {
        Map<String, List<String>> leftOut = new LinkedHashMap<>();
        if (!setting.form().equals(Plan.QUICK)) {
            return leftOut;
        }
        for (Lineup whole : Plan.full().lineups()) {
            List<String> here = setting.lineup(whole.workload()).orElse(whole.engines());
            for (String engine : whole.engines()) {
                if (FieldPromises.PROMISED.contains(whole.workload())
                        && Role.of(engine) == Role.RIVAL
                        && !here.contains(engine)) {
                    add(leftOut, engine, whole.workload());
                }
            }
        }
        return leftOut;
    }

    private static void add(Map<String, List<String>> workloads, String engine, Workload workload) {
        workloads.computeIfAbsent(engine, name -> new ArrayList<>()).add(workload.title());
    }
}
