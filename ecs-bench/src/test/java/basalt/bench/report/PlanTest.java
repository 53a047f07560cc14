package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.bench.field.FieldRun;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {
    @Test
    void shouldLeaveAQuickFormUnderAQuarterOfAnHour() {
        assertTrue(Plan.quick().seconds() < 15 * 60, "seconds: " + Plan.quick().seconds());
        assertTrue(Plan.full().seconds() > Plan.quick().seconds());
        assertTrue(Plan.tiny().seconds() < Plan.quick().seconds() / 5);
    }

    @Test
    void shouldMeasureInCWhatIsMeasuredInJava() {
        assertEquals(
                List.of("simple_iter, 10,000", "scaling, 1,000", "scaling, 10,000"),
                Plan.tiny().nativeRuns().stream()
                        .map(run -> Workload.of(run).title())
                        .toList());
    }

    @Test
    void shouldChooseByName() {
        Plan some = Plan.quick().only("ITER");
        assertEquals(
                List.of("SimpleIter.run", "FragmentedIter.run"),
                some.runs().stream().map(FieldRun::benchmark).toList());
        assertEquals(2, some.nativeRuns().size());
        assertEquals(List.of(), some.memoryEngines());
        assertEquals(18, some.steps());
        assertEquals(
                "add_remove",
                WorkloadName.of(Plan.quick().only("add_rem").runs().get(0).benchmark()));
        Plan memory = Plan.quick().only("memory");
        assertEquals(memory.memoryEngines().size(), memory.steps());
        assertThrows(IllegalArgumentException.class, () -> Plan.quick().only("nothing like it"));
    }
}
