package basalt.examples.showcase.bullets;

import basalt.examples.showcase.bullets.bulletml.Pattern;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The settings of a battle.
 *
 * @param stage the stage
 * @param patterns patterns of the emitters, in turn; at least one
 * @param bullets maximum number of bullets
 * @param ships number of ships
 * @param emitters number of emitters
 * @param rank difficulty for the ships, 0 to 1
 * @param workers number of threads
 */
record BattleSettings(
        Stage stage, List<Pattern> patterns, int bullets, int ships, int emitters, float rank, int workers) {
    BattleSettings {
        patterns = List.copyOf(patterns);
    }

    /** The options that a saved battle depends on. The patterns are by name, and the ships by number. */
    @Override
    public String toString() {
        return "--stage %sx%s --ships %d --pattern %s"
                .formatted(
                        stage.width(),
                        stage.height(),
                        ships,
                        patterns.stream().map(Pattern::name).collect(Collectors.joining(",")));
    }

    /** A copy with this number of threads. */
    BattleSettings withWorkers(int threads) {
        return new BattleSettings(stage, patterns, bullets, ships, emitters, rank, threads);
    }
}
