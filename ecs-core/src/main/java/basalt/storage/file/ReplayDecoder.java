package basalt.storage.file;

import basalt.storage.Rows;
import basalt.storage.StateBuffer;
import java.io.IOException;

/** Reads what {@link ReplayEncoder} has written. For the world's thread, or any thread if there is no world. */
public final class ReplayDecoder {
    private ReplayDecoder() {}

    /** Checks a tick. */
    @FunctionalInterface
    public interface Check {
        void check(StateBuffer ticks);
    }

    /**
     * Reads a file.
     *
     * @param source its bytes
     * @param rows the rows of the world that has the templates; null to play nothing
     */
    public static ReplayHeader decode(
            ByteSource source, Rows rows, ReplayTables tables, StateBuffer ticks, StateBuffer starts, Check check)
            throws IOException {
        try (ChunkReader reader = new ChunkReader(source, FileKind.REPLAY)) {
            reader.open();
            ChunkStream file = new ChunkStream(reader);
            ChunkCursor from = file.entry(FileFormat.REPLAY);
            ReplayHeader header = ReplayHeader.decode(from);
            ReplayHeader.Counts counts = ReplayHeader.decodeCounts(from);
            header = header.withNote(from.getText(ReplayHeader.MAX_TEXT, "the note"));
            from.require(from.isAtEnd(), "the chunk is too long");
            ReplayTablesChunks.decode(file, counts, rows, tables);
            TicksChunk.decode(file, ticks, starts, header.ticks(), check);
            ChunkCursor end = file.entry(FileFormat.END);
            end.require(end.getInt() == reader.chunks(), "the file has another number of chunks");
            end.require(end.isAtEnd(), "the chunk is too long");
            reader.requireEnd();
            return header;
        }
    }
}
