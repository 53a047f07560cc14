package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.readsResource;
import static basalt.system.Access.receives;
import static basalt.system.Access.restructures;
import static basalt.system.Access.sends;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static basalt.system.Access.writesResource;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import basalt.component.Component;
import basalt.storage.fixture.Bell;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.system.DependencyGraph.Dependency;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Conflicts of pairs of systems, and the graph of dependencies. */
class ConflictTest {
    private static final Component<?> A = Position.TYPE;
    private static final Component<?> B = Velocity.TYPE;
    private static final List<Dependency> LINKS = List.of(Dependency.WEAK, Dependency.ORDERED, Dependency.BARRIER);
    private static final int NEVER = Integer.MIN_VALUE / 2;

    private static Conflicts conflicts(List<SystemOption> first, List<SystemOption> second, Component<?>... filters) {
        return new Conflicts(List.of(
                SystemSpec.of("first", 0, List.of(), true, first.toArray(new SystemOption[0])),
                SystemSpec.of("second", 1, List.of(filters), true, second.toArray(new SystemOption[0]))));
    }

    @ParameterizedTest
    @MethodSource
    void shouldFindDependenciesOfPairs(Access first, Access second, Dependency there, String why, Dependency back) {
        Conflicts conflicts = conflicts(List.of(first), List.of(second));
        assertEquals(there, conflicts.between(0, 1), "first to second");
        assertEquals(there == Dependency.NONE ? List.of() : List.of(why), conflicts.why(0, 1));
        assertEquals(back, conflicts.between(1, 0), "second to first");
    }

    static List<Arguments> shouldFindDependenciesOfPairs() {
        Dependency none = Dependency.NONE;
        Dependency weak = Dependency.WEAK;
        Dependency ordered = Dependency.ORDERED;
        Dependency barrier = Dependency.BARRIER;
        return List.of(
                arguments(writes(A), reads(A, B), ordered, "written, then read Position", ordered),
                arguments(writes(A, B), writes(B, A), ordered, "both write Position, Velocity", ordered),
                arguments(reads(A), writes(A), ordered, "read, then written Position", ordered),
                arguments(reads(A), reads(A), none, "", none),
                arguments(writes(A), writes(B), none, "", none),
                arguments(writes(A), reads(B), none, "", none),
                arguments(
                        writesResource(List.class),
                        readsResource(List.class),
                        ordered,
                        "resource written, then read List",
                        ordered),
                arguments(
                        writesResource(List.class),
                        writesResource(List.class),
                        ordered,
                        "both write resource List",
                        ordered),
                arguments(
                        readsResource(List.class),
                        writesResource(List.class),
                        ordered,
                        "resource read, then written List",
                        ordered),
                arguments(readsResource(List.class), readsResource(List.class), none, "", none),
                arguments(writesResource(List.class), readsResource(String.class), none, "", none),
                arguments(restructures(A), reads(A), barrier, "restructured, then seen Position", weak),
                arguments(restructures(A), writes(A), barrier, "restructured, then seen Position", weak),
                arguments(restructures(A), reads(B), none, "", none),
                arguments(restructures(), reads(B), barrier, "any component restructured, then some seen", weak),
                arguments(spawns(), reads(B), barrier, "entities spawned, then seen", weak),
                arguments(destroys(), writes(B), barrier, "entities destroyed, then seen", weak),
                arguments(spawns(), readsResource(List.class), none, "", none),
                arguments(destroys(), receives(Blow.TYPE), none, "", none),
                arguments(restructures(), sends(Blow.TYPE), none, "", none),
                arguments(spawns(), spawns(), ordered, "both spawn", ordered),
                arguments(spawns(), destroys(), weak, "both record commands", barrier),
                arguments(destroys(), spawns(), barrier, "entities destroyed, then spawned in their rows", weak),
                arguments(restructures(A), restructures(B), weak, "both record commands", weak),
                arguments(restructures(), destroys(), weak, "both record commands", weak),
                arguments(reads(A), restructures(A), weak, "seen, then restructured Position", barrier),
                arguments(reads(A), restructures(), weak, "some components seen, then any restructured", barrier),
                arguments(reads(A), spawns(), weak, "entities seen, then spawned", barrier),
                arguments(reads(A), destroys(), weak, "entities seen, then destroyed", barrier),
                arguments(sends(Blow.TYPE), receives(Blow.TYPE, Bell.TYPE), barrier, "sent, then received Blow", weak),
                arguments(receives(Blow.TYPE), sends(Blow.TYPE), weak, "received, then sent Blow", barrier),
                arguments(sends(Blow.TYPE), sends(Blow.TYPE), weak, "both send Blow", weak),
                arguments(sends(Blow.TYPE), sends(Bell.TYPE), none, "", none),
                arguments(receives(Blow.TYPE), receives(Blow.TYPE), none, "", none),
                arguments(sends(Blow.TYPE), writes(A), none, "", none),
                arguments(exclusive(), reads(A), barrier, "the first one is exclusive", barrier),
                arguments(spawns(), exclusive(), barrier, "the second one is exclusive", barrier));
    }

