package basalt.examples.framework.program;

import java.util.regex.Pattern;

/** Makes text from outside safe to print in a one-line message. */
public final class OneLine {
    private static final Pattern UNSEEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]+");

    private OneLine() {}

    /**
     * Replaces each character that a terminal would interpret instead of showing it by a blank: control characters,
     * line and paragraph separators, invisible format characters such as those for text direction, and unpaired
     * surrogates.
     *
     * @param text any text
     * @return the text, in one line
     */
    public static String of(String text) {
        return UNSEEN.matcher(text).replaceAll(" ");
    }
}
