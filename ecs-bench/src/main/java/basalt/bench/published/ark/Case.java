package basalt.bench.published.ark;

import static basalt.bench.published.ops.Parts.KINDS;
import static basalt.bench.published.ops.Parts.PAIRS;

import basalt.bench.published.Library;
import basalt.bench.published.ops.Store;
import basalt.bench.published.ops.Task;
import java.util.function.LongSupplier;

/**
 * What is measured. All components are two doubles; the kinds of {@link basalt.bench.published.ops.Parts} are position,
 * velocity and ten others.
 */
public enum Case {
    /** Adds velocities to positions, by a query, among ten times as many entities with a position only. */
    QUERY,
    /** The same without these, but with up to five other components: 32 kinds of entities. */
    QUERY_32,
    /** The same among four times as many entities with a position and up to eight others: 256 kinds. */
    QUERY_256,
    /** Sums the first double of each position, by handle, in random order. */
    RANDOM,
    /** Adds a velocity to all entities, then removes it from all. */
    ADD_REMOVE,
    /** The same with entities that have ten other components, too. */
    ADD_REMOVE_LARGE,
    /** Creates entities with two components, where as many have been before. */
    CREATE_2,
    /** The same in a new world. */
    CREATE_2_NEW,
    /** Creates entities with ten components, where as many have been before. */
    CREATE_10,
    /** Destroys all entities, which have two components. */
    DELETE_2,
    /** Destroys all entities, which have ten components. */
    DELETE_10;

    static final int OTHERS = 10;
    static final int IN_32 = 5;
    static final int IN_256 = 8;
    static final int MORE = 10;
    static final int MORE_IN_256 = 4;

    private static final int POSITION = 1 << PAIRS;
    private static final int VELOCITY = POSITION << 1;
    private static final int FIRST_OTHER = PAIRS + 2;

    /**
     * The task of a library.
     *
     * @param number of entities
     * @param rounds how often the operation is repeated in a run, which matters where no run must be prepared
     */
    public Task task(Library library, int number, int rounds) {
        return library.isRival()
                ? rival(Store.of(library), number, rounds)
                : new BasaltCases(library, number, rounds).task(this);
    }

    /** Repeats an operation and returns its last result. */
    static LongSupplier repeat(int rounds, LongSupplier operation) {
        return () -> {
            long result = 0;
            for (int i = 0; i < rounds; i++) {
                result = operation.getAsLong();
            }
            return result;
        };
    }

    private Task rival(Store store, int number, int rounds) {
        return switch (this) {
            case QUERY -> {
                store.open(number + MORE * number, 0, 0);
                store.spawn(MORE * number, i -> POSITION);
                store.spawn(number, i -> POSITION | VELOCITY);
                yield move(store, number, rounds);
            }
            case QUERY_32 -> {
                store.open(number, 0, 0);
                store.spawn(number, i -> POSITION | VELOCITY | i % (1 << IN_32) << FIRST_OTHER);
                yield move(store, number, rounds);
            }
            case QUERY_256 -> {
                store.open(number + MORE_IN_256 * number, 0, 0);
                store.spawn(number, i -> POSITION | VELOCITY);
                store.spawn(MORE_IN_256 * number, i -> POSITION | i % (1 << IN_256) << FIRST_OTHER);
                yield move(store, number, rounds);
            }
            case RANDOM -> {
                store.open(number, 0, 0);
                store.spawn(number, i -> POSITION);
                store.shuffle();
                yield store.task(repeat(rounds, () -> (long) store.doubles(PAIRS)), PAIRS);
            }
            case ADD_REMOVE -> addRemove(store, number, rounds, 0);
            case ADD_REMOVE_LARGE -> addRemove(store, number, rounds, (1 << OTHERS) - 1 << FIRST_OTHER);
            case CREATE_2 -> create(store, number, PAIRS, FIRST_OTHER);
            case CREATE_10 -> create(store, number, FIRST_OTHER, KINDS);
            case CREATE_2_NEW -> {
                store.open(number, PAIRS, FIRST_OTHER);
                yield store.task(store::renew, () -> store.create(number), PAIRS);
            }
            case DELETE_2 -> delete(store, number, PAIRS, FIRST_OTHER);
            case DELETE_10 -> delete(store, number, FIRST_OTHER, KINDS);
        };
    }

    private static Task move(Store store, int number, int rounds) {
        return store.task(
                repeat(rounds, () -> {
                    store.move();
                    return number;
                }),
                PAIRS);
    }

    private static Task addRemove(Store store, int number, int rounds, int others) {
        store.open(number, 0, 0);
        store.spawn(number, i -> POSITION | others);
        return store.task(
                repeat(rounds, () -> {
                    store.add(PAIRS + 1, FIRST_OTHER);
                    return store.remove(PAIRS + 1, FIRST_OTHER);
                }),
                PAIRS);
    }

    private static Task create(Store store, int number, int from, int to) {
        store.open(number, from, to);
        return store.task(store::delete, () -> store.create(number), from);
    }

    private static Task delete(Store store, int number, int from, int to) {
        store.open(number, from, to);
        return store.task(() -> store.create(number), store::delete, from);
    }
}
