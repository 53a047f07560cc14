package basalt.bench.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RatioDotsTest {
    private static final int PADDING = 12;

    @BeforeAll
    static void shouldNeedNoDisplay() {
        System.setProperty("java.awt.headless", "true");
    }

    @Test
    void shouldHaveRoomForLongLabels() {
        assumeTrue(Typeface.problem().isEmpty(), () -> Typeface.problem().orElseThrow());
        assertEquals(0, darkPixels(draw("short"), PADDING));
        assertEquals(0, darkPixels(draw("a workload with a name of fifty characters or more"), PADDING));
        assertTrue(darkPixels(draw("a workload with a name of fifty characters or more"), 200) > 50);
    }

    private static BufferedImage draw(String label) {
        Mark mark = new Mark("engine", Typeface.INK, 2, 1.5, 3, "", Mark.Emphasis.NONE);
        return RatioDots.draw(
                "", "", List.of(new RatioDots.Row(label, List.of(mark))), List.of("engine"), Double::toString);
    }

    /** In the left columns of an image. */
    private static int darkPixels(BufferedImage image, int columns) {
        int dark = 0;
        for (int x = 0; x < columns; x++) {
            for (int y = 0; y < image.getHeight(); y++) {
                dark += new Color(image.getRGB(x, y)).getRed() < 0x60 ? 1 : 0;
            }
        }
        return dark;
    }
}
