package basalt.examples.showcase.particles;

import basalt.examples.framework.program.InputFile;
import basalt.examples.framework.program.OneLine;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Reads effect files: small JSON files with exactly the fields of {@link Effect} and its parts. */
final class EffectReader {
    /** The names of the effects that are part of the examples. */
    static final List<String> NAMES = List.of("fountain", "galaxy", "sparks", "fire");

    /** Largest size of a file in bytes. */
    static final int MOST_BYTES = 1 << 16;

    /** Ends of Jackson's messages, which are for programmers. */
    private static final Pattern ADVICE =
            Pattern.compile("(: maybe a |: enable |, from `| \\(start marker|\n).*", Pattern.DOTALL);

    private static final Map<Class<?>, String> KINDS = Map.of(
            float.class, "a number",
            int.class, "a whole number",
            float[].class, "[least, greatest]",
            Effect.Ramp.class, "a list",
            Effect.Colour.class, "a colour like \"#ff8800\"");

    private static final ObjectReader READER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .annotationIntrospector(new RequiredFields())
            .build()
            .readerFor(Effect.class);

    private EffectReader() {}

    private static final class RequiredFields extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1;

        @Override
        public Boolean hasRequiredMarker(AnnotatedMember member) {
            return !member.hasAnnotation(Effect.Optional.class);
        }

        @Override
        public JsonSetter.Value findSetterInfo(Annotated member) {
            boolean isOptional = member.hasAnnotation(Effect.Optional.class);
            return isOptional ? JsonSetter.Value.empty() : JsonSetter.Value.forValueNulls(Nulls.FAIL);
        }
    }

    /** Reads the effect of this name, or else the file of this name. */
    static Effect read(CommandLine line, String nameOrFile) throws IOException {
        if (NAMES.contains(nameOrFile)) {
            return shipped(nameOrFile);
        }
        if (nameOrFile.isEmpty() || !Files.exists(Path.of(nameOrFile))) {
            String names = String.join(", ", NAMES);
            throw new ParameterException(line, "--effect must be " + names + " or an existing file, not " + nameOrFile);
        }
        return InputFile.read(line, "--effect", Path.of(nameOrFile), EffectReader::read);
    }

    /** Reads an effect that is part of the examples. */
    static Effect shipped(String name) throws IOException {
        String file = name + ".json";
        try (InputStream in = EffectReader.class.getResourceAsStream("effects/" + file)) {
            return read(in, file);
        }
    }

    static Effect read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return read(in, String.valueOf(file.getFileName()));
        }
    }

    /**
     * Reads a stream to its end, and does not close it.
     *
     * @throws IllegalArgumentException if it is invalid; the message is one line, {@code name:line:column: problem}
     */
    static Effect read(InputStream in, String name) throws IOException {
        byte[] bytes = in.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw error(name, 1, 1, "longer than " + MOST_BYTES + " bytes; an effect is a small file");
        }
        try {
            Effect effect = READER.readValue(bytes);
            if (effect == null) {
                throw error(name, 1, 1, "must be an object, not null");
            }
            return effect;
        } catch (JacksonException e) {
            String path = e instanceof JsonMappingException mapping ? path(mapping) : "";
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
            int column =
                    e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getColumnNr());
            throw error(name, line, column, (path.isEmpty() ? "" : path + ": ") + what(e));
        }
    }

    private static IllegalArgumentException error(String name, int line, int column, String what) {
        return new IllegalArgumentException(OneLine.of(name + ":" + line + ":" + column + ": " + what));
    }

    private static String what(JacksonException e) {
        String message = e.getOriginalMessage();
        if (e.getCause() instanceof IllegalArgumentException invalid) {
            return invalid.getMessage();
        }
        if (e instanceof UnrecognizedPropertyException) {
            return "unknown field";
        }
        if (e instanceof InvalidNullException) {
            return "must not be null";
        }
        if (e instanceof MismatchedInputException wrong) {
            return message.startsWith("Missing") ? "missing" : message.startsWith("No content") ? "empty" : kind(wrong);
        }
        return "invalid JSON: " + ADVICE.matcher(message).replaceAll("");
    }

    private static String kind(MismatchedInputException wrong) {
        String kind = KINDS.get(wrong.getTargetType());
        boolean isList = Collection.class.isAssignableFrom(wrong.getTargetType());
        return "must be " + (kind != null ? kind : isList ? "a list" : "an object");
    }

    /** A path such as {@code emitters[0].life}. */
    private static String path(JsonMappingException e) {
        StringBuilder path = new StringBuilder();
        for (JsonMappingException.Reference part : e.getPath()) {
            if (part.getFieldName() == null) {
                path.append('[').append(part.getIndex()).append(']');
            } else {
                path.append(path.length() == 0 ? "" : ".").append(part.getFieldName());
            }
        }
        return path.toString();
    }
}
