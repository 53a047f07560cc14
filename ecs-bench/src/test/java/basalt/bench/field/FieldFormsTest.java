package basalt.bench.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.bench.create.WorldUse;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The forms name benchmarks, parameters and engines by strings: each must exist. */
class FieldFormsTest {
    @Test
    void shouldNameExistingBenchmarksAndParameters() throws Exception {
        for (List<FieldRun> form : List.of(FieldForms.quick(), FieldForms.full(), FieldForms.tiny())) {
            assertFalse(form.isEmpty());
            for (FieldRun run : form) {
                CommandLineOptions options =
                        new CommandLineOptions(run.arguments().toArray(String[]::new));
                Set<BenchmarkListEntry> found = BenchmarkList.defaultList()
                        .find(
                                OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
                                options.getIncludes(),
                                List.of());
                assertEquals(1, found.size(), run.benchmark());
                for (Map.Entry<String, List<String>> parameter :
                        run.parameters().entrySet()) {
                    Param values = parameter(run.benchmark(), parameter.getKey());
                    if (!List.of(values.value()).contains(Param.BLANK_ARGS)
                            && !parameter.getKey().equals("entities")) {
                        assertTrue(
                                Arrays.asList(values.value()).containsAll(parameter.getValue()),
                                run.benchmark() + ": " + parameter);
                    }
                }
                assertTrue(options.getForkCount().get() >= 1);
            }
        }
    }

    @Test
    void shouldMeasureEachBenchmarkInBothForms() {
        Set<String> all = new HashSet<>();
        BenchmarkList.defaultList()
                .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of())
                .forEach(entry -> all.add(entry.getUsername()));
        all.removeIf(name -> !name.startsWith("basalt.bench.field."));
        assertEquals(16, all.size(), all.toString());
        for (List<FieldRun> form : List.of(FieldForms.quick(), FieldForms.full())) {
            Set<String> measured = new HashSet<>();
            form.forEach(run -> measured.add("basalt.bench.field." + run.benchmark()));
            assertEquals(all, measured);
        }
    }

    @Test
    void shouldPutEachNativeRunBesideABenchmark() {
        for (NativeRun run : FieldForms.nativeRuns()) {
            Map<String, String> parameters = new TreeMap<>(run.parameters());
            assertTrue(
                    FieldForms.full().stream()
                            .filter(full -> full.benchmark().equals(run.benchmark()))
                            .anyMatch(full -> parameters.entrySet().stream()
                                    .allMatch(parameter -> full.parameters()
                                            .getOrDefault(parameter.getKey(), List.of(parameter.getValue()))
                                            .contains(parameter.getValue()))),
                    run.toString());
        }
    }

    @Test
    void shouldNameEngines() {
        for (EngineKind kind : EngineKind.values()) {
            assertEquals(
                    kind.engine().getClass(), EngineKind.engine(kind.label()).getClass());
        }
        FieldForms.memoryEngines().forEach(EngineKind::engine);
    }

    /** Both are of the same class, so the test reads their private fields. */
    @Test
    void shouldDistinguishPooledFromPlainEngines() throws ReflectiveOperationException {
        assertFalse(isPooled(EngineKind.ARTEMIS));
        assertTrue(isPooled(EngineKind.ARTEMIS_POOLED));
        assertEquals("PlainMove", movingSystem(EngineKind.ARTEMIS));
        assertEquals("PooledMove", movingSystem(EngineKind.ARTEMIS_POOLED));
        assertFalse(isPooled(EngineKind.ASHLEY));
        assertTrue(isPooled(EngineKind.ASHLEY_POOLED));
    }

    private static String movingSystem(EngineKind kind) throws ReflectiveOperationException {
        try (Bodies bodies = kind.engine().bodies(1, 100)) {
            Field move = bodies.getClass().getDeclaredField("move");
            move.setAccessible(true);
            return move.get(bodies).getClass().getSimpleName();
        }
    }

    private static boolean isPooled(EngineKind kind) throws ReflectiveOperationException {
        Engine engine = EngineKind.engine(kind.label());
        Field pooled = engine.getClass().getDeclaredField("pooled");
        pooled.setAccessible(true);
        return pooled.getBoolean(engine);
    }

    @Test
    void shouldSplitARunByAllItsParameters() {
        FieldRun create = FieldForms.full().stream()
                .filter(run -> run.benchmark().startsWith("Create"))
                .findFirst()
                .orElseThrow();
        List<FieldRun> combinations = create.combinations();
        assertEquals(10, combinations.size());
        assertEquals(
                "CreateMillion.create entities=1000000 world=FRESH engine=basalt",
                combinations.get(0).title());
        assertEquals(
                "CreateMillion.create entities=1000000 world=FRESH engine=basalt-bulk",
                combinations.get(8).title());
        assertEquals(
                "CreateMillion.create entities=1000000 world=FRESH engine=basalt-records",
                combinations.get(9).title());
        List<FieldRun> ofAll = new FieldRun(create.benchmark(), Map.of(), 1, 1, 1, 0, List.of()).combinations();
        assertEquals(11 * WorldUse.values().length, ofAll.size());
        assertEquals(
                "CreateMillion.create entities=1000000 world=REUSED engine=objects",
                ofAll.get(21).title());
        FieldRun missing = new FieldRun("No.such", Map.of(), 1, 1, 1, 1, List.of());
        assertThrows(IllegalArgumentException.class, missing::combinations);
    }

    @Test
    void shouldMeasurePoolsInWorkloadsThatReuseAWorld() {
        for (String benchmark : List.of("Particles.run", "AddRemove.run", "AddMillion.add", "RemoveMillion.remove")) {
            for (List<FieldRun> form : List.of(FieldForms.quick(), FieldForms.full())) {
                assertTrue(engines(form, benchmark + " ").contains("artemis-odb-pooled"), benchmark);
            }
        }
        String create = "CreateMillion.create entities=1000000 world=";
        assertTrue(engines(FieldForms.full(), create + "REUSED").contains("artemis-odb-pooled"));
        assertFalse(engines(FieldForms.full(), create + "FRESH").contains("artemis-odb-pooled"));
    }

    private static Set<String> engines(List<FieldRun> form, String title) {
        Set<String> engines = new HashSet<>();
        for (FieldRun run : form) {
            for (FieldRun one : run.combinations()) {
                if (one.title().startsWith(title)) {
                    engines.add(one.parameters().get(FieldRun.ENGINE).get(0));
                }
            }
        }
        return engines;
    }

    @Test
    void shouldDefineTheRoleOfEachEngine() {
        for (String own : List.of("basalt", "basalt-bulk", "basalt-records", "basalt-templates")) {
            assertEquals(Role.OWN, Role.of(own));
        }
        assertEquals(Role.RIVAL, Role.of("artemis-odb-pooled"));
        assertEquals(Role.REFERENCE, Role.of("float-array"));
        assertEquals(Role.REFERENCE, Role.of(NativeRun.ENGINE));
        assertThrows(IllegalArgumentException.class, () -> Role.of("unknown"));
    }

    private static Param parameter(String benchmark, String name) throws Exception {
        Class<?> type = Class.forName("basalt.bench.field." + benchmark.substring(0, benchmark.indexOf('.')));
        return type.getField(name).getAnnotation(Param.class);
    }
}
