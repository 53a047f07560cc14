package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.bench.report.chart.Typeface;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PresentationTest {
    @TempDir
    Path target;

    @BeforeAll
    static void shouldNeedNoDisplay() {
        System.setProperty("java.awt.headless", "true");
    }

    @Test
    void shouldDrawAChartOfEachKind() throws IOException {
        assumeTrue(Typeface.problem().isEmpty(), () -> Typeface.problem().orElseThrow());
        new Presentation(Samples.field().results(), new ReportFolder(target)).write();
        List<String> names;
        try (Stream<Path> files = Files.list(target.resolve("charts"))) {
            names = files.map(file -> file.getFileName().toString()).sorted().toList();
        }
        assertEquals(
                List.of("add-remove-10000.png", "memory.png", "occupancy.png", "scaling.png", "simple-iter-10000.png"),
                names);
        for (String name : names) {
            assertIsPicture(target.resolve("charts").resolve(name));
        }
        assertIsPicture(target.resolve("overview.png"));
    }

    @Test
    void shouldShowAReusedWorldInTheOverview() {
        assumeTrue(Typeface.problem().isEmpty(), () -> Typeface.problem().orElseThrow());
        Workload reused = Workload.of("CreateMillion.create", "entities", "1000000", "world", "REUSED");
        Samples samples = new Samples().add(reused, "basalt", 1).add(reused, "dominion", 5);
        assertTrue(new Charts(samples.results()).overview().isPresent());
    }

    /** Asserts that the picture contains the colors of Basalt and a rival, not only a frame. */
    private static void assertIsPicture(Path file) throws IOException {
        BufferedImage image = ImageIO.read(file.toFile());
        assertNotNull(image, file.toString());
        long basalt = count(image, EngineColors.of("basalt").getRGB());
        long rival = count(image, EngineColors.of("artemis-odb").getRGB());
        assertTrue(basalt > 20, file + ": pixels of Basalt: " + basalt);
        assertTrue(rival > 20, file + ": pixels of the rival: " + rival);
        assertTrue(count(image, 0xffffffff) > image.getWidth() * image.getHeight() / 4, file.toString());
    }

    private static long count(BufferedImage image, int color) {
        int[] pixels = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        return Arrays.stream(pixels).filter(pixel -> pixel == color).count();
    }

    @Test
    void shouldRemoveChartsOfAnEarlierReport() throws IOException {
        Path old = Files.createDirectories(target.resolve("charts")).resolve("particles-10.png");
        Files.writeString(old, "old");
        new Presentation(Samples.field().results(), new ReportFolder(target), Optional.of("no fonts")).write();
        assertFalse(Files.exists(old));
        assertFalse(Files.exists(target.resolve("overview.png")));
        assertTrue(Files.readString(target.resolve("report.html")).contains("no fonts"));
        assertTrue(Files.exists(target.resolve("README-table.md")));
    }

    @Test
    void shouldPresentAnEmptyRun() throws IOException {
        List<Path> written = new Presentation(new Samples().results(), new ReportFolder(target)).write();
        assertEquals(2, written.size());
        assertTrue(Files.readString(target.resolve("report.html")).contains("not measured"));
    }
}
