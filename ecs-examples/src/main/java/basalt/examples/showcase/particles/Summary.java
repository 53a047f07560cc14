package basalt.examples.showcase.particles;

import basalt.examples.framework.program.Run;
import basalt.world.WorldMemory;
import java.util.Locale;

/**
 * What a run has come to.
 *
 * @param particles how many there were in the end; perhaps more than there were to be at first, or none
 * @param emitters how many there were
 * @param effect what was shown
 * @param workers how many threads there were
 * @param run the measured run
 * @param memory what the world held in the end
 * @param worldHash the particles' state in the end
 */
record Summary(int particles, int emitters, String effect, int workers, Run run, WorldMemory memory, long worldHash) {
    private static final String FORMAT = """
            particles  %,d from %,d %s, %s
            %soff heap   %,d bytes reserved, of which columns use %,d
            on heap    %s
            world      %s
            JDK        %s (%s)
            """;

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                FORMAT,
                particles,
                emitters,
                emitters == 1 ? "emitter" : "emitters",
                effect,
                run.speed(workers, "particle"),
                memory.reservedBytes(),
                memory.columnBytes(),
                run.heap(),
                run.world(worldHash),
                Runtime.version(),
                System.getProperty("java.vm.name"));
    }
}
