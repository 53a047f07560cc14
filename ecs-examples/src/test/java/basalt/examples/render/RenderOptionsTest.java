package basalt.examples.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.program.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

class RenderOptionsTest {
    private final StringWriter err = new StringWriter();
    private final Drawing drawing = new Drawing();

    @TempDir
    private Path folder;

    @Test
    void shouldAskForNobodyIfTheProgramDoesNot() {
        assertEquals(0, run());
        assertEquals(RendererKind.NONE, drawing.kind);
    }

    @Test
    void shouldAskForWhomItIsTold() {
        for (String name : new String[] {"java2d", "none"}) {
            assertEquals(0, run("--renderer", name));
            assertEquals(name, drawing.kind.toString());
        }
    }

    @Test
    void shouldMakeFilms() throws IOException {
        Path gif = folder.resolve("new/film.gif");
        Path frames = folder.resolve("frames");
        assertEquals(0, run("--gif", gif.toString(), "--frames", frames.toString(), "--frame-ticks", "4"));
        assertEquals(RendererKind.JAVA2D, drawing.kind, "a film needs one who draws");
        assertEquals(16, ImageIO.read(gif.toFile()).getWidth());
        assertTrue(Files.exists(frames.resolve("frame-00003.png")));
        assertTrue(Files.notExists(frames.resolve("frame-00004.png")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--renderer opengl",
                "--renderer",
                "--frame-ticks 0",
                "--frame-ticks 10001",
                "--gif .",
                "--renderer none --gif target/film.gif",
                "--renderer none --frames target/frames",
                "--frames pom.xml",
            })
    void shouldAnswerWrongArgumentsInOneLine(String arguments) {
        assertEquals(2, run(arguments.split(" ")));
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().startsWith("drawing: "), err::toString);
    }

    private int run(String... arguments) {
        CommandLine line = Program.commandLine("drawing", drawing);
        line.setErr(new PrintWriter(err));
        return line.execute(arguments);
    }

    /** A program that draws ten ticks. */
    @Command(name = "drawing")
    private static final class Drawing implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Mixin
        private RenderOptions render;

        private RendererKind kind;

        @Override
        public Integer call() throws IOException {
            kind = render.kind(spec.commandLine(), RendererKind.NONE);
            Scene scene = Scene.of(new View(0, 0, 1), 0x204060);
            try (Film film = render.film(spec.commandLine(), 1 / 60f);
                    Renderer renderer = kind.open("drawing", 16, 9, scene)) {
                for (int tick = 0; tick < 10; tick++) {
                    renderer.draw();
                    film.afterTick(renderer);
                }
            }
            return 0;
        }
    }
}
