package basalt.examples.framework.save;

import basalt.examples.framework.program.TickObserver;
import basalt.examples.framework.render.RenderedExperiment;
import basalt.world.World;
import java.io.IOException;

/** Plays recorded input, and compares the state hashes. */
final class InputPlayer implements TickObserver {
    private final InputLog log;
    private final RenderedExperiment experiment;
    private final World world;
    private final TickObserver observer;
    private long firstTick = -1;
    private boolean hasSpawned;
    private int compared;

    InputPlayer(InputLog log, RenderedExperiment experiment, TickObserver observer) {
        this.log = log;
        this.experiment = experiment;
        this.observer = observer;
        world = experiment.world();
    }

    @Override
    public boolean afterTick(int ticks, long nanos) throws IOException {
        if (firstTick < 0) {
            firstTick = world.time().tick() - 1;
        }
        long tick = world.time().tick() - firstTick;
        Long recorded = log.hash(tick);
        if (recorded != null) {
            long hash = world.stateHash();
            if (hash != recorded) {
                throw new IOException(String.format(
                        "the world differs from the recorded one after tick %d: state hash %016x, recorded %016x",
                        tick, hash, recorded));
            }
            compared++;
        }
        for (int left = log.spawns(tick); left > 0; left--) {
            experiment.spawn();
            hasSpawned = true;
        }
        return observer.afterTick(ticks, nanos);
    }

    /** Number of state hashes that were the same. */
    int compared() {
        return compared;
    }

    @Override
    public boolean afterUnmeasuredTick() throws IOException {
        return observer.afterUnmeasuredTick();
    }

    @Override
    public boolean hasChangedExperiment() {
        return hasSpawned || observer.hasChangedExperiment();
    }
}
