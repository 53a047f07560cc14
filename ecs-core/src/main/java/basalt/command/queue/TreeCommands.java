package basalt.command.queue;

import static basalt.storage.ColumnMemory.getLong;

import basalt.component.Entity;
import basalt.memory.NativeMemoryException;
import basalt.storage.access.Store;
import basalt.storage.relation.Tree;

/** Applies the commands that attach and detach entities. One that the tree refuses is dropped, and is a failure. */
final class TreeCommands {
    private final Store store;
    private final CommandCounter counter;

    TreeCommands(Store store, CommandCounter counter) {
        this.store = store;
        this.counter = counter;
    }

    void accept(CommandStream from, long child, long code, long value) {
        int operation = Op.operation(code);
        long other = operation == Op.DETACH ? child : getLong(value, 0, 0);
        if (!store.entities().isAlive(child) || !store.entities().isAlive(other)) {
            counter.dropped(1);
            return;
        }
        try {
            Tree tree = store.trees().ofChildOf(from.component(Op.componentId(code)));
            switch (operation) {
                case Op.ATTACH -> tree.attach(child, other, Entity.NULL);
                case Op.ATTACH_BEFORE -> tree.attachBefore(child, other);
                default -> tree.detach(child);
            }
            counter.applied(1);
        } catch (NativeMemoryException | OutOfMemoryError | IllegalArgumentException | IllegalStateException e) {
            counter.failed(1, e);
        }
    }
}
