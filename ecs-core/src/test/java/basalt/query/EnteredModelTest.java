package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.memory.Soak;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random changes of a world, and readers of the entities that enter and leave queries, at different intervals: each
 * finds exactly the difference of two sets of handles.
 */
class EnteredModelTest {
    private static final int STEPS = Soak.times(150, 2_000);

    /** Finds the difference of what matches and what has matched. */
    private final class Reader {
        final String name;
        final Query query;
        final LongPredicate matches;
        final Query entered;
        final LeftEntities left;
        Set<Long> knownToEntered;
        Set<Long> knownToLeft;

        Reader(String name, Query query, LongPredicate matches, boolean isFromNow) {
            this.name = name;
            this.query = query;
            this.matches = matches;
            entered = isFromNow ? query.enteredFromNow() : query.entered();
            left = query.left();
            knownToEntered = isFromNow ? matching() : Set.of();
            knownToLeft = matching();
        }

        Set<Long> matching() {
            Set<Long> matching = new TreeSet<>();
            alive.stream().filter(matches::test).forEach(matching::add);
            return matching;
        }

        void readEntered(int how) {
            Set<Long> expected = matching();
            expected.removeAll(knownToEntered);
            assertEquals(expected.size(), entered.count(), name);
            assertEquals(expected.isEmpty(), entered.isEmpty(), name);
            List<Long> found = new ArrayList<>();
            if (how == 0) {
                entered.forEach(row -> found.add(row.entity()));
            } else if (how == 1) {
                Selection rows = Selection.of(entered).collect();
                for (int i = 0; i < rows.size(); i++) {
                    found.add(rows.entity(i));
                }
            } else {
                try (RowCursor rows = entered.cursor()) {
                    while (rows.next()) {
                        found.add(rows.entity());
                    }
                }
            }
            assertEquals(expected, new TreeSet<>(found), name);
            assertEquals(expected.size(), found.size(), name);
            knownToEntered = matching();
        }

        void readLeft() {
            Set<Long> now = matching();
            Set<Long> expected = new TreeSet<>(knownToLeft);
            expected.removeAll(now);
            List<Long> found = new ArrayList<>();
            left.forEach(found::add);
            assertEquals(expected, new TreeSet<>(found), name);
            assertEquals(expected.size(), found.size(), name);
            knownToLeft = now;
        }
    }

    private record State(long tick, Set<Long> alive, Map<Reader, List<Set<Long>>> known) {}

    private final World world =
            World.builder().memory(DirtyMemory.atBothEnds(0xA5)).build();
    private final Set<Long> alive = new HashSet<>();
    private final List<Reader> readers = new ArrayList<>();
    private final LongBound bound = new LongBound(5);
    private final Query healthy = world.query().all(Health.TYPE).build();
    private final RowKernel grow =
            healthy.kernel((Row row) -> row.set(Health.POINTS, (row.get(Health.POINTS) + 1) % 11));
    private final List<Template> templates = List.of(
            world.template().with(Health.TYPE).build(),
            world.template().with(Health.TYPE, Position.TYPE).build(),
            world.template().with(Position.TYPE, Rare.TYPE, Frozen.TYPE).build());
    private final List<State> states = new ArrayList<>();
    private Random random;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldFindTheDifference(long seed) {
        random = new Random(seed);
        try (world;
                Snapshots ring = Saves.snapshots(world, 3)) {
            for (int i = 0; i < 5; i++) {
                change();
            }
            makeReaders();
            for (int step = 0; step < STEPS; step++) {
                try {
                    step(ring);
                } catch (AssertionError | RuntimeException e) {
                    throw new AssertionError("seed=" + seed + ", step=" + step, e);
                }
            }
        }
    }

    private void makeReaders() {
        LongPredicate isEnabled = world::isEnabled;
        LongPredicate hasHealth = isEnabled.and(entity -> isEnabled(entity, Health.TYPE));
        add("healthy", () -> healthy, hasHealth);
        add(
                "not frozen",
                () -> world.query().all(Health.TYPE).none(Frozen.TYPE).build(),
                hasHealth.and(entity -> !isEnabled(entity, Frozen.TYPE)));
        add(
                "any",
                () -> world.query()
                        .any(Rare.TYPE, Position.TYPE)
                        .includeDisabled()
                        .build(),
                entity -> isEnabled(entity, Rare.TYPE) || isEnabled(entity, Position.TYPE));
        add("all", () -> world.query().build(), isEnabled);
        add(
                "weak",
                () -> healthy.where(Health.POINTS).atMost(bound),
                hasHealth.and(entity -> world.get(entity, Health.POINTS) <= bound.get()));
        add(
                "odd",
                () -> healthy.where(Condition.on(Health.class, health -> health.points() % 2 == 1)),
                hasHealth.and(entity -> world.get(entity, Health.POINTS) % 2 == 1));
        add(
                "weak and not frozen",
                () -> world.query()
                        .none(Frozen.TYPE)
                        .where(Health.POINTS)
                        .lessThan(4)
                        .build(),
                hasHealth.and(entity -> !isEnabled(entity, Frozen.TYPE) && world.get(entity, Health.POINTS) < 4));
    }

