package basalt.bench.report;

import java.util.List;

/**
 * The engines planned for a workload.
 *
 * @param workload the workload
 * @param engines names of the engines, including C
 */
record Lineup(Workload workload, List<String> engines) {}
