package basalt.bench.published.friflo;

import basalt.bench.published.Library;
import basalt.bench.published.Published;
import basalt.bench.published.ops.Store;
import basalt.bench.published.ops.Task;
import java.util.function.IntUnaryOperator;

/** What is measured. A component is an int; a number at the end is the number of components, links or relations. */
public enum Case {
    /** Adds components to all entities, then removes them from all. */
    ADD_REMOVE_1(100),
    ADD_REMOVE_5(100),
    /** Creates entities with values in a new world. */
    CREATE_1(100),
    CREATE_3(100),
    /** Makes an empty world, and discards it. */
    NEW_WORLD(1),
    /** Destroys all entities, which have five components, of a new world. */
    DELETE_5(100_000),
    /** Gives components new values, by handle. */
    SET_1(100),
    SET_5(100),
    /** Adds 1 to the first component, or sets it to the sum of the four others, by a query. */
    QUERY_1(100),
    QUERY_5(100),
    MANY_1(100_000),
    MANY_5(100_000),
    /** Adds 1 to the first component of entities of 16 kinds. */
    FRAGMENTED(32),
    /** Links each entity to so many targets, with an int for each, and unlinks them. */
    LINKS_1(100),
    LINKS_100(100),
    /** Gives each entity so many ints with different keys, and takes them away by key. */
    RELATIONS_1(100),
    RELATIONS_10(100),
    /** Attaches ten children to each entity, then detaches them. */
    CHILDREN(100),
    /** Adds two components to all entities by commands, applies these, and removes them likewise. */
    COMMANDS(100),
    /** Adds a component to each entity, and removes it, each observed by a callback. */
    EVENTS(100),
    /** A thousand times finds the one entity with a value. */
    SEARCH(1_000_000),
    /** A thousand times finds the hundred entities in a range of values. */
    RANGE(1_000_000);

    private static final int FIVE = 5;
    private static final int ALL = (1 << FIVE) - 1;

    private final int entities;

    Case(int entities) {
        this.entities = entities;
    }

    /** The published number of entities. */
    public int entities() {
        return entities;
    }

    /** The task of a library, which may throw an {@link UnsupportedOperationException}. */
    public Task task(Library library, int number) {
        return library.isRival() ? rival(Store.of(library), number) : new BasaltCases(library, number).task(this);
    }

    private Task rival(Store store, int number) {
        store.open(number, 0, 0); // replaced where entities are created
        return switch (this) {
            case ADD_REMOVE_1 -> addRemove(store, number, 1);
            case ADD_REMOVE_5 -> addRemove(store, number, FIVE);
            case CREATE_1 -> create(store, number, 1);
            case CREATE_3 -> create(store, number, 3);
            case NEW_WORLD ->
                store.task(
                        () -> {
                            Published.consume(store.newWorld());
                            return 1;
                        },
                        0);
            case DELETE_5 -> delete(store, number);
            case SET_1 -> set(store, number, 1);
            case SET_5 -> set(store, number, FIVE);
            case QUERY_1, MANY_1 -> query(store, number, i -> ALL, store::increment);
            case QUERY_5, MANY_5 -> query(store, number, i -> ALL, store::sumOthers);
            case FRAGMENTED -> query(store, number, i -> 1 | i % 16 << 1, store::increment);
            case EVENTS -> {
                store.spawn(number, i -> 0);
                yield store.task(store::observe, 0);
            }
            default -> throw new UnsupportedOperationException(name());
        };
    }

    private static Task query(Store store, int number, IntUnaryOperator maskOf, Runnable query) {
        store.spawn(number, maskOf);
        return store.task(
                () -> {
                    query.run();
                    return number;
                },
                0);
    }

    private static Task addRemove(Store store, int number, int kinds) {
        store.spawn(number, i -> 0);
        return store.task(
                () -> {
                    store.add(0, kinds);
                    return store.remove(0, kinds);
                },
                0);
    }

    private static Task create(Store store, int number, int kinds) {
        store.open(number, 0, kinds);
        return store.task(store::renew, () -> store.create(number), 0);
    }

    private static Task delete(Store store, int number) {
        store.open(number, 0, FIVE);
        return store.task(
                () -> {
                    store.renew();
                    store.create(number);
                },
                store::delete,
                0);
    }

    private static Task set(Store store, int number, int kinds) {
        store.spawn(number, i -> ALL);
        int[] value = {0};
        return store.task(() -> store.set(0, kinds, ++value[0]), 0);
    }
}
