package basalt.bench.published.ops;

import basalt.bench.published.Library;
import basalt.bench.published.ops.Parts.Pair;
import basalt.bench.published.ops.Parts.Part;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;

/** A world of a library that keeps components as objects, with the entities that it was told to create. */
public abstract class Store {
    private static final int SEED = 42;

    /** The entities that {@link #create} makes get the kinds from this one on. */
    protected int first;
    /** The kind behind the last one. */
    protected int last;
    /** The number of entities. */
    protected int count;

    /**
     * A store of a library, not opened.
     *
     * @throws UnsupportedOperationException if there is none
     */
    public static Store of(Library library) {
        return switch (library) {
            case ARTEMIS -> new ArtemisStore();
            case DOMINION -> new DominionStore();
            case ASHLEY -> new AshleyStore();
            default -> throw new UnsupportedOperationException(library.name());
        };
    }

    /** Begins a new, empty world, in which {@link #create} will make so many entities with these kinds. */
    public final void open(int capacity, int from, int to) {
        first = from;
        last = to;
        count = 0;
        begin(capacity);
    }

    /** Replaces the world by a new, empty one, in which {@link #create} will do the same. */
    public void renew() {
        int capacity = capacity();
        close();
        open(capacity, first, last);
    }

    /** The most entities for which the world was begun. */
    protected abstract int capacity();

    /** Creates the world. */
    protected abstract void begin(int capacity);

    /** Makes an empty world and discards it; returns what it was. */
    public abstract Object newWorld();

    /** Discards the world. */
    public abstract void close();

    /** Creates entities, and gives their ints their number as value. */
    public abstract int create(int number);

    /** Creates entities to set up a world, each with the kinds of its mask, and starts their components. */
    public final void spawn(int number, IntUnaryOperator maskOf) {
        for (int i = 0; i < number; i++) {
            int mask = maskOf.applyAsInt(i);
            spawnOf(mask);
            for (int rest = mask; rest != 0; rest &= rest - 1) {
                part(count - 1, Integer.numberOfTrailingZeros(rest)).start(i);
            }
        }
        finish();
    }

    /** Creates an entity with the kinds of a mask. */
    protected abstract void spawnOf(int mask);

    /** Makes changes visible to queries. */
    protected void finish() {
        // Most libraries do at once.
    }

    /** Destroys all entities, and returns how many are left. */
    public abstract int delete();

    /** Adds the kinds from one to another to all entities. */
    public abstract void add(int from, int to);

    /** Removes them, and returns how many entities had the first one. */
    public abstract int remove(int from, int to);

    /** Adds a kind to each entity and removes it at once; returns how many had it. */
    public abstract int toggle(int kind);

    /** Creates an entity with the first int and destroys it, so many times; returns how many are left. */
    public abstract int recreate(int times);

    /** Gives all entities a value of these kinds. */
    public final int set(int from, int to, int value) {
        for (int i = 0; i < count; i++) {
            for (int kind = from; kind < to; kind++) {
                part(i, kind).value = value;
            }
        }
        return value;
    }

    /** A component of an entity; null if it has none. */
    protected abstract Part part(int number, int kind);

    /** The number of entities that have a component. */
    public abstract int has(int kind);

    /** The sum of their ints. */
    public final long values(int kind) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += part(i, kind).value;
        }
        return sum;
    }

    /** The sum of their first doubles. */
    public final double doubles(int kind) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += ((Pair) part(i, kind)).x;
        }
        return sum;
    }

    /** Adds 1 to the first int, by a query. */
    public abstract void increment();

    /** Sets the first int to the sum of the four others, by a query. */
    public abstract void sumOthers();

    /** Adds the second pair to the first, by a query. */
    public abstract void move();

    /** Adds the first int to each entity and removes it, observed by a callback; returns the number of calls. */
    public long observe() {
        throw new UnsupportedOperationException("no callbacks at once");
    }

    /** What {@link #sumOthers} does with an entity. */
    protected static void sum(Part of, Part a, Part b, Part c, Part d) {
        of.value = a.value + b.value + c.value + d.value;
    }

    /** What {@link #move} does with an entity. */
    protected static void move(Pair place, Pair by) {
        place.x += by.x;
        place.y += by.y;
    }

    /** Shuffles the entities, always in the same way. */
    public final void shuffle() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = count; i > 1; i--) {
            swap(i - 1, random.nextInt(i));
        }
    }

    /** Exchanges two entities in the list of them. */
    protected abstract void swap(int number, int other);

    /** The sum of all values of a kind. */
    public final double sum(int kind) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            Part part = part(i, kind);
            sum += part == null ? 0 : part.sum();
        }
        return sum;
    }

    /** A task with this world. */
    public final Task task(LongSupplier run, int kind) {
        return Task.steady(run, () -> sum(kind), this::close);
    }

    /** A task that needs a new world, or other entities, for each run. */
    public final Task task(Runnable prepare, LongSupplier run, int kind) {
        return new Task(prepare, run, () -> sum(kind), this::close);
    }
}
