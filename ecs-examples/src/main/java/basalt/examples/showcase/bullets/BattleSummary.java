package basalt.examples.showcase.bullets;

import basalt.examples.framework.program.Run;
import basalt.world.WorldMemory;
import java.util.Locale;

/**
 * What a run has come to.
 *
 * @param settings what the battle was like
 * @param run the measured run
 * @param bullets how many there were in the end
 * @param scripts how many scripts ran in the end
 * @param hits bullets that have hit, from the start
 * @param near how often a bullet was near a ship, from the start
 * @param lost ships that were lost, from the start
 * @param heldBack bullets that were not fired, from the start
 * @param memory what the world held in the end
 * @param hash the world's state in the end
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
