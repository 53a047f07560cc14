package basalt.examples.bullets;

import basalt.component.FloatColumn;
import basalt.query.Query;
import basalt.query.Row;

/** A number for the state of all bullets and ships. Queries visit rows in ascending order, so equal worlds have equal hashes. */
final class BattleHash {
    private static final FloatColumn[] COLUMNS = {Position.X, Position.Y};

    private long hash = 0xcbf29ce484222325L;

    private BattleHash() {}

    static long of(Battle battle) {
        BattleHash hash = new BattleHash();
        hash.add(battle.bullets());
        hash.add(battle.ships());
        hash.mix(battle.score().hits());
        hash.mix(battle.score().ships());
        return hash.hash;
    }

    private void add(Query query) {
        query.forEach(this::add);
    }

    private void add(Row row) {
        mix(row.index());
        for (FloatColumn column : COLUMNS) {
            mix(Float.floatToRawIntBits(row.get(column)));
        }
    }

    private void mix(long bits) {
        hash = (hash ^ bits) * 0x100000001b3L;
        hash ^= hash >>> 29;
    }
}
