package basalt.inspect.web;

import basalt.internal.JsonWriter;
import basalt.save.ReplayDifference;
import basalt.world.SaveFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The recorded runs in a folder. For all threads. */
final class Recordings {
    private static final int MOST_FILES = 1_000;

    /** Null for none. */
    private final Path folder;

    Recordings(Path folder) {
        this.folder = folder;
    }

    /** Writes the files, in the order of their names. */
    void writeFiles(JsonWriter json) {
        json.startObject().name("files").startArray();
        for (Path file : files()) {
            json.startObject().name("name").value(file.getFileName().toString());
            try {
                json.name("bytes").value(Files.size(file));
            } catch (IOException e) { // deleted meanwhile
                json.name("bytes").value(0);
            }
            json.endObject();
        }
        json.endArray().endObject();
    }

    private List<Path> files() {
        List<Path> files = new ArrayList<>();
        if (folder == null || !Files.isDirectory(folder)) {
            return files;
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, Files::isRegularFile)) {
            for (Path file : all) {
                if (files.size() < MOST_FILES) {
                    files.add(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the folder of recordings cannot be read: " + folder, e);
        }
        files.sort(null);
        return files;
    }

    synchronized void writeDifference(JsonWriter json, String first, String second) {
        ReplayDifference found;
        try {
            found = ReplayDifference.between(find(first), find(second));
        } catch (SaveFormatException e) {
            throw new ApiException(409, e.getMessage());
        }
        json.startObject().name("ticks").value(found.ticks()).name("compared").value(found.compared());
        json.name("tick").value(found.tick()).name("components").startArray();
        found.components().forEach(json::value);
        json.endArray().name("systems").startArray();
        found.systems().forEach(json::value);
        json.endArray().name("givenTick").value(found.givenTick()).endObject();
    }

    /** The file with a name: one of the folder's, so that no other file can be named. */
    private Path find(String name) {
        return files().stream()
                .filter(file -> file.getFileName().toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new ApiException(404, "there is no recording " + name));
    }
}
