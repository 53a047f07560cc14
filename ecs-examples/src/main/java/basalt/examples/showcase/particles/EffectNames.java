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

/** The names that {@code --effect} accepts, for picocli, and how they are read. */
final class EffectNames extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    EffectNames() {
        super(ShippedEffects.names());
    }

    /** Reads the effect of this name, or else the file of this name. */
    static Effect read(CommandLine line, String nameOrFile) throws IOException {
        if (isShipped(nameOrFile)) {
            return ShippedEffects.read(nameOrFile);
        }
        Path file = file(nameOrFile);
        if (file == null || !Files.exists(file)) {
            String names = String.join(", ", ShippedEffects.names());
            throw new ParameterException(line, "--effect must be " + names + " or an existing file, not " + nameOrFile);
        }
        return InputFile.read(line, "--effect", file, EffectReader::read);
    }

    private static boolean isShipped(String name) {
        return ShippedEffects.names().contains(name);
    }

    /** The file of this name, even if it does not exist; null if this is the name of an effect, or no valid path. */
    static Path file(String name) {
        try {
            return name.isEmpty() || isShipped(name) ? null : Path.of(name);
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
