package basalt.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Random schedules against the documented rules, pair by pair. */
class ScheduleGraphModelTest {
    private static final int SCHEDULES = 1000;

    private final World world = World.create();
    private final List<Template> templates = List.of(
            world.template().with(Position.TYPE, Velocity.TYPE).build(),
            world.template().with(Health.TYPE).build(),
            world.template().with(Health.TYPE, Position.TYPE).build(),
            world.template().with(Velocity.TYPE, Burning.TYPE, Frozen.TYPE).build());

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldFollowTheDocumentedRules() {
        int ordered = 0;
        int stages = 0;
        int systems = 0;
        for (int seed = 0; seed < SCHEDULES; seed++) {
            Random random = new Random(seed);
            List<RandomSystem> declared = declare(random);
            List<SystemSpec> specs = new ArrayList<>();
            declared.forEach(system -> specs.add(system.spec(random, specs.size())));
            boolean[][] asked = closure(asked(declared));
            boolean[][] strict = strict(declared, asked);
            boolean[][] weak = weak(declared, asked);
            boolean[][] closed = closure(any(strict, weak));
            String context = "seed " + seed;
            if (hasCycle(asked) || hasCycle(closed)) {
                assertTrue(Rejection.assertRejects(() -> ScheduleGraph.of(specs, List.of()), "cycle")
                        .getMessage()
                        .contains("\" before \""));
            } else {
                ScheduleGraph graph = ScheduleGraph.of(specs, List.of());
                check(context, strict, weak, graph);
                checkRunOrder(context, ordered(declared, asked), graph);
                checkImplicitOrder(context, declared, asked, graph);
                if (seed % 20 == 0) {
                    assertEquals(
                            graph.toString(), ScheduleGraph.of(specs, List.of()).toString(), context);
                    assertEquals(
                            graph.toDot(), ScheduleGraph.of(specs, List.of()).toDot(), context);
                }
                ordered++;
                stages += graph.stageCount();
                systems += specs.size();
            }
        }
        assertTrue(ordered > SCHEDULES / 2 && ordered < SCHEDULES * 9 / 10, "schedules without a cycle: " + ordered);
        assertTrue(stages < systems * 2 / 3, "some stages have several systems: " + stages + " of " + systems);
    }

