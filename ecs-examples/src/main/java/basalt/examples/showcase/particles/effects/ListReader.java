package basalt.examples.showcase.particles.effects;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads a list whose length {@link Within} bounds. Stops as soon as a list is too long. */
final class ListReader extends JsonDeserializer<List<?>> implements ContextualDeserializer {
    private final JavaType type;
    private final Within bounds;

    ListReader(JavaType type, Within bounds) {
        this.type = type;
        this.bounds = bounds;
    }

    @Override
    public JsonDeserializer<?> createContextual(DeserializationContext context, BeanProperty property) {
        return new ListReader(property.getType().getContentType(), property.getAnnotation(Within.class));
    }

    @Override
    public List<?> deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        List<Object> elements = new ArrayList<>();
        begin(parser);
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            requireRoom(parser, elements, bounds);
            requireObject(parser);
            elements.add(context.readValue(parser, type));
        }
        requireEnough(parser, elements, bounds);
        return elements;
    }

    static void begin(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw JsonErrors.wrong(parser, "must be a list, not " + Tokens.describe(parser));
        }
    }

    static void requireObject(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw JsonErrors.wrong(parser, "must be an object, not " + Tokens.describe(parser));
        }
    }

    static void requireRoom(JsonParser parser, List<?> elements, Within bounds) {
        if (elements.size() >= bounds.max()) {
            throw JsonErrors.wrong(parser, "one too many; at most " + Tokens.describe(bounds.max()) + " are allowed");
        }
    }

    static void requireEnough(JsonParser parser, List<?> elements, Within bounds) {
        if (elements.size() < bounds.min()) {
            throw JsonErrors.wrong(
                    parser, "must have at least " + Tokens.describe(bounds.min()) + ", not " + elements.size());
        }
    }
}
