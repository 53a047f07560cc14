package basalt.system;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.system.DependencyGraph.Dependency;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DependencyGraphTest {
    private static final List<Dependency> LINKS = List.of(Dependency.WEAK, Dependency.ORDERED, Dependency.BARRIER);
    private static final int NEVER = Integer.MIN_VALUE / 2;

    @Test
    void shouldStoreEdges() {
        DependencyGraph dependencies = new DependencyGraph(3);
        assertEquals(3, dependencies.count());
        dependencies.add(0, 2, Dependency.WEAK);
        dependencies.add(2, 1, Dependency.BARRIER);
        assertEquals(Dependency.WEAK, dependencies.between(0, 2));
        assertEquals(Dependency.BARRIER, dependencies.between(2, 1));
        assertEquals(Dependency.NONE, dependencies.between(2, 0));
        dependencies.add(0, 2, Dependency.ORDERED);
        assertEquals(Dependency.ORDERED, dependencies.between(0, 2));
        dependencies.add(0, 2, Dependency.BARRIER);
        assertEquals(Dependency.BARRIER, dependencies.between(0, 2));
        dependencies.add(0, 2, Dependency.NONE);
        assertEquals(Dependency.NONE, dependencies.between(0, 2));
    }

    @Test
    void shouldHandleTheEmptyGraph() {
        DependencyGraph none = new DependencyGraph(0);
        assertEquals(0, none.sorted().length);
        assertEquals(0, none.cycle().length);
        assertEquals(0, none.layers().length);
        assertEquals(0, none.withoutImplied().count());
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
            for (int i = 0; i < dependencies.count(); i++) {
                int second = i;
                int layer = IntStream.range(0, layers.length)
                        .map(first -> longest[first][second])
                        .max()
                        .orElseThrow();
                assertEquals(Math.max(0, layer), layers[i]);
                for (int j = 0; j < dependencies.count(); j++) {
                    assertEquals(longest[i][j] >= 0, dependencies.reachable()[i].get(j));
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
