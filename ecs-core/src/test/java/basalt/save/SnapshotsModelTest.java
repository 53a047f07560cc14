package basalt.save;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.BooleanColumn;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.world.StateHashes;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random changes with captures and restorations between them, compared with copies of the world in collections. */
class SnapshotsModelTest {
    record Place(float x, float y, boolean isFixed) {
        static final Component<Place> TYPE = Component.of(Place.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
        static final BooleanColumn IS_FIXED = TYPE.bool("isFixed");
    }

    record Count(int value, long total) {
        static final Component<Count> TYPE = Component.of(Count.class);
        static final IntColumn VALUE = TYPE.int32("value");
        static final LongColumn TOTAL = TYPE.int64("total");
    }

    record Rare(int value) {
        static final Component<Rare> TYPE =
                Component.builder(Rare.class).sparse().build();
        static final IntColumn VALUE = TYPE.int32("value");
    }

    record Tag() {
        static final Component<Tag> TYPE = Component.of(Tag.class);
    }

    private static final Component<?>[] COMPONENTS = {Place.TYPE, Count.TYPE, Rare.TYPE, Tag.TYPE};

    /** A world, and the changes that can be made to it. */
    private static final class Game implements AutoCloseable {
        final World world = World.create();
        final Query all = world.query().build();
        final Query places = world.query().all(Place.TYPE).build();
        final Query counts = world.query().all(Count.TYPE).none(Tag.TYPE).build();
        final Query changed = world.query().all(Place.TYPE).changed(Place.TYPE).build();
        final RowKernel move = places.kernel(row -> row.set(Place.X, row.get(Place.X) + row.get(Place.Y)));
        final RowKernel count = counts.kernel(row -> row.set(Count.VALUE, row.get(Count.VALUE) + 1));
        final List<Template> templates = new ArrayList<>();
        final Snapshots ring;
        final List<Long> seen = new ArrayList<>();

        Game(int capacity) {
            templates.add(world.template().with(new Place(1, 2, true)).build());
            templates.add(world.template()
                    .with(new Place(3, 1, false), new Count(7, 9))
                    .build());
            templates.add(world.template().with(new Count(1, 2), new Tag()).build());
            ring = Saves.snapshots(world, capacity);
        }

        /** All that users can see of the entities, by index and without generations. */
        Map<Integer, String> byIndex() {
            return Contents.byIndex(world, COMPONENTS);
        }

        Map<Long, String> byHandle() {
            return Contents.byHandle(world, COMPONENTS);
        }

        /** Makes a change that depends on the random numbers and on the world, but not on generations. */
        void change(Random random) {
            int many = random.nextInt(20) == 0 ? 20_000 : random.nextInt(4) == 0 ? 700 : 40;
            int count = 1 + random.nextInt(many);
            switch (random.nextInt(12)) {
                case 0 -> templates.get(random.nextInt(templates.size())).spawn(count);
                case 1 -> {
                    Template template = templates.get(random.nextInt(templates.size()));
                    for (int i = 0; i < Math.min(count, 300); i++) {
                        template.spawn();
                    }
                }
                case 2 -> {
                    for (int i = 0; i < Math.min(count, 50); i++) {
                        world.spawn(new Place(i, count, false), new Rare(i));
                    }
                }
                case 3 -> some(random, count).forEach(world::destroy);
                case 4 -> some(random, count).forEach(entity -> toggle(entity, Count.TYPE));
                case 5 -> some(random, count).forEach(entity -> toggle(entity, Rare.TYPE));
                case 6 -> some(random, count).forEach(entity -> toggle(entity, Tag.TYPE));
                case 7 ->
                    some(random, Math.min(count, 60)).forEach(entity -> {
                        if (world.has(entity, Place.TYPE)) {
                            world.set(entity, Place.Y, count);
                        }
                    });
                case 8 -> move.run();
                case 9 -> this.count.run();
                case 10 ->
                    some(random, Math.min(count, 60)).forEach(entity -> {
                        if (world.isEnabled(entity)) {
                            world.disable(entity);
                        } else {
                            world.enable(entity);
                        }
                    });
                default -> changed.forEach(row -> seen.add((long) row.index()));
            }
        }

        private void toggle(long entity, Component<?> component) {
            if (world.has(entity, component)) {
                world.remove(entity, component);
            } else {
                world.add(entity, component);
            }
        }