    @Test
    void shouldIncludeComponentsThatSelectRows() {
        assertEquals(
                Dependency.BARRIER,
                conflicts(List.of(restructures(A)), List.of(), A).between(0, 1));
        assertEquals(
                Dependency.WEAK,
                conflicts(List.of(restructures(A)), List.of(), A).between(1, 0));
        assertEquals(
                Dependency.BARRIER, conflicts(List.of(spawns()), List.of(), A).between(0, 1));
        assertEquals(
                Dependency.BARRIER,
                conflicts(List.of(restructures()), List.of(), A).between(0, 1));
        assertEquals(
                Dependency.NONE, conflicts(List.of(writes(A)), List.of(), A).between(0, 1), "values are not looked at");
    }

    @Test
    void shouldNotConflictWithoutDeclarations() {
        assertEquals(Dependency.NONE, conflicts(List.of(), List.of()).between(0, 1));
        assertEquals(Dependency.NONE, conflicts(List.of(destroys()), List.of()).between(0, 1));
        assertEquals(
                Dependency.BARRIER, conflicts(List.of(exclusive()), List.of()).between(0, 1));
    }

    @Test
    void shouldReportAllReasonsOfTheStrongerDependency() {
        Conflicts conflicts = conflicts(
                List.of(
                        writes(Health.TYPE, A),
                        restructures(Frozen.TYPE),
                        spawns(),
                        sends(Bell.TYPE),
                        writesResource(String.class)),
                List.of(
                        reads(A, Frozen.TYPE),
                        writes(Health.TYPE),
                        spawns(),
                        sends(Bell.TYPE),
                        readsResource(String.class)));
        assertEquals(
                List.of(
                        "written, then read Position",
                        "both write Health",
                        "resource written, then read String",
                        "restructured, then seen Frozen",
                        "entities spawned, then seen",
                        "both spawn"),
                conflicts.why(0, 1));
        conflicts =
                conflicts(List.of(reads(A), destroys(), sends(Bell.TYPE)), List.of(restructures(A), sends(Bell.TYPE)));
        assertEquals(
                List.of("seen, then restructured Position", "both record commands", "both send Bell"),
                conflicts.why(0, 1));
    }

    @Test
    void shouldFindTheShortestCycle() {
        DependencyGraph dependencies = new DependencyGraph(6);
        for (int i = 0; i < 5; i++) {
            dependencies.add(i, i + 1, Dependency.WEAK);
        }
        assertEquals(0, dependencies.cycle().length);
        dependencies.add(4, 0, Dependency.BARRIER);
        assertArrayEquals(new int[] {0, 1, 2, 3, 4}, dependencies.cycle());
        dependencies.add(4, 3, Dependency.BARRIER);
        assertArrayEquals(new int[] {3, 4}, dependencies.cycle());
        assertEquals(0, dependencies.sorted().length);
        dependencies.add(2, 2, Dependency.BARRIER);
        assertArrayEquals(new int[] {2}, dependencies.cycle());
    }

    @Test
    void shouldAgreeWithLongestPaths() {
        Random random = new Random(0x9a11);
        for (int round = 0; round < 500; round++) {
            DependencyGraph dependencies = random(random, 1 + random.nextInt(20), random.nextDouble());
            int[] sorted = dependencies.sorted();
            assertTrue(isSorted(dependencies, sorted), () -> Arrays.toString(sorted));
            int[][] longest = longest(dependencies);
            int[] layers = dependencies.layers();
            DependencyGraph paths = dependencies.paths();
            for (int i = 0; i < dependencies.count(); i++) {
                int second = i;
                int layer = IntStream.range(0, layers.length)
                        .map(first -> longest[first][second])
                        .max()
                        .orElseThrow();
                assertEquals(Math.max(0, layer), layers[i]);
                for (int j = 0; j < dependencies.count(); j++) {
                    assertEquals(longest[i][j] >= 0, paths.between(i, j) != Dependency.NONE);
                }
            }
        }
    }

