package basalt.examples.showcase.particles;

import basalt.examples.framework.experiment.ExperimentOptions;
import basalt.examples.framework.experiment.Run;
import basalt.examples.framework.program.Program;
import basalt.memory.NativeAccess;
import basalt.world.World;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command line of the particle simulation. */
@Command(
        name = "particles",
        description = "Simulates particles, measures the speed, and draws the last frame.",
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class Particles implements Callable<Integer> {
    private static final float TICK_SECONDS = 1 / 60f;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "number of living particles while any emitter emits (default: ${DEFAULT-VALUE})")
    private int count;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "1",
            description = "length of the warm-up before measuring, 0 to 60 (default: ${DEFAULT-VALUE})")
    private float warmUp;

    @Option(
            names = "--effect",
            paramLabel = "NAME|FILE",
            defaultValue = "fountain",
            description = "effect to show: fountain, galaxy, sparks, fire, or a JSON file (default: ${DEFAULT-VALUE})")
    private String effect;

    @Mixin
    private final ExperimentOptions options = new ExperimentOptions(1_280, 720, Path.of("target/particles.png"));

    @Option(names = "--help", usageHelp = true, description = "prints this help and exits")
    private boolean help;

    private Particles() {}

    /**
     * Runs the program, and exits the JVM with 0 for success, 1 for a failure, 2 for invalid arguments.
     *
     * @param args see {@code --help}
     */
    public static void main(String... args) {
        System.setProperty("java.awt.headless", "true");
        System.exit(commandLine().execute(args));
    }

    /** Creates the command line. Errors are printed in one line. */
    static CommandLine commandLine() {
        return Program.commandLine("particles", new Particles());
    }

    @Override
    public Integer call() throws IOException {
        CommandLine line = spec.commandLine();
        Program.requireRange(line, "--count", count, 1, Simulation.MOST_PARTICLES);
        Program.requireRange(line, "--warm-up", warmUp, 0, 60);
        options.require(line);
        Effect shown = EffectReader.read(line, effect);
        int sources = shown.emitters().size();
        NativeAccess.require(); // throws if a JVM flag is missing, and names it

        SpawnPlan plan = new SpawnPlan(shown, sources);
        int settle = (int) Math.ceil(shown.longestLife() / TICK_SECONDS);
        World world = options.open(line, "--effect " + effect, Particle.COMPONENTS);
        try (Simulation simulation = new Simulation(world, plan, count, TICK_SECONDS, options.workers())) {
            Run run = options.run(line, "particles", simulation, warmUp, settle);
            line.getOut()
                    .printf(
                            Locale.ROOT,
                            "particles  %,d from %,d %s, %s%n",
                            simulation.population(),
                            sources,
                            sources == 1 ? "emitter" : "emitters",
                            effect);
            options.write(line, simulation, run, "particle");
        }
        return 0;
    }
}
