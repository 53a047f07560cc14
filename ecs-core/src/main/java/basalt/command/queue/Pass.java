package basalt.command.queue;

import basalt.component.Entity;
import basalt.memory.NativeMemoryException;
import basalt.storage.Place;
import basalt.storage.access.Store;

/**
 * One pass over commands. Consecutive commands with the same code for rows of one word are combined into one change.
 */
abstract class Pass implements CommandReader {
    final Store store;
    final CommandCounter counter;

    private final boolean destroysRows;
    private CommandStream stream;
    private long code;
    private long base;
    private int word;
    private long rows;
    private int commands;

    /** A pass that destroys its rows, or not. */
    Pass(Store store, CommandCounter counter, boolean destroysRows) {
        this.store = store;
        this.counter = counter;
        this.destroysRows = destroysRows;
    }

    /** Applies one change to up to 64 rows, all alive. */
    abstract void change(CommandStream from, long sameCode, long block, int sameWord, long sameRows);

    /** Adds a command to the pending change, or starts a new one; drops the command if the entity is not alive. */
    final void collect(CommandStream from, long entity, long newCode) {
        long place = store.entities().tryLocate(entity);
        if (place == 0) {
            counter.dropped(1);
            return;
        }
        int row = Place.row(place);
        boolean sameWord = Place.base(place) == base && row >>> 6 == word;
        if (destroysRows && sameWord && (rows >>> row & 1) != 0) {
            counter.dropped(1); // already pending
            return;
        }
        if (rows == 0 || !sameWord || newCode != code) {
            flush();
            stream = from;
            code = newCode;
            base = Place.base(store.entities().place(Entity.index(entity))); // again: flush() may have moved the block
            word = row >>> 6;
        }
        rows |= 1L << row;
        commands++;
    }

    /** Applies the pending change. */
    final void flush() {
        if (rows == 0) {
            return;
        }
        long changed = rows;
        int count = commands;
        rows = 0;
        commands = 0;
        try {
            change(stream, code, base, word, changed);
            counter.applied(count);
        } catch (NativeMemoryException | OutOfMemoryError | IllegalStateException e) { // refused, or damaged links
            counter.failed(count, e);
        }
    }

    /** Applies the pending change, and drops the reference to the stream. */
    void end() {
        flush();
        stream = null;
    }
}
