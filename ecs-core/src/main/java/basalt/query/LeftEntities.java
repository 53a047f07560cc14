package basalt.query;

import basalt.internal.NoState;
import basalt.match.MatchReader;
import basalt.query.SelectedRows.ResultMemory;
import basalt.runtime.IterationContext;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.storage.ColumnMemory;
import java.util.Objects;
import java.util.function.LongConsumer;

/**
 * Reads which entities have left a query: those that matched when it was last read, or made, and do not match now,
 * because they were destroyed, their components have changed, or their values.
 *
 * <pre>{@code
 * LeftEntities gone = visible.left();                  // once
 * gone.forEach(entity -> sprites.remove(entity));      // each tick
 * }</pre>
 *
 * <p>It is the counterpart of {@link Query#entered()}, which says what counts as leaving, what a reader costs, and how
 * it goes with snapshots and files. Destroyed entities come first, in the order of their destruction, and then the
 * others, in ascending order of rows. So each handle comes once, and may be dead.
 *
 * <p>The handles of {@link #collect()}, 8 bytes each, are in the frame arena of the collecting thread, as the rows of a
 * {@link Selection} are. Makes no garbage. For the world's thread, and for one system, which must have declared to read
 * the components of the query; on another thread, after the world was closed and after its own {@link #close()}, every
 * method throws {@link IllegalStateException}.
 */
@NoState
public final class LeftEntities implements AutoCloseable {
    private final Query query;
    private final MatchReader reader;
    private final ResultMemory entities =
            new ResultMemory("the entities that have left", "collect() them again, in the scope that uses them");
    private int count;

    /** A reader of a query that was built with {@link MatchReader.Kind#LEFT}. */
    LeftEntities(Query query) {
        this.query = query;
        this.reader = query.rowQuery().filter().changeFilter().reader();
    }

    /**
     * Takes the entities that have left since the last call.
     *
     * @return this
     * @throws basalt.memory.NativeMemoryException if there is no memory for them; nothing has changed then
     */
    public LeftEntities collect() {
        IterationContext here = query.rowQuery().context();
        query.rowQuery().store().checkShared("a reader of entities that have left");
        here.checkReader(query.rowQuery().filter());
        here.closeDetached(here.openDetached(query.rowQuery().filter()));
        long address = entities.begin(here.arena(), reader.countLeft() * Long.BYTES);
        count = reader.takeLeft(address);
        query.rowQuery().filter().clearChanges(here);
        entities.commit();
        return this;
    }

    /** The number of entities that were collected. */
    public int size() {
        requireLive();
        return count;
    }

    /**
     * An entity that was collected, which may be dead.
     *
     * @param index from 0
     * @throws IndexOutOfBoundsException if there is no such entity
     */
    public long entity(int index) {
        requireLive();
        // SAFETY: the index is below the count of handles, which are live.
        return ColumnMemory.getLong(entities.address(), Objects.checkIndex(index, count), 0);
    }

    /**
     * Takes the entities that have left since the last call, and runs a body for each. They count as read, even if the
     * body throws; {@link #entity} still has them then.
     *
     * @param body takes the handle of each entity
     */
    public void forEach(LongConsumer body) {
        KernelDriver.require(body);
        collect();
        for (int i = 0; i < size(); i++) {
            body.accept(entity(i));
        }
    }

    /** Ends the reader and releases its memory, as {@link Query#close} does. Further calls do nothing. */
    @Override
    public void close() {
        query.close();
    }

    private void requireLive() {
        query.rowQuery().store().checkAccess();
        query.rowQuery().filter().requireOpen();
        entities.requireLive();
    }
}
