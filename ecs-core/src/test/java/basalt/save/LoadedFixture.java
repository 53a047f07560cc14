package basalt.save;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.storage.fixture.DirtyMemory;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;

/** A world that is saved, and the worlds that are loaded; at the end of a test nothing of their memory is left. */
abstract class LoadedFixture {
    final CountingMemory memory = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
    final World world = World.builder().memory(memory).build();
    private final List<World> opened = new ArrayList<>(List.of(world));

    @AfterEach
    void closeWorlds() {
        opened.forEach(World::close);
        assertEquals(0, memory.outstanding());
    }

    World load(byte[] bytes, LoadOptions options) {
        World loaded = Saving.load(bytes, options.builder(World.builder().memory(memory)));
        opened.add(loaded);
        return loaded;
    }

    World load(byte[] bytes) {
        return load(bytes, new LoadOptions());
    }

    World load(World of, SaveOptions save, LoadOptions options) {
        return load(Saving.bytes(of, save), options);
    }

    World load(World of, LoadOptions options) {
        return load(of, new SaveOptions(), options);
    }

    World load(World of) {
        return load(of, new LoadOptions());
    }

    /** Loads a world and does what is refused memory some times, each time without a change, before it is done. */
    static void assertRetriable(byte[] bytes, int times, Consumer<World> work, Consumer<World> check) {
        CountingMemory memory = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
        FailingMemory failing = new FailingMemory(memory);
        int refused = -1;
        try (World loaded = Saving.load(bytes, failing)) {
            long before = memory.outstanding();
            NativeMemoryException refusal;
            do {
                refused++;
                refusal = null;
                failing.failNth(refused + 1);
                try {
                    work.accept(loaded);
                } catch (NativeMemoryException e) {
                    refusal = e;
                    failing.failNth(0);
                    assertEquals(before, memory.outstanding());
                    assertArrayEquals(bytes, Saving.bytes(loaded));
                }
            } while (refusal != null);
            failing.failNth(0);
            check.accept(loaded);
        }
        assertEquals(times, refused);
        assertEquals(0, memory.outstanding());
    }
}
