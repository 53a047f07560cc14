package basalt.storage.relation;

import basalt.storage.PromisedSpawn;
import basalt.storage.RowAllocator;
import java.util.List;

/** Makes the instances of a subtree whose roots were reserved. Reused from call to call. For the store's thread. */
final class PromisedInstance implements PromisedSpawn {
    private final Subtree subtree;
    private final SubtreeSpawn spawn;
    private final List<RowAllocator> allocators;
    private long[] handles = {};

    PromisedInstance(Subtree subtree, List<RowAllocator> allocators) {
        this.subtree = subtree;
        this.spawn = new SubtreeSpawn(subtree);
        this.allocators = List.copyOf(allocators);
    }

    @Override
    public void activate(long root) {
        if (handles.length < subtree.count()) {
            handles = new long[subtree.count()];
        }
        spawn.make(handles, root);
        spawn.notifySpawned();
    }

    @Override
    public List<RowAllocator> allocators() {
        return allocators;
    }
}
