package basalt.save;

import basalt.component.SaveFormatException;
import basalt.storage.file.FileFormat;
import basalt.storage.file.FileSource;
import basalt.storage.file.SavedInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * What a list of saved worlds shows of one. It comes from the start of the file, so that reading it takes the same time
 * for a large world.
 *
 * @param time when it was saved, in milliseconds; for a file without a note or picture, when it was changed last
 * @param tick the world's tick; -1 for a damaged file
 * @param note the text of {@link SaveOptions#note}; empty if there is none
 * @param picture the bytes of {@link SaveOptions#picture}; none if there is none
 * @param bytes the size of the file
 * @param damage what is wrong with it; null if its start is good
 */
public record SaveInfo(Path file, Instant time, long tick, String note, byte[] picture, long bytes, String damage) {
    private static final byte[] NO_PICTURE = {};

    /**
     * Reads what a file shows. Only the start of the file is read, so that the rest can be damaged nevertheless.
     *
     * @return what it shows; {@link #damage} is set if that is damaged
     * @throws UncheckedIOException if the file cannot be read
     */
    public static SaveInfo read(Path file) {
        if (file == null) {
            throw new IllegalArgumentException("the path of a saved world must not be null");
        }
        try (FileSource source = new FileSource(file)) {
            Instant changed = Files.getLastModifiedTime(file).toInstant();
            long bytes = Files.size(file);
            try {
                SavedInfo info = SavedInfo.read(source);
                Instant time = info.millis() < 0 ? changed : Instant.ofEpochMilli(info.millis());
                return new SaveInfo(file, time, info.tick(), info.note(), info.picture(), bytes, null);
            } catch (SaveFormatException e) {
                return damaged(file, changed, bytes, e);
            }
        } catch (IOException e) {
            throw FileFormat.failure("the saved world cannot be read: " + file, e);
        }
    }

    static SaveInfo damaged(Path file, Instant changed, long bytes, Exception damage) {
        return new SaveInfo(file, changed, -1, "", NO_PICTURE, bytes, damage.getMessage());
    }

    SaveInfo withDamage(String message) {
        return new SaveInfo(file, time, tick, note, picture, bytes, message);
    }
}
