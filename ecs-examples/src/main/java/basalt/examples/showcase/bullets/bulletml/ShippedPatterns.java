package basalt.examples.showcase.bullets.bulletml;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** The patterns that are part of the examples. */
public final class ShippedPatterns {
    private static final List<String> NAMES =
            List.of("spiral", "ring", "fan", "rain", "bloom", "wave", "curtain", "pinwheel");

    private ShippedPatterns() {}

    /**
     * The names of the patterns.
     *
     * @return all names, for {@link #read}
     */
    public static List<String> names() {
        return NAMES;
    }

    /**
     * Reads a pattern.
     *
     * @param name one of {@link #names()}
     * @return the pattern, with the name of its file
     * @throws IOException if there is no pattern of that name
     */
    public static Pattern read(String name) throws IOException {
        String file = name + ".xml";
        try (InputStream in = NAMES.contains(name) ? ShippedPatterns.class.getResourceAsStream(file) : null) {
            if (in == null) {
                throw new FileNotFoundException(
                        "no pattern is called " + name + "; there are " + String.join(", ", NAMES));
            }
            return Pattern.read(in, file);
        }
    }
}
