package basalt.world;

import basalt.memory.MemorySource;
import basalt.memory.NativeAccess;
import basalt.storage.BlockPool;

/** The choices for a new {@link World}; each has a default. */
public final class WorldBuilder {
    private MemorySource memory;
    private long frameCapBytes = Long.MAX_VALUE;
    private boolean distinctHandles = true;

    WorldBuilder() {}

    /**
     * Where the world's memory comes from. The default is {@link MemorySource#direct()}, with blocks that worlds hand
     * on to each other; a world with a source of its own gives all of it back when it closes.
     *
     * @param source the source; thread-safe if a schedule with more than one worker is to run the world's systems
     * @return this
     * @throws IllegalArgumentException if the source is null
     */
    public WorldBuilder memory(MemorySource source) {
        if (source == null) {
            throw new IllegalArgumentException("memory source must not be null; leave memory() out for direct memory");
        }
        memory = source;
        return this;
    }

    /**
     * The most that the world's frame arena may hold. The default is no limit.
     *
     * @param bytes at least 1
     * @return this
     * @throws IllegalArgumentException if bytes is not positive
     */
    public WorldBuilder frameCapBytes(long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("frameCapBytes must be > 0: frameCapBytes=" + bytes);
        }
        frameCapBytes = bytes;
        return this;
    }

    /**
     * Whether strict mode gives the world other handles than the other open worlds of this thread have, so that a
     * handle which is used in the wrong world is a {@link basalt.component.DeadEntityException} there. The default is
     * true; the first of a thread's worlds has the same handles either way. Outside of strict mode nothing tells
     * worlds' handles apart.
     *
     * @param distinct false for worlds that are compared bit for bit, handles included, while both are open
     * @return this
     */
    public WorldBuilder distinctHandles(boolean distinct) {
        distinctHandles = distinct;
        return this;
    }

    /**
     * Makes the world. It belongs to the calling thread.
     *
     * @return an empty world; close it
     * @throws IllegalStateException if the JVM lacks the flag that native access needs; the message quotes it
     */
    public World build() {
        NativeAccess.require();
        if (memory == null) {
            WorldMemorySource direct = new WorldMemorySource(MemorySource.direct()); // calls nothing
            return World.of(BlockPool.shared(), direct, frameCapBytes, distinctHandles);
        }
        WorldMemorySource source = new WorldMemorySource(memory);
        return World.of(new BlockPool(source, 0), source, frameCapBytes, distinctHandles);
    }
}
