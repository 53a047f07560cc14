package basalt.storage.file;

import basalt.memory.MemorySource;
import basalt.storage.StateBuffer;
import java.io.IOException;

/**
 * Makes the chunks of a replay. For the thread that uses it.
 *
 * <pre>
 *   RPLY what it is       SCHM components and event types    TMPL templates    SYST systems
 *   TICK ticks            END  int chunks
 * </pre>
 */
public final class ReplayEncoder {
    private ReplayEncoder() {}

    /** Makes all chunks. */
    public static void encode(
            ReplayHeader header,
            ReplayTables tables,
            StateBuffer ticks,
            StateBuffer starts,
            MemorySource source,
            ChunkSink sink)
            throws IOException {
        int[] chunks = new int[1];
        ChunkSink counting = (type, address, bytes) -> {
            chunks[0]++;
            sink.chunk(type, address, bytes);
        };
        try (ChunkBuffer to = new ChunkBuffer(source, counting, () -> {})) {
            header.encode(to, tables);
            ReplayTablesChunks.encode(to, tables);
            TicksChunk.encode(to, ticks, starts, header.ticks());
            to.begin(FileFormat.END);
            to.putInt(chunks[0] + 1);
            to.end();
        }
    }
}
