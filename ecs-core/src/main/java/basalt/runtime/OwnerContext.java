package basalt.runtime;

import basalt.command.queue.Playback;
import basalt.component.Column;
import basalt.component.Component;
import basalt.memory.frame.FrameArena;
import basalt.snapshot.Filter;
import basalt.storage.access.Store;
import basalt.storage.change.StructuralChangeListener;
import java.util.List;

/**
 * What the world's own thread iterates with. It may do anything, is told of structural changes while a snapshot is
 * open, and applies the commands that its outermost run has recorded. While the world is lent to workers, structure
 * does not change.
 */
public final class OwnerContext extends IterationContext implements StructuralChangeListener {
    private final Playback playback;

    OwnerContext(Store store, FrameArena frame, FrameArena tickFrame) {
        super(store, frame, tickFrame, null, store.blockPool().source());
        playback = new Playback(store);
        store.structure().listener(this);
    }

    Playback playback() {
        return playback;
    }

    /** Makes the changes that the commands of this thread have recorded. */
    void applyCommands() {
        store().hookScope().requireOutside();
        applications++;
        if (playback.isRunning()) {
            return; // in what a memory source has called; those that run come by these, or the next ones do
        }
        playback.add(queue(), 0, queue().position(), 0);
        playback.run();
    }

    @Override
    public void checkThread() {
        store().checkOwner();
    }

    @Override
    public void checkRead(Column column) {}

    @Override
    public boolean mayWrite(Component<?> component) {
        return true;
    }

    @Override
    public boolean mayWrite(Column column) {
        return true;
    }

    @Override
    public void checkSeen(Filter filter, List<Component<?>> components) {}

    @Override
    public void checkChanges(Filter filter, List<Component<?>> components) {}

    @Override
    void openedOrClosed(boolean isAnyOpen) {
        store().structure().iterating(isAnyOpen);
    }

    @Override
    void settleOutermost(long recordedBefore) {
        if (store().hookScope().isCalling()) {
            queue().forget(recordedBefore);
        }
        applyCommands(); // which is refused in an observer
    }

    @Override
    public void rowsChanged(long base, int word, long rows) {
        strikeOut(base, word, rows);
    }
}
