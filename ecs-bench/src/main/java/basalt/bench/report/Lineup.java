package basalt.bench.report;

import java.util.List;

/**
 * What is to take part in a workload.
 *
 * @param workload in which
 * @param engines their names, that of C among them
 */
record Lineup(Workload workload, List<String> engines) {}
