package basalt.examples.showcase.particles.effects;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import java.io.IOException;
import java.util.regex.Pattern;

/** Reads a screen colour. */
final class ColourReader extends JsonDeserializer<Colour> {
    private static final Pattern COLOUR = Pattern.compile("#[0-9a-fA-F]{6}");

    @Override
    public Colour deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        boolean isText = parser.currentToken() == JsonToken.VALUE_STRING;
        if (!isText || !COLOUR.matcher(parser.getText()).matches()) {
            throw JsonErrors.wrong(parser, "must be a colour like \"#ff8800\", not " + Tokens.describe(parser));
        }
        return Colour.ofScreen(Integer.parseInt(parser.getText().substring(1), 16));
    }
}
