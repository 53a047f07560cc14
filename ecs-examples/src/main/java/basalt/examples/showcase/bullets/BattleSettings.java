package basalt.examples.showcase.bullets;

import basalt.examples.showcase.bullets.bulletml.Pattern;
import java.util.List;

/**
 * What a battle is like.
 *
 * @param stage where it takes place
 * @param patterns what emitters do, in turn; at least one
 * @param bullets how many there are at most
 * @param ships how many there are
 * @param emitters how many there are
 * @param rank how difficult it is for the ships, 0 to 1
 * @param workers how many threads work
 */
record BattleSettings(
        Stage stage, List<Pattern> patterns, int bullets, int ships, int emitters, float rank, int workers) {
    BattleSettings {
        patterns = List.copyOf(patterns);
    }

    /** The same with so many threads. */
    BattleSettings by(int threads) {
        return new BattleSettings(stage, patterns, bullets, ships, emitters, rank, threads);
    }
}
