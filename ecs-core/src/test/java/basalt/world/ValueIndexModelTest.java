package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.LongColumn;
import basalt.memory.LeakCheck;
import basalt.memory.MemoryScope;
import basalt.memory.Soak;
import basalt.memory.frame.FrameLongList;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.save.Snapshots;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares an index with a sorted map: many entities, few and many values, and many changes between look-ups. */
@ExtendWith(LeakCheck.class)
final class ValueIndexModelTest {
    private record Score(long value) {
        static final Component<Score> TYPE = Component.of(Score.class);
        static final LongColumn VALUE = TYPE.int64("value");
    }

    private final TreeMap<Long, Long> model = new TreeMap<>(Comparator.comparingInt(Entity::index));
    private Random random;
    private long values;
    private World world;
    private ValueIndex index;
    private Arrangement arrangement;
    private Snapshots snapshots;
    private long captured;
    private Map<Long, Long> atCapture;

    @ParameterizedTest
    @CsvSource({"1, 3, 3000", "2, 200, 3000", "3, 1000000, 3000", "4, 1000000, 40000", "5, 50, 100"})
    void shouldAgreeWithASortedMap(long seed, long differentValues, int most) {
        random = new Random(seed);
        values = differentValues;
        open(World.create());
        try {
            for (int i = 0; i < Soak.times(20, 500); i++) {
                for (int steps = random.nextInt(4); steps >= 0; steps--) {
                    step(most);
                }
                check();
            }
        } finally {
            world.close();
            world = null;
        }
    }

    private void open(World next) {
        if (world != null) {
            world.close();
        }
        world = next;
        index = world.index(Score.VALUE);
        arrangement = world.rows().arrange(world.query(Score.class).rows()).byColumn(Score.VALUE);
        snapshots = Saves.snapshots(world, 2);
        atCapture = null;
    }

    private long value() {
        return random.nextLong(values) - values / 2;
    }

    private List<Long> some(int most) {
        List<Long> entities = new ArrayList<>(model.keySet());
        int from = entities.isEmpty() ? 0 : random.nextInt(entities.size());
        int step = 1 + random.nextInt(7);
        List<Long> some = new ArrayList<>();
        for (int i = from; i < entities.size() && some.size() < most; i += step) {
            some.add(entities.get(i));
        }
        return some;
    }

    private void step(int most) {
        int kind = model.size() < most / 2 ? random.nextInt(14) : random.nextInt(12);
        switch (kind) {
            case 0 ->
                some(most / 4).forEach(entity -> {
                    world.destroy(entity);
                    model.remove(entity);
                });
            case 1 ->
                some(most / 4).forEach(entity -> {
                    world.remove(entity, Score.TYPE);
                    world.destroy(entity);
                    model.remove(entity);
                });
            case 2 ->
                some(most).forEach(entity -> {
                    long value = value();
                    world.set(entity, Score.VALUE, value);
                    model.put(entity, value);
                });
            case 3 -> {
                long factor = random.nextInt(5) - 2;
                world.query(Score.class)
                        .update(score -> new Score(score.value() * factor / 2))
                        .run();
                model.replaceAll((entity, value) -> value * factor / 2);
            }
            case 4 -> {
                some(most).forEach(entity -> {
                    long value = value();
                    world.commands().set(entity, new Score(value));
                    model.put(entity, value);
                });
                world.applyCommands();
            }
            case 5 -> world.rows().compact();
            case 6 -> world.rows().compactRows(100);
            case 7 -> {
                captured = snapshots.capture();
                atCapture = Map.copyOf(model);
            }
            case 8 -> {
                if (atCapture != null) {
                    snapshots.restore(captured);
                    model.clear();
                    model.putAll(atCapture);
                }
            }
            case 9 -> {
                if (random.nextInt(5) == 0) {
                    open(Saving.load(Saving.bytes(world)));
                }
            }
            case 10 -> { // destroyed, and respawned in the same rows with the same values
                List<Long> again = some(20);
                List<Long> kept = again.stream().map(model::get).toList();
                again.forEach(world::destroy);
                again.forEach(model::remove);
                kept.forEach(value -> model.put(world.spawn(new Score(value)), value));
            }
            case 11 -> arrangement.run();
            default -> {
                for (int i = random.nextInt(most / 2); i >= 0; i--) {
                    long value = value();
                    model.put(world.spawn(new Score(value)), value);
                }
            }
        }
    }

    private void check() {
        if (random.nextInt(3) == 0) {
            return; // more changes first
        }
        assertEquals(model.size(), index.size());
        List<Map.Entry<Long, Long>> sorted = new ArrayList<>(model.entrySet());
        sorted.sort(Map.Entry.<Long, Long>comparingByValue().thenComparing(entry -> Entity.index(entry.getKey())));
        for (int i = 0; i < 5; i++) {
            long value = sorted.isEmpty() || i == 0
                    ? value()
                    : sorted.get(random.nextInt(sorted.size())).getValue();
            List<Long> equal = handles(sorted, value, value);
            assertEquals(equal.isEmpty() ? Entity.NULL : equal.get(0), index.find(value));
            assertEquals(equal.size(), index.count(value));
            assertEquals(equal, asked(list -> index.collect(value, list)));
        }
        if (random.nextBoolean()) {
            long least = value();
            long greatest = value();
            List<Long> between = handles(sorted, least, greatest);
            assertEquals(between.size(), index.countRange(least, greatest));
            assertEquals(between, asked(list -> index.collectRange(least, greatest, list)));
            List<Long> all = sorted.stream().map(Map.Entry::getKey).toList();
            int count = Math.min(random.nextInt(600), all.size());
            assertEquals(all.subList(0, count), asked(list -> index.lowest(count, list)));
            List<Long> last = IntStream.range(0, count)
                    .mapToObj(i -> all.get(all.size() - 1 - i))
                    .toList();
            assertEquals(last, asked(list -> index.highest(count, list)));
        }
    }

    private static List<Long> handles(List<Map.Entry<Long, Long>> sorted, long least, long greatest) {
        return sorted.stream()
                .filter(entry -> entry.getValue() >= least && entry.getValue() <= greatest)
                .map(Map.Entry::getKey)
                .toList();
    }

    private List<Long> asked(ToIntFunction<FrameLongList> ask) {
        MemoryScope scope = world.frame().open();
        try {
            FrameLongList list = FrameLongList.in(world.frame(), 1 + model.size());
            assertEquals(ask.applyAsInt(list), list.size());
            return IntStream.range(0, list.size()).mapToObj(list::get).toList();
        } finally {
            scope.close();
        }
    }
}