    private List<RandomSystem> declare(Random random) {
        int count = random.nextInt(31);
        double density = random.nextDouble() * 0.25;
        List<RandomSystem> declared = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            declared.add(new RandomSystem(random, "s" + i, density, templates));
        }
        Set<String> sets = new HashSet<>();
        declared.forEach(system -> sets.addAll(system.sets));
        for (int i = random.nextInt(4); i > 0 && count > 1; i--) {
            RandomSystem one = declared.get(random.nextInt(count));
            RandomSystem other = declared.get(random.nextInt(count));
            boolean byName = sets.isEmpty() || random.nextInt(3) > 0;
            String name = byName ? other.name : sets.iterator().next();
            if (!one.isMeantBy(Set.of(name)) && !one.before.contains(name) && !one.after.contains(name)) {
                (random.nextBoolean() ? one.before : one.after).add(name);
            }
        }
        return declared;
    }

    private static void check(String context, boolean[][] strict, boolean[][] weak, ScheduleGraph graph) {
        Map<String, Integer> stageOf = new HashMap<>();
        int stage = 0;
        for (List<String> names : graph.stages()) {
            assertTrue(!names.isEmpty(), context);
            for (String name : names) {
                assertEquals(null, stageOf.put(name, stage), () -> context + ": " + name + " is in one stage");
            }
            stage++;
        }
        assertEquals(strict.length, stageOf.size(), context);
        for (int j = 0; j < strict.length; j++) {
            int stageOfJ = stageOf.get("s" + j);
            boolean isForced = stageOfJ == 0;
            for (int i = 0; i < strict.length; i++) {
                int stageOfI = stageOf.get("s" + i);
                if (strict[i][j] && stageOfI >= stageOfJ || weak[i][j] && stageOfI > stageOfJ) {
                    fail(context + ": s" + i + " in " + stageOfI + ", s" + j + " in " + stageOfJ);
                }
                isForced |= strict[i][j] && stageOfI == stageOfJ - 1 || weak[i][j] && stageOfI == stageOfJ;
            }
            assertTrue(isForced, context + ": s" + j + " could stand in an earlier stage than " + stageOfJ);
        }
    }

    private static void checkRunOrder(String context, boolean[][] ordered, ScheduleGraph graph) {
        List<String> runOrder = graph.stages().stream().flatMap(List::stream).toList();
        for (int i = 0; i < ordered.length; i++) {
            for (int j = 0; j < ordered.length; j++) {
                boolean isInOrder = runOrder.indexOf("s" + i) < runOrder.indexOf("s" + j);
                assertTrue(!ordered[i][j] || isInOrder, context + ": s" + i + " before s" + j + " in " + runOrder);
            }
        }
    }

    private static void checkImplicitOrder(
            String context, List<RandomSystem> declared, boolean[][] asked, ScheduleGraph graph) {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < declared.size(); i++) {
            for (int j = i + 1; j < declared.size(); j++) {
                if (declared.get(i).showsOrderTo(declared.get(j)) && !asked[i][j] && !asked[j][i]) {
                    expected.add("s" + i + " s" + j);
                }
            }
        }
        assertEquals(
                expected.stream().sorted().toList(),
                graph.implicitOrder().stream()
                        .map(a -> a.first() + " " + a.second())
                        .sorted()
                        .toList(),
                context);
        assertTrue(graph.implicitOrder().stream().noneMatch(a -> a.why().isEmpty()), context);
    }

    private static boolean[][] asked(List<RandomSystem> declared) {
        return pairs(declared.size(), (i, j) -> declared.get(i).asksToBeBefore(declared.get(j)));
    }

    /** Whether i runs before j if they conflict. */
    private static boolean isFirst(int i, int j, boolean[][] asked) {
        return asked[i][j] || i < j && !asked[j][i];
    }

    private static boolean[][] strict(List<RandomSystem> declared, boolean[][] asked) {
        return pairs(
                declared.size(),
                (i, j) -> asksForABarrier(declared.get(i), declared.get(j))
                        || isFirst(i, j, asked) && declared.get(i).mustBeEarlierThan(declared.get(j)));
    }

    /**
     * An explicit order means that the effects of the first system are visible and that a condition is evaluated after
     * it.
     */
    private static boolean asksForABarrier(RandomSystem first, RandomSystem second) {
        return first.asksToBeBefore(second) && (first.hasLaterEffects() || second.hasCondition);
    }

    private static boolean[][] ordered(List<RandomSystem> declared, boolean[][] asked) {
        return pairs(
                declared.size(),
                (i, j) -> asked[i][j]
                        || isFirst(i, j, asked)
                                && (declared.get(i).mustBeEarlierThan(declared.get(j))
                                        || declared.get(i).mustEndBefore(declared.get(j))));
    }

    private static boolean[][] weak(List<RandomSystem> declared, boolean[][] asked) {
        return pairs(
                declared.size(),
                (i, j) -> declared.get(i).asksToBeBefore(declared.get(j))
                        || isFirst(i, j, asked) && declared.get(i).mustNotBeLaterThan(declared.get(j)));
    }

    private static boolean[][] any(boolean[][] one, boolean[][] other) {
        return pairs(one.length, (i, j) -> one[i][j] || other[i][j]);
    }

    private static boolean[][] closure(boolean[][] links) {
        boolean[][] closure = pairs(links.length, (i, j) -> links[i][j]);
        for (int via = 0; via < links.length; via++) {
            for (int i = 0; i < links.length; i++) {
                for (int j = 0; j < links.length; j++) {
                    closure[i][j] |= closure[i][via] && closure[via][j];
                }
            }
        }
        return closure;
    }

    private static boolean hasCycle(boolean[][] closure) {
        for (int i = 0; i < closure.length; i++) {
            if (closure[i][i]) {
                return true;
            }
        }
        return false;
    }

    private interface Pair {
        boolean holds(int i, int j);
    }

    private static boolean[][] pairs(int count, Pair pair) {
        boolean[][] pairs = new boolean[count][count];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                pairs[i][j] = i != j && pair.holds(i, j);
            }
        }
        return pairs;
    }
}
