package basalt.storage.file;

import basalt.component.SaveFormatException;
import basalt.storage.SavedRecord;
import basalt.storage.SavedSystem;
import basalt.storage.SavedTime;
import basalt.storage.change.SavedEvents;
import basalt.storage.change.SavedReaders;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.agrona.collections.LongArrayList;

/**
 * The other parts of a world: schedules, resources, events, and what readers have not read. Only in files of worlds
 * that have some.
 *
 * <pre>
 *   int number, from 0 on, text kind, text name, bytes (see ChunkBuffer.putBlob); again ...
 * </pre>
 *
 * <p>Schedules have no names; those of all other kinds are distinct.
 */
final class PartsChunk {
    /** What a part counts as, besides its texts and bytes. */
    private static final int PART_BYTES = 64;

    private final List<SavedRecord> records = new ArrayList<>();

    /** Where the chunks are in which the records begin. */
    private final LongArrayList offsets = new LongArrayList();

    private PartsChunk() {}

    static void encode(ChunkBuffer to, List<SavedRecord> parts) throws IOException {
        to.begin(FileFormat.PARTS);
        int number = 0;
        for (SavedRecord part : parts) {
            byte[] kind = ChunkBuffer.text(part.kind());
            byte[] name = ChunkBuffer.text(part.name());
            to.require(kind.length + name.length + 3 * Integer.BYTES);
            to.putInt(number++);
            to.putText(kind);
            to.putText(name);
            to.putBlob(part.bytes(), part.bytes().length);
        }
        to.end();
    }

    static PartsChunk decode(ChunkReader file, int blocks, Loading loading) throws IOException {
        PartsChunk parts = new PartsChunk();
        Set<List<String>> names = new HashSet<>();
        long left = loading.maxObjectBytes;
        while (file.type() == FileFormat.PARTS) {
            ChunkCursor from = file.entry(FileFormat.PARTS);
            parts.offsets.addLong(from.fileOffset());
            from.require(from.getInt() == parts.records.size(), "a part has another number than expected");
            String kind = from.getText(loading.maxNameBytes, "the kind of a part");
            String name = from.getText(loading.maxNameBytes, "the name of a part");
            if (SavedRecord.NAMED_BY_TYPE.contains(kind)) {
                name = loading.renamed.getOrDefault(name, name);
            }
            boolean isSchedule = kind.equals(SavedRecord.SCHEDULE);
            from.require(isSchedule || names.add(List.of(kind, name)), "part " + kind + " " + name + " is there twice");
            left -= PART_BYTES + kind.length() + name.length();
            from.require(left >= 0, "there are more parts than the limit allows, LoadOptions.maxObjectBytes(...)");
            byte[] bytes = file.blob(FileFormat.PARTS, left, "part " + kind + " " + name);
            from.require(bytes != null, "a part has no bytes");
            parts.records.add(new SavedRecord(kind, name, bytes));
            try {
                left -= Math.max(bytes.length, check(kind, bytes, blocks, left));
            } catch (IllegalArgumentException e) {
                throw parts.damage(parts.records.size() - 1, e);
            }
        }
        return parts;
    }

    /**
     * Checks the kinds that belong to the world. Resources are checked when they are made or restored. Returns what
     * entries without bytes count as, at most so many bytes.
     */
    private static long check(String kind, byte[] bytes, int blocks, long most) {
        if (kind.equals(SavedRecord.SCHEDULE)) {
            SavedSystem.decode(bytes);
        } else if (kind.equals(SavedRecord.RANDOM)) {
            SavedTime.decodeSeed(bytes);
        }
        return switch (kind) {
            case SavedRecord.EVENTS -> SavedEvents.check(bytes, most);
            case SavedRecord.REMOVED, SavedRecord.ADDED, SavedRecord.CHANGED, SavedRecord.MATCHED ->
                SavedReaders.check(kind, bytes, blocks, most);
            default -> 0;
        };
    }

    /** The exception for damage in a record. */
    SaveFormatException damage(int record, IllegalArgumentException cause) {
        return FileFormat.damage(cause.getMessage(), FileFormat.PARTS, offsets.getLong(record), "", cause);
    }

    List<SavedRecord> records() {
        return records;
    }
}
