package basalt.examples.showcase.bullets;

import basalt.examples.framework.program.Run;
import basalt.world.WorldMemory;
import java.util.Locale;

/**
 * The result of a run.
 *
 * @param settings settings of the battle
 * @param run the measured run
 * @param bullets number of bullets at the end
 * @param scripts number of running scripts at the end
 * @param hits bullets that have hit, since the start
 * @param near how often a bullet was near a ship, since the start
 * @param lost ships lost since the start
 * @param heldBack bullets that were not fired because of the limit, since the start
 * @param memory native memory of the world at the end
 * @param hash hash of the final state
 */
record BattleSummary(
        BattleSettings settings,
        Run run,
        int bullets,
        int scripts,
        long hits,
        long near,
        long lost,
        long heldBack,
        WorldMemory memory,
        long hash) {
    private static final String FORMAT = """
            bullets    %,d of at most %,d, %,d with scripts; %,d held back
            ships      %,d, hit %,d times by bullets that were near %,d times, %,d lost
            %soff heap   %,d bytes reserved, of which columns use %,d
            on heap    %s
            world      %s
            JDK        %s (%s)
            """;

    static BattleSummary of(Battle battle, BattleSettings settings, Run run) {
        return new BattleSummary(
                settings,
                run,
                battle.bullets().count(),
                battle.scriptCount(),
                battle.score().hits(),
                battle.near(),
                battle.score().ships(),
                battle.heldBack(),
                battle.memory(),
                BattleHash.of(battle));
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                FORMAT,
                bullets,
                settings.bullets(),
                scripts,
                heldBack,
                settings.ships(),
                hits,
                near,
                lost,
                run.speed(settings.workers(), "bullet"),
                memory.reservedBytes(),
                memory.columnBytes(),
                run.heap(),
                run.world(hash),
                Runtime.version(),
                System.getProperty("java.vm.name"));
    }
}
