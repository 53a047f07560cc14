package basalt.examples.showcase.particles.effects;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;

/** Describes tokens of a file for messages. */
final class Tokens {
    private Tokens() {}

    /** The parser's current token. */
    static String describe(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "a list";
            case END_ARRAY -> "the end of the list";
            case VALUE_STRING -> EffectException.quoted(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> shortened(parser.getText());
            default -> parser.getText();
        };
    }

    /** A number without trailing zeros. */
    static String describe(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }

    /** A number without trailing zeros. */
    static String describe(float number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Float.toString(number);
    }

    private static String shortened(String number) {
        String quoted = EffectException.quoted(number);
        return quoted.substring(1, quoted.length() - 1);
    }
}
