package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.EntityHandle;
import basalt.component.ListColumn;
import basalt.component.StringColumn;
import basalt.component.StringListColumn;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.memory.Soak;
import basalt.query.Query;
import basalt.query.Row;
import basalt.save.LoadOptions;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.save.Snapshots;
import basalt.storage.Compactor;
import basalt.storage.Elements;
import basalt.storage.MovingBlocks;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random changes of lists, against Java's own lists: by rows, records and commands; moved, restored, saved, merged. */
class ListModelTest {
    record Bag(
            int[] items,
            byte[] flags,
            double[] marks,
            @EntityHandle long[] friends,
            String name,
            List<String> words,
            short level) {
        static final Component<Bag> TYPE = Component.of(Bag.class);
        static final ListColumn.OfInt ITEMS = TYPE.int32List("items");
        static final ListColumn.OfByte FLAGS = TYPE.int8List("flags");
        static final ListColumn.OfDouble MARKS = TYPE.float64List("marks");
        static final ListColumn.OfEntity FRIENDS = TYPE.entityList("friends");
        static final StringColumn NAME = TYPE.string("name");
        static final StringListColumn WORDS = TYPE.stringList("words");
    }

    /** Lists that lie beside others in a block, and the only component with nothing else. */
    record Trail(float[] way) {
        static final Component<Trail> TYPE = Component.of(Trail.class);
        static final ListColumn.OfFloat WAY = TYPE.float32List("way");
    }

    /** What an entity has: the values of each list, which is null without the component. */
    private static final class Model {
        List<Integer> items;
        List<Byte> flags;
        List<Double> marks;
        List<Long> friends;
        List<Float> way;
        String name;
        List<String> words;
        short level;

        Model copy() {
            Model copy = new Model();
            copy.items = items == null ? null : new ArrayList<>(items);
            copy.flags = flags == null ? null : new ArrayList<>(flags);
            copy.marks = marks == null ? null : new ArrayList<>(marks);
            copy.friends = friends == null ? null : new ArrayList<>(friends);
            copy.way = way == null ? null : new ArrayList<>(way);
            copy.name = name;
            copy.words = words == null ? null : new ArrayList<>(words);
            copy.level = level;
            return copy;
        }

        void bag(Bag bag) {
            items = new ArrayList<>(Arrays.stream(bag.items).boxed().toList());
            flags = new ArrayList<>();
            for (byte flag : bag.flags) {
                flags.add(flag);
            }
            marks = new ArrayList<>(Arrays.stream(bag.marks).boxed().toList());
            friends = new ArrayList<>(Arrays.stream(bag.friends).boxed().toList());
            name = bag.name;
            words = new ArrayList<>(bag.words);
            level = bag.level;
        }

        void noBag() {
            items = null;
            flags = null;
            marks = null;
            friends = null;
            name = null;
            words = null;
        }

        void trail(Trail trail) {
            way = new ArrayList<>();
            for (float each : trail.way) {
                way.add(each);
            }
        }

        @Override
        public String toString() {
            return items + " " + flags + " " + marks + " " + friends + " " + name + " " + words + " "
                    + (items == null ? 0 : level) + " " + way;
        }
    }

    private World world;
    private Random random;
    private Map<Long, Model> model = new TreeMap<>();
    private final List<Template> templates = new ArrayList<>();
    private final Map<Long, Map<Long, Model>> states = new HashMap<>();
    private Snapshots ring;
    private Arrangement arrangement;

