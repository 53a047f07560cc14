package basalt.examples.showcase.tour;

import basalt.examples.framework.program.OutputFile;
import basalt.memory.MappedMemory;
import basalt.memory.Slice;
import basalt.memory.TransferableBlock;
import basalt.query.Query;
import basalt.query.Row;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A file with the positions of the actors, written as a memory block.
 *
 * <pre>
 *   +--------+--------+     +---+---+---+---+
 *   | MAGIC  | actors |     | x | y | x | y |    in the processor's byte order
 *   | long   | long   |     | floats        |
 *   +--------+--------+     +---+---+---+---+
 *   0        8        16 bytes
 * </pre>
 */
final class SaveFile {
    static final long MAGIC = 0x3130_544C_4153_4142L; // BASALT01 in little-endian order
    static final long HEADER_BYTES = 16;
    static final long ACTOR_BYTES = 8;

    private final Slice out;
    private long at = HEADER_BYTES;

    private SaveFile(Slice out) {
        this.out = out;
    }

    /** Writes a file; an existing file is replaced. */
    static void write(Path file, Query actors) throws IOException {
        OutputFile.write(file, part -> writePart(part, actors));
    }

    private static void writePart(Path file, Query actors) throws IOException {
        long bytes = HEADER_BYTES + actors.count() * ACTOR_BYTES;
        try (MappedMemory memory = MappedMemory.open(file, bytes);
                TransferableBlock block = TransferableBlock.allocate(memory, bytes, 8)) { // the whole file
            SaveFile save = new SaveFile(block.slice());
            save.out.putLong(0, MAGIC);
            save.out.putLong(8, actors.count());
            actors.forEach(save::add);
        }
    }

    private void add(Row row) {
        out.putFloat(at, row.get(Position.X));
        out.putFloat(at + 4, row.get(Position.Y));
        at += ACTOR_BYTES;
    }
}
