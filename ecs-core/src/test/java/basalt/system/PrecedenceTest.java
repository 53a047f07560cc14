package basalt.system;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PrecedenceTest {
    private static final List<Link> LINKS = List.of(Link.WEAK, Link.ORDERED, Link.BARRIER);
    private static final int NEVER = Integer.MIN_VALUE / 2;

    @Test
    void shouldRememberLinks() {
        Precedence precedence = new Precedence(3);
        assertEquals(3, precedence.count());
        precedence.link(0, 2, Link.WEAK);
        precedence.link(2, 1, Link.BARRIER);
        assertEquals(Link.WEAK, precedence.link(0, 2));
        assertEquals(Link.BARRIER, precedence.link(2, 1));
        assertEquals(Link.NONE, precedence.link(2, 0));
        precedence.link(0, 2, Link.ORDERED);
        assertEquals(Link.ORDERED, precedence.link(0, 2));
        precedence.link(0, 2, Link.BARRIER);
        assertEquals(Link.BARRIER, precedence.link(0, 2));
        precedence.link(0, 2, Link.NONE);
        assertEquals(Link.NONE, precedence.link(0, 2));
    }

    @Test
    void shouldHandleNothing() {
        Precedence none = new Precedence(0);
        assertEquals(0, none.sorted().length);
        assertEquals(0, none.cycle().length);
        assertEquals(0, none.layers().length);
        assertEquals(0, none.withoutImplied().count());
    }

    @Test
    void shouldFindTheShortestCycle() {
        Precedence precedence = new Precedence(6);
        for (int i = 0; i < 5; i++) {
            precedence.link(i, i + 1, Link.WEAK);
        }
        assertEquals(0, precedence.cycle().length);
        precedence.link(4, 0, Link.BARRIER);
        assertArrayEquals(new int[] {0, 1, 2, 3, 4}, precedence.cycle());
        precedence.link(4, 3, Link.BARRIER);
        assertArrayEquals(new int[] {3, 4}, precedence.cycle());
        assertEquals(0, precedence.sorted().length);
        precedence.link(2, 2, Link.BARRIER);
        assertArrayEquals(new int[] {2}, precedence.cycle());
    }

    @Test
    void shouldAgreeWithLongestWays() {
        Random random = new Random(0x9a11);
        for (int round = 0; round < 500; round++) {
            Precedence precedence = random(random, 1 + random.nextInt(20), random.nextDouble());
            int[] sorted = precedence.sorted();
            assertTrue(isSorted(precedence, sorted), () -> Arrays.toString(sorted));
            int[][] longest = longest(precedence);
            int[] layers = precedence.layers();
            for (int i = 0; i < precedence.count(); i++) {
                int second = i;
                int layer = IntStream.range(0, layers.length)
                        .map(first -> longest[first][second])
                        .max()
                        .orElseThrow();
                assertEquals(Math.max(0, layer), layers[i]);
                for (int j = 0; j < precedence.count(); j++) {
                    assertEquals(longest[i][j] >= 0, precedence.reachable()[i].get(j));
                }
            }
        }
    }

    @Test
    void shouldKeepTheLinksThatSaySomething() {
        Random random = new Random(0x6e55);
        for (int round = 0; round < 300; round++) {
            Precedence precedence = random(random, 1 + random.nextInt(12), random.nextDouble());
            Precedence rest = precedence.withoutImplied();
            Link[][] before = demands(precedence);
            assertTrue(Arrays.deepEquals(before, demands(rest)), "what follows from the rest is the same");
            for (int first = 0; first < rest.count(); first++) {
                for (int second = 0; second < rest.count(); second++) {
                    Link link = rest.link(first, second);
                    if (link != Link.NONE) {
                        assertEquals(precedence.link(first, second), link);
                        rest.link(first, second, Link.NONE);
                        assertTrue(!Arrays.deepEquals(before, demands(rest)), "each link is needed");
                        rest.link(first, second, link);
                    }
                }
            }
        }
    }

    /** Random links along a random order, so that there is no cycle. */
    private static Precedence random(Random random, int count, double density) {
        int[] places = IntStream.range(0, count).toArray();
        for (int i = count - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int place = places[i];
            places[i] = places[j];
            places[j] = place;
        }
        Precedence precedence = new Precedence(count);
        for (int i = 0; i < count; i++) {
            for (int j = i + 1; j < count; j++) {
                if (random.nextDouble() < density) {
                    precedence.link(places[i], places[j], LINKS.get(random.nextInt(LINKS.size())));
                }
            }
        }
        return precedence;
    }

    private static boolean isSorted(Precedence precedence, int[] sorted) {
        for (int i = 0; i < sorted.length; i++) {
            for (int j = 0; j <= i; j++) {
                if (precedence.link(sorted[i], sorted[j]) != Link.NONE) {
                    return false;
                }
            }
        }
        return Arrays.stream(sorted).distinct().count() == precedence.count();
    }

    /** How many barriers the way with the most of them has, for each pair; NEVER or less where there is no way. */
    private static int[][] longest(Precedence precedence) {
        int count = precedence.count();
        int[][] longest = new int[count][count];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                longest[i][j] = switch (precedence.link(i, j)) {
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

    /** What follows for each pair from all ways between the two. */
    private static Link[][] demands(Precedence precedence) {
        int[][] longest = longest(precedence);
        boolean[][] ordered = ordered(precedence);
        Link[][] demands = new Link[longest.length][longest.length];
        for (int i = 0; i < longest.length; i++) {
            for (int j = 0; j < longest.length; j++) {
                Link orderedOrWeak = ordered[i][j] ? Link.ORDERED : Link.WEAK;
                demands[i][j] = longest[i][j] < 0 ? Link.NONE : longest[i][j] > 0 ? Link.BARRIER : orderedOrWeak;
            }
        }
        return demands;
    }

    /** Whether there is a way of ordered links alone, for each pair. */
    private static boolean[][] ordered(Precedence precedence) {
        int count = precedence.count();
        boolean[][] ordered = new boolean[count][count];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                ordered[i][j] = precedence.link(i, j) == Link.ORDERED;
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
