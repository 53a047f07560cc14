package basalt.examples.showcase.bullets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.examples.showcase.bullets.Battle.BattleSettings;
import basalt.examples.showcase.bullets.Battle.Stage;
import basalt.examples.showcase.bullets.Components.Bullet;
import basalt.examples.showcase.bullets.Components.Emitter;
import basalt.examples.showcase.bullets.Components.Position;
import basalt.examples.showcase.bullets.Components.Velocity;
import basalt.examples.showcase.bullets.Fleet.Ship;
import basalt.examples.showcase.bullets.Gun.Routine;
import basalt.examples.showcase.bullets.bulletml.Pattern;
import basalt.query.Query;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BattleHashTest {
    private static final Component<?>[] MOVING = {Position.TYPE, Velocity.TYPE};

    private final Set<Long> hashes = new HashSet<>();

    /** Changing any field of a bullet, ship, emitter or routine changes the hash. */
    @Test
    void shouldIncludeEveryField() throws IOException {
        BattleSettings settings =
                new BattleSettings(new Stage(800, 600), List.of(Pattern.shipped("spiral")), 1_000, 3, 2, 0.5f, 1);
        try (Battle battle = new Battle(settings)) {
            battle.start(1);
            for (int i = 0; i < 60; i++) {
                battle.tick();
            }
            hashes.add(battle.hash());
            for (Component<?> kind : List.of(Bullet.TYPE, Ship.TYPE, Emitter.TYPE)) {
                change(battle, battle.all(kind), kind);
                for (Component<?> component : MOVING) {
                    change(battle, battle.all(kind, component), component);
                }
            }
            change(battle, battle.all(Routine.TYPE), Routine.TYPE);
            long first = battle.all(Routine.TYPE).first();
            battle.all(Routine.TYPE).forEach(row -> {
                if (row.entity() == first) {
                    row.set(Routine.SCRIPTS, Routine.MOST - 1, 1);
                }
            });
            assertTrue(hashes.add(battle.hash()), "scripts");
            battle.all(Routine.TYPE).forEach(row -> {
                if (row.entity() == first) {
                    row.set(Routine.SCRIPTS, Routine.MOST - 1, 0); // not a block of the pool
                }
            });
            battle.score().hit();
            assertTrue(hashes.add(battle.hash()), "hits");
            battle.score().ship();
            assertTrue(hashes.add(battle.hash()), "ships");
        }
        assertEquals(1 + 1 + 2 + 3 + 3 * 4 + 11 + 1 + 2, hashes.size());
    }

    private void change(Battle battle, Query query, Component<?> component) {
        long first = query.first();
        for (Column column : component.columns()) {
            if (column == Routine.SCRIPTS) {
                continue; // changed above, as it is a vector
            }
            query.forEach(row -> {
                if (row.entity() == first && column instanceof FloatColumn number) {
                    row.set(number, row.get(number) + 1);
                } else if (row.entity() == first && column instanceof IntColumn number) {
                    row.set(number, row.get(number) + 1);
                }
            });
            assertTrue(hashes.add(battle.hash()), component + "." + column.field());
        }
    }
}
