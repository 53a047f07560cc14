package basalt.examples.showcase.particles.effects;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.deser.ValueInstantiator;
import java.io.IOException;

/** Reports values of other types where the file must have an object. */
final class WrongTypeHandler extends DeserializationProblemHandler {
    @Override
    public Object handleUnexpectedToken(
            DeserializationContext context, JavaType type, JsonToken token, JsonParser parser, String message)
            throws IOException {
        throw JsonErrors.wrong(parser, "must be an object, not " + Tokens.describe(parser));
    }

    @Override
    public Object handleMissingInstantiator(
            DeserializationContext context, Class<?> type, ValueInstantiator maker, JsonParser parser, String message)
            throws IOException {
        throw JsonErrors.wrong(parser, "must be an object, not " + Tokens.describe(parser));
    }
}
