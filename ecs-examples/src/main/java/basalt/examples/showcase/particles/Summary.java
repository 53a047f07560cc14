package basalt.examples.showcase.particles;

import basalt.examples.framework.program.Run;
import basalt.world.WorldMemory;
import java.util.Locale;

/**
 * The result of a run.
 *
 * @param particles number of particles at the end
 * @param emitters number of emitters
 * @param effect name of the effect
 * @param workers number of threads
 * @param run the measured run
 * @param memory native memory of the world at the end
 * @param worldHash hash of the final state
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
