package basalt.bench.state;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position3;
import basalt.bench.scene.Velocity3;
import basalt.memory.MemorySource;
import basalt.save.LoadOptions;
import basalt.save.SaveBuffer;
import basalt.save.SaveOptions;
import basalt.save.Saves;
import basalt.world.World;
import org.agrona.UnsafeApi;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A million entities with positions and velocities saved to memory and loaded, and a copy of as many bytes. */
@State(Scope.Thread)
public class SaveMillion extends OperationBenchmark {
    private static final int ENTITIES = 1_000_000;
    private static final long BYTES = ENTITIES * 24L;

    private final SaveOptions saveOptions = new SaveOptions();
    private final LoadOptions loadOptions = new LoadOptions();
    private final Copies copies = new Copies(BYTES, 1);
    private final World world = World.create();
    private final SaveBuffer saved = new SaveBuffer(MemorySource.direct());
    private final long to = MemorySource.allocateFrom(MemorySource.direct(), 2 * BYTES, 4096);
    private long written;

    /** Builds the world and saves it. */
    @Setup
    public void build() {
        world.template()
                .with(new Position3(1, 2, 3), new Velocity3(1, 1, 1))
                .build()
                .spawn(ENTITIES);
        Saves.save(world, saved, saveOptions);
        Check.same("entities", ENTITIES, load());
        Check.same("bytes", saved.size(), save());
        Check.same("percent of the columns", saved.size() * 100 / BYTES, 100L);
    }

    /** Frees all memory. */
    @TearDown
    public void close() {
        world.close();
        saved.close();
        copies.close();
        MemorySource.direct().free(to, 2 * BYTES);
    }

    /** Saves the world to memory that is used again. Returns the number of bytes. */
    @Benchmark
    public long save() {
        written = 0;
        Saves.save(
                world,
                (buffer, offset, length) -> {
                    UnsafeApi.copyMemory(buffer.addressOffset() + offset, to + written, length);
                    written += length;
                },
                saveOptions);
        return written;
    }

    /** Loads the world from memory, and closes it. Returns the number of its entities. */
    @Benchmark
    public int load() {
        try (World loaded = Saves.load(saved.source(), loadOptions)) {
            return loaded.entityCount();
        }
    }

    /** Copies as many bytes as the positions and velocities have. */
    @Benchmark
    public long copy() {
        return copies.next();
    }
}
