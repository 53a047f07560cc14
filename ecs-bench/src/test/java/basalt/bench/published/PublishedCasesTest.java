package basalt.bench.published;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.bench.published.ops.Task;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All libraries that have a case compute the same in it: in the first run what is expected. */
class PublishedCasesTest {
    private static final int FEW = 35;
    private static final int RUNS = 2;
    private static final Set<Library> BASALT = EnumSet.of(Library.PLAIN, Library.TUNED);
    private static final Set<Library> STORES =
            EnumSet.of(Library.PLAIN, Library.TUNED, Library.ARTEMIS, Library.DOMINION, Library.ASHLEY);

    @ParameterizedTest
    @EnumSource
    void shouldComputeTheSameInUseCases(basalt.bench.published.friflo.Case use) {
        int number = use.entities() > 100_000 ? 100 * FEW : FEW;
        Set<Library> libraries = switch (use) {
            case NEW_WORLD -> EnumSet.of(Library.PLAIN, Library.TUNED, Library.ARTEMIS, Library.ASHLEY);
            case EVENTS -> EnumSet.of(Library.PLAIN, Library.TUNED, Library.ASHLEY);
            case LINKS_1, LINKS_100, RELATIONS_1, RELATIONS_10, CHILDREN, COMMANDS, SEARCH, RANGE -> BASALT;
            default -> STORES;
        };
        long first = switch (use) {
            case NEW_WORLD, SET_1, SET_5 -> 1;
            case DELETE_5 -> 0;
            case LINKS_100 -> 100 * number;
            case RELATIONS_10, CHILDREN -> 10 * number;
            case EVENTS -> 2 * number;
            case SEARCH -> FEW;
            case RANGE -> 100 * FEW;
            default -> number;
        };
        check(libraries, first, library -> use.task(library, number));
    }

    @ParameterizedTest
    @EnumSource
    void shouldComputeTheSameWithManyKinds(basalt.bench.published.ark.Case which) {
        int number = FEW / 2;
        long first = switch (which) {
            case RANDOM -> number * (number - 1) / 2;
            case DELETE_2, DELETE_10 -> 0;
            default -> number;
        };
        check(STORES, first, library -> which.task(library, number, 1));
    }

    @ParameterizedTest
    @EnumSource
    void shouldComputeTheSameInOperations(basalt.bench.published.flecs.Case operation) {
        int times = 3 * FEW;
        Set<Library> libraries = switch (operation) {
            case HAS, HAS_NOT, GET, SET, ADD_REMOVE, CREATE_DELETE -> STORES;
            default -> BASALT;
        };
        long first = switch (operation) {
            case HAS, ADD_REMOVE, CHANGE_PARENT, CHANGE_ROOT, PARENT, LOOKUP_10, EMIT_1, PROPAGATE_1 -> times;
            case HAS_NOT, CREATE_DELETE, EMIT_0 -> 0;
            case GET, REF -> times * (times - 1) / 2;
            case PREFAB_10 -> 1 + 10;
            case SET, MODIFIED_0 -> 1;
            case MODIFIED_1 -> 1 + times;
            case MODIFIED_10 -> 1 + 10 * times;
            case MODIFIED_100 -> 1 + 100 * times;
            case EMIT_10 -> 10 * times;
            case EMIT_50 -> 50 * times;
            case PROPAGATE_10 -> 11 * times;
            case PROPAGATE_100 -> 101 * times;
        };
        check(libraries, first, library -> operation.task(library, times));
    }

    private static void check(Set<Library> libraries, long first, Function<Library, Task> tasks) {
        Map<Library, List<Result>> results = new EnumMap<>(Library.class);
        for (Library library : Library.values()) {
            try {
                results.put(library, results(tasks.apply(library)));
            } catch (UnsupportedOperationException cannot) {
                // It must not be in the set.
            }
        }
        assertEquals(libraries, results.keySet());
        List<Result> plain = results.get(Library.PLAIN);
        assertEquals(first, plain.get(0).returned());
        results.forEach((library, result) -> assertEquals(plain, result, library::toString));
    }

    private static List<Result> results(Task task) {
        List<Result> results = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            task.prepare().run();
            results.add(new Result(task.run().getAsLong(), task.sum().getAsDouble()));
        }
        task.close().run();
        return results;
    }

    private record Result(long returned, double sum) {}
}