        private List<Long> some(Random random, int count) {
            List<Long> alive = new ArrayList<>();
            all.forEach(row -> alive.add(row.entity()));
            List<Long> some = new ArrayList<>();
            int from = alive.isEmpty() ? 0 : random.nextInt(alive.size());
            for (int i = from; i < Math.min(alive.size(), from + count); i++) {
                some.add(alive.get(i));
            }
            return some;
        }

        @Override
        public void close() {
            ring.close();
            world.close();
        }
    }

    static LongStream seeds() {
        return LongStream.range(0, Long.getLong("basalt.snapshot.seeds", 10));
    }

    private record Kept(long tick, Map<Long, String> contents) {}

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldRestoreAllEntities(long seed) {
        Random random = new Random(seed);
        int capacity = 1 + random.nextInt(5);
        try (Game game = new Game(capacity)) {
            List<Kept> kept = new ArrayList<>();
            int current = -1;
            for (int step = 0; step < 60; step++) {
                for (int i = random.nextInt(6); i > 0; i--) {
                    game.change(random);
                }
                if (kept.isEmpty() || random.nextInt(3) > 0) {
                    game.world.time().advance(1);
                    kept = new ArrayList<>(kept.subList(0, current + 1));
                    kept.add(new Kept(game.ring.capture(), game.byHandle()));
                    if (kept.size() > capacity) {
                        kept.remove(0);
                    }
                    current = kept.size() - 1;
                } else {
                    current = random.nextInt(kept.size());
                    game.ring.restore(kept.get(current).tick());
                    assertEquals(kept.get(current).contents(), game.byHandle(), "seed " + seed + ", step " + step);
                    assertEquals(kept.get(current).contents().size(), game.world.entityCount());
                }
                assertEquals(kept.size(), game.ring.count());
                if (seed % 2 == 0 && random.nextBoolean()) { // so that captures and hashes alternate at random
                    StateHashes.requireExact(game.world);
                }
            }
        }
    }

    /** The same changes after a restoration lead to the same world, as without it. */
    @ParameterizedTest
    @MethodSource("seeds")
    void shouldGoOnInTheSameWay(long seed) {
        try (Game straight = new Game(1);
                Game rolling = new Game(4)) {
            Random rolls = new Random(seed);
            for (int step = 0; step < 40; step++) {
                long changes = seed * 1000 + step;
                change(straight, changes);
                rolling.ring.capture();
                int seen = rolling.seen.size();
                for (int times = rolls.nextInt(3); times > 0; times--) {
                    change(rolling, rolls.nextInt());
                    rolling.world.time().advance(1);
                    if (rolls.nextBoolean()) {
                        rolling.ring.capture();
                    }
                    rolling.ring.restore(step);
                    rolling.seen.subList(seen, rolling.seen.size()).clear();
                }
                change(rolling, changes);
                straight.world.time().advance(1);
                rolling.world.time().advance(1);
                assertEquals(straight.byIndex(), rolling.byIndex(), "seed " + seed + ", step " + step);
                assertEquals(StateHashes.requireExact(straight.world), StateHashes.requireExact(rolling.world));
                assertEquals(straight.seen, rolling.seen, "seed " + seed + ", step " + step);
            }
        }
    }

    private static void change(Game game, long seed) {
        Random random = new Random(seed);
        for (int i = random.nextInt(5); i > 0; i--) {
            game.change(random);
        }
    }

    /** No handle is given out twice, although generations go back. */
    @Test
    void shouldNotGiveOutHandlesAgain() {
        try (Game game = new Game(3)) {
            TreeMap<Long, Integer> firstStep = new TreeMap<>();
            Random random = new Random(1);
            game.change(random);
            game.ring.capture();
            Map<Long, String> before = game.byHandle();
            for (int step = 1; step < 60; step++) {
                for (int i = 0; i < 8; i++) {
                    game.change(random);
                }
                for (long entity : game.byHandle().keySet()) {
                    if (!before.containsKey(entity)) {
                        Integer earlier = firstStep.putIfAbsent(entity, step);
                        assertEquals(null, earlier, () -> Entity.toString(entity));
                    }
                }
                game.ring.restore(0);
                assertEquals(before, game.byHandle());
            }
        }
    }
}
