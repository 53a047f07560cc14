package basalt.bench.report;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Where and of what a report was made.
 *
 * @param date when it began, in UTC
 * @param form how long was measured
 * @param only what the benchmarks' names had to contain; null for all
 * @param commit the commit of the checkout; null if git or the checkout is not there
 * @param changed whether the checkout differed from the commit; null if there is none
 * @param jdk the JDK's version, virtual machine and maker
 * @param jdkFeature the JDK's feature release
 * @param jvmFlags arguments of the JVMs that measured
 * @param otherJvmFlags arguments instead of these, by benchmark
 * @param processor its model
 * @param processors how many of them the JVM has
 * @param memoryBytes of the machine
 * @param system operating system and architecture
 * @param compiler C's compiler and its flags; null if C was not compiled, or not yet
 * @param versions of all that take part, by name
 * @param lineups what was to take part in which workload; empty if that is not known
 */
record Setting(
        String date,
        String form,
        String only,
        String commit,
        Boolean changed,
        String jdk,
        int jdkFeature,
        List<String> jvmFlags,
        Map<String, List<String>> otherJvmFlags,
        String processor,
        int processors,
        long memoryBytes,
        String system,
        String compiler,
        Map<String, String> versions,
        List<Lineup> lineups) {
    Setting {
        Objects.requireNonNull(form, "form");
        Objects.requireNonNull(jvmFlags, "jvmFlags");
        Objects.requireNonNull(otherJvmFlags, "otherJvmFlags");
        Objects.requireNonNull(versions, "versions");
        lineups = lineups == null ? List.of() : List.copyOf(lineups);
    }

    /** What was to take part in a workload; empty if it was not to be measured. */
    Optional<List<String>> lineup(Workload workload) {
        return lineups.stream()
                .filter(one -> one.workload().equals(workload))
                .map(Lineup::engines)
                .findFirst();
    }

    Setting withCompiler(String used) {
        return new Setting(
                date,
                form,
                only,
                commit,
                changed,
                jdk,
                jdkFeature,
                jvmFlags,
                otherJvmFlags,
                processor,
                processors,
                memoryBytes,
                system,
                used,
                versions,
                lineups);
    }
}
