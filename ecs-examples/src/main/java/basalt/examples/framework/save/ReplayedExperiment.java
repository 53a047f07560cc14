package basalt.examples.framework.save;

import basalt.component.Component;
import basalt.examples.framework.render.RenderedExperiment;
import basalt.examples.framework.render.Scene;
import basalt.replay.Replay;
import basalt.replay.Replayed;
import basalt.system.Schedule;
import basalt.world.World;
import java.nio.ByteOrder;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * An experiment whose ticks are recorded or played, or neither. The input of a tick is how often {@link #spawn()} was
 * called since the one before:
 *
 * <pre>
 *   nothing for 0, or int requests
 * </pre>
 *
 * <p>Must be closed before the experiment.
 */
public final class ReplayedExperiment implements RenderedExperiment, AutoCloseable {
    private final RenderedExperiment experiment;

    /** Null if ticks are neither recorded nor played. */
    private final Replay replay;

    private final boolean isPlaying;
    private final UnsafeBuffer input = new UnsafeBuffer(new byte[Integer.BYTES]);
    private int requests;
    private int compared;

    private ReplayedExperiment(RenderedExperiment experiment, Replay replay, boolean isPlaying) {
        this.experiment = experiment;
        this.replay = replay;
        this.isPlaying = isPlaying;
    }

    /** An experiment whose ticks are neither recorded nor played. */
    static ReplayedExperiment of(RenderedExperiment experiment) {
        return new ReplayedExperiment(experiment, null, false);
    }

    /** An experiment whose ticks are recorded. */
    static ReplayedExperiment recording(RenderedExperiment experiment) {
        return new ReplayedExperiment(experiment, Replay.ofEachSystem(experiment.schedule(), input(experiment)), false);
    }

    /** An experiment that gets the input of a replay. */
    static ReplayedExperiment playing(RenderedExperiment experiment, Replay replay) {
        return new ReplayedExperiment(experiment, replay, true);
    }

    /** Gives an experiment the recorded input. */
    static Replay.Input input(RenderedExperiment experiment) {
        return (world, buffer, offset, length) -> {
            for (int left = length == 0 ? 0 : buffer.getInt(offset, ByteOrder.LITTLE_ENDIAN); left > 0; left--) {
                experiment.spawn();
            }
        };
    }

    @Override
    public void start(long seed) {
        requests = 0;
        experiment.start(seed);
    }

    /**
     * Runs one tick.
     *
     * @throws IllegalStateException if the tick is played, and differs from the recorded one
     */
    @Override
    public void tick() {
        if (replay == null) {
            experiment.tick();
        } else if (isPlaying) {
            play(world().time().tick() + 1);
        } else {
            record();
        }
    }

    private void record() {
        input.putInt(0, requests, ByteOrder.LITTLE_ENDIAN);
        replay.tick(tickSeconds(), input, 0, requests == 0 ? 0 : Integer.BYTES);
        requests = 0;
    }

    private void play(long tick) {
        if (tick > replay.lastTick()) {
            experiment.tick();
            return;
        }
        Replayed result = replay.play(tick);
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

    /** Spawns more entities, before the next tick if it is recorded. Does nothing while ticks are played. */
    @Override
    public void spawn() {
        if (replay == null) {
            experiment.spawn();
        } else if (!isPlaying) {
            requests++;
        }
    }

    /** What was recorded, or is played; null if there is nothing. */
    Replay replay() {
        return replay;
    }

    /** The number of ticks that were the same. */
    int compared() {
        return compared;
    }

    @Override
    public Schedule schedule() {
        return experiment.schedule();
    }

    @Override
    public int population() {
        return experiment.population();
    }

    @Override
    public Scene scene() {
        return experiment.scene();
    }

    @Override
    public float tickSeconds() {
        return experiment.tickSeconds();
    }

    @Override
    public World world() {
        return experiment.world();
    }

    @Override
    public Component<?>[] components() {
        return experiment.components();
    }

    @Override
    public Class<?>[] derived() {
        return experiment.derived();
    }

    @Override
    public void close() {
        if (replay != null) {
            replay.close();
        }
    }
}
