package basalt.save;

import basalt.internal.Friend;
import basalt.internal.NoState;
import basalt.internal.Utf8;
import basalt.runtime.TickControl;
import basalt.runtime.WorldRuntime;
import basalt.runtime.WorldRuntime.WorldTime;
import basalt.storage.file.ReplayFile;
import basalt.system.Schedule;
import basalt.world.World;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Records what the ticks of a schedule get from outside, and plays them again: the length of each tick, the commands
 * that wait in {@link World#commands()} when it begins, and an input of the program, with hashes of the state.
 *
 * <pre>{@code
 * try (Replay replay = new Replay(schedule, 10, input);
 *         Snapshots ring = Saves.snapshots(world, 8)) {
 *     ring.capture();
 *     replay.tick(1 / 60f, keys, 0, keys.capacity());      // records, and ticks
 *     ...
 *     ring.restore(ring.oldestTick());
 *     ReplayDifference result = replay.play(replay.lastTick(), 1); // with one worker
 * }
 * }</pre>
 *
 * <p>A tick is played on the state that its world is in, which the caller puts back, such as by {@link
 * basalt.save.Snapshots} or {@link World#load}. Handles in commands are recorded by index, because generations are
 * others after a restoration. Recording again from an earlier tick drops the ticks that were recorded from it on.
 *
 * <p>{@link #save(Path)} writes the ticks to a file, which can be played in another process: with a world in the same
 * state, that has a schedule and templates of the same program. The state that the first tick begins from is not in the
 * file; save the world beside it.
 *
 * <p>Objects in commands are recorded by the codecs of their columns, see {@link basalt.component.WithCodec}.
 *
 * <p>A tick that is recorded makes no garbage, if the input and the codecs make none. The memory is taken from that of
 * the world's source, grows with the ticks, and is freed by {@link #close()}.
 *
 * <p>For the world's thread, between two ticks. Methods throw {@link IllegalStateException} on another one, and after
 * {@link #close}.
 */
@NoState
public final class Replay implements AutoCloseable {
    private static final Friend<Schedule, TickControl> CONTROLS = Friend.of(Schedule.class, TickControl.class);
    private static final Friend<World, WorldRuntime> WORLDS = Friend.of(World.class, WorldRuntime.class);
    private static final UnsafeBuffer NOTHING = new UnsafeBuffer(new byte[0]);

    private final Schedule schedule;
    private final World world;
    private final WorldRuntime runtime;
    private final Input input;
    private final int interval;
    private final boolean isExact;
    private final TickControl control;
    private final RecordedTicks ticks;
    private final RecordedStates states;
    private String note = "";
    private boolean isBusy;

    /** Whether the ticks are those of a check, in which nothing from outside takes part. */
    private boolean isCheck;

    private boolean isClosed;

    /** Gives a tick its input, when it is recorded and when it is played. */
    @FunctionalInterface
    public interface Input {
        /**
         * Called before each tick. What it does to the world must depend on the bytes and the world only.
         *
         * @param buffer the input of the tick, valid during the call
         * @param length number of bytes, 0 or more
         */
        void apply(World world, DirectBuffer buffer, int offset, int length);
    }

    /**
     * A replay without ticks.
     *
     * @param interval after how many ticks a hash is recorded, at least 1
     * @throws IllegalArgumentException if an argument is null, or the interval is below 1
     */
    public Replay(Schedule schedule, int interval, Input input) {
        this(
                schedule,
                input,
                new RecordedTicks(internal(schedule, interval, input).store()),
                interval,
                false);
    }

    private Replay(Schedule schedule, Input input, RecordedTicks ticks, int interval, boolean isExact) {
        world = schedule.world();
        this.schedule = schedule;
        this.input = input;
        this.interval = interval;
        this.isExact = isExact;
        this.ticks = ticks;
        runtime = WORLDS.internal(world);
        control = CONTROLS.internal(schedule);
        states = new RecordedStates(runtime, control, ticks.tables(), ticks.buffer());
    }

    /** Checks the arguments of a new replay. */
    private static WorldRuntime internal(Schedule schedule, int interval, Input input) {
        if (schedule == null || input == null) {
            throw new IllegalArgumentException((schedule == null ? "schedule" : "input") + " must not be null");
        }
        if (interval < 1) {
            throw new IllegalArgumentException("interval must be at least 1 tick: interval=" + interval);
        }
        return WORLDS.internal(schedule.world()); // checks thread and state
    }

    /**
     * A replay without ticks that records hashes after each system of each tick. So {@link ReplayDifference#systems()}
     * is the system after which the state first differed. This costs more time and memory: for each system a hash of
     * what has changed, and 24 bytes for each component that entities have.
     */
    public static Replay ofEachSystem(Schedule schedule, Input input) {
        return new Replay(
                schedule, input, new RecordedTicks(internal(schedule, 1, input).store()), 1, true);
    }

    /** Records ticks that a {@link Determinism} check repeats. */
    static Replay ofCheck(Schedule schedule, Input input) {
        Replay replay = ofEachSystem(schedule, input);
        replay.isCheck = true;
        return replay;
    }

    /**
     * Loads a replay that {@link #save(Path)} has written. It can be played when the world is in a state that it was in
     * when the ticks were recorded, and records further ticks as it did.
     *
     * <p>The fields are those of the program that has recorded it, but enums may have got more constants or another
     * order, and enums and nested records may be references in the file, as in earlier versions of the library. Of the
     * components with such fields, the rows are compared when the ticks are played, and not the values.
     *
     * @param schedule the schedule whose ticks are played; its world has made the templates that the commands name
     * @throws basalt.component.SaveFormatException if the file is no replay, or damaged; if it has components, event
     *     types or fields that the process does not have, or templates that the world does not have
     * @throws java.io.UncheckedIOException if the file cannot be read
     */
    public static Replay load(Path path, Schedule schedule, Input input) {
        return load(schedule, input, ticks -> ticks.load(path));
    }

    /**
     * Loads a replay that {@link #save(SaveSink)} has written.
     *
     * @param schedule the schedule whose ticks are played; its world has made the templates that the commands name
     * @throws basalt.component.SaveFormatException as for {@link #load(Path, Schedule, Input)}
     * @throws java.io.UncheckedIOException if the source throws an {@link java.io.IOException}
     */
    public static Replay load(SaveSource source, Schedule schedule, Input input) {
        return load(schedule, input, ticks -> ticks.load(source));
    }

    private static Replay load(Schedule schedule, Input input, Function<RecordedTicks, ReplayFile> file) {
        RecordedTicks ticks = new RecordedTicks(internal(schedule, 1, input).store());
        try {
            ReplayFile header = file.apply(ticks);
            Replay replay = new Replay(schedule, input, ticks, header.interval(), header.isExact());
            replay.note = header.note();
            return replay;
        } catch (Throwable e) {
            ticks.close();
            throw e;
        }
    }

    /**
     * Saves the ticks to a file, as a whole or not at all. What was there before is replaced, as by {@link
     * World#save(Path)}.
     *
     * @throws java.io.UncheckedIOException if the file cannot be written; what was there before stays
     * @throws IllegalStateException during a tick or an iteration; on the wrong thread; after close
     */
    public void save(Path path) {
        save(() -> ticks.save(interval, isExact, note, path));
    }

    /**
     * Saves the ticks.
     *
     * @param sink takes the bytes; must not use the replay
     * @throws java.io.UncheckedIOException if the sink throws an {@link java.io.IOException}
     * @throws IllegalStateException during a tick or an iteration; on the wrong thread; after close
     */
    public void save(SaveSink sink) {
        save(() -> ticks.save(interval, isExact, note, sink));
    }

    private void save(Runnable file) {
        requireReady("replay.save(...)");
        isBusy = true;
        try {
            file.run();
        } finally {
            isBusy = false;
        }
    }

    /**
     * Sets a text that is saved with the ticks, such as the options of the program.
     *
     * @param newNote the text, at most 65,536 bytes in UTF-8
     * @throws IllegalArgumentException if the text is null or too long
     */
    public void note(String newNote) {
        requireOpen();
        if (newNote == null || Utf8.encode(newNote).length > ReplayFile.MAX_TEXT) {
            throw new IllegalArgumentException("the note must be a text of at most " + ReplayFile.MAX_TEXT
                    + " bytes in UTF-8: " + (newNote == null ? "null" : newNote.length() + " characters"));
        }
        note = newNote;
    }

    /**
     * The text that is saved with the ticks.
     *
     * @return the text; empty if none was set
     */
    public String note() {
        requireOpen();
        return note;
    }

    /**
     * Records and runs a tick without input.
     *
     * @throws IllegalArgumentException if the length is negative or not finite
     */
    public void tick(float seconds) {
        tick(seconds, NOTHING, 0, 0);
    }

    /**
     * Records and runs a tick: the input is applied, then the schedule ticks. If a system throws, the tick is
     * recorded.
     *
     * @param buffer has the input of the tick
     * @throws IllegalArgumentException if the buffer is null, or the length of the tick is negative or not finite
     * @throws IndexOutOfBoundsException if the buffer does not have these bytes
     * @throws IllegalStateException if the world has ticked without this replay; if a command that waits has an object
     *     for a managed column without a codec; during a tick or an iteration; on the wrong thread; after close
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; then nothing was recorded or done, or
     *     the tick is over without its hash
     */
    public void tick(float seconds, DirectBuffer buffer, int offset, int length) {
        requireReady("replay.tick(...)");
        if (buffer == null) {
            throw new IllegalArgumentException("buffer must not be null; call tick(seconds) without input");
        }
        buffer.boundsCheck(offset, length);
        WorldTime.requireLength(seconds);
        boolean isEmpty = ticks.count() == 0;
        if (isCheck) {
            control.prepareTick(true, 0, 0);
        } else {
            control.prepareTick(false, isEmpty ? 0 : ticks.first() - 1, isEmpty ? Long.MAX_VALUE : ticks.last());
        }
        long number = world.time().tick() + 1;
        if (ticks.count() > 0 && (number < ticks.first() || number > ticks.last() + 1)) {
            throw new IllegalStateException("the replay has the ticks " + ticks.first() + " to " + ticks.last()
                    + ", and the world begins tick " + number + "; run all ticks by replay.tick(...)");
        }
        ticks.cutBack(number);
        isBusy = true;
        try {
            ticks.add(number, seconds, runtime.owner().queue(), buffer, offset, length);
            states.begin();
            input.apply(world, buffer, offset, length);
            control.listen(isExact ? states : null);
            control.tick(seconds);
            if ((number - ticks.first()) % interval == 0) {
                states.end();
            }
        } catch (Throwable e) {
            if (!runtime.isClosed() && world.time().tick() < number) {
                ticks.cutBack(number); // the schedule has not begun the tick
            } else if (ticks.last() == number) {
                states.cancel();
            }
            throw e;
        } finally {
            control.listen(null);
            isBusy = false;
        }
    }

    /**
     * Plays recorded ticks with all workers, from the tick after that of the world on.
     *
     * @throws IllegalArgumentException if these ticks were not recorded
     */
    public ReplayDifference play(long toTick) {
        requireReady("replay.play(...)");
        return play(toTick, schedule.workers());
    }

    /**
     * Plays recorded ticks, from the tick after that of the world on. Ends at the first hash that differs.
     *
     * @param workers the greatest number of workers, from 1 to that of the schedule
     * @throws IllegalArgumentException if these ticks were not recorded, or the number of workers is out of range
     * @throws IllegalStateException if commands wait; during a tick or an iteration; on the wrong thread; after close
     * @throws basalt.system.SystemException if a system throws
     */
    public ReplayDifference play(long toTick, int workers) {
        return play(toTick, workers, false);
    }

    /** Also with helpers in stages that are too short for them. */
    ReplayDifference play(long toTick, int workers, boolean always) {
        requireReady("replay.play(...)");
        long from = world.time().tick() + 1;
        if (ticks.count() == 0 || from < ticks.first() || toTick > ticks.last() || from > toTick) {
            throw new IllegalArgumentException("the ticks to play were not recorded, or are none: from=" + from
                    + ", toTick=" + toTick + "; there are "
                    + (ticks.count() == 0 ? "none" : "those from " + ticks.first() + " to " + ticks.last()));
        }
        if (workers < 1 || workers > schedule.workers()) {
            throw new IllegalArgumentException(
                    "workers must be from 1 to " + schedule.workers() + ": workers=" + workers);
        }
        runtime.requireNoCommands("replay.play(...)");
        isBusy = true;
        control.use(workers, always);
        try {
            return playTicks(from, toTick);
        } finally {
            isBusy = false;
            control.listen(null);
            control.use(schedule.workers(), false);
        }
    }

    private ReplayDifference playTicks(long from, long toTick) {
        int compared = 0;
        ticks.read(from);
        for (long number = from; number <= toTick; number++) {
            control.prepareTick(true, 0, 0);
            float seconds = ticks.play(world, runtime.owner().queue(), input);
            List<HashedPass> recorded = RecordedStates.read(ticks.buffer(), ticks.tables());
            HashedPass.Collector played = new HashedPass.Collector(runtime, control);
            boolean isOfEachSystem = recorded.size() > 1;
            control.listen(isOfEachSystem ? played : null);
            control.tick(seconds);
            if (!recorded.isEmpty()) {
                compared++;
                HashedPass.Difference found =
                        HashedPass.first(played.end(), recorded, HashedPass.declared(runtime, control));
                if (found != null) {
                    return new ReplayDifference(
                            (int) (number - from) + 1,
                            compared,
                            number,
                            HashedPass.Hashes.names(runtime.store().pools()::component, found.ids()),
                            isOfEachSystem ? found.systems() : systemsThatMayChange(found.ids()),
                            0);
                }
            }
        }
        return new ReplayDifference((int) (toTick - from) + 1, compared, 0, List.of(), List.of(), 0);
    }

    private List<String> systemsThatMayChange(List<Integer> ids) {
        return IntStream.range(0, control.systems())
                .filter(system -> ids.stream()
                        .map(id -> HashedPass.Hashes.component(runtime.store().pools()::component, id))
                        .anyMatch(component -> control.mayChange(system, component)))
                .mapToObj(control::name)
                .toList();
    }

    /**
     * The number of the first tick that is recorded.
     *
     * @return its number; 0 if there is none
     */
    public long firstTick() {
        requireOpen();
        return ticks.first();
    }

    /**
     * The number of the last tick that is recorded.
     *
     * @return its number; 0 if there is none
     */
    public long lastTick() {
        requireOpen();
        return ticks.last();
    }

    /**
     * Bytes reserved for the ticks.
     *
     * @return bytes; 0 after close
     */
    public long reservedBytes() {
        return isClosed ? 0 : ticks.reservedBytes();
    }

    private void requireOpen() {
        if (isClosed) {
            throw new IllegalStateException("the replay is closed; make another one");
        }
        runtime.store().checkOwner("a method of the replay", "call it after the tick");
    }

    private void requireReady(String call) {
        requireOpen();
        runtime.requireIdle(call);
        if (isBusy) {
            throw new IllegalStateException(
                    call + " is refused in the input of a tick, and while ticks are saved; call it afterwards");
        }
    }

    /**
     * Frees the memory. Further calls do nothing.
     *
     * @throws IllegalStateException while a tick is recorded or played; on the wrong thread
     */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        if (isBusy) {
            throw new IllegalStateException("the replay cannot close during a tick; close it afterwards");
        }
        if (!runtime.isClosed()) {
            runtime.store().checkOwner("replay.close()", "close it after the tick");
        }
        isClosed = true;
        ticks.close();
    }
}
