package basalt.world;

import basalt.memory.MemorySource;
import basalt.memory.NativeAccess;
import basalt.memory.frame.FrameArena;
import basalt.runtime.WorldRuntime;
import basalt.storage.BlockPool;
import basalt.storage.BlockPool.ReclaimedMemory;
import basalt.storage.access.Store;

/** Builds a {@link World}. Each option has a default. */
public final class WorldBuilder {
    private MemorySource memory;
    private long frameCapBytes = Long.MAX_VALUE;
    private boolean distinctHandles = true;
    private long seed;

    WorldBuilder() {}

    /**
     * Sets the source of the world's memory. The default is {@link MemorySource#direct()}, and closed worlds keep
     * blocks for the next world. A world with another source gives all of it back when it closes. The source and
     * its listeners must not use the world: {@link IllegalStateException}.
     *
     * @param source the source; thread-safe if a schedule with more than one worker runs the world's systems, or if the
     *     world is saved in the background; usable by each thread that the world is handed over to
     */
    public WorldBuilder memory(MemorySource source) {
        if (source == null) {
            throw new IllegalArgumentException("memory source must not be null; leave memory() out for direct memory");
        }
        memory = source;
        return this;
    }

    /**
     * Limits the size of the world's frame arena. The default is no limit.
     *
     * @param bytes at least 1
     */
    public WorldBuilder frameCapBytes(long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("frameCapBytes must be > 0: frameCapBytes=" + bytes);
        }
        frameCapBytes = bytes;
        return this;
    }

    /**
     * Sets whether strict mode gives the world other handles than those of the thread's other open worlds, so that a
     * handle used in the wrong world is a {@link basalt.component.DeadEntityException} there. The default is true. The
     * first world of a thread has the same handles either way. Outside of strict mode handles of different worlds
     * cannot be told apart.
     *
     * @param distinct false for worlds that are compared bit for bit, handles included, while both are open
     */
    public WorldBuilder distinctHandles(boolean distinct) {
        distinctHandles = distinct;
        return this;
    }

    /**
     * Sets the seed of {@link World#random()}. The default is 0. A loaded world has the seed of the world that was
     * saved.
     */
    public WorldBuilder seed(long newSeed) {
        seed = newSeed;
        return this;
    }

    /**
     * Makes the world. It belongs to the calling thread.
     *
     * @throws IllegalStateException if the JVM lacks the flag that native access needs; the message quotes it
     */
    public World build() {
        NativeAccess.require();
        World world = new World(
                memory == null
                        ? runtime(new BlockPool(new ReclaimedMemory())) // calls nothing
                        : runtime(new BlockPool(new Store.UserMemory(memory), 0)));
        world.random().seed(seed);
        return world;
    }

    private WorldRuntime runtime(BlockPool blocks) {
        Store store = new Store(blocks, distinctHandles);
        MemorySource source = blocks.source();
        return new WorldRuntime(store, new FrameArena(source, frameCapBytes), new FrameArena(source, frameCapBytes));
    }
}
