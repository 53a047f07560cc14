package basalt.bench.report;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files of JSON. */
final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private Json() {}

    static JsonNode tree(Path file) throws IOException {
        return MAPPER.readTree(file.toFile());
    }

    static <T> T read(Path file, TypeReference<T> type) throws IOException {
        return MAPPER.readValue(file.toFile(), type);
    }

    static void write(Path file, Object value) throws IOException {
        Files.writeString(file, MAPPER.writeValueAsString(value) + "\n");
    }
}
