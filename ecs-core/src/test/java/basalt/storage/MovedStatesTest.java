package basalt.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.memory.CountingMemory;
import basalt.query.Query;
import basalt.save.Contents;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.world.StateHashes;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random changes, moves, compactions, captures and restorations in between, compared with copies of the world. */
class MovedStatesTest {
    private static final Component<?>[] COMPONENTS = {Position.TYPE, Health.TYPE, Rare.TYPE, Frozen.TYPE};

    /** What a world must be again after a restoration. */
    private record Kept(
            long tick, Map<Long, String> contents, Map<Long, Integer> rows, Set<Long> unread, long hash, long retired) {
        void requireSame(Game game, String when) {
            assertEquals(contents, game.contents(), when);
            assertEquals(
                    new ArrayList<>(contents.keySet()),
                    new ArrayList<>(game.contents().keySet()),
                    when);
            assertEquals(rows, game.rowNumbers(), when);
            assertEquals(hash, StateHashes.requireExact(game.world), when);
            assertTrue(game.rows.entities().retiredRows() >= retired, when);
        }
    }

    /** A world, and the changes that can be made to it. */
    private static final class Game implements AutoCloseable {
        final CountingMemory memory = new CountingMemory(new DirtyMemory(0xFF));
        final World world = World.builder().memory(memory).build();
        final Rows rows = StoreInvariants.storeOf(world).rows();
        final List<Template> templates = new ArrayList<>();
        final Query changed = world.query()
                .all(Health.TYPE)
                .includeDisabled()
                .changed(Health.TYPE)
                .build();
        final Set<Long> given = new HashSet<>();
        final Snapshots ring;
        Set<Long> unread = new TreeSet<>();

        Game(int capacity) {
            templates.add(world.template().with(new Position(1, 2)).build());
            templates.add(world.template().with(new Health(3)).build());
            templates.add(world.template()
                    .with(new Position(4, 5), new Health(6), new Frozen())
                    .build());
            ring = Saves.snapshots(world, capacity);
        }

        Map<Long, String> contents() {
            return Contents.byHandle(world, COMPONENTS);
        }

        Map<Integer, String> byIndex() {
            return new TreeMap<>(Contents.byIndex(world, COMPONENTS));
        }

        Map<Long, Integer> rowNumbers() {
            Map<Long, Integer> numbers = new LinkedHashMap<>();
            for (long entity : alive()) {
                numbers.put(entity, Place.rowOfWorld(rows.entities().require(entity)));
            }
            return numbers;
        }

        List<Long> alive() {
            List<Long> alive = new ArrayList<>();
            try (Query everything = world.query().includeDisabled().build()) {
                everything.forEach(row -> alive.add(row.entity()));
            }
            alive.sort((one, other) -> Integer.compare(Entity.index(one), Entity.index(other)));
            return alive;
        }

        private List<Long> some(Random random) {
            List<Long> alive = alive();
            Collections.shuffle(alive, random);
            int most = random.nextInt(4) == 0 ? alive.size() : Math.min(alive.size(), 40);
            return alive.subList(0, most == 0 ? 0 : random.nextInt(most));
        }

        /** Makes a change that depends on the random numbers and on the world, but not on generations. */
        void change(Random random) {
            switch (random.nextInt(12)) {
                case 0 -> spawn(random, 1 + random.nextInt(random.nextInt(30) == 0 ? 20_000 : 400));
                case 1 -> spawn(random, 1 + random.nextInt(30));
                case 2, 3 ->
                    some(random).forEach(entity -> {
                        world.destroy(entity);
                        unread.remove(entity);
                    });
                case 4, 5 -> some(random).forEach(entity -> set(entity, random));
                case 6 -> some(random).forEach(entity -> toggle(entity, random));
                case 7, 8 -> MovedRows.shuffle(world, random, 1 + random.nextInt(random.nextInt(4) == 0 ? 2000 : 40));
                case 9 -> compact(1 + random.nextInt(300), random.nextInt(4));
                case 10 -> compact(RowMoves.MOST, Integer.MAX_VALUE);
                default -> readChanges();
            }
        }

