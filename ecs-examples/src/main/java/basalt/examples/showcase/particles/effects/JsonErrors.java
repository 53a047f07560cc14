package basalt.examples.showcase.particles.effects;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;

/** Creates exceptions with the line, column and path of a parser. */
final class JsonErrors {
    private JsonErrors() {}

    /** An error in the current value of the parser. */
    static EffectException wrong(JsonParser parser, String what) {
        return wrong(parser, path(parser.getParsingContext()), what);
    }

    /** An error in a field, present or missing, of the object that the parser has just read. */
    static EffectException wrongField(JsonParser parser, String field, String what) {
        String path = path(parser.getParsingContext());
        return wrong(parser, path.isEmpty() ? field : path + "." + field, what);
    }

    private static EffectException wrong(JsonParser parser, String path, String what) {
        return wrongAt(parser.currentTokenLocation(), path, what);
    }

    /** An error at another location. */
    static EffectException wrongAt(JsonLocation at, String path, String what) {
        return new EffectException(
                Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()), path.isEmpty() ? what : path + ": " + what);
    }

    /** A path such as {@code emitters[0].life}; empty for the whole file. */
    static String path(JsonStreamContext context) {
        if (context == null || context.inRoot()) {
            return "";
        }
        // At the beginning of an object or array, the context is already that of its content.
        String outer = path(context.getParent());
        if (context.inArray()) {
            return context.hasCurrentIndex() ? outer + "[" + context.getCurrentIndex() + "]" : outer;
        }
        if (!context.hasCurrentName()) {
            return outer;
        }
        String name = EffectException.quoted(context.getCurrentName());
        String bare = name.substring(1, name.length() - 1);
        return outer.isEmpty() ? bare : outer + "." + bare;
    }
}
