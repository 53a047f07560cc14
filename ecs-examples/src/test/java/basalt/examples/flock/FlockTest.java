package basalt.examples.flock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.flock.Sky.Order;
import basalt.examples.framework.program.ProgramRun;
import basalt.save.Saves;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlockTest {
    private static final String SPEED = " +[0-9.,]+ \\([0-9.,]+ to [0-9.,]+\\), hash ";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldPrintHelp() {
        assertEquals(0, run("--help"));
        for (String text :
                List.of("--entities", "--order", "random, arranged", "--rounds", "--workers", "(default: 200000)")) {
            assertTrue(out.toString().contains(text), text);
        }
        assertEquals("", err.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--entities 0",
                "--entities 5000001",
                "--entities x",
                "--order curve",
                "--rounds 0",
                "--rounds 1001",
                "--ticks 0",
                "--warm-up -1",
                "--workers 0",
                "--workers 257",
                "--speed 3",
            })
    void shouldReportInvalidArgumentsInOneLine(String arguments) {
        assertEquals(2, run(arguments));
        assertEquals("", out.toString());
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().startsWith("flock: "), err::toString);
        assertTrue(err.toString().endsWith("; try --help" + System.lineSeparator()), err::toString);
    }

    @Test
    void shouldWriteAFilm(@TempDir Path folder) throws IOException {
        assertEquals(0, run("--film " + folder + " --entities 300 --ticks 3 --workers 1"));
        BufferedImage last = ImageIO.read(folder.resolve("flock.png").toFile());
        int night = last.getRGB(0, 0);
        long birds = IntStream.range(0, last.getWidth() * last.getHeight())
                .filter(i -> last.getRGB(i % last.getWidth(), i / last.getWidth()) != night)
                .count();
        assertTrue(birds > 300, "pixels of birds: " + birds);
        assertTrue(Files.size(folder.resolve("flock.gif")) > 1_000);
        assertEquals("", out.toString());
    }

    @Test
    void shouldReportAFileInPlaceOfTheFolder(@TempDir Path folder) throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertEquals(1, run("--film " + file + " --entities 3 --ticks 1 --workers 1"));
        assertEquals(1, err.toString().lines().count(), err::toString);
    }

    @Tag("slow")
    @Test
    void shouldCompareTheOrders() {
        assertEquals(0, run("--entities 300 --rounds 3 --ticks 2 --warm-up 1 --workers 2 --seed 5"));
        List<String> lines = out.toString().lines().toList();
        assertEquals(3, lines.size(), out::toString);
        assertEquals(
                "300 birds by 2 threads; ticks a second in 3 rounds of 2 ticks: median (slowest to fastest)",
                lines.get(0));
        assertTrue(lines.get(1).matches("random" + SPEED + hash(Order.RANDOM)), lines.get(1));
        assertTrue(
                lines.get(2).matches("arranged" + SPEED + hash(Order.ARRANGED) + ", [0-9.]+ times as many as random"),
                lines.get(2));
        assertEquals("", err.toString());
    }

    @Test
    void shouldMeasureOneOrder() {
        assertEquals(0, run("--entities 300 --rounds 1 --ticks 7 --warm-up 0 --workers 1 --seed 5 --order arranged"));
        List<String> lines = out.toString().lines().toList();
        assertEquals(2, lines.size(), out::toString);
        assertTrue(lines.get(0).startsWith("300 birds by 1 thread; "), lines.get(0));
        assertTrue(lines.get(1).matches("arranged" + SPEED + hash(Order.ARRANGED)), lines.get(1));
    }

    /** The hash after 7 ticks of 300 birds. */
    private static String hash(Order order) {
        try (Sky sky = new Sky(300, order, 5, 1)) {
            sky.run(7);
            return String.format("%016x", Saves.stateHash(sky.world));
        }
    }

    private int run(String arguments) {
        return ProgramRun.execute(Flock.commandLine(), out, err, arguments.split(" "));
    }
}
