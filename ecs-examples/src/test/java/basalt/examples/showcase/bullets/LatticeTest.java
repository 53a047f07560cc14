package basalt.examples.showcase.bullets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.showcase.bullets.Battle.BattleSettings;
import basalt.examples.showcase.bullets.Battle.Stage;
import basalt.examples.showcase.bullets.Components.Emitter;
import basalt.examples.showcase.bullets.bulletml.Pattern;
import basalt.world.World;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LatticeTest {
    private static final Stage STAGE = new Stage(3_840, 2_160);

    /** With the maximum number of emitters, each has its own x and y, except where floats coincide. */
    @Test
    void shouldNotPlaceEmittersInRows() throws IOException {
        List<Pattern> patterns = List.of(Pattern.shipped(Pattern.shippedNames().get(0)));
        try (Battle battle =
                new Battle(World.create(), new BattleSettings(STAGE, patterns, 10, 1, Battle.MOST_EMITTERS, 0.5f, 1))) {
            battle.start(1);
            Set<Float> xs = new HashSet<>();
            Set<Float> ys = new HashSet<>();
            battle.world().query().all(Emitter.TYPE).build().forEach(row -> {
                xs.add(row.get(Emitter.X));
                ys.add(row.get(Emitter.Y));
                assertTrue(row.get(Emitter.X) >= 0 && row.get(Emitter.X) <= STAGE.width());
                assertTrue(row.get(Emitter.Y) >= 0 && row.get(Emitter.Y) <= STAGE.height());
            });
            assertEquals(Battle.MOST_EMITTERS, xs.size(), Battle.MOST_EMITTERS / 50);
            assertEquals(Battle.MOST_EMITTERS, ys.size(), Battle.MOST_EMITTERS / 50);
        }
    }
}
