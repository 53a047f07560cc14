package basalt.examples.showcase.bullets;

import basalt.examples.framework.render.Layer;
import basalt.examples.framework.render.Scene;
import basalt.examples.framework.render.Sprite;
import basalt.examples.framework.render.View;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;

/** The scene of a battle: bullets are points in the colours of their patterns, drawn over ships and engines. */
final class BattleView {
    private static final int NIGHT = 0x05060d;
    private static final int COLOURS = 64;
    private static final float GOLDEN_RATIO = 0.618034f;
    private static final int GLOW = 0x55ccff;
    private static final float ENGINE_SIZE = 3;
    private static final float BULLET_SIZE = 4;
    private static final int SPRITE_PIXELS = 32;
    private static final int[] PALETTE = palette();

    private BattleView() {}

    static Scene of(Battle battle) {
        Stage stage = battle.stage();
        View view = new View(stage.width() / 2, stage.height() / 2, stage.height());
        Layer ships = Layer.sprites(battle.ships(), Position.X, Position.Y, ship())
                .size(2 * Ship.RADIUS)
                .build();
        Layer engines = Layer.points(battle.engines(), Position.X, Position.Y)
                .size(ENGINE_SIZE)
                .colour(GLOW)
                .build();
        Layer bullets = Layer.points(battle.bullets(), Position.X, Position.Y)
                .size(BULLET_SIZE)
                .colour(Bullet.ARGB)
                .build();
        return Scene.of(view, NIGHT, engines, ships, bullets);
    }

    /** The colour of a pattern's bullets. Consecutive patterns have very different hues. */
    static int colour(int pattern) {
        return PALETTE[pattern % COLOURS];
    }

    private static int[] palette() {
        int[] colours = new int[COLOURS];
        for (int i = 0; i < COLOURS; i++) {
            colours[i] = Color.HSBtoRGB(i * GOLDEN_RATIO, 0.75f, 1);
        }
        return colours;
    }

    private static Sprite ship() {
        BufferedImage image = new BufferedImage(SPRITE_PIXELS, SPRITE_PIXELS, BufferedImage.TYPE_INT_ARGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setColor(Color.WHITE);
        int middle = SPRITE_PIXELS / 2;
        graphics.fillPolygon(
                new int[] {middle, SPRITE_PIXELS - 2, middle, 2},
                new int[] {0, SPRITE_PIXELS - 1, SPRITE_PIXELS - 8, SPRITE_PIXELS - 1},
                4);
        graphics.dispose();
        return Sprite.of(image);
    }
}
