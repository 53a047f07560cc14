package basalt.examples.framework.experiment;

import basalt.examples.framework.render.Controls;
import basalt.examples.framework.render.Controls.Key;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A key that is pressed without a keyboard, as in {@code s@60} or {@code r@120-180}.
 *
 * @param key its action
 * @param from frame after which it is pressed, from 1
 * @param to frame after which it is released
 */
record ScriptedKey(Key key, int from, int to) {
    private static final Pattern FORMAT = Pattern.compile("(s|r|escape)@(\\d{1,9})(?:-(\\d{1,9}))?");
    private static final Map<String, Key> KEYS = Map.of("s", Key.SPAWN, "r", Key.REWIND, "escape", Key.QUIT);

    /** Presses or releases the key, if this is its frame. */
    void afterFrame(int frame, Controls controls) {
        if (frame == from) {
            controls.press(key);
        }
        if (frame == to) {
            controls.release(key);
        }
    }

    /** Converts a value of the command-line option. */
    static final class Converter implements ITypeConverter<ScriptedKey> {
        @Override
        public ScriptedKey convert(String value) {
            Matcher matcher = FORMAT.matcher(value);
            if (!matcher.matches()) {
                throw new TypeConversionException(
                        "must be a key (s, r or escape) and frames, as s@60 or r@120-180, not '" + value + "'");
            }
            int from = Integer.parseInt(matcher.group(2));
            int to = matcher.group(3) == null ? from : Integer.parseInt(matcher.group(3));
            if (from < 1 || to < from) {
                throw new TypeConversionException("must have frames from 1 on, in order, not '" + value + "'");
            }
            return new ScriptedKey(KEYS.get(matcher.group(1)), from, to);
        }
    }
}
