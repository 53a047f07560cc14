package basalt.examples.showcase.tour;

import basalt.component.ComponentInfo;
import basalt.component.layout.ComponentAreas;
import basalt.memory.MemorySource;
import java.util.stream.Stream;

/** The memory of games in tests, whose process may have the components of any other tests. */
final class TestMemory {
    /** The budget of a world: its blocks reserve room for all components that were registered before its own. */
    static final long WORLD_BYTES = worldBytes();

    private static final int MOST_BLOCKS = 2; // one of each template

    private TestMemory() {}

    static GameMemory guarded(MemorySource machine) {
        return new GameMemory(machine, true, WORLD_BYTES);
    }

    private static long worldBytes() {
        long blockBytes = Stream.of(Actors.Position.TYPE, Actors.Look.TYPE, Actors.Route.TYPE)
                .mapToInt(ComponentInfo::id)
                .mapToLong(ComponentAreas.process()::bytesAbove)
                .max()
                .orElseThrow();
        return GameMemory.WORLD_BYTES + MOST_BLOCKS * blockBytes;
    }
}
