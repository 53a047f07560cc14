package basalt.system;

import basalt.component.Component;
import basalt.component.EventType;
import basalt.match.Filter;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;

/** For tests: a system with random declarations, and the documented rules for each pair of such systems. */
final class RandomSystem {
    private static final List<Component<?>> COMPONENTS =
            List.of(Position.TYPE, Velocity.TYPE, Health.TYPE, Burning.TYPE, Frozen.TYPE, Label.TYPE);
    private static final List<EventType<?>> EVENTS = List.of(Bell.TYPE, Blow.TYPE, Notice.TYPE, Salvo.TYPE, Spark.TYPE);
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
        return isKernel ? spec.over(List.of(new Filter(ids(all), choices, ids(none), false, null, null))) : spec;
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
