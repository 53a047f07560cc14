package basalt.command.queue;

import static basalt.component.BlockLayout.ROW_MASK;

import basalt.memory.NativeMemoryException;
import basalt.storage.access.Store;

/**
 * One pass over commands. Neighbouring commands that do the same to rows of one word are collected, and become one
 * change.
 */
abstract class Pass implements CommandReader {
    final Store store;
    final CommandCounter counter;

    private final boolean endsRows;
    private CommandStream stream;
    private long code;
    private long base;
    private int word;
    private long rows;
    private int commands;

    /** A pass whose changes end the life of their rows, or do not. */
    Pass(Store store, CommandCounter counter, boolean endsRows) {
        this.store = store;
        this.counter = counter;
        this.endsRows = endsRows;
    }

    /** Carries out one change of up to 64 rows, all alive. */
    abstract void change(CommandStream from, long sameCode, long block, int sameWord, long sameRows);

    /** Adds a command to the rows that wait for their change; drops it if the entity is dead. */
    final void collect(CommandStream from, long entity, long newCode) {
        long block = store.entities().tryLocate(entity);
        if (block == 0) {
            counter.dropped(1);
            return;
        }
        int row = (int) entity & ROW_MASK;
        boolean sameWord = block == base && row >>> 6 == word;
        if (endsRows && sameWord && (rows >>> row & 1) != 0) {
            counter.dropped(1); // its end waits already, recorded by any system
            return;
        }
        if (rows == 0 || !sameWord || newCode != code) { // the same ones, recorded by any system
            flush();
            stream = from;
            code = newCode;
            base = block;
            word = row >>> 6;
        }
        rows |= 1L << row;
        commands++;
    }

    /** Carries out what waits. */
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
        } catch (NativeMemoryException | OutOfMemoryError e) {
            counter.failed(count, e);
        }
    }

    /** Carries out what waits, and forgets the streams. */
    final void end() {
        flush();
        stream = null;
    }
}
