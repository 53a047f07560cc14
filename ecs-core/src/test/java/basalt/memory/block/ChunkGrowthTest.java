package basalt.memory.block;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class ChunkGrowthTest {
    @Test
    void shouldDoubleUpToTheLastSize() {
        List<Long> kib = LongStream.iterate(ChunkGrowth.FIRST_BYTES, ChunkGrowth::after)
                .limit(7)
                .mapToObj(bytes -> bytes / 1024)
                .toList();

        assertEquals(List.of(64L, 128L, 256L, 512L, 1024L, 1024L, 1024L), kib);
        assertEquals(ChunkGrowth.LAST_BYTES, ChunkGrowth.after(ChunkGrowth.LAST_BYTES));
    }
}