    private int length() {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> 0;
            case 3 -> random.nextInt(3000);
            case 4 -> 1;
            default -> random.nextInt(20);
        };
    }

    private Bag bag() {
        byte[] flags = new byte[length()];
        random.nextBytes(flags);
        return new Bag(
                random.ints(length()).toArray(),
                flags,
                random.doubles(length()).toArray(),
                model.keySet().stream()
                        .limit(random.nextInt(9))
                        .mapToLong(each -> each)
                        .toArray(),
                name(),
                words(),
                (short) random.nextInt());
    }

    private List<String> words() {
        String[] words = new String[random.nextInt(4) == 0 ? random.nextInt(40) : random.nextInt(3)];
        Arrays.setAll(words, i -> name());
        return Arrays.asList(words);
    }

    private String name() {
        return random.nextInt(4) == 0 ? null : "\u00e4".repeat(length() / 4);
    }

    private Trail trail() {
        float[] way = new float[length()];
        for (int i = 0; i < way.length; i++) {
            way[i] = random.nextFloat();
        }
        return new Trail(way);
    }

    private long any() {
        int n = random.nextInt(model.size());
        return model.keySet().stream().skip(n).findFirst().orElseThrow();
    }

    private void step() {
        if (model.size() < 3 || random.nextInt(12) == 0) {
            spawn();
            return;
        }
        long entity = any();
        Model of = model.get(entity);
        switch (random.nextInt(20)) {
            case 0 -> {
                world.destroy(entity);
                model.remove(entity);
            }
            case 1, 2 -> {
                Bag bag = bag();
                world.add(entity, bag);
                of.bag(bag);
            }
            case 3 -> {
                Trail trail = trail();
                world.add(entity, trail);
                of.trail(trail);
            }
            case 4 -> {
                if (world.add(entity, Bag.TYPE)) {
                    of.bag(new Bag(new int[0], new byte[0], new double[0], new long[0], null, List.of(), (short) 0));
                }
            }
            case 5 -> {
                world.remove(entity, Bag.TYPE);
                of.noBag();
            }
            case 6 -> {
                world.remove(entity, Trail.TYPE);
                of.way = null;
            }
            case 7 -> command(entity, of);
            case 8 -> {
                if (random.nextInt(4) == 0) {
                    move();
                }
            }
            case 9 -> {
                if (random.nextInt(8) == 0) {
                    bulk();
                }
            }
            case 10 -> {
                if (of.items != null) {
                    world.disable(entity, Bag.TYPE);
                    if (random.nextBoolean()) {
                        world.enable(entity, Bag.TYPE);
                    } else {
                        world.remove(entity, Bag.TYPE);
                        of.noBag();
                    }
                }
            }
            case 11 -> state();
            default -> changeElements(world.row(entity), of);
        }
    }

    private void spawn() {
        Model of = new Model();
        long entity;
        if (templates.isEmpty() || random.nextInt(20) == 0 && templates.size() < 6) {
            Bag bag = bag();
            templates.add(world.template().with(bag, new Position(1, 2)).build());
            Arrays.fill(bag.items, -1); // the template has its own
        }
        switch (random.nextInt(4)) {
            case 0 -> {
                Bag bag = bag();
                entity = world.spawn(bag, new Health(1));
                of.bag(bag);
            }
            case 1 -> {
                Bag bag = bag();
                Trail trail = trail();
                entity = world.spawn(trail, bag);
                of.bag(bag);
                of.trail(trail);
            }
            case 2 -> {
                Template template = templates.get(random.nextInt(templates.size()));
                long[] many = new long[random.nextInt(3) == 0 ? 100 : 2];
                template.spawn(many);
                for (long each : many) {
                    Model copy = new Model();
                    copy.bag(world.get(each, Bag.class));
                    assertTrue(copy.items.stream().noneMatch(item -> item == -1));
                    model.put(each, copy);
                }
                return;
            }
            default -> entity = world.spawn();
        }
        model.put(entity, of);
    }

    private void command(long entity, Model of) {
        Bag bag = bag();
        Bag kept = new Bag(
                bag.items.clone(),
                bag.flags.clone(),
                bag.marks.clone(),
                bag.friends.clone(),
                bag.name,
                bag.words,
                bag.level);
        world.commands().add(entity, bag);
        long spawned = world.commands().spawn(bag);
        Arrays.fill(bag.items, 5); // the command has its own
        world.applyCommands();
        of.bag(kept);
        Model other = new Model();
        other.bag(kept);
        model.put(spawned, other);
    }

    private void move() {
        while (model.size() > 150) {
            long entity = any();
            world.destroy(entity);
            model.remove(entity);
        }
        switch (random.nextInt(4)) {
            case 0 -> world.rows().compact();
            case 1 -> world.rows().compactRows(1 + random.nextInt(100));
            default -> arrangement.run();
        }
    }

    private void bulk() {
        Query query = world.query().all(Trail.TYPE).build();
        if (random.nextBoolean()) {
            query.bulk().remove(Trail.TYPE);
            model.values().forEach(each -> each.way = null);
        } else {
            query.bulk().destroy();
            model.values().removeIf(each -> each.way != null);
        }
    }

    private void changeElements(Row row, Model of) {
        if (of.way != null) {
            float value = random.nextFloat();
            for (int i = random.nextInt(4); i > 0; i--) {
                row.add(Trail.WAY, value);
                of.way.add(value);
            }
        }
        if (of.items == null) {
            return;
        }
        int n = of.items.size();
        int value = random.nextInt();
        switch (random.nextInt(9)) {
            case 7 -> {
                of.words = words();
                if (random.nextBoolean()) {
                    row.set(Bag.WORDS, of.words);
                } else {
                    world.commands().set(row.entity(), Bag.WORDS, of.words);
                    world.applyCommands();
                }
                assertEquals(of.words, row.get(Bag.WORDS));
            }
            case 6 -> {
                of.name = name();
                if (random.nextBoolean()) {
                    row.set(Bag.NAME, of.name);
                } else {
                    world.commands().set(row.entity(), Bag.NAME, of.name);
                    world.applyCommands();
                }
                assertTrue(row.equals(Bag.NAME, of.name));
            }
            case 0, 1 -> {
                row.add(Bag.ITEMS, value);
                of.items.add(value);
                row.add(Bag.FLAGS, (byte) value);
                of.flags.add((byte) value);
            }
            case 2 -> {
                for (int i = 0; i < 100; i++) {
                    row.add(Bag.ITEMS, i);
                    of.items.add(i);
                }
            }
            case 3 -> {
                if (n > 0) {
                    int at = random.nextInt(n);
                    row.set(Bag.ITEMS, at, value);
                    of.items.set(at, value);
                }
            }
            case 4 -> {
                if (n > 0) {
                    int at = random.nextInt(n);
                    row.remove(Bag.ITEMS, at);
                    of.items.remove(at);
                }
                if (!of.flags.isEmpty()) {
                    row.remove(Bag.FLAGS, 0);
                    of.flags.remove(0);
                }
            }
            case 5 -> {
                if (n > 0) {
                    int at = random.nextInt(n);
                    row.swapRemove(Bag.ITEMS, at);
                    of.items.set(at, of.items.get(n - 1));
                    of.items.remove(n - 1);
                }
            }
            default -> {
                row.clear(Bag.MARKS);
                of.marks.clear();
                row.add(Bag.FRIENDS, row.entity());
                of.friends.add(row.entity());
            }
        }
    }

    private void state() {
        if (ring == null) {
            return;
        }
        if (states.isEmpty() || random.nextInt(3) > 0) {
            world.time().advance(1);
            states.put(ring.capture(), copy(model));
            states.keySet().removeIf(tick -> !ring.has(tick));
        } else {
            List<Long> ticks = states.keySet().stream().sorted().toList();
            long tick = ticks.get(random.nextInt(ticks.size()));
            ring.restore(tick);
            model = copy(states.get(tick));
            check(world, model);
        }
    }

    private static Map<Long, Model> copy(Map<Long, Model> model) {
        Map<Long, Model> copy = new TreeMap<>();
        model.forEach((entity, of) -> copy.put(entity, of.copy()));
        return copy;
    }

    private static void check(World world, Map<Long, Model> model) {
        assertEquals(model.size(), world.entityCount());
        model.forEach((entity, expected) -> check(world, entity, expected));
    }

    private static void check(World world, long entity, Model expected) {
        Model actual = new Model();
        if (world.has(entity, Bag.TYPE)) {
            actual.bag(world.get(entity, Bag.class));
            Row row = world.row(entity);
            assertEquals(actual.items.size(), row.length(Bag.ITEMS));
            assertEquals(actual.words.size(), row.length(Bag.WORDS));
            for (int i = 0; i < actual.items.size(); i += 7) {
                assertEquals(actual.items.get(i), row.get(Bag.ITEMS, i));
            }
        }
        if (world.has(entity, Trail.TYPE)) {
            actual.trail(world.get(entity, Trail.class));
        }
        assertEquals(expected.toString(), actual.toString());
    }

    /** The bytes that lists need. */
    private long usedBytes() {
        world.rows().compact();
        return elements().pages().reservedBytes();
    }

    private void checkFile() {
        byte[] bytes = Saving.bytes(world);
        try (World loaded = Saving.load(bytes)) {
            check(loaded, model);
            assertEquals(Saves.stateHash(world), Saves.stateHash(loaded));
        }
        try (World other = World.create()) {
            other.spawn(trail());
            Saves.merge(other, Saving.source(bytes), new LoadOptions());
            assertEquals(model.size() + 1, other.entityCount());
            Query query = other.query().all(Bag.TYPE).build();
            Map<String, Integer> expected = new TreeMap<>();
            model.values().stream()
                    .filter(each -> each.items != null)
                    .forEach(each -> expected.merge(
                            each.items + " " + each.flags + " " + each.marks + each.name + each.words,
                            1,
                            Integer::sum));
            Map<String, Integer> actual = new TreeMap<>();
            query.forEach(row -> {
                Model of = new Model();
                of.bag(other.get(row.entity(), Bag.class));
                actual.merge(of.items + " " + of.flags + " " + of.marks + of.name + of.words, 1, Integer::sum);
                of.friends.forEach(friend -> assertTrue(friend == 0 || other.isAlive(friend)));
            });
            assertEquals(expected, actual);
        }
    }

    private static final int STEPS = Soak.times(600, 1500);

    private void run(long seed, boolean isRestoring) {
        random = new Random(seed);
        CountingMemory memory = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
        try (World made = World.builder().memory(memory).build()) {
            world = made;
            arrangement =
                    world.rows().arrange(world.query().all(Trail.TYPE).build()).together();
            ring = isRestoring ? Saves.snapshots(world, 4) : null;
            for (int i = 0; i < STEPS; i++) {
                step();
                if (i % 100 == 0) {
                    check(world, model);
                    StateHashes.requireExact(world);
                    StoreInvariants.checkLoaded(world);
                }
            }
            check(world, model);
            checkFile();
            model.keySet().forEach(world::destroy);
            assertEquals(0, usedBytes(), "bytes that no list owns");
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
        assertEquals(0, memory.outstanding());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldBeLikeJavasLists(boolean isRestoring) {
        for (long seed = 1; seed <= Soak.times(1, 4); seed++) {
            model = new TreeMap<>();
            templates.clear();
            states.clear();
            run(seed, isRestoring);
        }
    }

    @Test
    void shouldFollowBlocksThatMove() {
        MovingBlocks.during(() -> shouldBeLikeJavasLists(true));
    }

    @Test
    void shouldGiveMemoryBackAndTakeItAgain() {
        CountingMemory memory = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
        try (World made = World.builder().memory(memory).build();
                Snapshots kept = Saves.snapshots(made, 2)) {
            world = made;
            long[] entities = new long[40_000];
            made.template().with(new Trail(new float[0])).build().spawn(entities);
            for (int i = 0; i < entities.length; i++) {
                for (int n = 0; n <= i % 9; n++) {
                    made.row(entities[i]).add(Trail.WAY, i);
                }
            }
            long full = elements().pages().reservedBytes();
            long hash = Saves.stateHash(made);
            long tick = kept.capture();
            for (int i = 0; i < entities.length; i++) {
                if (i % 10 != 0) {
                    made.row(entities[i]).clear(Trail.WAY);
                }
            }
            long sparse = Saves.stateHash(made);
            while (!made.rows().compact(1000).isComplete()) {
                assertEquals(sparse, Saves.stateHash(made));
            }
            assertTrue(
                    elements().pages().reservedBytes() < full / 2,
                    () -> full + " " + elements().pages().reservedBytes());
            assertEquals(9f, made.row(entities[9 * 10]).get(Trail.WAY, 0) / 10);
            kept.restore(tick);
            assertEquals(hash, Saves.stateHash(made));
            assertEquals(full, elements().pages().reservedBytes());
            made.rows().compact();
            assertEquals(hash, Saves.stateHash(made));
        }
        assertEquals(0, memory.outstanding());
    }

    /** Gives 5,000 entities a list with one element, and takes nine of ten away again. */
    private long[] sparseTrails() {
        long[] entities = new long[5000];
        world.template().with(new Trail(new float[0])).build().spawn(entities);
        for (int i = 0; i < entities.length; i++) {
            world.row(entities[i]).add(Trail.WAY, i);
        }
        for (int i = 0; i < entities.length; i++) {
            if (i % 10 != 0) {
                world.row(entities[i]).clear(Trail.WAY);
            }
        }
        return entities;
    }

    private void checkTrails(long[] entities, int more) {
        for (int i = 0; i < entities.length; i++) {
            int first = i % 10 == 0 ? 1 : 0;
            Row row = world.row(entities[i]);
            assertEquals(first + more, row.length(Trail.WAY));
            for (int k = 0; k < first + more; k++) {
                assertEquals((float) i, row.get(Trail.WAY, k));
            }
        }
        StateHashes.requireExact(world);
    }

    @Test
    void shouldRestoreListsThatACompactionHasMoved() {
        try (World made = World.create();
                Snapshots kept = Saves.snapshots(made, 3)) {
            world = made;
            long[] entities = sparseTrails();
            Query changed = made.query().changed(Trail.TYPE).build();
            changed.count();
            long before = kept.capture();
            made.rows().compact();
            assertEquals(0, changed.count(), "changed for a query");
            kept.restore(before);
            checkTrails(entities, 0);
            made.rows().compact();
            made.time().advance(1);
            long after = kept.capture();
            for (long tick : new long[] {before, after, before}) {
                kept.restore(tick);
                checkTrails(entities, 0);
            }
            for (int i = 0; i < entities.length; i++) {
                made.row(entities[i]).add(Trail.WAY, i);
            }
            checkTrails(entities, 1);
        }
    }

    @Test
    void shouldHaveNothingToMoveBesideAnEmptyPage() {
        try (World made = World.create()) {
            world = made;
            long[] entities = new long[1025]; // one page, and a list in a second one
            made.template().with(new Trail(new float[1])).build().spawn(entities);
            made.row(entities[1024]).clear(Trail.WAY);
            made.row(entities[0]).clear(Trail.WAY);
            Compactor compactor = made.store.rows().compactor();
            compactor.begin(null);
            assertFalse(compactor.hasSparseElements());
        }
    }

    @Test
    void shouldGiveBackWhatAValueInPlaceHasNotNeeded() {
        try (World made = World.create()) {
            Trail trail = new Trail(new float[1 << 20]); // it fills a region of its own
            long entity = made.spawn(trail);
            Compactor compactor = made.store.rows().compactor();
            assertFalse(compactor.hasSparseElements());
            made.set(entity, trail);
            assertTrue(compactor.hasSparseElements());
        }
    }

    @Test
    void shouldMoveAsManyRowsWhereverListsAre() {
        try (World made = World.create();
                World other = World.create()) {
            world = made;
            sparseTrails();
            other.template().with(new Trail(new float[0])).build().spawn(new long[5000]);
            assertEquals(other.rows().compactRows(1), made.rows().compactRows(1));
        }
    }

    private Elements elements() {
        return world.store.references().elements();
    }

    @Test
    void shouldLoseNothingWithoutMemory() {
        boolean hasFailed = true;
        for (int nth = 1; hasFailed; nth += Soak.times(10, 1)) {
            assertTrue(nth < 200, "there is no end of allocations");
            CountingMemory counting = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
            FailingMemory failing = new FailingMemory(counting, nth);
            try (World made =
                    FailingMemory.retry(() -> World.builder().memory(failing).build())) {
                world = made;
                random = new Random(1);
                model = new TreeMap<>();
                FailingMemory.retry(this::useLists);
            }
            assertEquals(0, counting.outstanding());
            hasFailed = failing.hasFailed();
        }
    }

    private boolean useLists() {
        String name = "x".repeat(40_000);
        List<String> words = List.of("y".repeat(90_000), "");
        Bag large = new Bag(new int[9000], new byte[40_000], new double[3], new long[2], name, words, (short) 7);
        Bag small = new Bag(new int[3], new byte[0], new double[100], new long[1], "", List.of("z"), (short) 8);
        long entity = attempt(() -> world.spawn(large, new Trail(new float[5])), () -> 0);
        attempt(() -> world.add(entity, small), () -> world.get(entity, Bag.class).items.length - 9000);
        assertEquals(3, world.row(entity).length(Bag.ITEMS));
        for (int i = 0; i < 20_000; i++) {
            int before = i;
            attempt(
                    () -> {
                        world.row(entity).add(Trail.WAY, 2f);
                        return 0L;
                    },
                    () -> world.row(entity).length(Trail.WAY) - 5 - before);
        }
        Template template = world.template().with(small).build();
        long[] many = new long[300];
        attempt(
                () -> {
                    template.spawn(many);
                    return 0L;
                },
                () -> world.entityCount() - 1);
        assertEquals(301, world.entityCount());
        for (long each : many) {
            attempt(
                    () -> {
                        world.set(each, large);
                        return 0L;
                    },
                    () -> world.get(each, Bag.class).items.length - 3);
            world.destroy(each);
        }
        assertFalse(world.isAlive(many[0]));
        world.destroy(entity);
        assertEquals(0, FailingMemory.retry(this::usedBytes));
        return true;
    }

    private interface Call<T> {
        T get();
    }

    /** Repeats a call that fails for want of memory; then nothing has changed, so that the difference is 0. */
    private <T> T attempt(Call<T> call, Call<Integer> difference) {
        while (true) {
            try {
                return call.get();
            } catch (NativeMemoryException e) {
                assertEquals(0, difference.get());
            }
        }
    }
}
