package basalt.save;

import basalt.command.CommandQueue;
import basalt.command.RecordedCommands;
import basalt.command.RecordedCommands.PlayedCommands;
import basalt.memory.MemorySource;
import basalt.storage.StateBuffer;
import basalt.storage.access.Store;
import basalt.storage.file.AtomicFile;
import basalt.storage.file.ChunkWriter;
import basalt.storage.file.FileFormat;
import basalt.storage.file.FileSource;
import basalt.storage.file.ReplayFile;
import basalt.storage.file.ReplayTables;
import basalt.world.World;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The ticks of a replay, one after the other, in a form that does not depend on the process: files contain it as it is.
 *
 * <pre>
 *   for each tick: float seconds, int commands; commands, see RecordedCommands;
 *                  long bytes of the input, the input, and zeros up to a multiple of 8; states, see RecordedStates
 * </pre>
 *
 * <p>For the world's thread. Must be closed.
 */
final class RecordedTicks implements AutoCloseable {
    private final Store store;
    private final MemorySource source;
    private final ReplayTables tables = new ReplayTables();
    private final RecordedCommands commands;
    private final PlayedCommands played;
    private final StateBuffer ticks;

    /** For each tick where it begins. */
    private final StateBuffer starts;

    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private long first;
    private int count;

    RecordedTicks(Store store) {
        this.store = store;
        source = store.blockPool().source();
        commands = new RecordedCommands(store, tables);
        played = new PlayedCommands(store, tables);
        ticks = new StateBuffer(source);
        starts = new StateBuffer(source);
    }

    /** Ticks that are read from a file, and only looked at: without a world, for any thread. */
    RecordedTicks(MemorySource source) {
        store = null;
        commands = null;
        played = new PlayedCommands(null, tables);
        this.source = source;
        ticks = new StateBuffer(source);
        starts = new StateBuffer(source);
    }

    ReplayTables tables() {
        return tables;
    }

    /** The ticks, to which the states of the last one are added. */
    StateBuffer buffer() {
        return ticks;
    }

    int count() {
        return count;
    }

    /** The number of the first tick; 0 if there is none. */
    long first() {
        return count == 0 ? 0 : first;
    }

    /** The number of the last tick; 0 if there is none. */
    long last() {
        return count == 0 ? 0 : first + count - 1;
    }

    /** Removes the ticks from a number on, which is at most the one after the last. */
    void cutBack(long number) {
        int rest = count == 0 ? 0 : (int) (number - first);
        if (rest < count) {
            ticks.cutBack(start(rest));
            starts.cutBack((long) rest * Long.BYTES);
            count = rest;
        }
    }

    private long start(int index) {
        starts.position((long) index * Long.BYTES);
        return starts.getLong();
    }

    /** Adds a tick without states. If there is not enough memory, nothing has changed. */
    void add(long number, float seconds, CommandQueue queue, DirectBuffer buffer, int offset, int length) {
        long start = ticks.end();
        try {
            ticks.putLong(0);
            int written = commands.write(queue, ticks);
            ticks.setLong(
                    start, (long) written << Integer.SIZE | Integer.toUnsignedLong(Float.floatToRawIntBits(seconds)));
            view.wrap(buffer, offset, length);
            ticks.putBuffer(view, length);
            starts.putLong(start);
        } catch (Throwable e) {
            ticks.cutBack(start);
            throw e;
        } finally {
            view.wrap(0, 0);
        }
        if (count++ == 0) {
            first = number;
        }
    }

    /** Begins to read a tick. */
    void read(long number) {
        ticks.position(start((int) (number - first)));
    }

    /** Reads the beginning of a tick: records its commands again, and applies its input. Its states are read next. */
    float play(World world, CommandQueue queue, Replay.Input input) {
        try {
            long header = ticks.getLong();
            played.play(ticks, (int) (header >>> Integer.SIZE), queue);
            ticks.getBuffer(view);
            input.apply(world, view, 0, view.capacity());
            return Float.intBitsToFloat((int) header);
        } catch (Throwable e) {
            if (!store.isClosed()) {
                queue.forget(0); // no others have waited
            }
            throw e;
        } finally {
            view.wrap(0, 0);
        }
    }

