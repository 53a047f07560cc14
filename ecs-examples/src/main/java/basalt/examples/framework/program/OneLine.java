package basalt.examples.framework.program;

import java.util.regex.Pattern;

/** Keeps what comes from outside from taking a message apart, or turning it round. */
public final class OneLine {
    private static final Pattern UNSEEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]+");

    private OneLine() {}

    /**
     * A text with a blank instead of all that a terminal would obey rather than show: controls, line and paragraph
     * separators, signs for the direction of writing and others without a shape, and halves of surrogate pairs.
     *
     * @param text any text
     * @return the text, in one line
     */
    public static String of(String text) {
        return UNSEEN.matcher(text).replaceAll(" ");
    }
}
