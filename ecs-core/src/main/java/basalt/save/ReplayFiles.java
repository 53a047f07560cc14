package basalt.save;

import basalt.storage.file.AtomicFile;
import basalt.storage.file.ChunkWriter;
import basalt.storage.file.FileFailure;
import basalt.storage.file.FileKind;
import basalt.storage.file.FileSource;
import basalt.storage.file.ReplayHeader;
import java.io.IOException;
import java.nio.file.Path;

/** Saves and loads the ticks of a replay. */
final class ReplayFiles {
    private ReplayFiles() {}

    static void save(RecordedTicks ticks, int interval, boolean isExact, String note, Path path) {
        require(path, "path");
        AtomicFile.requireNotWriting(path);
        try (AtomicFile file = new AtomicFile(path);
                ChunkWriter writer = new ChunkWriter(file, false, FileKind.REPLAY)) {
            ticks.encode(interval, isExact, note, writer);
            file.commit();
        } catch (IOException e) {
            throw FileFailure.of("the replay was not saved to " + path, e);
        }
    }

    static void save(RecordedTicks ticks, int interval, boolean isExact, String note, SaveSink sink) {
        require(sink, "sink");
        try (ChunkWriter writer = new ChunkWriter(sink::write, false, FileKind.REPLAY)) {
            ticks.encode(interval, isExact, note, writer);
        } catch (IOException e) {
            throw FileFailure.of("the replay was not saved", e);
        }
    }

    static ReplayHeader load(RecordedTicks ticks, Path path) {
        require(path, "path");
        try (FileSource file = new FileSource(path)) {
            return Saves.read(() -> ticks.decode(file));
        } catch (IOException e) {
            throw FileFailure.of("the replay was not loaded from " + path, e);
        }
    }

    static ReplayHeader load(RecordedTicks ticks, SaveSource source) {
        require(source, "source");
        try {
            return Saves.read(() -> ticks.decode(source::read));
        } catch (IOException e) {
            throw FileFailure.of("the replay was not loaded", e);
        }
    }

    private static void require(Object argument, String name) {
        if (argument == null) {
            throw new IllegalArgumentException(name + " of a saved replay must not be null");
        }
    }
}
