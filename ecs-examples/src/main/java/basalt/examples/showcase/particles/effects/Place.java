package basalt.examples.showcase.particles.effects;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;

/** Where a parser stands: makes errors with line, column, and path. */
final class Place {
    private Place() {}

    /** What is wrong with the value at which the parser stands. */
    static EffectException wrong(JsonParser parser, String what) {
        return wrong(parser, path(parser.getParsingContext()), what);
    }

    /** What is wrong with a field of the object that the parser has just read, or that it lacks. */
    static EffectException wrongField(JsonParser parser, String field, String what) {
        String path = path(parser.getParsingContext());
        return wrong(parser, path.isEmpty() ? field : path + "." + field, what);
    }

    private static EffectException wrong(JsonParser parser, String path, String what) {
        return wrongAt(parser.currentTokenLocation(), path, what);
    }

    /** What is wrong at another place. */
    static EffectException wrongAt(JsonLocation at, String path, String what) {
        return new EffectException(
                Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()), path.isEmpty() ? what : path + ": " + what);
    }

    /** As {@code emitters[0].life}; empty for the whole file. */
    static String path(JsonStreamContext context) {
        if (context == null || context.inRoot()) {
            return "";
        }
        // While the parser stands at the beginning of an object or array, the context is already that of what is in
        // there.
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
