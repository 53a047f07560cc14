package basalt.examples.framework.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.program.Program;
import basalt.examples.framework.render.Scene;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

class ExperimentOptionsTest {
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private Drawing drawing;

    @BeforeEach
    void makeProgram() {
        drawing = new Drawing(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--renderer java2d", "--renderer none", "--keys s@3,r@5-6", "--rewind 1"})
    void shouldRunTenTicks(String arguments) {
        assertEquals(0, run(arguments.isEmpty() ? new String[0] : arguments.split(" ")), err::toString);
        assertEquals(10, drawing.run.ticks());
        assertEquals(!arguments.startsWith("--keys"), drawing.run.repeatable());
    }

    @Test
    void shouldRecordFilms() throws IOException {
        Path gif = folder.resolve("new/film.gif");
        assertEquals(0, run("--gif", gif.toString(), "--frame-ticks", "4"));
        ImageReader reader = ImageIO.getImageReadersByFormatName("gif").next();
        try (ImageInputStream in = ImageIO.createImageInputStream(gif.toFile())) {
            reader.setInput(in);
            assertEquals(3, reader.getNumImages(true));
            assertEquals(16, reader.getWidth(0));
        } finally {
            reader.dispose();
        }
    }

    /** If the renderer cannot be opened, an older film is kept. */
    @Test
    void shouldKeepTheOldFilmIfItCannotBegin() throws IOException {
        Path gif = Files.writeString(folder.resolve("old.gif"), "an older film");
        drawing.scene = null;
        assertEquals(1, run("--gif", gif.toString()));
        assertEquals("an older film", Files.readString(gif));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--renderer opengl",
                "--renderer",
                "--frame-ticks 0",
                "--frame-ticks 10001",
                "--rewind -1",
                "--rewind 61",
                "--keys r",
                "--keys space@3",
                "--keys r@9-8",
                "--gif .",
                "--renderer none --gif target/film.gif",
                "--checkpoints pom.xml",
            })
    void shouldReportInvalidArgumentsInOneLine(String arguments) {
        assertEquals(2, run(arguments.split(" ")));
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().startsWith("drawing: "), err::toString);
    }

    private int run(String... arguments) {
        CommandLine line = Program.commandLine("drawing", drawing);
        line.setErr(new PrintWriter(err));
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add(0, "--ticks=10");
        return line.execute(all.toArray(new String[0]));
    }

    /** A program that draws ten ticks. */
    @Command(name = "drawing")
    private static final class Drawing implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Mixin
        private ExperimentOptions options;

        private Run run;
        private Scene scene = new Scene(0, 0, 1, 0x204060);

        Drawing(Path folder) {
            options = new ExperimentOptions(16, 16, folder.resolve("drawing.png"));
        }

        @Override
        public Integer call() throws IOException {
            CommandLine line = spec.commandLine();
            options.require(line);
            try (Walkers walkers = new Walkers(options.open(line, "", Walkers.Place.TYPE)) {
                @Override
                public Scene scene() {
                    return scene;
                }
            }) {
                run = options.run(line, "drawing", walkers, 0, 0);
            }
            return 0;
        }
    }
}
