package basalt.bench.report;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DatabindException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files of JSON. */
final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** What is said of a file that has another form, or names what this program does not know. */
    static final String OTHER_VERSION = " was made by another version of this program";

    private Json() {}

    static JsonNode tree(Path file) throws IOException {
        return MAPPER.readTree(file.toFile());
    }

    static <T> T read(Path file, TypeReference<T> type) throws IOException {
        try {
            return MAPPER.readValue(file.toFile(), type);
        } catch (DatabindException other) {
            throw new IOException(file + OTHER_VERSION, other);
        }
    }

    /** Writes a file, or leaves it as it was. */
    static void write(Path file, Object value) throws IOException {
        Path part = part(file);
        Files.writeString(part, MAPPER.writeValueAsString(value) + "\n");
        complete(file);
    }

    /** Where a file is written until it is complete. */
    static Path part(Path file) {
        return file.resolveSibling(file.getFileName() + ".part");
    }

    /** Puts the part, which is complete now, in the place of the file. */
    static void complete(Path file) throws IOException {
        Files.move(part(file), file, StandardCopyOption.REPLACE_EXISTING);
    }
}
