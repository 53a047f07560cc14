package basalt.examples.showcase.particles.effects;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads a list of stops whose length {@link Within} bounds. */
final class RampReader extends JsonDeserializer<Ramp> implements ContextualDeserializer {
    private final Within bounds;

    RampReader(Within bounds) {
        this.bounds = bounds;
    }

    @Override
    public JsonDeserializer<?> createContextual(DeserializationContext context, BeanProperty property) {
        return new RampReader(property.getAnnotation(Within.class));
    }

    @Override
    public Ramp deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        List<Ramp.Stop> stops = new ArrayList<>();
        ListReader.begin(parser);
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            ListReader.requireRoom(parser, stops, bounds);
            ListReader.requireObject(parser);
            JsonLocation begin = parser.currentTokenLocation();
            Ramp.Stop stop = context.readValue(parser, Ramp.Stop.class);
            String wrong = Ramp.wrong(stops, stop.at());
            if (wrong != null) {
                throw JsonErrors.wrongAt(
                        begin,
                        JsonErrors.path(parser.getParsingContext()) + ".at",
                        wrong + ", not " + Tokens.describe(stop.at()));
            }
            stops.add(stop);
        }
        ListReader.requireEnough(parser, stops, bounds);
        if (stops.get(stops.size() - 1).at() != 1) {
            throw JsonErrors.wrong(
                    parser,
                    "the last stop must be at 1, not "
                            + Tokens.describe(stops.get(stops.size() - 1).at()));
        }
        return new Ramp(stops);
    }
}