    @Test
    void shouldKeepEdgesThatAreNotImplied() {
        Random random = new Random(0x6e55);
        for (int round = 0; round < 300; round++) {
            DependencyGraph dependencies = random(random, 1 + random.nextInt(12), random.nextDouble());
            DependencyGraph rest = dependencies.withoutImplied();
            Dependency[][] before = demands(dependencies);
            assertTrue(Arrays.deepEquals(before, demands(rest)), "what follows from the rest is the same");
            for (int first = 0; first < rest.count(); first++) {
                for (int second = 0; second < rest.count(); second++) {
                    Dependency dependency = rest.between(first, second);
                    if (dependency != Dependency.NONE) {
                        assertEquals(dependencies.between(first, second), dependency);
                        rest.add(first, second, Dependency.NONE);
                        assertTrue(!Arrays.deepEquals(before, demands(rest)), "each dependency is needed");
                        rest.add(first, second, dependency);
                    }
                }
            }
        }
    }

    /** Random edges along a random order, so that there is no cycle. */
    private static DependencyGraph random(Random random, int count, double density) {
        int[] places = IntStream.range(0, count).toArray();
        for (int i = count - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int place = places[i];
            places[i] = places[j];
            places[j] = place;
        }
        DependencyGraph dependencies = new DependencyGraph(count);
        for (int i = 0; i < count; i++) {
            for (int j = i + 1; j < count; j++) {
                if (random.nextDouble() < density) {
                    dependencies.add(places[i], places[j], LINKS.get(random.nextInt(LINKS.size())));
                }
            }
        }
        return dependencies;
    }

    private static boolean isSorted(DependencyGraph dependencies, int[] sorted) {
        for (int i = 0; i < sorted.length; i++) {
            for (int j = 0; j <= i; j++) {
                if (dependencies.between(sorted[i], sorted[j]) != Dependency.NONE) {
                    return false;
                }
            }
        }
        return Arrays.stream(sorted).distinct().count() == dependencies.count();
    }

    /** For each pair, the largest number of barriers on a path; NEVER or less if there is no path. */
    private static int[][] longest(DependencyGraph dependencies) {
        int count = dependencies.count();
        int[][] longest = new int[count][count];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                longest[i][j] = switch (dependencies.between(i, j)) {
                    case NONE -> NEVER;
                    case WEAK, ORDERED -> 0;
                    case BARRIER -> 1;
                };
            }
        }
        for (int via = 0; via < count; via++) {
            for (int i = 0; i < count; i++) {
                for (int j = 0; j < count; j++) {
                    longest[i][j] = Math.max(longest[i][j], longest[i][via] + longest[via][j]);
                }
            }
        }
        return longest;
    }

    /** The dependency of each pair that follows from all paths between the two. */
    private static Dependency[][] demands(DependencyGraph dependencies) {
        int[][] longest = longest(dependencies);
        boolean[][] ordered = ordered(dependencies);
        Dependency[][] demands = new Dependency[longest.length][longest.length];
        for (int i = 0; i < longest.length; i++) {
            for (int j = 0; j < longest.length; j++) {
                Dependency orderedOrWeak = ordered[i][j] ? Dependency.ORDERED : Dependency.WEAK;
                demands[i][j] =
                        longest[i][j] < 0 ? Dependency.NONE : longest[i][j] > 0 ? Dependency.BARRIER : orderedOrWeak;
            }
        }
        return demands;
    }

    /** Whether there is a path of ordered edges only, for each pair. */
    private static boolean[][] ordered(DependencyGraph dependencies) {
        int count = dependencies.count();
        boolean[][] ordered = new boolean[count][count];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                ordered[i][j] = dependencies.between(i, j) == Dependency.ORDERED;
            }
        }
        for (int via = 0; via < count; via++) {
            for (int i = 0; i < count; i++) {
                for (int j = 0; j < count; j++) {
                    ordered[i][j] |= ordered[i][via] && ordered[via][j];
                }
            }
        }
        return ordered;
    }
}
