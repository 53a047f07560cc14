package basalt.examples.showcase.particles;

import basalt.examples.framework.experiment.ExperimentOptions;
import basalt.examples.framework.experiment.Run;
import basalt.examples.framework.program.NamedFiles;
import basalt.examples.framework.program.Program;
import basalt.memory.NativeAccess;
import basalt.query.Query;
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
    private static final int MOST_PIXELS = 4_096;
    private static final String SUMMARY = """
            particles  %,d from %,d %s, %s
            %soff heap   %,d bytes reserved, of which columns use %,d
            on heap    %s
            world      %s
            JDK        %s (%s)
            """;

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
            names = "--dt",
            paramLabel = "SECONDS",
            defaultValue = "0.016666667",
            description = "length of a tick, 0.001 to 0.1 (default: a sixtieth)")
    private float dt;

    @Option(
            names = "--effect",
            paramLabel = "NAME|FILE",
            defaultValue = "fountain",
            description = "effect to show: fountain, galaxy, sparks, fire, or a JSON file (default: ${DEFAULT-VALUE})")
    private String effect;

    @Option(
            names = "--emitters",
            paramLabel = "N",
            description = "number of the effect's emitters to use, from the first one on (default: all)")
    private Integer emitters;

    @Mixin
    private final ExperimentOptions options =
            new ExperimentOptions(1_280, 720, MOST_PIXELS, Path.of("target/particles.png"));

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
        Program.requireRange(line, "--dt", dt, 0.001f, 0.1f);
        NamedFiles named = new NamedFiles();
        named.read("--effect", EffectReader.file(effect));
        options.require(line, dt, named);
        Effect shown = EffectReader.read(line, effect);
        int most = shown.emitters().size();
        int sources = emitters == null ? most : emitters;
        Program.requireRange(line, "--emitters", sources, 1, most);
        NativeAccess.require(); // throws if a JVM flag is missing, and names it

        SpawnPlan plan = new SpawnPlan(shown, sources);
        int settle = (int) Math.ceil(shown.longestLife() / dt);
        World world = options.open(line, "--effect " + effect + " --emitters " + sources, Particle.COMPONENTS);
        try (Simulation simulation = new Simulation(world, plan, count, dt, options.workers())) {
            Run run = options.run(line, "particles", simulation, warmUp, settle, builder -> {});
            Query particles = simulation.particles();
            line.getOut()
                    .printf(
                            Locale.ROOT,
                            SUMMARY,
                            particles.count(),
                            sources,
                            sources == 1 ? "emitter" : "emitters",
                            effect,
                            run.speed(options.workers(), "particle"),
                            world.statistics().memory().reservedBytes(),
                            world.statistics().memory().columnBytes(),
                            run.heap(),
                            run.world(simulation.hash()),
                            Runtime.version(),
                            System.getProperty("java.vm.name"));
            if (options.stats()) {
                line.getOut().print(simulation.schedule().stats());
            }
            options.write(line, simulation, () -> Picture.of(particles, shown, options.width(), options.height()));
        }
        return 0;
    }
}
