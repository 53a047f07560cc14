package basalt.examples.framework.save;

import basalt.examples.framework.program.TickObserver;
import basalt.world.World;
import java.io.IOException;

/** Records the input that another observer takes, and the state hash every ten ticks. */
final class InputRecorder implements TickObserver {
    private static final int HASH_TICKS = 10;

    private final InputLog log;
    private final World world;
    private final TickObserver observer;
    private long firstTick = -1;
    private long tick;

    InputRecorder(InputLog log, World world, TickObserver observer) {
        this.log = log;
        this.world = world;
        this.observer = observer;
    }

    @Override
    public boolean afterTick(int ticks, long nanos) throws IOException {
        if (firstTick < 0) {
            firstTick = world.time().tick() - 1;
        }
        tick = world.time().tick() - firstTick;
        if (tick % HASH_TICKS == 0) {
            log.hash(tick, world.stateHash());
        }
        int before = observer.spawns();
        boolean goesOn = observer.afterTick(ticks, nanos);
        long now = world.time().tick() - firstTick;
        if (now < tick) {
            log.forgetAfter(now);
            tick = now;
        }
        log.spawned(tick, observer.spawns() - before);
        return goesOn;
    }

    @Override
    public boolean afterUnmeasuredTick() throws IOException {
        return observer.afterUnmeasuredTick();
    }

    @Override
    public int spawns() {
        return observer.spawns();
    }

    @Override
    public boolean hasChangedExperiment() {
        return observer.hasChangedExperiment();
    }
}
