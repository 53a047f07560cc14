package basalt.command;

import static basalt.storage.ColumnMemory.getLong;

import basalt.command.CommandStream.CommandReader;
import org.agrona.collections.LongArrayList;

/** A reader that lists commands for tests: entity, code, and the value or 0. */
final class Listing implements CommandReader {
    private final LongArrayList longs = new LongArrayList();

    /** The commands between two positions of a queue. */
    static Listing of(CommandQueue commands, long from, long to) {
        Listing listing = new Listing();
        commands.stream().walk(from, to, listing);
        return listing;
    }

    int size() {
        return longs.size() / 3;
    }

    long entity(int index) {
        return longs.getLong(3 * index);
    }

    long code(int index) {
        return longs.getLong(3 * index + 1);
    }

    long value(int index) {
        return longs.getLong(3 * index + 2);
    }

    @Override
    public void accept(CommandStream from, long entity, long code, long value) {
        longs.addLong(entity);
        longs.addLong(code);
        longs.addLong(Op.operation(code) >= Op.SET ? getLong(value, 0, 0) : 0);
    }
}