    /**
     * Reads what a tick got from outside: its length, the number of its commands, and the bytes of its input. Its
     * states are read next.
     */
    List<Object> readGiven() {
        long header = ticks.getLong();
        played.play(ticks, (int) (header >>> Integer.SIZE), null);
        ticks.getBuffer(view);
        byte[] input = new byte[view.capacity()];
        view.getBytes(0, input);
        view.wrap(0, 0);
        return List.of(header, ByteBuffer.wrap(input));
    }

    void save(int interval, boolean isExact, String note, Path path) {
        requireArgument(path, "path");
        AtomicFile.requireNotWriting(path);
        try (AtomicFile file = new AtomicFile(path)) {
            encode(interval, isExact, note, file);
            file.commit();
        } catch (IOException e) {
            throw FileFormat.failure("the replay was not saved to " + path, e);
        }
    }

    void save(int interval, boolean isExact, String note, SaveSink sink) {
        requireArgument(sink, "sink");
        try {
            encode(interval, isExact, note, sink::write);
        } catch (IOException e) {
            throw FileFormat.failure("the replay was not saved", e);
        }
    }

    private void encode(int interval, boolean isExact, String note, FileFormat.ByteSink sink) throws IOException {
        ReplayFile header = new ReplayFile(Math.max(1, first()), count, interval, isExact, note);
        try (ChunkWriter writer = new ChunkWriter(sink, false, FileFormat.Kind.REPLAY)) {
            header.encode(tables, ticks, starts, source, writer);
        }
    }

    /** Reads a file. This object must be new, and must be closed after an exception. */
    ReplayFile load(Path path) {
        requireArgument(path, "path");
        try (FileSource file = new FileSource(path)) {
            return decode(file);
        } catch (IOException e) {
            throw FileFormat.failure("the replay was not loaded from " + path, e);
        }
    }

    ReplayFile load(SaveSource from) {
        requireArgument(from, "source");
        try {
            return decode(from::read);
        } catch (IOException e) {
            throw FileFormat.failure("the replay was not loaded", e);
        }
    }

    private static void requireArgument(Object argument, String name) {
        if (argument == null) {
            throw new IllegalArgumentException(name + " of a saved replay must not be null");
        }
    }

    private ReplayFile decode(FileFormat.ByteSource from) throws IOException {
        ReplayFile header =
                ReplayFile.decode(from, store == null ? null : store.rows(), tables, ticks, starts, this::check);
        first = header.firstTick();
        count = header.ticks();
        return header;
    }

    private void check(StateBuffer tick) {
        long header = tick.getLong();
        float seconds = Float.intBitsToFloat((int) header);
        require(seconds >= 0 && seconds <= Float.MAX_VALUE, "its length is out of range: " + seconds);
        int waiting = (int) (header >>> Integer.SIZE);
        require(waiting >= 0, "the number of its commands is out of range");
        played.play(tick, waiting, null);
        long input = tick.getLong();
        require(
                input >= 0 && input <= Math.min(Integer.MAX_VALUE - Long.BYTES, tick.end() - tick.position()),
                "the length of its input is out of range");
        tick.skip(input + Long.BYTES - 1 & -Long.BYTES);
        RecordedStates.check(tick, tables);
        require(tick.position() == tick.end(), "it is longer than its contents");
    }

    static void require(boolean condition, String what) {
        if (!condition) {
            throw new IllegalArgumentException(what);
        }
    }

    long reservedBytes() {
        return ticks.reservedBytes() + starts.reservedBytes();
    }

    @Override
    public void close() {
        CloseHelper.closeAll(ticks, starts);
    }
}