        private void spawn(Random random, int count) {
            int template = random.nextInt(templates.size() + 1);
            for (int i = 0; i < count; i++) {
                long entity =
                        template < templates.size() ? templates.get(template).spawn() : world.spawn(new Health(i));
                assertTrue(given.add(entity), () -> Entity.toString(entity) + " was given out before");
                if (template > 0) {
                    unread.add(entity);
                }
            }
        }

        private void set(long entity, Random random) {
            int value = random.nextInt();
            switch (random.nextInt(4)) {
                case 0 -> world.add(entity, new Position(value, -value));
                case 1 -> world.add(entity, new Rare(value, "note " + value));
                case 2 -> world.remove(entity, Rare.TYPE);
                default -> {
                    world.add(entity, new Health(value));
                    unread.add(entity);
                }
            }
        }

        private void toggle(long entity, Random random) {
            boolean isOn = random.nextBoolean();
            switch (random.nextInt(8)) {
                case 0 -> world.add(entity, Frozen.TYPE);
                case 1 -> world.remove(entity, Frozen.TYPE);
                case 2 -> world.enable(entity);
                case 3 -> world.disable(entity);
                default -> {
                    if (world.has(entity, Position.TYPE) && isOn) {
                        world.enable(entity, Position.TYPE);
                    } else if (world.has(entity, Position.TYPE)) {
                        world.disable(entity, Position.TYPE);
                    }
                }
            }
        }

        private void compact(int most, int times) {
            Compactor compactor = rows.compactor();
            compactor.begin(null);
            boolean isMore = true;
            for (int i = 0; i < times && isMore; i++) {
                isMore = compactor.step(most);
            }
        }

        private void readChanges() {
            Set<Long> read = new TreeSet<>();
            changed.forEach(row -> read.add(row.entity()));
            assertEquals(unread, read);
            unread.clear();
        }

        Kept capture() {
            world.time().advance(1);
            return new Kept(
                    ring.capture(),
                    contents(),
                    rowNumbers(),
                    new TreeSet<>(unread),
                    Saves.stateHash(world),
                    rows.entities().retiredRows());
        }

        void restore(Kept kept, String when) {
            ring.restore(kept.tick());
            check(when);
            kept.requireSame(this, when);
            unread = new TreeSet<>(kept.unread());
            for (long entity : given) {
                assertEquals(kept.contents().containsKey(entity), world.isAlive(entity), when);
            }
        }

        void check(String when) {
            StoreInvariants.check(world);
            assertEquals(memory.allocatedBytes(), world.statistics().memory().totalBytes(), when);
        }

        @Override
        public void close() {
            ring.close();
            world.close();
            assertEquals(0, memory.outstanding());
        }
    }

    static LongStream seeds() {
        return LongStream.range(0, Long.getLong("basalt.snapshot.seeds", 10));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldRestoreEachEntityToItsRow(long seed) {
        Random random = new Random(seed);
        int capacity = 1 + random.nextInt(5);
        try (Game game = new Game(capacity)) {
            List<Kept> kept = new ArrayList<>();
            int current = -1;
            for (int step = 0; step < 50; step++) {
                String when = "seed " + seed + ", step " + step;
                for (int i = random.nextInt(6); i > 0; i--) {
                    game.change(random);
                }
                game.check(when);
                if (kept.isEmpty() || random.nextInt(3) > 0) {
                    kept = new ArrayList<>(kept.subList(0, current + 1));
                    kept.add(game.capture());
                    if (kept.size() > capacity) {
                        kept.remove(0);
                    }
                    current = kept.size() - 1;
                } else {
                    current = random.nextInt(kept.size());
                    game.restore(kept.get(current), when);
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
            for (int step = 0; step < 25; step++) {
                String when = "seed " + seed + ", step " + step;
                long changes = seed * 1000 + step;
                change(straight, changes);
                Kept state = rolling.capture();
                for (int times = rolls.nextInt(3); times > 0; times--) {
                    change(rolling, rolls.nextInt());
                    if (rolls.nextBoolean()) {
                        rolling.capture();
                    }
                    rolling.restore(state, when);
                }
                change(rolling, changes);
                straight.world.time().advance(1);
                assertEquals(straight.byIndex(), rolling.byIndex(), when);
                assertEquals(StateHashes.requireExact(straight.world), StateHashes.requireExact(rolling.world), when);
            }
        }
    }

    private static void change(Game game, long seed) {
        Random random = new Random(seed);
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            game.change(random);
        }
    }
}
