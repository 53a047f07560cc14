package basalt.examples.framework.experiment;

import basalt.component.Component;
import basalt.examples.framework.render.Scene;
import basalt.inspect.InspectorBuilder;
import basalt.save.Replay;
import basalt.save.ReplayDifference;
import basalt.save.Saves;
import basalt.system.Schedule;
import basalt.world.World;
import java.nio.ByteOrder;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A simulation that a program runs tick by tick, draws, and can restart. Its ticks can be recorded or played. The input
 * of a tick is how often {@link #spawn()} was called since the one before:
 *
 * <pre>
 *   nothing for 0, or int requests
 * </pre>
 *
 * <p>Used only by the thread that created it, like its world.
 */
public abstract class Experiment implements AutoCloseable {
    private final UnsafeBuffer input = new UnsafeBuffer(new byte[Integer.BYTES]);

    /** Null if ticks are neither recorded nor played. */
    private Replay replay;

    private boolean isPlaying;
    private int requests;
    private int compared;

    /** For subclasses. */
    protected Experiment() {}

    /**
     * Starts, or restarts.
     *
     * @param seed equal seeds produce bit-identical worlds after equal numbers of ticks
     */
    protected abstract void begin(long seed);

    /** Spawns more entities, up to the maximum. */
    protected abstract void spawnMore();

    /**
     * The current number of simulated entities.
     *
     * @return entities
     */
    public abstract int population();

    /**
     * What to draw.
     *
     * @return the scene; its queries belong to the world of the experiment
     */
    public abstract Scene scene();

    /**
     * The length of a tick.
     *
     * @return seconds
     */
    public abstract float tickSeconds();

    /**
     * The world, with everything that decides how the experiment continues.
     *
     * @return the world
     */
    public abstract World world();

    /**
     * The schedule, of which each tick runs one.
     *
     * @return the schedule; closed by the experiment
     */
    public abstract Schedule schedule();

    /**
     * The components of its entities.
     *
     * @return all of them, in any order
     */
    public abstract Component<?>[] components();

    /**
     * A hash of the components of all entities, without the time, which depends on the warm-up.
     *
     * @return the hash; equal states have equal ones
     */
    public long hash() {
        long hash = 0;
        for (Component<?> component : components()) {
            hash = hash * 31 + Saves.stateHash(world(), component);
        }
        return hash;
    }

    /**
     * The resources that need not be saved, since they never change, or are made anew in each tick.
     *
     * @return their types
     */
    public abstract Class<?>[] derived();

    /**
     * Gives an inspector what it can show besides entities and systems.
     *
     * @param inspector the inspector, before it starts
     */
    protected void describe(InspectorBuilder inspector) {}

    /** Frees the world, after {@link #endReplay()}. */
    @Override
    public abstract void close();

    /**
     * Starts, or restarts.
     *
     * @param seed equal seeds produce bit-identical worlds after equal numbers of ticks
     */
    public final void start(long seed) {
        requests = 0;
        begin(seed);
    }

    /** Spawns more entities, before the next tick if it is recorded. Does nothing while ticks are played. */
    public final void spawn() {
        if (replay == null) {
            spawnMore();
        } else if (!isPlaying) {
            requests++;
        }
    }

    /**
     * Runs one tick.
     *
     * @throws IllegalStateException if the tick is played, and differs from the recorded one
     */
    public final void tick() {
        if (replay == null) {
            schedule().tick(tickSeconds());
        } else if (isPlaying) {
            play(world().time().tick() + 1);
        } else {
            input.putInt(0, requests, ByteOrder.LITTLE_ENDIAN);
            replay.tick(tickSeconds(), input, 0, requests == 0 ? 0 : Integer.BYTES);
            requests = 0;
        }
    }

    private void play(long tick) {
        if (tick > replay.lastTick()) {
            schedule().tick(tickSeconds());
            return;
        }
        ReplayDifference result = replay.play(tick);
        if (!result.isSame()) {
            throw new IllegalStateException("the world differs from the recorded one in tick " + tick + ", "
                    + place(result.systems()) + ": " + String.join(", ", result.components()));
        }
        compared += result.compared();
    }

    private static String place(List<String> systems) {
        return systems.isEmpty()
                ? "before the first system"
                : systems.size() == 1
                        ? "after system " + systems.get(0)
                        : "after one of the systems " + String.join(", ", systems);
    }

    /** Gives the experiment the recorded input. */
    final Replay.Input input() {
        return (world, buffer, offset, length) -> {
            for (int left = length == 0 ? 0 : buffer.getInt(offset, ByteOrder.LITTLE_ENDIAN); left > 0; left--) {
                spawnMore();
            }
        };
    }

    /** Records the ticks from now on. */
    final void record() {
        replay = Replay.ofEachSystem(schedule(), input());
    }

    /** Plays the recorded ticks from now on; takes ownership of them. */
    final void play(Replay recorded) {
        replay = recorded;
        isPlaying = true;
    }

    /** What is recorded or played; null if nothing is. */
    final Replay replay() {
        return replay;
    }

    /** The number of ticks that were the same. */
    final int compared() {
        return compared;
    }

    /** Frees what was recorded or played. */
    protected final void endReplay() {
        if (replay != null) {
            replay.close();
        }
    }
}
