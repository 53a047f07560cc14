package basalt.examples.showcase.bullets;

import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.examples.framework.program.StateHash;
import basalt.query.Query;

/**
 * A hash of all components of bullets, ships and emitters, the score, and the number of bullets not fired. Of the
 * scripts in the pool it includes the number per bullet, but not their state, which soon affects the components.
 */
final class BattleHash {
    private static final FloatColumn[] MOVEMENT = {Position.X, Position.Y, Velocity.DX, Velocity.DY};
    private static final FloatColumn[] COURSE = {
        Routine.DIRECTION,
        Routine.SPEED,
        Routine.DRIFT_X,
        Routine.DRIFT_Y,
        Routine.TURN,
        Routine.ACCELERATION,
        Routine.DRIFT_X_STEP,
        Routine.DRIFT_Y_STEP
    };
    private static final IntColumn[] SHIP = {Ship.HULL, Ship.PLACE};
    private static final IntColumn[] AIM = {Routine.PATTERN, Routine.TARGET, Routine.IDLE};

    private BattleHash() {}

    static long of(Battle battle) {
        StateHash hash = new StateHash();
        Query bullets = battle.all(Bullet.TYPE, Position.TYPE, Velocity.TYPE);
        hash.add(bullets, MOVEMENT);
        hash.add(bullets, Bullet.ARGB);
        Query ships = battle.all(Ship.TYPE, Position.TYPE, Velocity.TYPE);
        hash.add(ships, MOVEMENT);
        hash.add(ships, SHIP);
        Query emitters = battle.all(Emitter.TYPE, Position.TYPE, Velocity.TYPE);
        hash.add(emitters, MOVEMENT);
        hash.add(emitters, Emitter.X, Emitter.Y);
        hash.add(emitters, Emitter.PATTERN);
        Query scripted = battle.all(Routine.TYPE);
        hash.add(scripted, COURSE);
        hash.add(scripted, AIM);
        addScripts(hash, scripted);
        hash.add(battle.score().hits());
        hash.add(battle.score().ships());
        hash.add(battle.heldBack());
        return hash.value();
    }

    private static void addScripts(StateHash hash, Query scripted) {
        scripted.forEach(row -> {
            for (int lane = 0; lane < Routine.MOST; lane++) {
                hash.add(row.get(Routine.SCRIPTS, lane) == 0 ? 0 : 1);
            }
        });
    }
}
