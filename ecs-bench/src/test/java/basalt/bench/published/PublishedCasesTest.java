package basalt.bench.published;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.bench.published.ops.Task;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All libraries compute the same in each case. */
class PublishedCasesTest {
    private static final int FEW = 35;
    private static final int RUNS = 2;

    @ParameterizedTest
    @EnumSource
    void shouldComputeTheSameInUseCases(basalt.bench.published.friflo.Case use) {
        check(library -> use.task(library, use.entities() > 100_000 ? 100 * FEW : FEW));
    }

    @ParameterizedTest
    @EnumSource
    void shouldComputeTheSameWithManyKinds(basalt.bench.published.ark.Case which) {
        check(library -> which.task(library, FEW / 2, 1));
    }

    @ParameterizedTest
    @EnumSource
    void shouldComputeTheSameInOperations(basalt.bench.published.flecs.Case operation) {
        check(library -> operation.task(library, 3 * FEW));
    }

    private static void check(Function<Library, Task> tasks) {
        Map<Library, String> results = new EnumMap<>(Library.class);
        for (Library library : Library.values()) {
            try {
                results.put(library, results(tasks.apply(library)));
            } catch (UnsupportedOperationException cannot) {
                assertTrue(library.isRival(), cannot::toString);
            }
        }
        results.forEach((library, result) -> assertEquals(results.get(Library.PLAIN), result, library::toString));
    }

    private static String results(Task task) {
        StringBuilder results = new StringBuilder();
        for (int i = 0; i < RUNS; i++) {
            task.prepare().run();
            results.append(task.run().getAsLong())
                    .append(" of sum ")
                    .append(task.sum().getAsDouble())
                    .append("; ");
        }
        task.close().run();
        return results.toString();
    }
}
