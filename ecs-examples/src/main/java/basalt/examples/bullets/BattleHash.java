package basalt.examples.bullets;

import basalt.examples.program.StateHash;

/** A number for the state of all bullets and ships, and the score. */
final class BattleHash {
    private BattleHash() {}

    static long of(Battle battle) {
        StateHash hash = new StateHash();
        hash.add(battle.bullets(), Position.X, Position.Y);
        hash.add(battle.ships(), Position.X, Position.Y);
        hash.add(battle.score().hits());
        hash.add(battle.score().ships());
        return hash.value();
    }
}
