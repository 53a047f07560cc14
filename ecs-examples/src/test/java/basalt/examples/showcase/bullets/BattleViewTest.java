package basalt.examples.showcase.bullets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.render.Renderer;
import basalt.examples.framework.render.RendererKind;
import basalt.examples.framework.render.RendererKind.RendererException;
import basalt.examples.showcase.bullets.Battle.BattleSettings;
import basalt.examples.showcase.bullets.Battle.Stage;
import basalt.examples.showcase.bullets.Components.Bullet;
import basalt.examples.showcase.bullets.Components.Position;
import basalt.examples.showcase.bullets.bulletml.Pattern;
import basalt.query.Row;
import basalt.world.World;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BattleViewTest {
    private static final int WIDTH = 600;
    private static final int HEIGHT = 400;
    private static final int NIGHT = 0x05060d;
    private static final int WHITE = 0xffffff;

    /** With each renderer, a bullet has the colour of its pattern, a ship is white, and the rest is dark. */
    @ParameterizedTest
    @EnumSource(names = {"JAVA2D", "EGL"})
    void shouldShowBulletsInTheirColoursAndShips(RendererKind kind) throws IOException {
        Pattern rings = Pattern.read(
                new ByteArrayInputStream(("<bulletml><action label='top'><repeat><times>40</times><action><fire>"
                                + "<direction type='sequence'>9</direction><speed>3</speed><bullet/></fire></action>"
                                + "</repeat>"
                                + "<wait>20</wait></action></bulletml>")
                        .getBytes(StandardCharsets.UTF_8)),
                "rings.xml");
        try (Battle battle = new Battle(
                World.create(),
                new BattleSettings(new Stage(WIDTH, HEIGHT), List.of(rings, rings, rings), 2_000, 8, 3, 0.5f, 1))) {
            battle.start(1);
            for (int i = 0; i < 60; i++) {
                battle.tick();
            }
            BufferedImage image = draw(kind, battle);
            List<Seen> bullets = new ArrayList<>();
            battle.bullets().forEach(row -> bullets.add(Seen.of(row, row.get(Bullet.ARGB))));
            List<Seen> ships = new ArrayList<>();
            battle.ships().forEach(row -> ships.add(Seen.of(row, WHITE)));
            Set<Integer> colours = new HashSet<>();
            int alone = 0;
            for (Seen bullet : bullets) {
                if (bullet.isInside() && bullet.isAlone(bullets, 6) && bullet.isAlone(ships, 12)) {
                    assertColour(bullet, image);
                    colours.add(bullet.argb);
                    alone++;
                }
            }
            assertTrue(alone > 100, "so few: " + alone);
            assertEquals(3, colours.size(), "a colour for each pattern");
            int shown = 0;
            for (Seen ship : ships) {
                if (ship.isInside() && ship.isAlone(bullets, 6)) {
                    assertColour(ship, image);
                    shown++;
                }
            }
            assertTrue(shown > 2, "ships: " + shown);
            assertNight(image, bullets, ships);
        }
    }

    private static BufferedImage draw(RendererKind kind, Battle battle) {
        try (Renderer renderer = kind.open("test", WIDTH, HEIGHT, BattleView.of(battle))) {
            renderer.draw();
            return renderer.picture();
        } catch (RendererException e) {
            return Assumptions.abort(e.getMessage()); // there is no EGL here
        }
    }

    /** A bullet or a ship, and its expected colour. */
    private record Seen(float x, float y, int argb) {
        static Seen of(Row row, int argb) {
            return new Seen(row.get(Position.X), HEIGHT - row.get(Position.Y), argb);
        }

        boolean isInside() {
            return x >= 4 && x < WIDTH - 4 && y >= 4 && y < HEIGHT - 4;
        }

        /** Whether all others are farther away than this distance. */
        boolean isAlone(List<Seen> all, float pixels) {
            return all.stream().noneMatch(it -> it != this && it.isNear(x, y, pixels));
        }

        boolean isNear(float otherX, float otherY, float pixels) {
            return Math.abs(x - otherX) < pixels && Math.abs(y - otherY) < pixels;
        }
    }

    private static void assertColour(Seen seen, BufferedImage image) {
        int rgb = image.getRGB((int) seen.x, (int) seen.y);
        for (int shift = 0; shift <= 16; shift += 8) {
            int expected = seen.argb >> shift & 255;
            assertEquals(expected, rgb >> shift & 255, 30, () -> seen + " is " + Integer.toHexString(rgb));
        }
    }

    private static void assertNight(BufferedImage image, List<Seen> bullets, List<Seen> ships) {
        int dark = 0;
        for (int y = 0; y < HEIGHT; y += 3) {
            for (int x = 0; x < WIDTH; x += 3) {
                Seen place = new Seen(x + 0.5f, y + 0.5f, NIGHT);
                if (place.isAlone(bullets, 5) && place.isAlone(ships, 9)) {
                    int rgb = image.getRGB(x, y);
                    assertTrue(brightest(rgb ^ NIGHT) < 4, () -> place + " is " + Integer.toHexString(rgb));
                    dark++;
                }
            }
        }
        assertTrue(dark > WIDTH * HEIGHT / 9 / 2, "so little night: " + dark);
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
