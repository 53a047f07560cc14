package basalt.bench.published.flecs;

import basalt.bench.published.Library;
import basalt.bench.published.ops.Store;
import basalt.bench.published.ops.Task;

/** What is measured, a thousand times in a run, mostly for each of a thousand entities. A component is an int. */
public enum Case {
    /** Whether an entity has a component. */
    HAS,
    HAS_NOT,
    /** Reads a component by handle. */
    GET,
    /** Reads it by what can be kept of the entity. */
    REF,
    /** Writes a component by handle. */
    SET,
    /** Adds a component and removes it. */
    ADD_REMOVE,
    /** Creates an entity with a component, and destroys it. */
    CREATE_DELETE,
    /** Gives an entity another parent. */
    CHANGE_PARENT,
    /** Gives an entity a parent, and takes it away. */
    CHANGE_ROOT,
    /** Reads the parent. */
    PARENT,
    /** Finds an entity by a path of eleven names. */
    LOOKUP_10,
    /** Makes an instance of a prefab with ten children, which have three components, and destroys it. */
    PREFAB_10,
    /** Sets a component with so many observers. */
    MODIFIED_0,
    MODIFIED_1,
    MODIFIED_10,
    MODIFIED_100,
    /** Sends an event that names an entity to so many readers. */
    EMIT_0,
    EMIT_1,
    EMIT_10,
    EMIT_50,
    /** Calls something for an entity and all below it, each of which has one child. */
    PROPAGATE_1,
    PROPAGATE_10,
    PROPAGATE_100;

    /**
     * The task of a library, which may throw an {@link UnsupportedOperationException}.
     *
     * @param times how often the operation is done in a run, and the number of entities
     */
    public Task task(Library library, int times) {
        return library.isRival() ? rival(Store.of(library), times) : new BasaltCases(library, times).task(this);
    }

    private Task rival(Store store, int times) {
        store.open(times, 0, 1);
        return switch (this) {
            case HAS -> spawned(store, times).task(() -> store.has(0), 0);
            case HAS_NOT -> spawned(store, times).task(() -> store.has(1), 0);
            case GET -> spawned(store, times).task(() -> store.values(0), 0);
            case SET -> {
                int[] value = {0};
                yield spawned(store, times).task(() -> store.set(0, 1, ++value[0]), 0);
            }
            case ADD_REMOVE -> {
                store.spawn(times, i -> 0);
                yield store.task(() -> store.toggle(0), 0);
            }
            case CREATE_DELETE -> store.task(() -> store.recreate(times), 0);
            default -> throw new UnsupportedOperationException(name());
        };
    }

    private static Store spawned(Store store, int times) {
        store.spawn(times, i -> 1);
        return store;
    }
}
