package basalt.bench.save;

import basalt.bench.OperationBenchmark;
import basalt.world.World;
import org.openjdk.jmh.annotations.Benchmark;

/** A million entities saved to memory and loaded, and a copy of as many bytes. */
public class SaveMillion extends OperationBenchmark {
    /**
     * Saves the world to memory.
     *
     * @param saved the world
     * @return bytes
     */
    @Benchmark
    public long save(Saved saved) {
        return saved.save();
    }

    /**
     * Loads the world from memory, and closes it.
     *
     * @param saved the saved world
     * @return its entities
     */
    @Benchmark
    public int load(Saved saved) {
        try (World world = saved.load()) {
            return world.entityCount();
        }
    }

    /**
     * Copies as many bytes as the positions and velocities have.
     *
     * @param saved the memory
     * @return where they are
     */
    @Benchmark
    public long copy(Saved saved) {
        return saved.copy();
    }
}
