package basalt.replay;

import basalt.command.queue.RecordedCommands;
import basalt.friend.Friend;
import basalt.runtime.TickControl;
import basalt.runtime.WorldRuntime;
import basalt.storage.StateBuffer;
import basalt.system.Schedule;
import basalt.world.World;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Records what the ticks of a schedule get from outside, and plays them again: the length of each tick, the commands
 * that wait in {@link World#commands()} when it begins, and an input of the program, with hashes of the state.
 *
 * <pre>{@code
 * try (Replay replay = new Replay(schedule, 10, input);
 *         Snapshots ring = world.snapshots(8)) {
 *     ring.capture();
 *     replay.tick(1 / 60f, keys, 0, keys.capacity());      // records, and ticks
 *     ...
 *     ring.restore(ring.oldestTick());
 *     Replayed result = replay.play(replay.lastTick(), 1); // with one worker
 * }
 * }</pre>
 *
 * <p>A tick is played on the state that its world is in, which the caller puts back, such as by {@link
 * basalt.save.Snapshots}. Handles in commands are recorded by index, because generations are others after a
 * restoration. Recording again from an earlier tick drops the ticks that were recorded from it on.
 *
 * <p>A tick that is recorded makes no garbage, if the input makes none. The memory is taken from that of the world's
 * source, grows with the ticks, and is freed by {@link #close()}.
 *
 * <p>For the world's thread, between two ticks.
 */
public final class Replay implements AutoCloseable {
    private static final Friend<Schedule, TickControl> CONTROLS = Friend.of(Schedule.class, TickControl.class);
    private static final Friend<World, WorldRuntime> WORLDS = Friend.of(World.class, WorldRuntime.class);
    private static final UnsafeBuffer NOTHING = new UnsafeBuffer(new byte[0]);

    private final Schedule schedule;
    private final World world;
    private final WorldRuntime runtime;
    private final Input input;
    private final int interval;
    private final RecordedCommands commands;
    private final RecordedHashes hashes;

    /** For each tick: its length, commands, input, and hashes. */
    private final StateBuffer ticks;

    /** For each tick where it begins. */
    private final StateBuffer starts;

    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private long firstTick;
    private int count;
    private boolean isBusy;
    private boolean isClosed;

    /** Gives a tick its input, when it is recorded and when it is played. */
    @FunctionalInterface
    public interface Input {
        /**
         * Called before each tick. What it does to the world must depend on the bytes and the world only.
         *
         * @param world the world
         * @param buffer the input of the tick, valid during the call
         * @param offset where it begins
         * @param length number of bytes, 0 or more
         */
        void apply(World world, DirectBuffer buffer, int offset, int length);
    }

    /**
     * A replay without ticks.
     *
     * @param schedule the schedule whose ticks are recorded and played
     * @param interval after how many ticks a hash is recorded, at least 1
     * @param input called before each tick
     * @throws IllegalArgumentException if an argument is null, or the interval is below 1
     * @throws IllegalStateException on the wrong thread, or after the schedule or the world was closed
     */
    public Replay(Schedule schedule, int interval, Input input) {
        if (schedule == null || input == null) {
            throw new IllegalArgumentException((schedule == null ? "schedule" : "input") + " must not be null");
        }
        if (interval < 1) {
            throw new IllegalArgumentException("interval must be at least 1 tick: interval=" + interval);
        }
        world = schedule.world(); // checks thread and state
        this.schedule = schedule;
        this.input = input;
        this.interval = interval;
        runtime = WORLDS.internal(world);
        commands = new RecordedCommands(runtime.store());
        ticks = new StateBuffer(runtime.store().blockPool().source());
        starts = new StateBuffer(runtime.store().blockPool().source());
        hashes = new RecordedHashes(runtime);
    }

    /**
     * Records and runs a tick without input.
     *
     * @param seconds the length of the tick
     * @throws IllegalArgumentException if the length is negative or not finite
     * @throws IllegalStateException as for {@link #tick(float, DirectBuffer, int, int)}
     */
    public void tick(float seconds) {
        tick(seconds, NOTHING, 0, 0);
    }

    /**
     * Records and runs a tick: the input is applied, then the schedule ticks. If a system throws, the tick is
     * recorded.
     *
     * @param seconds the length of the tick
     * @param buffer has the input of the tick
     * @param offset where it begins
     * @param length number of bytes
     * @throws IllegalArgumentException if the buffer is null, or the length of the tick is negative or not finite
     * @throws IndexOutOfBoundsException if the buffer does not have these bytes
     * @throws IllegalStateException if the world has ticked without this replay; if a command that waits has an object
     *     for a managed column; during a tick or an iteration; on the wrong thread; after close
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; then nothing was recorded or done, or
     *     the tick is over without its hash
     */
    public void tick(float seconds, DirectBuffer buffer, int offset, int length) {
        requireReady("replay.tick(...)");
        if (buffer == null) {
            throw new IllegalArgumentException("buffer must not be null; call tick(seconds) without input");
        }
        buffer.boundsCheck(offset, length);
        if (!(seconds >= 0 && seconds <= Float.MAX_VALUE)) {
            throw new IllegalArgumentException("seconds must be finite and >= 0: seconds=" + seconds);
        }
        long number = world.time().tick() + 1;
        if (count == 0) {
            firstTick = number;
        }
        if (number < firstTick || number > firstTick + count) {
            throw new IllegalStateException("the replay has the ticks " + firstTick + " to " + lastTick()
                    + ", and the world begins tick " + number + "; run all ticks by replay.tick(...)");
        }
        cutBack((int) (number - firstTick));
        isBusy = true;
        try {
            long place = record(seconds, buffer, offset, length);
            input.apply(world, buffer, offset, length);
            schedule.tick(seconds);
            if ((number - firstTick) % interval == 0) {
                hashes.record(ticks, place);
            }
        } catch (Throwable e) {
            if (!runtime.isClosed() && world.time().tick() < number) {
                cutBack((int) (number - firstTick)); // the schedule has not begun the tick
            }
            throw e;
        } finally {
            isBusy = false;
        }
    }

    private void cutBack(int newCount) {
        if (newCount < count) {
            ticks.cutBack(start(newCount));
            starts.cutBack((long) newCount * Long.BYTES);
            count = newCount;
        }
    }

    private long start(int index) {
        starts.position((long) index * Long.BYTES);
        return starts.getLong();
    }

    /** Records all but the hashes; returns the place for these. */
    private long record(float seconds, DirectBuffer buffer, int offset, int length) {
        long start = ticks.end();
        try {
            ticks.putLong(Float.floatToRawIntBits(seconds));
            commands.write(runtime.owner().queue(), ticks);
            view.wrap(buffer, offset, length);
            ticks.putBuffer(view, length);
            long place = RecordedHashes.recordNone(ticks);
            starts.putLong(start);
            count++;
            return place;
        } catch (Throwable e) {
            ticks.cutBack(start);
            throw e;
        } finally {
            view.wrap(0, 0);
        }
    }

    /**
     * Plays recorded ticks with all workers, from the tick after that of the world on.
     *
     * @param toTick the number of the last tick to play
     * @return what was found
     * @throws IllegalArgumentException if these ticks were not recorded
     * @throws IllegalStateException as for {@link #play(long, int)}
     */
    public Replayed play(long toTick) {
        requireReady("replay.play(...)");
        return play(toTick, schedule.workers());
    }

    /**
     * Plays recorded ticks, from the tick after that of the world on. Ends at the first hash that differs.
     *
     * @param toTick the number of the last tick to play
     * @param workers the greatest number of workers, from 1 to that of the schedule
     * @return what was found
     * @throws IllegalArgumentException if these ticks were not recorded, or the number of workers is out of range
     * @throws IllegalStateException if commands wait; during a tick or an iteration; on the wrong thread; after close
     * @throws basalt.system.SystemException if a system throws
     */
    public Replayed play(long toTick, int workers) {
        requireReady("replay.play(...)");
        long from = world.time().tick() + 1;
        if (count == 0 || from < firstTick || toTick > lastTick() || from > toTick) {
            throw new IllegalArgumentException("the ticks to play were not recorded, or are none: from=" + from
                    + ", toTick=" + toTick + "; there are "
                    + (count == 0 ? "none" : "those from " + firstTick + " to " + lastTick()));
        }
        if (workers < 1 || workers > schedule.workers()) {
            throw new IllegalArgumentException(
                    "workers must be from 1 to " + schedule.workers() + ": workers=" + workers);
        }
        runtime.requireNoCommands("replay.play(...)");
        TickControl control = CONTROLS.internal(schedule);
        isBusy = true;
        control.use(workers, false);
        try {
            return play(from, toTick, control);
        } finally {
            isBusy = false;
            control.use(schedule.workers(), false);
        }
    }

    private Replayed play(long from, long toTick, TickControl control) {
        int compared = 0;
        ticks.position(start((int) (from - firstTick)));
        for (long number = from; number <= toTick; number++) {
            float seconds = Float.intBitsToFloat((int) ticks.getLong());
            commands.record(ticks, runtime.owner().queue());
            ticks.getBuffer(view);
            input.apply(world, view, 0, view.capacity());
            view.wrap(0, 0);
            schedule.tick(seconds);
            if (hashes.isNext(ticks)) {
                compared++;
                Replayed difference = hashes.compare(ticks, number, (int) (number - from) + 1, compared, control);
                if (difference != null) {
                    return difference;
                }
            }
        }
        return Replayed.same((int) (toTick - from) + 1, compared);
    }

    /**
     * The number of the first tick that is recorded.
     *
     * @return its number; 0 if there is none
     * @throws IllegalStateException on the wrong thread, or after close
     */
    public long firstTick() {
        requireOpen();
        return count == 0 ? 0 : firstTick;
    }

    /**
     * The number of the last tick that is recorded.
     *
     * @return its number; 0 if there is none
     * @throws IllegalStateException on the wrong thread, or after close
     */
    public long lastTick() {
        requireOpen();
        return count == 0 ? 0 : firstTick + count - 1;
    }

    /**
     * Bytes reserved for the ticks.
     *
     * @return bytes; 0 after close
     */
    public long reservedBytes() {
        return isClosed ? 0 : ticks.reservedBytes() + starts.reservedBytes();
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
            throw new IllegalStateException(call + " is refused in the input of a tick; call it after the tick");
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
        CloseHelper.closeAll(ticks, starts);
    }
}
