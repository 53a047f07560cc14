package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.bench.field.FieldRun;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlanTest {
    @Test
    void shouldEstimateTheQuickFormBelowAQuarterOfAnHour() {
        assertTrue(Plan.quick().seconds() < 14 * 60, "seconds: " + Plan.quick().seconds());
        assertTrue(Plan.full().seconds() > Plan.quick().seconds());
        assertTrue(Plan.tiny().seconds() < Plan.quick().seconds() / 5);
    }

    @Test
    void shouldMeasureAllPromisesInEquallyManyJvms() {
        assertEquals(Set.of(2), forksOfPromised(Plan.quick(), 9));
        assertEquals(Set.of(3), forksOfPromised(Plan.full(), 10));
    }

    private static Set<Integer> forksOfPromised(Plan plan, int workloads) {
        Set<Workload> measured = new HashSet<>();
        Set<Integer> forks = new HashSet<>();
        for (FieldRun run : plan.runs()) {
            for (FieldRun one : run.combinations()) {
                if (FieldPromises.PROMISED.contains(Workload.of(one))) {
                    measured.add(Workload.of(one));
                    forks.add(one.forks());
                }
            }
        }
        assertEquals(workloads, measured.size(), measured.toString());
        return forks;
    }

    @Test
    void shouldListThePlannedEngines() {
        assertEquals(
                List.of(new Lineup(Samples.SIMPLE_ITER, List.of("basalt", "artemis-odb", "float-array", "c"))),
                Plan.tiny().only("SimpleIter").lineups());
    }

    @Test
    void shouldMeasureTheSameWorkloadsInC() {
        assertEquals(
                List.of("simple_iter, 10,000", "scaling, 1,000", "scaling, 10,000"),
                Plan.tiny().nativeRuns().stream()
                        .map(run -> Workload.of(run).title())
                        .toList());
    }

    @Test
    void shouldSelectByName() {
        Plan some = Plan.quick().only("ITER");
        assertEquals(
                List.of("SimpleIter.run", "FragmentedIter.run", "FragmentedTick.run"),
                some.runs().stream().map(FieldRun::benchmark).toList());
        assertEquals(2, some.nativeRuns().size());
        assertEquals(List.of(), some.memoryEngines());
        assertEquals(2 * 22, some.steps());
        assertEquals(
                "add_remove",
                WorkloadName.of(Plan.quick().only("add_rem").runs().get(0).benchmark()));
        Plan memory = Plan.quick().only("memory");
        assertEquals(memory.memoryEngines().size(), memory.steps());
        assertThrows(IllegalArgumentException.class, () -> Plan.quick().only("nothing like it"));
    }
}
