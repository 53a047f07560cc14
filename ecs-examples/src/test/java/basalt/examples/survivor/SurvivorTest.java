package basalt.examples.survivor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.program.ProgramRun;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SurvivorTest {
    private static final String SMALL = "--ticks 60 --width 320 --height 180 --workers 2";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private String run(String picture, String... more) {
        String[] arguments = ProgramRun.arguments(SMALL, folder.resolve(picture), more);
        assertEquals(0, ProgramRun.execute(Survivor.commandLine(), out, err, arguments), err::toString);
        String said = out.toString();
        out.getBuffer().setLength(0);
        return said;
    }

    @Test
    void shouldDrawAndSayHowTheHeroDoes() throws IOException {
        String said = run("a.png");
        BufferedImage picture = ImageIO.read(folder.resolve("a.png").toFile());
        int heroes = 0;
        int enemies = 0;
        for (int i = 0; i < picture.getWidth() * picture.getHeight(); i++) {
            int rgb = picture.getRGB(i % picture.getWidth(), i / picture.getWidth()) & 0xffffff;
            int red = rgb >> 16;
            int blue = rgb & 255;
            heroes += blue > 150 && red < 100 ? 1 : 0;
            enemies += red > 150 && blue < 100 ? 1 : 0;
        }

        assertTrue(said.startsWith("hero       level 1, 100 of 100 points, 0 kills, 0 deaths"), said);
        assertTrue(heroes > 4 && heroes < 40, "hero's pixels: " + heroes);
        assertTrue(enemies > 1000, "enemies' pixels: " + enemies);
    }

    @Test
    void shouldContinueAndFilm() {
        Path file = folder.resolve("game");
        String whole = hash(run("a.png", "--ticks", "80"));
        run("b.png", "--ticks", "40", "--save", file.toString());
        String continued = hash(run(
                "c.png",
                "--ticks",
                "40",
                "--load",
                file.toString(),
                "--gif",
                folder.resolve("film.gif").toString()));

        assertEquals(whole, continued);
        assertTrue(folder.resolve("film.gif").toFile().length() > 0);
    }

    private static String hash(String said) {
        return said.substring(said.indexOf("world      ")).split("\\s+")[1];
    }

    @Test
    void shouldPrintHelp() {
        assertEquals(0, ProgramRun.execute(Survivor.commandLine(), out, err, "--help"));
        assertTrue(out.toString().contains("--inspect"), out::toString);
    }
}
