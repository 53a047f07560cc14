package basalt.text;

import basalt.text.JsonValue.Member;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads a JSON document by the optional library Jackson, which only this class needs. */
final class JsonReader {
    /** What to do if the library is missing. */
    static final String MISSING = "reading text needs the library com.fasterxml.jackson.core:jackson-core, version 2.16"
            + " or newer, on the class path, or on the module path with --add-modules com.fasterxml.jackson.core";

    /** So many arrays and objects may be in each other: those of entities, and those of the values of the lowest. */
    private static final int MOST_NESTED = 1000;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MOST_NESTED)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    /** A place in a message of the library. */
    private static final Pattern PLACE = Pattern.compile("\\[Source: [^;]*; (line: \\d+, column: \\d+)]");

    private final JsonParser parser;

    private JsonReader(JsonParser parser) {
        this.parser = parser;
    }

    static JsonValue read(String text) {
        // without a byte order mark, which some editors write first
        try (JsonParser parser = FACTORY.createParser(text.startsWith("\ufeff") ? text.substring(1) : text)) {
            return new JsonReader(parser).document();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JsonValue document() throws IOException {
        try {
            if (parser.nextToken() == null) {
                throw here(null).error("there is no document: write {\"entities\": []}");
            }
            JsonValue document = value();
            if (parser.nextToken() != null) {
                throw here(null).error("the document has ended before: remove what follows");
            }
            return document;
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
            String message = PLACE.matcher(e.getOriginalMessage()).replaceAll("$1");
            message = message.contains("(non-standard) comment")
                    ? "JSON has no comments: remove this one"
                    : "this is no JSON: " + message;
            throw new TextFormatException(message, at.getLineNr(), at.getColumnNr(), e);
        }
    }

    /** A value at the place of the current token. */
    private JsonValue here(Object value) {
        JsonLocation at = parser.currentTokenLocation();
        int depth = parser.getParsingContext().getNestingDepth();
        return new JsonValue(value, depth, at.getLineNr(), Math.max(1, at.getColumnNr()));
    }

    private JsonValue value() throws IOException {
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            case VALUE_STRING -> here(parser.getText());
            case VALUE_TRUE, VALUE_FALSE -> here(token == JsonToken.VALUE_TRUE);
            case VALUE_NULL -> here(null);
            default -> here(new JsonValue.Number(parser.getText()));
        };
    }

    private JsonValue object() throws IOException {
        Map<String, Member> members = new LinkedHashMap<>();
        JsonValue object = here(members);
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            JsonValue name = here(key);
            parser.nextToken();
            if (members.put(key, new Member(name, value())) != null) {
                throw name.error("\"" + name.cut() + "\" is there twice: remove one");
            }
        }
        return object;
    }

    private JsonValue array() throws IOException {
        List<JsonValue> values = new ArrayList<>();
        JsonValue array = here(values);
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(value());
        }
        return array;
    }
}
