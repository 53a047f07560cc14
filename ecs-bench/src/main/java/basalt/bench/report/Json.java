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

/** Files of JSON. */
final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** What is said of a file that has another form, or names what this program does not know. */
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

    /** Writes a file, or leaves it as it was. */
    static void write(Path file, Object value) throws IOException {
        String text = MAPPER.writeValueAsString(value) + "\n";
        OutputFile.write(file, part -> Files.writeString(part, text));
    }
}