    private boolean isEnabled(long entity, Component<?> component) {
        return world.has(entity, component) && world.isEnabled(entity, component);
    }

    private void add(String name, Supplier<Query> query, LongPredicate matches) {
        readers.add(new Reader(name, query.get(), matches, random.nextBoolean()));
        readers.add(new Reader(name, query.get(), matches, random.nextBoolean()));
    }

    private void step(Snapshots ring) {
        change();
        for (Reader reader : readers) {
            if (random.nextInt(6) == 0) {
                reader.readEntered(random.nextInt(3));
            }
            if (random.nextInt(6) == 0) {
                reader.readLeft();
            }
        }
        if (random.nextInt(25) == 0) {
            world.time().advance(1);
            Map<Reader, List<Set<Long>>> known = new LinkedHashMap<>();
            readers.forEach(reader -> known.put(reader, List.of(reader.knownToEntered, reader.knownToLeft)));
            states.add(new State(ring.capture(), Set.copyOf(alive), known));
            if (states.size() > 3) {
                states.remove(0);
            }
        } else if (!states.isEmpty() && random.nextInt(40) == 0) {
            State state = states.get(random.nextInt(states.size()));
            ring.restore(state.tick());
            states.removeIf(later -> later.tick() > state.tick());
            alive.clear();
            alive.addAll(state.alive());
            state.known().forEach((reader, known) -> {
                reader.knownToEntered = known.get(0);
                reader.knownToLeft = known.get(1);
            });
        }
    }

    private long pick() {
        List<Long> all = new ArrayList<>(new TreeSet<>(alive));
        return all.get(random.nextInt(all.size()));
    }

    private void change() {
        if (alive.isEmpty() || alive.size() < 60 && random.nextInt(3) == 0) {
            long[] spawned = new long[1 + random.nextInt(150)];
            templates.get(random.nextInt(templates.size())).spawn(spawned);
            for (long entity : spawned) {
                alive.add(entity);
            }
            return;
        }
        long entity = pick();
        switch (random.nextInt(18)) {
            case 0, 1, 2, 3 -> {
                for (int i = random.nextInt(8); i >= 0 && alive.size() > 1; i--) {
                    long dying = pick();
                    world.destroy(dying);
                    alive.remove(dying);
                }
            }
            case 4, 5 -> {
                if (!world.has(entity, Health.TYPE)) {
                    world.add(entity, new Health(random.nextInt(11)));
                } else {
                    world.remove(entity, Health.TYPE);
                }
            }
            case 6, 7 -> {
                if (!world.remove(entity, Frozen.TYPE)) {
                    world.add(entity, Frozen.TYPE);
                }
            }
            case 8 -> {
                if (world.isEnabled(entity)) {
                    world.disable(entity);
                } else {
                    world.enable(entity);
                }
            }
            case 9 -> {
                if (isEnabled(entity, Health.TYPE)) {
                    world.disable(entity, Health.TYPE);
                } else if (world.has(entity, Health.TYPE)) {
                    world.enable(entity, Health.TYPE);
                }
            }
            case 10, 11 -> {
                if (world.has(entity, Health.TYPE)) {
                    world.set(entity, Health.POINTS, random.nextInt(11));
                }
            }
            case 12 -> grow.run();
            case 13 -> bound.set(random.nextInt(11));
            case 14 -> world.rows().compactRows(1 + random.nextInt(100));
            case 15 -> alive.add(world.spawn(new Health(random.nextInt(11)), new Position(1, 2)));
            case 16 -> world.query().all(Rare.TYPE).build().bulk().add(new Health(random.nextInt(11)));
            default -> {
                if (random.nextInt(8) == 0) {
                    Query weak = healthy.where(Health.POINTS).atMost(3);
                    weak.forEach(row -> alive.remove(row.entity()));
                    weak.bulk().destroy();
                }
            }
        }
        assertTrue(world.entityCount() == alive.size());
    }
}
