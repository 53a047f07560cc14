package basalt.bench.report;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The environment of a report.
 *
 * @param date beginning of the run, in UTC
 * @param form form of the run
 * @param only text in the names of the benchmarks; null for all
 * @param commit the commit of the checkout; null without git or a checkout
 * @param changed whether the checkout differed from the commit; null without a checkout
 * @param jdk the JDK's version, virtual machine and maker
 * @param jdkFeature the JDK's feature release
 * @param jvmFlags arguments of the measuring JVMs
 * @param otherJvmFlags other arguments, by benchmark
 * @param processor model of the processor
 * @param processors number of processors of the JVM
 * @param memoryBytes memory of the machine
 * @param system operating system and architecture
 * @param compiler C's compiler and its flags; null if C was not compiled, or not yet
 * @param versions versions of the engines, by name
 * @param lineups the planned engines of each workload; empty if not known
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

    /** The planned engines of a workload; empty if it was not planned. */
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
