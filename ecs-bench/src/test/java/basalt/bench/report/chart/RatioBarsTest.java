package basalt.bench.report.chart;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RatioBarsTest {
    private static final int DARK = 0x60;
    private static final int PALE = 0xc0;

    /** A column of pixels through a dark bar: the bar, the error bar between two rims, and the bar again. */
    private static final Pattern DARK_BAR = Pattern.compile("D{9,}x*W+x*D+x*W+x*D{9,}");

    @BeforeAll
    static void shouldNeedNoDisplay() {
        System.setProperty("java.awt.headless", "true");
    }

    @Test
    void shouldShowErrorBarsOnDarkBarsToo() {
        assumeTrue(Typeface.problem().isEmpty(), () -> Typeface.problem().orElseThrow());
        Mark dark = new Mark("dark", Typeface.INK, 0.1, 0.02, 0.5, "", Mark.Emphasis.NONE);
        BufferedImage image = RatioBars.draw("", "", List.of(dark), Double::toString);
        int columns = 0;
        for (int x = 0; x < image.getWidth(); x++) {
            columns += DARK_BAR.matcher(column(image, x)).find() ? 1 : 0;
        }
        assertTrue(columns > 100, "columns: " + columns);
    }

    private static String column(BufferedImage image, int x) {
        StringBuilder column = new StringBuilder();
        for (int y = 0; y < image.getHeight(); y++) {
            int red = new Color(image.getRGB(x, y)).getRed();
            column.append(red < DARK ? 'D' : red > PALE ? 'W' : 'x');
        }
        return column.toString();
    }
}
