package basalt.examples.bullets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.bulletml.Pattern;
import basalt.examples.render.Renderer;
import basalt.examples.render.RendererKind;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;

class BattleViewTest {
    private static final int WIDTH = 600;
    private static final int HEIGHT = 400;
    private static final int BRIGHT = 90;

    @Test
    void shouldShowBulletsInTheirColoursAndShipsAndTheNight() throws IOException {
        Pattern rings = Pattern.read(
                new StringReader("<bulletml><action label='top'><repeat><times>40</times><action><fire>"
                        + "<direction type='sequence'>9</direction><speed>3</speed><bullet/></fire></action></repeat>"
                        + "<wait>20</wait></action></bulletml>"),
                "rings.xml");
        try (Battle battle = new Battle(
                new BattleSettings(new Stage(WIDTH, HEIGHT), List.of(rings, rings, rings), 2_000, 3, 3, 0.5f, 1))) {
            battle.start(1);
            for (int i = 0; i < 60; i++) {
                battle.tick();
            }
            BufferedImage image;
            try (Renderer renderer = RendererKind.JAVA2D.open("test", WIDTH, HEIGHT, BattleView.of(battle))) {
                renderer.draw();
                image = renderer.picture();
            }
            int[] seen = new int[2];
            battle.bullets().forEach(row -> {
                int x = (int) row.get(Position.X);
                int y = HEIGHT - 1 - (int) row.get(Position.Y);
                if (x >= 2 && x < WIDTH - 2 && y >= 2 && y < HEIGHT - 2) {
                    seen[0]++;
                    seen[1] += brightest(image.getRGB(x, y)) > BRIGHT ? 1 : 0;
                }
            });
            assertTrue(seen[0] > 100, "so few: " + seen[0]);
            assertEquals(seen[0], seen[1], "each bullet shows");
            int dark = 0;
            for (int i = 0; i < WIDTH * HEIGHT; i++) {
                dark += brightest(image.getRGB(i % WIDTH, i / WIDTH)) < BRIGHT / 2 ? 1 : 0;
            }
            assertTrue(dark > WIDTH * HEIGHT - 40 * (seen[0] + 3), "bright: " + (WIDTH * HEIGHT - dark));
        }
    }

    @Test
    void shouldGivePatternsDifferentColours() {
        for (int i = 0; i < 8; i++) {
            for (int j = 0; j < i; j++) {
                assertNotEquals(BattleView.colour(i), BattleView.colour(j));
            }
        }
        assertEquals(BattleView.colour(0), BattleView.colour(64));
    }

    private static int brightest(int rgb) {
        return Math.max(rgb >> 16 & 255, Math.max(rgb >> 8 & 255, rgb & 255));
    }
}
