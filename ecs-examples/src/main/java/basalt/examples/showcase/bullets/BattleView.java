package basalt.examples.showcase.bullets;

import basalt.examples.framework.render.Layer;
import basalt.examples.framework.render.Scene;
import basalt.examples.showcase.bullets.Battle.Stage;
import basalt.examples.showcase.bullets.Components.Bullet;
import basalt.examples.showcase.bullets.Components.Position;
import basalt.examples.showcase.bullets.Fleet.Ship;
import java.awt.Color;

/** The scene of a battle: bullets are points in the colours of their patterns, drawn over ships and engines. */
final class BattleView {
    private static final int NIGHT = 0x05060d;
    private static final int COLOURS = 64;
    private static final float GOLDEN_RATIO = 0.618034f;
    private static final int GLOW = 0x55ccff;
    private static final float ENGINE_SIZE = 3;
    private static final float BULLET_SIZE = 4;
    private static final int[] PALETTE = palette();

    private BattleView() {}

    static Scene of(Battle battle) {
        Stage stage = battle.stage();
        Layer ships = Layer.points(battle.ships(), Position.X, Position.Y).size(2 * Ship.RADIUS);
        Layer engines = Layer.points(battle.engines(), Position.X, Position.Y)
                .size(ENGINE_SIZE)
                .colour(GLOW);
        Layer bullets = Layer.points(battle.bullets(), Position.X, Position.Y)
                .size(BULLET_SIZE)
                .colour(Bullet.ARGB);
        return new Scene(stage.width() / 2, stage.height() / 2, stage.height(), NIGHT, ships, engines, bullets);
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
}
