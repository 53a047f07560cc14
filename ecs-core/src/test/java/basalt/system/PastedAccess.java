package basalt.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.storage.fixture.SourceCompiler;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Declarations of recorded access, which are compiled from their text as it is printed. */
final class PastedAccess {
    private static final AtomicInteger CLASSES = new AtomicInteger();

    /** Of each text, and of each of its systems, the options. */
    private final Access[][][] options;

    private PastedAccess(Access[][][] options) {
        this.options = options;
    }

    /** Compiles texts of {@link Schedule#recordedAccess()}. */
    static PastedAccess of(List<String> texts, Path folder) {
        String name = "Pasted" + CLASSES.incrementAndGet();
        StringBuilder source = new StringBuilder("""
                package basalt.system;

                import static basalt.system.Access.*;

                import basalt.component.*;
                import basalt.storage.fixture.*;

                """);
        source.append("class " + name + " {\nstatic Access[][][] options() {\nreturn new Access[][][] {\n");
        for (int i = 0; i < texts.size(); i++) {
            source.append("text" + i + "(),\n");
        }
        source.append("};\n}\n");
        for (int i = 0; i < texts.size(); i++) {
            source.append("static Access[][] text" + i + "() {\nreturn new Access[][] {\n");
            for (String line : texts.get(i).split("\n")) {
                String system = line.replaceFirst("^\"[^\"]*\": ", "").replaceFirst("^nothing$", "");
                source.append("{ " + system + " },\n");
            }
            source.append("};\n}\n");
        }
        source.append("}\n");
        try {
            assertEquals("", SourceCompiler.compile(name, source.toString(), folder), source::toString);
            byte[] compiled = Files.readAllBytes(folder.resolve("basalt/system/" + name + ".class"));
            Class<?> type = MethodHandles.lookup().defineClass(compiled);
            return new PastedAccess(
                    (Access[][][]) type.getDeclaredMethod("options").invoke(null));
        } catch (IOException | ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    Access[] options(int text, int system) {
        return options[text][system];
    }

    int systems(int text) {
        return options[text].length;
    }
}
