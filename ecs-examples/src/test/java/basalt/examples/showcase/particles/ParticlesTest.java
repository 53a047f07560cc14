package basalt.examples.showcase.particles;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.program.ProgramRun;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParticlesTest {
    private static final String SMALL = "--count 2000 --ticks 30 --warm-up 0 --width 160 --height 90";

    /** The hash of the small world with the seed 5. */
    private static final String WORLD = "ae0d653ed05f0ea4";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void shouldPrintHelp() {
        assertEquals(0, run("--help"));
        for (String option : new String[] {
            "--count",
            "--ticks",
            "--effect",
            "--workers",
            "--seed",
            "--width",
            "--height",
            "--stats",
            "--output",
            "fountain, galaxy, sparks, fire",
            "(default: 1280)"
        }) {
            assertTrue(out.toString().contains(option), option);
        }
        assertEquals("", err.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--count 0",
                "--count -1",
                "--count 2147483647",
                "--count 99999999999",
                "--count many",
                "--count",
                "--count 1 --count 2",
                "--ticks 0",
                "--ticks 1.5",
                "--warm-up -1",
                "--warm-up NaN",
                "--effect",
                "--effect .",
                "--effect water",
                "--effect no/such/file.json",
                "--workers 0",
                "--workers 257",
                "--width 0",
                "--width 100000",
                "--height -1",
                "--seed x",
                "--output",
                "--output .",
                "--speed 3",
                "100000",
                "-x",
            })
    void shouldReportInvalidArgumentsInOneLine(String arguments) {
        assertEquals(2, run(arguments.split(" ")));
        assertEquals("", out.toString());
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().startsWith("particles: "), err::toString);
        assertTrue(err.toString().endsWith("; try --help" + System.lineSeparator()), err::toString);
    }

    @Test
    void shouldReportAMultilineArgumentInOneLine() {
        assertEquals(2, run("--count", "1\n2\r\n3"));
        assertEquals(1, err.toString().lines().count(), err::toString);
    }

    @Test
    void shouldRefuseAnOutputThatCannotBeWritten() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "not a folder");
        assertEquals(2, run("--output", file.resolve("picture.png").toString()));
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertEquals("not a folder", Files.readString(file));
    }

    @Test
    void shouldRunAndPrintASummaryAndDraw() throws IOException {
        Path picture = folder.resolve("new/folder/picture.png");
        assertEquals(0, runSmall(picture, "--workers", "2"));
        assertEquals("", err.toString());
        String summary = out.toString();
        assertTrue(summary.contains("2,000 from 12 emitters, fountain"), summary);
        assertTrue(summary.contains("30 in "), summary);
        assertTrue(summary.contains(" s, by 2 threads"), summary);
        assertTrue(summary.contains(" ticks a second, "), summary);
        assertTrue(summary.contains(" ns a particle"), summary);
        assertTrue(summary.contains(" bytes reserved, "), summary);
        assertTrue(summary.contains(" bytes allocated by the main thread in 30 ticks"), summary);
        assertTrue(summary.contains(Runtime.version().toString()), summary);
        assertTrue(summary.contains(picture.toAbsolutePath().toString()), summary);
        BufferedImage image = ImageIO.read(picture.toFile());
        assertEquals(160, image.getWidth());
        assertEquals(90, image.getHeight());
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"fountain", "galaxy", "sparks", "fire"})
    void shouldShowEachEffect(String name) throws IOException {
        Path picture = folder.resolve("picture.png");
        assertEquals(0, runSmall(picture, "--effect", name));
        assertTrue(out.toString().contains(", " + name), out::toString);
        assertTrue(Files.exists(picture));
    }

    @Test
    void shouldShowAnEffectFromAFile() throws IOException {
        Path file = folder.resolve("own.json");
        try (InputStream own = Effect.class.getResourceAsStream("effects/fire.json")) {
            Files.copy(own, file);
        }
        assertEquals(0, runSmall(folder.resolve("1.png"), "--effect", "fire"));
        assertEquals(0, runSmall(folder.resolve("2.png"), "--effect", file.toString()));
        assertArrayEquals(Files.readAllBytes(folder.resolve("1.png")), Files.readAllBytes(folder.resolve("2.png")));
    }

    /** All particles have died at the end, and the next burst is far away. */
    @Test
    void shouldCountTheRemainingParticles() throws IOException {
        Path file = Files.writeString(folder.resolve("own.json"), """
                {
                  "view": {"x": 0, "y": 0, "height": 10}, "gravity": 0, "drag": 0,
                  "emitters": [{
                    "x": 0, "y": 0, "direction": 0, "spread": 0, "speed": [1, 2], "life": [0.1, 0.2], "rate": 1,
                    "burst": {"every": 60, "at": 0, "lasts": 0.05},
                    "ramp": [{"at": 0, "colour": "#ffffff"}, {"at": 1, "colour": "#000000"}]
                  }]
                }
                """);
        assertEquals(0, runSmall(folder.resolve("picture.png"), "--effect", file.toString()), err::toString);
        assertTrue(out.toString().startsWith("particles  0 from 1 emitter"), out::toString);
        assertFalse(out.toString().contains("Infinity"), out::toString);
    }

    @Test
    void shouldReportAnInvalidFileInOneLine() throws IOException {
        Path file = Files.writeString(folder.resolve("own.json"), "{\n  \"gravity\": \"none\"\n}\n");
        assertEquals(1, runSmall(folder.resolve("picture.png"), "--effect", file.toString()));
        assertEquals(
                "particles: own.json:2:14: gravity: must be a number",
                err.toString().strip());
        assertFalse(Files.exists(folder.resolve("picture.png")));
    }

    @Test
    void shouldPrintTheTimeOfEachSystem() throws IOException {
        assertEquals(0, runSmall(folder.resolve("1.png"), "--effect", "galaxy", "--stats", null));
        for (String system :
                new String[] {"attract 0", "attract 1", "pull", "move", "age", "reap", "respawn", "shade"}) {
            assertTrue(
                    out.toString().contains(System.lineSeparator() + system + " ")
                            || out.toString().contains("\n" + system + " "),
                    system + " in " + out);
        }
        assertFalse(out.toString().contains("\nbounce "), out::toString);
    }

    @Test
    void shouldPrintStatsEvenIfThePictureCannotBeWritten() {
        Path taken = folder.resolve("taken");
        StringWriter said = ProgramRun.inWhichAFolderTakesThePlaceOf(taken);
        String[] arguments = ProgramRun.arguments(SMALL, taken);
        assertEquals(1, ProgramRun.execute(Particles.commandLine(), said, err, arguments));
        assertFalse(said.toString().contains("picture "), said::toString);
        assertTrue(
                err.toString().contains("particles: must be a file, not a folder: " + taken + "; name a file in it"),
                err::toString);
    }

    @Test
    void shouldNameTheMissingFlagInOneLine() throws IOException, InterruptedException {
        Path log = folder.resolve("log");
        ProcessBuilder child = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-classpath",
                System.getProperty("java.class.path"),
                Particles.class.getName(),
                "--output",
                folder.resolve("picture.png").toString());
        child.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"));
        Process process =
                child.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        try {
            assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(log);
        assertEquals(1, process.exitValue(), said);
        assertEquals(1, said.lines().count(), said);
        assertTrue(said.contains("--add-opens java.base/jdk.internal.misc=ALL-UNNAMED"), said);
    }

    /** All floating-point results are equal on every machine: plain arithmetic, tables, and StrictMath. */
    @Test
    void shouldReproduceTheWorldOfASeed() {
        assertEquals(0, runSmall(folder.resolve("1.png"), "--seed", "5"));
        assertEquals(WORLD, world());
        out.getBuffer().setLength(0);
        assertEquals(0, runSmall(folder.resolve("2.png"), "--seed", "5", "--workers", "1", "--warm-up", "0.05"));
        assertEquals(WORLD, world());
        out.getBuffer().setLength(0);
        assertEquals(0, runSmall(folder.resolve("3.png"), "--seed", "6"));
        assertNotEquals(WORLD, world());
    }

    @Test
    void shouldFilmTheSameWorld() throws IOException {
        Path gif = folder.resolve("film.gif");
        String[] filmed = {"--seed", "5", "--renderer", "java2d", "--gif", gif.toString()};
        assertEquals(0, runSmall(folder.resolve("1.png"), filmed), err::toString);
        assertEquals(WORLD, world());
        BufferedImage first = ImageIO.read(gif.toFile());
        assertEquals(160, first.getWidth());
        assertEquals(90, first.getHeight());
        assertTrue(colours(first) > 20, "too few colours: " + colours(first));
    }

    private static long colours(BufferedImage image) {
        return Arrays.stream(image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth()))
                .distinct()
                .count();
    }

    /** The hash of the world, from the summary. */
    private String world() {
        return out.toString()
                .lines()
                .filter(line -> line.startsWith("world ") && line.endsWith("(the same seed gives the same hash)"))
                .map(line -> line.split(" +")[1])
                .findFirst()
                .orElseThrow();
    }

    /** Runs 10 ticks, saves, loads, and runs 20: the world is that of 30 ticks. */
    @Tag("slow")
    @Test
    void shouldContinueASavedWorldAsIfItHadNotEnded() throws IOException {
        Path saved = folder.resolve("new/sparks.basalt");
        Path first = folder.resolve("first.json");
        Path second = folder.resolve("second.json");
        assertEquals(
                0,
                runSmall(
                        folder.resolve("x.png"),
                        "--seed",
                        "5",
                        "--ticks",
                        "10",
                        "--save",
                        saved.toString(),
                        "--dump-json",
                        first.toString()),
                err::toString);
        assertEquals(
                0,
                runSmall(
                        folder.resolve("x.png"),
                        "--ticks",
                        "0",
                        "--load",
                        saved.toString(),
                        "--dump-json",
                        second.toString()),
                err::toString);
        assertEquals(Files.readString(first), Files.readString(second));
        out.getBuffer().setLength(0);
        assertEquals(0, runSmall(folder.resolve("x.png"), "--ticks", "20", "--load", saved.toString()));
        assertTrue(out.toString().contains("world      " + WORLD + System.lineSeparator()), out::toString);
        err.getBuffer().setLength(0);
        assertEquals(2, runSmall(folder.resolve("x.png"), "--load", saved.toString(), "--effect", "fire"));
        assertTrue(
                err.toString().contains(saved + " was saved with --effect fountain, not with --effect fire"),
                err::toString);
    }

    @Test
    void shouldReplayRecordedInput() throws IOException {
        Path replay = folder.resolve("fountain.replay");
        Path picture = folder.resolve("x.png");
        String[] recording = {
            "--warm-up", "0.1", "--workers", "2", "--keys", "s@7", "--record-replay", replay.toString()
        };
        assertEquals(0, runSmall(picture, recording), err::toString);
        String world = line("world ").split(" +")[1];
        out.getBuffer().setLength(0);
        String[] playing = {"--workers", "1", "--replay", replay.toString()};
        assertEquals(0, runSmall(picture, playing), err::toString);
        assertEquals(world, line("world ").split(" +")[1]);
        assertFalse(line("world ").contains("the same seed"), out::toString);
        assertTrue(line("replayed ").matches(".*, the same: (\\d+) of \\1 ticks"), out::toString);
        assertTrue(out.toString().contains("particles  2,200 from 12 emitters"), out::toString);
        err.getBuffer().setLength(0);
        String other = folder.resolve("other.replay").toString();
        assertEquals(2, runSmall(picture, "--replay", replay.toString(), "--record-replay", other));
        assertTrue(err.toString().contains("exclude each other"), err::toString);
        assertEquals(2, runSmall(picture, "--effect", "fire", "--replay", replay.toString()));
        assertTrue(err.toString().contains(replay + " was recorded with --effect fountain, not with"), err::toString);
    }

    /** The line of the output that begins with a word. */
    private String line(String word) {
        return out.toString()
                .lines()
                .filter(line -> line.startsWith(word))
                .findFirst()
                .orElseThrow();
    }

    private int runSmall(Path picture, String... more) {
        return run(ProgramRun.arguments(SMALL, picture, more));
    }

    private int run(String... arguments) {
        return ProgramRun.execute(Particles.commandLine(), out, err, arguments);
    }
}
