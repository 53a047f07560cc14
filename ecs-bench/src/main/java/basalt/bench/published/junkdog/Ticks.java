package basalt.bench.published.junkdog;

import basalt.bench.engine.Values;
import basalt.bench.published.OneWay;
import basalt.bench.published.junkdog.EntitySystems.Case;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** What a tick does, in all engines: entities are destroyed and made by their slots, in a shuffled order. */
abstract class Ticks extends OneWay {
    /** Number of components of which compositions are made. */
    static final int KINDS = 12;
    /** The components that the five systems need, and those that an entity must lack; each a bit. */
    static final int[] NEEDED = {bits(1, 4, 5), bits(2, 8, 9), bits(1, 7, 9), bits(6, 7, 8), bits(10, 11, 12)};

    static final int[] EXCLUDED = {0, 0, bits(2), bits(9), bits(9)};

    private static final long SEED = 424;
    private static final int PERIOD = 100;
    private static final int PART = 4;

    final Case workload;
    final int entities;

    /** The components of each composition, as bits. */
    final int[] compositions;

    private final int[] order;
    private final int[] drawn;
    private int next;
    private int draws;
    private int tick;

    Ticks(Case workload, int entities) {
        this.workload = workload;
        this.entities = entities;
        Random random = new Random(SEED);
        List<Integer> slots =
                new ArrayList<>(IntStream.range(0, entities).boxed().toList());
        Collections.shuffle(slots, random);
        order = slots.stream().mapToInt(Integer::intValue).toArray();
        compositions = random.ints((int) Math.sqrt(16.0 * entities), 0, Integer.MAX_VALUE)
                .map(Ticks::composition)
                .toArray();
        drawn = random.ints(4L * entities, 0, compositions.length).toArray();
    }

    private static int bits(int... numbers) {
        return IntStream.of(numbers).map(number -> 1 << number - 1).reduce(0, (a, b) -> a | b);
    }

    /** Three to nine draws of a component. */
    private static int composition(int seed) {
        Random random = new Random(seed);
        return random.ints(3 + random.nextInt(7), 0, KINDS)
                .map(kind -> 1 << kind)
                .reduce(0, (a, b) -> a | b);
    }

    /** Makes all entities; for constructors. */
    final void createAll() {
        for (int slot = 0; slot < entities; slot++) {
            create(slot);
        }
    }

    private void create(int slot) {
        switch (workload) {
            case INSERT_REMOVE -> {
                compose(slot, drawn[draws]);
                draws = (draws + 1) % drawn.length;
            }
            case EDIT -> bare(slot);
            default -> place(slot);
        }
    }

    /** Makes an entity with a position and another component. */
    abstract void place(int slot);

    /** Makes an entity of a composition. */
    abstract void compose(int slot, int composition);

    /** Makes an entity without components. */
    abstract void bare(int slot);

    abstract void destroy(int slot);

    /** Adds a position at 0, 0, or removes it. */
    abstract void toggle(int slot);

    /** Runs the systems. */
    abstract void systems();

    /** The position in a slot; null if there is none. */
    abstract float[] position(int slot);

    /** The number of entities that each of the five systems sees, and that of all. */
    abstract int[] matches();

    @Override
    public final int run() {
        tick++;
        switch (workload) {
            case EDIT -> quarter(this::toggle);
            case INSERT_REMOVE -> {
                if (tick % 2 == 1) {
                    quarter(this::destroy);
                } else {
                    next = Math.floorMod(next - entities / PART, entities);
                    quarter(this::create);
                }
            }
            default -> {
                if (tick % PERIOD == 0) {
                    destroy(order[next]);
                } else if (tick > PERIOD && tick % PERIOD == 1) {
                    create(order[next]);
                    next = (next + 1) % entities;
                }
            }
        }
        systems();
        return tick;
    }

    private void quarter(java.util.function.IntConsumer change) {
        for (int i = 0; i < entities / PART; i++) {
            change.accept(order[next]);
            next = (next + 1) % entities;
        }
    }

    @Override
    public final float[] values() {
        Values values = new Values();
        for (int slot = 0; slot < entities && workload != Case.INSERT_REMOVE; slot++) {
            float[] position = position(slot);
            values.add(position == null ? new float[] {Float.NaN, Float.NaN} : position);
        }
        for (int count : matches()) {
            values.add(count);
        }
        return values.all();
    }
}
