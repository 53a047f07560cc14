package basalt.bench.memory;

import basalt.memory.MemorySource;
import basalt.memory.frame.FrameArena;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A frame arena per thread. */
@State(Scope.Thread)
public class FrameMemory {
    final FrameArena arena = new FrameArena(MemorySource.direct());

    /** Frees the memory. */
    @TearDown
    public void close() {
        arena.close();
    }
}
