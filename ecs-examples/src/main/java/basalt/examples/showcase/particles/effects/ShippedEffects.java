package basalt.examples.showcase.particles.effects;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** The effects that are part of the examples. */
public final class ShippedEffects {
    private static final List<String> NAMES = List.of("fountain", "galaxy", "sparks", "fire");

    private ShippedEffects() {}

    /**
     * The names of the effects.
     *
     * @return all names, for {@link #read}
     */
    public static List<String> names() {
        return NAMES;
    }

    /**
     * Reads an effect.
     *
     * @param name one of {@link #names()}
     * @return the effect
     * @throws IOException if there is no effect of that name
     */
    public static Effect read(String name) throws IOException {
        String file = name + ".json";
        try (InputStream in = NAMES.contains(name) ? ShippedEffects.class.getResourceAsStream(file) : null) {
            if (in == null) {
                throw new FileNotFoundException(
                        "no effect is called " + name + "; there are " + String.join(", ", NAMES));
            }
            return EffectReader.read(in, file);
        }
    }
}
