package basalt.runtime;

import basalt.command.Playback;
import basalt.component.Column;
import basalt.component.Component;
import basalt.match.Filter;
import basalt.memory.frame.FrameArena;
import basalt.storage.access.Store;
import basalt.storage.change.Structure.Listener;
import java.util.List;

/**
 * The context of the world's own thread. It permits everything, receives structural changes while matching rows are
 * open, and applies commands at the end of the outermost run. The structure does not change while workers run.
 */
public final class OwnerContext extends IterationContext implements Listener {
    private final Playback playback;
    private final WorldRuntime.Workers workers;

    /** A context of the world's thread, and the workers, none of which runs while this thread changes the structure. */
    OwnerContext(Store store, FrameArena frame, FrameArena tickFrame, WorldRuntime.Workers workers) {
        super(store, frame, tickFrame, null, store.blockPool().source());
        this.workers = workers;
        playback = new Playback(store);
        store.structure().listener(this);
    }

    Playback playback() {
        return playback;
    }

    /** Applies the commands of this thread. */
    void applyCommands() {
        store().hookScope().requireOutside();
        applications++;
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
    public void checkPresence(Filter filter, List<Component<?>> components) {}

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
        applyCommands(); // throws in an observer
    }

    @Override
    public void rowsChanged(long base, int word, long rows) {
        notifyMatches(base, word, rows);
    }

    @Override
    public void blockMoved(int block, long from, long to) {
        notifyMoved(block, from, to);
        workers.notifyMoved(block, from, to);
    }
}
