package basalt.examples.showcase.particles.effects;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import java.io.IOException;

/** Reads a number that {@link Within} bounds. Other JSON types are not converted. */
final class NumberReader extends JsonDeserializer<Number> implements ContextualDeserializer {
    private final boolean whole;
    private final Within bounds;

    private NumberReader(boolean whole, Within bounds) {
        this.whole = whole;
        this.bounds = bounds;
    }

    /** For fields of type int. */
    static NumberReader ofInts() {
        return new NumberReader(true, null);
    }

    /** For fields of type float. */
    static NumberReader ofFloats() {
        return new NumberReader(false, null);
    }

    @Override
    public JsonDeserializer<?> createContextual(DeserializationContext context, BeanProperty property) {
        return new NumberReader(whole, property.getAnnotation(Within.class));
    }

    @Override
    public Number deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        if (whole) {
            return (int) number(parser, bounds, true);
        }
        return number(parser, bounds, false);
    }

    @Override
    public Number getNullValue(DeserializationContext context) {
        throw JsonErrors.wrong(context.getParser(), mustBe(bounds, whole) + ", not null");
    }

    @Override
    public Number getAbsentValue(DeserializationContext context) {
        if (whole) {
            return 0;
        }
        return 0f;
    }

    /** The number at the parser's current token. */
    static float number(JsonParser parser, Within bounds, boolean whole) throws IOException {
        JsonToken token = parser.currentToken();
        boolean isNumber = token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT && !whole;
        double value = isNumber ? parser.getDoubleValue() : Double.NaN;
        if (!(value >= bounds.min() && value <= bounds.max())) {
            throw JsonErrors.wrong(parser, mustBe(bounds, whole) + ", not " + Tokens.describe(parser));
        }
        return (float) value;
    }

    private static String mustBe(Within bounds, boolean whole) {
        return "must be a " + (whole ? "whole " : "") + "number from " + Tokens.describe(bounds.min()) + " to "
                + Tokens.describe(bounds.max());
    }
}
