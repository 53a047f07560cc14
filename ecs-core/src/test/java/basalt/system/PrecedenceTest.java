package basalt.system;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PrecedenceTest {
    private static final int NEVER = Integer.MIN_VALUE / 2;

    @Test
    void shouldRememberLinks() {
        Precedence precedence = new Precedence(3);
        assertEquals(3, precedence.count());
        precedence.link(0, 2, Link.WEAK);
        precedence.link(2, 1, Link.STRICT);
        assertEquals(Link.WEAK, precedence.link(0, 2));
        assertEquals(Link.STRICT, precedence.link(2, 1));
        assertEquals(Link.NONE, precedence.link(2, 0));
        precedence.link(0, 2, Link.STRICT);
        assertEquals(Link.STRICT, precedence.link(0, 2));
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
        precedence.link(4, 0, Link.STRICT);
        assertArrayEquals(new int[] {0, 1, 2, 3, 4}, precedence.cycle());
        precedence.link(4, 3, Link.STRICT);
        assertArrayEquals(new int[] {3, 4}, precedence.cycle());
        assertEquals(0, precedence.sorted().length);
        precedence.link(2, 2, Link.STRICT);
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
            int[][] before = signs(longest(precedence));
            assertTrue(Arrays.deepEquals(before, signs(longest(rest))), "what follows from the rest is the same");
            for (int first = 0; first < rest.count(); first++) {
                for (int second = 0; second < rest.count(); second++) {
                    Link link = rest.link(first, second);
                    if (link != Link.NONE) {
                        assertEquals(precedence.link(first, second), link);
                        rest.link(first, second, Link.NONE);
                        assertTrue(!Arrays.deepEquals(before, signs(longest(rest))), "each link is needed");
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
                    precedence.link(places[i], places[j], random.nextBoolean() ? Link.STRICT : Link.WEAK);
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

    /** How many strict links the way with the most of them has, for each pair; NEVER or less where there is no way. */
    private static int[][] longest(Precedence precedence) {
        int count = precedence.count();
        int[][] longest = new int[count][count];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                longest[i][j] = switch (precedence.link(i, j)) {
                    case NONE -> NEVER;
                    case WEAK -> 0;
                    case STRICT -> 1;
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

    private static int[][] signs(int[][] longest) {
        return Arrays.stream(longest)
                .map(row -> Arrays.stream(row).map(Integer::signum).toArray())
                .toArray(int[][]::new);
    }
}
