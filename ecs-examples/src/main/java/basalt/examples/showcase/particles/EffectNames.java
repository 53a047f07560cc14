package basalt.examples.showcase.particles;

import basalt.examples.framework.program.InputFile;
import basalt.examples.showcase.particles.effects.Effect;
import basalt.examples.showcase.particles.effects.EffectReader;
import basalt.examples.showcase.particles.effects.ShippedEffects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The names that {@code --effect} takes, for picocli, and what it does with them. */
final class EffectNames extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    EffectNames() {
        super(ShippedEffects.names());
    }

    /** Reads the effect of this name, or else from this file. */
    static Effect read(CommandLine line, String nameOrFile) throws IOException {
        if (isShipped(nameOrFile)) {
            return ShippedEffects.read(nameOrFile);
        }
        Path file = file(nameOrFile);
        if (file == null || !Files.exists(file)) {
            String names = String.join(", ", ShippedEffects.names());
            throw new ParameterException(
                    line, "--effect must be " + names + " or a file that is there, not " + nameOrFile);
        }
        return InputFile.read(line, "--effect", file, EffectReader::read);
    }

    private static boolean isShipped(String name) {
        return ShippedEffects.names().contains(name);
    }

    /** The file of this name, there or not; null if it is the name of an effect, or of no file. */
    static Path file(String name) {
        try {
            return name.isEmpty() || isShipped(name) ? null : Path.of(name);
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
