package basalt.examples.particles;

import basalt.examples.effects.Camera;
import basalt.examples.effects.Effect;
import basalt.examples.program.Program;
import basalt.examples.program.Progress;
import basalt.examples.program.Run;
import basalt.examples.program.Spectator;
import basalt.examples.render.Film;
import basalt.examples.render.RenderOptions;
import basalt.examples.render.Renderer;
import basalt.examples.render.RendererKind;
import basalt.examples.render.Screening;
import basalt.memory.NativeAccess;
import basalt.query.Query;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import javax.imageio.ImageIO;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command line of the particle simulation. */
@Command(
        name = "particles",
        description = "Simulates particles, says how fast that was, and draws the last frame.",
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class Particles implements Callable<Integer> {
    private static final int MOST_WORKERS = 256;
    private static final int MOST_PIXELS = 4_096;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "how many particles live at any time (default: ${DEFAULT-VALUE})")
    private int count;

    @Option(
            names = "--ticks",
            paramLabel = "N",
            defaultValue = "600",
            description = "how many ticks to measure (default: ${DEFAULT-VALUE})")
    private int ticks;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "1",
            description = "how long the JIT may compile before that, 0 to 60 (default: ${DEFAULT-VALUE})")
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
            completionCandidates = EffectNames.class,
            description = "what to show: ${COMPLETION-CANDIDATES}, or a JSON file (default: ${DEFAULT-VALUE})")
    private String effect;

    @Option(
            names = "--emitters",
            paramLabel = "N",
            description = "how many of the effect's emitters, from the first one on (default: all)")
    private Integer emitters;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description =
                    "how many threads work, 1 to 256; the picture does not depend on it (default: one for each processor)")
    private int workers = Math.min(Runtime.getRuntime().availableProcessors(), MOST_WORKERS);

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "the same seed gives the same picture (default: ${DEFAULT-VALUE})")
    private long seed;

    @Option(
            names = "--width",
            paramLabel = "PIXELS",
            defaultValue = "1280",
            description = "width of the picture (default: ${DEFAULT-VALUE})")
    private int width;

    @Option(
            names = "--height",
            paramLabel = "PIXELS",
            defaultValue = "720",
            description = "height of the picture (default: ${DEFAULT-VALUE})")
    private int height;

    @Option(names = "--figures", description = "prints what each system has taken")
    private boolean figures;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            defaultValue = "target/particles.png",
            description = "where the picture goes (default: ${DEFAULT-VALUE})")
    private Path output;

    @Mixin
    private RenderOptions render;

    @Option(names = "--help", usageHelp = true, description = "prints this, and does nothing else")
    private boolean help;

    private Particles() {}

    /**
     * Runs the program, and ends the JVM: with 0 if all went well, 1 if something failed, 2 if the arguments were wrong.
     *
     * @param args see {@code --help}
     */
    public static void main(String... args) {
        System.setProperty("java.awt.headless", "true");
        System.exit(commandLine().execute(args));
    }

    /** The program, to be executed with arguments. What goes wrong is said in one line. */
    static CommandLine commandLine() {
        return Program.commandLine("particles", new Particles());
    }

    @Override
    public Integer call() throws IOException {
        CommandLine line = spec.commandLine();
        Program.requireRange(line, "--count", count, 1, Simulation.MOST_PARTICLES);
        Program.requireRange(line, "--ticks", ticks, 1, Integer.MAX_VALUE);
        Program.requireRange(line, "--warm-up", warmUp, 0, 60);
        Program.requireRange(line, "--dt", dt, 0.001f, 0.1f);
        Program.requireRange(line, "--workers", workers, 1, MOST_WORKERS);
        Program.requireRange(line, "--width", width, 16, MOST_PIXELS);
        Program.requireRange(line, "--height", height, 16, MOST_PIXELS);
        Program.requireWritable(line, "--output", output);
        Effect shown = EffectNames.read(line, effect);
        int most = shown.emitters().size();
        int sources = emitters == null ? most : emitters;
        Program.requireRange(line, "--emitters", sources, 1, most);
        NativeAccess.require(); // says which flag the JVM lacks, if so

        Show show = new Show(shown, sources);
        int settle = (int) Math.ceil(shown.longestLife() / dt);
        PrintWriter err = line.getErr();
        Progress progress = new Progress(err, CommandLine.Help.Ansi.AUTO.enabled(), System::nanoTime);
        try (Simulation simulation = new Simulation(show, count, dt, workers)) {
            Run run = run(simulation, shown.view(), settle, progress);
            Query particles = simulation.particles();
            ImageIO.write(Picture.of(particles, shown, width, height), "png", output.toFile());
            PrintWriter out = line.getOut();
            out.print(new Summary(
                    particles.count(),
                    show.size(),
                    effect,
                    workers,
                    run,
                    simulation.memory(),
                    WorldHash.of(particles),
                    output));
            if (figures) {
                out.print(simulation.figures());
            }
            out.flush();
        }
        return 0;
    }

    private Run run(Simulation simulation, Camera camera, int settle, Progress progress) throws IOException {
        CommandLine line = spec.commandLine();
        RendererKind kind = render.kind(line, RendererKind.NONE);
        try (Film film = render.film(line, dt);
                Renderer renderer = kind.open("particles", width, height, Sparks.of(simulation.particles(), camera))) {
            Screening screening = new Screening(
                    renderer,
                    film,
                    simulation.particles()::count,
                    () -> simulation.memory().frameBytes(),
                    simulation::grow);
            Spectator spectator = kind == RendererKind.NONE ? Spectator.NOBODY : screening;
            return Run.of(simulation, seed, warmUp, settle, ticks, progress, spectator);
        }
    }
}
