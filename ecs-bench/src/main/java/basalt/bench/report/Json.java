package basalt.bench.report;

import basalt.examples.framework.program.InputFile;
import basalt.examples.framework.program.OutputFile;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DatabindException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads and writes JSON files. */
final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** The message for a file with an unknown format or unknown names. */
    static final String OTHER_VERSION = " was made by another version of this program";

    private Json() {}

    static JsonNode tree(Path file) throws IOException {
        return MAPPER.readTree(InputFile.read(file, Files::readAllBytes));
    }

    static <T> T read(Path file, TypeReference<T> type) throws IOException {
        byte[] text = InputFile.read(file, Files::readAllBytes);
        try {
            return MAPPER.readValue(text, type);
        } catch (DatabindException other) {
            throw new IOException(file + OTHER_VERSION, other);
        }
    }

    /** Writes a file, or leaves it unchanged. */
    static void write(Path file, Object value) throws IOException {
        String text = MAPPER.writeValueAsString(value) + "\n";
        OutputFile.write(file, part -> Files.writeString(part, text));
    }
}
