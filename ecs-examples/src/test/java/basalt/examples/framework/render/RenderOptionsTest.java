package basalt.examples.framework.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.examples.framework.program.NamedFiles;
import basalt.examples.framework.program.Program;
import basalt.examples.framework.program.Run;
import basalt.system.Schedule;
import basalt.world.World;
import basalt.world.WorldMemory;
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
    void shouldDrawNothingByDefault() {
        assertEquals(0, run());
        assertEquals(RendererKind.NONE, drawing.kind);
    }

    @Test
    void shouldUseTheNamedRenderer() {
        for (String name : new String[] {"java2d", "none"}) {
            assertEquals(0, run("--renderer", name));
            assertEquals(name, drawing.kind.toString());
        }
    }

    @Test
    void shouldRecordFilms() throws IOException {
        Path gif = folder.resolve("new/film.gif");
        Path frames = folder.resolve("frames");
        assertEquals(0, run("--gif", gif.toString(), "--frames", frames.toString(), "--frame-ticks", "4"));
        assertEquals(RendererKind.JAVA2D, drawing.kind, "a film needs a renderer that draws");
        assertEquals(16, ImageIO.read(gif.toFile()).getWidth());
        assertTrue(Files.exists(frames.resolve("frame-00003.png")));
        assertTrue(Files.notExists(frames.resolve("frame-00004.png")));
    }

    /** If the renderer cannot be opened, an older film is kept. */
    @Test
    void shouldKeepTheOldFilmIfItCannotBegin() throws IOException {
        Path gif = Files.writeString(folder.resolve("old.gif"), "an older film");
        drawing.width = -1;
        assertEquals(1, run("--gif", gif.toString()));
        assertEquals("an older film", Files.readString(gif));
    }

    @Test
    void shouldNameTheOptionThatMakesGifFramesTooLong() {
        drawing.tickSeconds = 0.1f;
        Path gif = folder.resolve("film.gif");
        assertEquals(0, run("--gif", gif.toString(), "--frame-ticks", "6553"), err::toString);
        assertEquals(2, run("--gif", gif.toString(), "--frame-ticks", "6554"));
        assertEquals(
                "drawing: --frame-ticks must be at most 6553 for a GIF, which shows no frame longer than 655 s, not "
                        + "6554;"
                        + " try --help",
                err.toString().strip());
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
                "--renderer none --frames target/frames",
                "--frames pom.xml",
            })
    void shouldReportInvalidArgumentsInOneLine(String arguments) {
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
        private int width = 16;
        private float tickSeconds = 1 / 60f;

        private final RenderedExperiment experiment = new RenderedExperiment() {
            @Override
            public Scene scene() {
                return Scene.of(new View(0, 0, 1), 0x204060);
            }

            @Override
            public float tickSeconds() {
                return tickSeconds;
            }

            @Override
            public int population() {
                return 0;
            }

            @Override
            public WorldMemory memory() {
                return new WorldMemory(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
            }

            @Override
            public void spawn() {}

            @Override
            public World world() {
                throw new AssertionError("there is no world");
            }

            @Override
            public Schedule schedule() {
                throw new AssertionError("there is no schedule");
            }

            @Override
            public Component<?>[] components() {
                return new Component<?>[0];
            }

            @Override
            public Class<?>[] derived() {
                return new Class<?>[0];
            }

            @Override
            public void start(long seed) {}

            @Override
            public void tick() {}
        };

        @Override
        public Integer call() throws IOException {
            render.require(spec.commandLine(), tickSeconds);
            NamedFiles files = new NamedFiles();
            render.addTo(files);
            Program.require(spec.commandLine(), files);
            kind = render.kind(spec.commandLine());
            render.show(spec.commandLine(), "drawing", width, 9, experiment, observer -> {
                for (int tick = 1; tick <= 10; tick++) {
                    observer.afterTick(tick, 1);
                }
                return new Run(10, 1, 0, 0, true);
            });
            return 0;
        }
    }
}
