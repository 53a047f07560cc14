package basalt.examples.showcase.particles.effects;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.IgnoredPropertyException;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Reads effect files: JSON in UTF-8, with or without a byte order mark, with exactly the fields of {@link Effect} and
 * its parts. Files of more than 64 KiB, and files with too deep nesting or too long values, are rejected before they
 * cost much memory or time.
 */
public final class EffectReader {
    /** Largest size of a file in bytes. */
    static final int MOST_BYTES = 1 << 16;

    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final StreamReadConstraints LIMITS = StreamReadConstraints.builder()
            .maxNestingDepth(10)
            .maxDocumentLength(MOST_BYTES)
            .maxNumberLength(40)
            .maxNameLength(60)
            .maxStringLength(200)
            .build();
    private static final Pattern ADVICE = Pattern.compile(
            ", from `[^`]*`|: maybe a .*|: expected a valid value .*|: enable .*|: was expecting \\(.*"
                    + "|(: expected close marker.*)? \\(start marker.*",
            Pattern.DOTALL);
    private static final ObjectReader READER = reader();

    private EffectReader() {}

    /**
     * Reads a file.
     *
     * @param file the file
     * @return the effect
     * @throws EffectException if it is invalid
     * @throws IOException if it cannot be read
     */
    public static Effect read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return read(in, String.valueOf(file.getFileName()));
        }
    }

    /**
     * Reads a stream to its end, and does not close it.
     *
     * @param in the bytes
     * @param name its name in error messages
     * @return the effect
     * @throws EffectException if it is invalid
     * @throws IOException if it cannot be read
     */
    public static Effect read(InputStream in, String name) throws IOException {
        byte[] bytes = in.readNBytes(MOST_BYTES + 1);
        try {
            return parse(text(bytes));
        } catch (EffectException e) {
            throw e.in(name);
        }
    }

    private static String text(byte[] bytes) {
        if (bytes.length > MOST_BYTES) {
            throw new EffectException(1, 1, "longer than " + MOST_BYTES + " bytes; an effect is a small file");
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new EffectException(1, 1, "not in UTF-8");
        }
    }

    private static Effect parse(String text) throws IOException {
        try (JsonParser parser = READER.createParser(text)) {
            try {
                if (parser.nextToken() == null) {
                    throw JsonErrors.wrong(parser, "empty; must be an object");
                }
                ListReader.requireObject(parser);
                Effect effect = READER.readValue(parser);
                if (parser.nextToken() != null) {
                    throw JsonErrors.wrong(parser, "after the end of the effect: " + Tokens.describe(parser));
                }
                return effect;
            } catch (JsonMappingException e) {
                throw unfit(parser, e);
            } catch (JacksonException e) {
                throw malformed(parser, e);
            }
        }
    }

    /** Converts an error of data binding: an unknown or missing field, or null. Our readers find all other errors. */
    private static EffectException unfit(JsonParser parser, JsonMappingException e) throws IOException {
        if (e instanceof IgnoredPropertyException unknown) {
            TreeSet<String> known = new TreeSet<>();
            unknown.getKnownPropertyIds().forEach(name -> known.add(String.valueOf(name)));
            return JsonErrors.wrong(parser, "unknown field; allowed: " + String.join(", ", known));
        }
        if (e instanceof InvalidNullException) {
            return JsonErrors.wrong(parser, "must not be null");
        }
        if (e.getClass() == MismatchedInputException.class) {
            List<JsonMappingException.Reference> path = e.getPath();
            return JsonErrors.wrongField(parser, path.get(path.size() - 1).getFieldName(), "missing");
        }
        return JsonErrors.wrong(parser, "must be an object, not " + Tokens.describe(parser));
    }

    /** Converts an error of the parser. Drops its advice, which is for programmers. */
    private static EffectException malformed(JsonParser parser, JacksonException e) {
        JsonLocation at = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
        // After a name, the value of this name is malformed; otherwise the containing element.
        JsonStreamContext context = parser.getParsingContext();
        boolean isValue = parser.currentToken() == JsonToken.FIELD_NAME;
        String path = JsonErrors.path(isValue ? context : context.getParent());
        String what = ADVICE.matcher(e.getOriginalMessage()).replaceAll("");
        return JsonErrors.wrongAt(at, path, "invalid JSON: " + what);
    }

    private static ObjectReader reader() {
        SimpleModule module = new SimpleModule("effects")
                .setDeserializerModifier(new KnownFields())
                .addDeserializer(Range.class, new RangeReader(null))
                .addDeserializer(Ramp.class, new RampReader(null))
                .addDeserializer(Colour.class, new ColourReader());
        add(module, float.class, NumberReader.ofFloats());
        add(module, int.class, NumberReader.ofInts());
        add(module, List.class, new ListReader(null, null));
        return JsonMapper.builder(JsonFactory.builder()
                        .streamReadConstraints(LIMITS)
                        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                        .build())
                .disable(DeserializationFeature.WRAP_EXCEPTIONS)
                .enable(DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES)
                .annotationIntrospector(new RequiredFields())
                .addHandler(new WrongTypeHandler())
                .addModule(module)
                .build()
                .readerFor(Effect.class);
    }

    @SuppressWarnings("unchecked") // float.class, int.class and List.class name no type argument that would fit
    private static void add(SimpleModule module, Class<?> type, JsonDeserializer<?> reader) {
        module.addDeserializer((Class<Object>) type, (JsonDeserializer<Object>) reader);
    }
}
