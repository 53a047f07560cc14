package basalt.examples.showcase.particles;

import basalt.examples.framework.inspect.InspectOptions;
import basalt.examples.framework.program.NamedFiles;
import basalt.examples.framework.program.Program;
import basalt.examples.framework.program.Run;
import basalt.examples.framework.program.RunOptions;
import basalt.examples.framework.render.PictureOptions;
import basalt.examples.framework.render.RenderOptions;
import basalt.examples.framework.save.ReplayedExperiment;
import basalt.examples.framework.save.StateOptions;
import basalt.memory.NativeAccess;
import basalt.query.Query;
import basalt.world.World;
import java.io.IOException;
import java.io.PrintWriter;
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
    private RunOptions options;

    @Mixin
    private final PictureOptions picture = new PictureOptions(1_280, 720, MOST_PIXELS, Path.of("target/particles.png"));

    @Mixin
    private RenderOptions render;

    @Mixin
    private StateOptions state;

    @Mixin
    private InspectOptions inspect;

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
        options.require(line, state.leastTicks());
        picture.require(line);
        inspect.require(line, options);
        render.require(line, dt);
        NamedFiles named = new NamedFiles();
        named.read("--effect", EffectReader.file(effect));
        picture.addTo(named);
        render.addTo(named);
        state.addTo(named);
        Program.require(line, named);
        Effect shown = EffectReader.read(line, effect);
        int most = shown.emitters().size();
        int sources = emitters == null ? most : emitters;
        Program.requireRange(line, "--emitters", sources, 1, most);
        NativeAccess.require(); // throws if a JVM flag is missing, and names it

        SpawnPlan plan = new SpawnPlan(shown, sources);
        int settle = (int) Math.ceil(shown.longestLife() / dt);
        World world = state.open(line, "--effect " + effect + " --emitters " + sources, Particle.COMPONENTS);
        try (Simulation simulation = new Simulation(world, plan, count, dt, options.workers());
                ReplayedExperiment experiment = state.replayed(line, simulation)) {
            Run run = render.show(
                    line,
                    "particles",
                    picture.width(),
                    picture.height(),
                    experiment,
                    observer -> inspect.run(
                            experiment,
                            observer,
                            builder -> {},
                            paced -> state.run(line, options, experiment, warmUp, settle, paced)));
            Query particles = simulation.particles();
            PrintWriter out = line.getOut();
            out.printf(
                    Locale.ROOT,
                    SUMMARY,
                    particles.count(),
                    sources,
                    sources == 1 ? "emitter" : "emitters",
                    effect,
                    run.speed(options.workers(), "particle"),
                    simulation.memory().reservedBytes(),
                    simulation.memory().columnBytes(),
                    run.heap(),
                    run.world(simulation.hash()),
                    Runtime.version(),
                    System.getProperty("java.vm.name"));
            if (options.stats()) {
                out.print(simulation.stats());
            }
            out.flush(); // prints the result even if drawing fails
            state.write(simulation, out);
            picture.write(Picture.of(particles, shown, picture.width(), picture.height()), out);
        }
        return 0;
    }
}
