package basalt.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import basalt.component.Component;
import basalt.component.EventType;
import basalt.match.Filter;
import basalt.memory.Soak;
import basalt.storage.fixture.Bell;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Notice;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Salvo;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.Velocity;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Random schedules against the documented rules, pair by pair. */
class ScheduleGraphModelTest {
    private static final int SCHEDULES = Soak.times(150, 1_000);

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
                assertTrue(Rejection.assertRejects(() -> ScheduleGraph.of(specs, Set.of(), List.of()), "cycle")
                        .getMessage()
                        .contains("\" before \""));
            } else {
                ScheduleGraph graph = ScheduleGraph.of(specs, Set.of(), List.of());
                check(context, strict, weak, graph);
                checkRunOrder(context, ordered(declared, asked), graph);
                checkImplicitOrder(context, declared, asked, graph);
                if (seed % 20 == 0) {
                    assertEquals(
                            graph.toString(),
                            ScheduleGraph.of(specs, Set.of(), List.of()).toString(),
                            context);
                    assertEquals(
                            graph.toDot(),
                            ScheduleGraph.of(specs, Set.of(), List.of()).toDot(),
                            context);
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

    /** For tests: a system with random declarations, and the documented rules for each pair of such systems. */
    static final class RandomSystem {
        private static final List<Component<?>> COMPONENTS =
                List.of(Position.TYPE, Velocity.TYPE, Health.TYPE, Burning.TYPE, Frozen.TYPE, Label.TYPE);
        private static final List<EventType<?>> EVENTS =
                List.of(Bell.TYPE, Blow.TYPE, Notice.TYPE, Salvo.TYPE, Spark.TYPE);
        private static final List<Class<?>> RESOURCES = List.of(String.class, Integer.class, Long.class);
        private static final List<String> SETS = List.of("red", "green", "blue");

        final String name;
        final Set<Component<?>> filters = new HashSet<>();
        final Set<Component<?>> reads = new HashSet<>();
        final Set<Component<?>> writes = new HashSet<>();
        final Set<Component<?>> changes = new HashSet<>();
        final Set<EventType<?>> sends = new HashSet<>();
        final Set<EventType<?>> receives = new HashSet<>();
        final Set<Class<?>> readsResource = new HashSet<>();
        final Set<Class<?>> writesResource = new HashSet<>();
        final Set<String> sets = new HashSet<>();
        final Set<String> before = new HashSet<>();
        final Set<String> after = new HashSet<>();
        boolean restructuresAny;
        boolean spawns;
        boolean destroys;
        boolean exclusive;
        boolean worldThread;
        boolean hasCondition;
        boolean touchesOthers;

        /** The components that a kernel's query requires, has as alternatives, and excludes. */
        boolean isKernel;

        final Set<Component<?>> all = new HashSet<>();
        final Set<Component<?>> any = new HashSet<>();
        final Set<Component<?>> none = new HashSet<>();
        final Set<Template> templates = new HashSet<>();
        final Set<Component<?>> dying = new HashSet<>();

        RandomSystem(Random random, String name, double density, List<Template> known) {
            this.name = name;
            some(random, density, SETS, sets);
            hasCondition = random.nextInt(10) == 0;
            if (random.nextInt(40) == 0) {
                exclusive = true;
                return;
            }
            isKernel = random.nextInt(3) > 0;
            if (isKernel) {
                some(random, density, COMPONENTS, all);
                some(random, density / 2, COMPONENTS, any);
                some(random, density / 2, COMPONENTS, none);
                none.removeAll(all);
                filters.addAll(all);
                filters.addAll(any);
                filters.addAll(none);
                touchesOthers = random.nextInt(6) == 0;
            }
            some(random, density, COMPONENTS, reads);
            some(random, density / 2, COMPONENTS, writes);
            reads.removeAll(writes);
            some(random, density / 4, RESOURCES, readsResource);
            some(random, density / 4, RESOURCES, writesResource);
            readsResource.removeAll(writesResource);
            some(random, density / 3, EVENTS, sends);
            some(random, density / 3, EVENTS, receives);
            restructuresAny = random.nextInt(30) == 0;
            if (!restructuresAny) {
                some(random, density / 4, COMPONENTS, changes);
            }
            spawns = random.nextInt(20) == 0;
            destroys = random.nextInt(20) == 0;
            if (!spawns && random.nextInt(8) == 0) {
                some(random, 0.3, known, templates);
            }
            if (!destroys) {
                some(random, density / 8, COMPONENTS, dying);
            }
            worldThread = random.nextInt(15) == 0;
        }

        private static <T> void some(Random random, double density, Collection<T> from, Collection<T> chosen) {
            for (T one : from) {
                if (random.nextDouble() < density) {
                    chosen.add(one);
                }
            }
        }

        SystemSpec spec(Random random, int index) {
            List<SystemOption> options = new ArrayList<>();
            each(reads, options, Access::reads);
            each(writes, options, Access::writes);
            each(changes, options, Access::restructures);
            each(sends, options, Access::sends);
            each(receives, options, Access::receives);
            each(readsResource, options, Access::readsResource);
            each(writesResource, options, Access::writesResource);
            each(sets, options, Order::inSet);
            each(before, options, Order::before);
            each(after, options, Order::after);
            addIf(restructuresAny, options, Access.restructures());
            addIf(spawns, options, Access.spawns());
            addIf(destroys, options, Access.destroys());
            addIf(!templates.isEmpty(), options, Access.spawns(templates.toArray(new Template[0])));
            each(dying, options, Access::destroys);
            addIf(touchesOthers, options, Access.touchesOthers());
            addIf(exclusive, options, Access.exclusive());
            addIf(worldThread, options, Access.worldThread());
            addIf(hasCondition, options, RunCondition.when(() -> true));
            Collections.shuffle(options, random);
            SystemSpec spec = SystemSpec.of(name, index, filters, true, options.toArray(new SystemOption[0]));
            int[][] choices = any.isEmpty() ? new int[0][] : new int[][] {ids(any)};
            return isKernel
                    ? spec.over(List.of(new Filter(ids(all), choices, ids(none), false, null, null)), false, false)
                    : spec;
        }

        private static int[] ids(Set<Component<?>> components) {
            return components.stream().mapToInt(Component::id).toArray();
        }

        private static <T> void each(Set<T> named, List<SystemOption> options, Function<T, SystemOption> option) {
            named.forEach(one -> options.add(option.apply(one)));
        }

        private static void addIf(boolean condition, List<SystemOption> options, SystemOption option) {
            if (condition) {
                options.add(option);
            }
        }

        boolean isMeantBy(Set<String> names) {
            return names.contains(name) || intersect(names, sets);
        }

        boolean asksToBeBefore(RandomSystem other) {
            return other.isMeantBy(before) || isMeantBy(other.after);
        }

        /** Whether this system, if it runs first, must be in an earlier stage. */
        boolean mustBeEarlierThan(RandomSystem b) {
            return isSeenToChangeBy(b)
                    || destroysSome() && b.spawnsSome()
                    || intersect(sends, b.receives)
                    || exclusive
                    || b.exclusive
                    || b.hasCondition && mustEndBefore(b);
        }

        /** Whether this system, if it runs first, must have ended before the other one starts. */
        boolean mustEndBefore(RandomSystem b) {
            return intersect(writes, b.reads)
                    || intersect(writes, b.writes)
                    || intersect(reads, b.writes)
                    || intersect(writesResource, b.readsResource)
                    || intersect(writesResource, b.writesResource)
                    || intersect(readsResource, b.writesResource)
                    || worldThread && b.worldThread
                    || spawnsSome() && b.spawnsSome();
        }

        /** Whether this system, if it runs first, must not be in a later stage. */
        boolean mustNotBeLaterThan(RandomSystem b) {
            return mustEndBefore(b)
                    || b.isSeenToChangeBy(this)
                    || records() && b.records()
                    || intersect(receives, b.sends)
                    || intersect(sends, b.sends);
        }

        /** Whether the order of the two makes a difference. */
        boolean showsOrderTo(RandomSystem b) {
            return mustBeEarlierThan(b)
                    || b.mustBeEarlierThan(this)
                    || mustEndBefore(b)
                    || b.mustEndBefore(this)
                    || intersect(changes, b.changes)
                    || restructuresAny && b.changesSome()
                    || b.restructuresAny && changesSome()
                    || intersect(sends, b.sends);
        }

        private boolean isSeenToChangeBy(RandomSystem b) {
            return intersect(changes, b.seen())
                    || (spawns || destroys || restructuresAny)
                            && (b.seesAll() || !b.seen().isEmpty())
                    || !dying.isEmpty() && (b.seesAll() || intersect(dying, b.seen()))
                    || templates.stream().anyMatch(template -> b.mayFind(Set.copyOf(template.components())));
        }

        private Set<Component<?>> seen() {
            Set<Component<?>> seen = new HashSet<>(filters);
            seen.addAll(reads);
            seen.addAll(writes);
            return seen;
        }

        private boolean seesAll() {
            return isKernel && all.isEmpty();
        }

        /** Whether it may look at a new entity with these components. */
        private boolean mayFind(Set<Component<?>> components) {
            if (!isKernel || touchesOthers) {
                return seesAll() || intersect(components, seen());
            }
            return components.containsAll(all)
                    && (any.isEmpty() || intersect(components, any))
                    && !intersect(components, none);
        }

        private boolean spawnsSome() {
            return spawns || !templates.isEmpty();
        }

        private boolean destroysSome() {
            return destroys || !dying.isEmpty();
        }

        private boolean changesSome() {
            return restructuresAny || !changes.isEmpty();
        }

        /** Whether it has effects after its stage. */
        boolean hasLaterEffects() {
            return records() || !sends.isEmpty();
        }

        private boolean records() {
            return restructuresAny || spawnsSome() || destroysSome() || !changes.isEmpty();
        }

        private static <T> boolean intersect(Set<T> one, Set<T> other) {
            return !Collections.disjoint(one, other);
        }
    }
}
