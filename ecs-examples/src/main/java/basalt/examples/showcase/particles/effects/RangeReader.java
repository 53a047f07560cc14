package basalt.examples.showcase.particles.effects;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import java.io.IOException;

/** Reads {@code [from, to]}: two numbers that {@link Within} bounds. */
final class RangeReader extends JsonDeserializer<Range> implements ContextualDeserializer {
    private final Within bounds;

    RangeReader(Within bounds) {
        this.bounds = bounds;
    }

    @Override
    public JsonDeserializer<?> createContextual(DeserializationContext context, BeanProperty property) {
        return new RangeReader(property.getAnnotation(Within.class));
    }

    @Override
    public Range deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw JsonErrors.wrong(parser, "must be [least, greatest], not " + Tokens.describe(parser));
        }
        parser.nextToken();
        float from = NumberReader.number(parser, bounds, false);
        parser.nextToken();
        float to = NumberReader.number(parser, bounds, false);
        if (to < from) {
            throw JsonErrors.wrong(
                    parser,
                    "must not be less than the first number, " + Tokens.describe(from) + ", not "
                            + Tokens.describe(parser));
        }
        if (parser.nextToken() != JsonToken.END_ARRAY) {
            throw JsonErrors.wrong(parser, "one number too many; must be [least, greatest]");
        }
        return new Range(from, to);
    }
}
