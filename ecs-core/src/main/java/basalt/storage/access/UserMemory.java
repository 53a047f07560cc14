package basalt.storage.access;

import basalt.memory.MemorySource;

/**
 * A memory source of the user, which may call listeners. While its code runs, perhaps amid a change, the calling thread
 * cannot use the store, so that nothing re-enters.
 */
public final class UserMemory implements MemorySource {
    private final MemorySource source;
    private Store store;

    /** A source for a store that is being made, which {@link #lock} sets. */
    public UserMemory(MemorySource source) {
        this.source = source;
    }

    /** Sets the store that cannot be used while the source runs. */
    public UserMemory lock(Store locked) {
        store = locked;
        return this;
    }

    @Override
    public long allocate(long bytes, int alignment) {
        int user = suspend();
        try {
            return source.allocate(bytes, alignment);
        } finally {
            resume(user);
        }
    }

    @Override
    public void free(long address, long bytes) {
        int user = suspend();
        try {
            source.free(address, bytes);
        } finally {
            resume(user);
        }
    }

    private int suspend() {
        return store == null ? Store.NO_USER : store.suspend();
    }

    private void resume(int user) {
        if (user != Store.NO_USER) {
            store.resume(user);
        }
    }

    @Override
    public long allocatedBytes() {
        return source.allocatedBytes();
    }

    @Override
    public String toString() {
        return source.toString();
    }
}
