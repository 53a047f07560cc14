package basalt.world;

import basalt.storage.RecordPrototypes.RecordPrototype;
import basalt.storage.access.Store;

/**
 * Spawns entities from records. One to four records need no array, so that a spawn makes no garbage.
 *
 * <p>The records' accessors can be user code. All values are read before a row is taken, and the store is checked again
 * afterwards. After an exception the prototype stays in use, and the next spawn makes another one: without exception
 * handlers these methods are small enough for the JIT to inline, and then it need not make the records.
 */
final class RecordSpawner {
    private final Store store;

    RecordSpawner(Store store) {
        this.store = store;
    }

    long spawn(Record a) {
        check();
        RecordPrototype spawned = store.recordPrototypes().take(type(a), null, null, null);
        spawned.read(0, a);
        return spawn(spawned);
    }

    long spawn(Record a, Record b) {
        check();
        RecordPrototype spawned = store.recordPrototypes().take(type(a), type(b), null, null);
        spawned.read(0, a);
        spawned.read(1, b);
        return spawn(spawned);
    }

    long spawn(Record a, Record b, Record c) {
        check();
        RecordPrototype spawned = store.recordPrototypes().take(type(a), type(b), type(c), null);
        spawned.read(0, a);
        spawned.read(1, b);
        spawned.read(2, c);
        return spawn(spawned);
    }

    long spawn(Record a, Record b, Record c, Record d) {
        check();
        RecordPrototype spawned = store.recordPrototypes().take(type(a), type(b), type(c), type(d));
        spawned.read(0, a);
        spawned.read(1, b);
        spawned.read(2, c);
        spawned.read(3, d);
        return spawn(spawned);
    }

    long spawn(Record[] values) {
        check();
        if (values == null) {
            throw new IllegalArgumentException("spawn() got null instead of values");
        }
        for (Record value : values) {
            type(value);
        }
        RecordPrototype spawned = store.recordPrototypes().take(values);
        for (int i = 0; i < values.length; i++) {
            spawned.read(i, values[i]);
        }
        return spawn(spawned);
    }

    private long spawn(RecordPrototype filled) {
        check(); // again: an accessor may have closed the world
        long entity = store.structure().spawn(store.rowAllocator(), filled.prototype());
        filled.release();
        return entity;
    }

    void check() {
        store.checkOwner(
                "world.spawn(...)",
                "record it by world.commands().spawn(), or template.spawn(commands), or declare the system"
                        + " exclusive()");
    }

    private static Class<?> type(Record value) {
        if (value == null) {
            throw new IllegalArgumentException("a component's value must not be null");
        }
        return value.getClass();
    }
}
