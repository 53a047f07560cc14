package basalt.bench.save;

import basalt.bench.scene.Check;
import basalt.bench.scene.Position3;
import basalt.bench.scene.Velocity3;
import basalt.memory.MemorySource;
import basalt.save.LoadOptions;
import basalt.save.SaveBuffer;
import basalt.save.SaveOptions;
import basalt.world.World;
import org.agrona.UnsafeApi;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A million entities with positions and velocities, saved to memory, and memory to save them to again. */
@State(Scope.Thread)
public class Saved {
    static final int ENTITIES = 1_000_000;

    /** Bytes of the positions and velocities. */
    static final long BYTES = ENTITIES * 24L;

    private static final int ALIGNMENT = 4096;

    private final SaveOptions saveOptions = new SaveOptions();
    private final LoadOptions loadOptions = new LoadOptions();
    private World world;
    private SaveBuffer saved;
    private long from;
    private long to;
    private long written;

    /** Builds the world and saves it. */
    @Setup
    public void build() {
        world = World.create();
        world.template()
                .with(new Position3(1, 2, 3), new Velocity3(1, 1, 1))
                .build()
                .spawn(ENTITIES);
        saved = new SaveBuffer(MemorySource.direct());
        world.save(saved, saveOptions);
        from = memory(1);
        to = memory(2);
        try (World loaded = load()) {
            Check.same("entities", loaded.entityCount(), ENTITIES);
        }
        Check.same("percent of the columns", saved.size() * 100 / BYTES, 100L);
    }

    private static long memory(int fill) {
        long address = MemorySource.allocateFrom(MemorySource.direct(), 2 * BYTES, ALIGNMENT);
        UnsafeApi.setMemory(address, 2 * BYTES, (byte) fill);
        return address;
    }

    /** Saves the world to memory that is used again. */
    long save() {
        written = 0;
        world.save(
                (buffer, offset, length) -> {
                    UnsafeApi.copyMemory(buffer.addressOffset() + offset, to + written, length);
                    written += length;
                },
                saveOptions);
        return written;
    }

    /** Loads the saved world. */
    World load() {
        return World.load(saved.source(), loadOptions);
    }

    /** Copies as many bytes. */
    long copy() {
        UnsafeApi.copyMemory(from, to, BYTES);
        return to;
    }

    /** Frees all memory. */
    @TearDown
    public void close() {
        world.close();
        saved.close();
        MemorySource.direct().free(from, 2 * BYTES);
        MemorySource.direct().free(to, 2 * BYTES);
    }
}
