package basalt.examples.showcase.bullets.bulletml;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** The patterns that come with the examples. */
public final class ShippedPatterns {
    private static final List<String> NAMES =
            List.of("spiral", "ring", "fan", "rain", "bloom", "wave", "curtain", "pinwheel");

    private ShippedPatterns() {}

    /**
     * What they are called.
     *
     * @return all names, for {@link #read}
     */
    public static List<String> names() {
        return NAMES;
    }

    /**
     * Reads one.
     *
     * @param name one of {@link #names()}
     * @return the pattern, called as its file is
     * @throws IOException if there is none of that name
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
