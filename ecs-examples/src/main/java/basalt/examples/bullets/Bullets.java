package basalt.examples.bullets;

import basalt.examples.bulletml.Pattern;
import basalt.examples.bulletml.ShippedPatterns;
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
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import javax.imageio.ImageIO;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command line of the battle. */
@Command(
        name = "bullets",
        description = "Lets emitters fire at a fleet of ships, measures it, and draws the last tick.",
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class Bullets implements Callable<Integer> {
    private static final int MOST_BULLETS = 10_000_000;
    private static final int MOST_SHIPS = 100_000;
    private static final int MOST_WORKERS = 256;
    private static final int MOST_PIXELS = 8_192;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--bullets",
            paramLabel = "N",
            defaultValue = "100000",
            description = "how many there are at most (default: ${DEFAULT-VALUE})")
    private int bullets;

    @Option(
            names = "--ships",
            paramLabel = "N",
            defaultValue = "1000",
            description = "how many there are (default: ${DEFAULT-VALUE})")
    private int ships;

    @Option(
            names = "--emitters",
            paramLabel = "N",
            defaultValue = "480",
            description = "how many there are (default: ${DEFAULT-VALUE})")
    private int emitters;

    @Option(
            names = "--pattern",
            paramLabel = "FILE",
            description = "a BulletML file, may be given several times (default: those that come with the program)")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--rank",
            paramLabel = "R",
            defaultValue = "0.5",
            description = "how difficult it is for the ships, 0 to 1 (default: ${DEFAULT-VALUE})")
    private float rank;

    @Option(
            names = "--ticks",
            paramLabel = "N",
            defaultValue = "600",
            description = "how many ticks to measure (default: ${DEFAULT-VALUE})")
    private int ticks;

    @Option(
            names = "--settle",
            paramLabel = "N",
            defaultValue = "900",
            description = "how many ticks to let pass before that, while the JIT compiles (default: ${DEFAULT-VALUE})")
    private int settle;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description =
                    "how many threads work, 1 to 256; the battle does not depend on it (default: one for each processor)")
    private int workers = Math.min(Runtime.getRuntime().availableProcessors(), MOST_WORKERS);

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "the same seed gives the same battle (default: ${DEFAULT-VALUE})")
    private long seed;

    @Option(
            names = "--stage",
            paramLabel = "PIXELS",
            defaultValue = "2160",
            description = "height of the stage (default: ${DEFAULT-VALUE}); the width follows from the picture")
    private int stageHeight;

    @Option(
            names = "--width",
            paramLabel = "PIXELS",
            defaultValue = "1920",
            description = "width of the picture (default: ${DEFAULT-VALUE})")
    private int width;

    @Option(
            names = "--height",
            paramLabel = "PIXELS",
            defaultValue = "1080",
            description = "height of the picture (default: ${DEFAULT-VALUE})")
    private int height;

    @Mixin
    private RenderOptions render;

    @Option(names = "--figures", description = "prints what each system has taken")
    private boolean figures;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            defaultValue = "target/bullets.png",
            description = "where the picture goes (default: ${DEFAULT-VALUE})")
    private Path output;

    @Option(names = "--help", usageHelp = true, description = "prints this, and does nothing else")
    private boolean help;

    private Bullets() {}

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
        return Program.commandLine("bullets", new Bullets());
    }

    @Override
    public Integer call() throws IOException {
        CommandLine line = spec.commandLine();
        Program.requireRange(line, "--bullets", bullets, 1, MOST_BULLETS);
        Program.requireRange(line, "--ships", ships, 1, MOST_SHIPS);
        Program.requireRange(line, "--emitters", emitters, 1, Battle.MOST_EMITTERS);
        Program.requireRange(line, "--rank", rank, 0, 1);
        Program.requireRange(line, "--ticks", ticks, 1, Integer.MAX_VALUE);
        Program.requireRange(line, "--settle", settle, 0, Integer.MAX_VALUE);
        Program.requireRange(line, "--workers", workers, 1, MOST_WORKERS);
        Program.requireRange(line, "--stage", stageHeight, 64, MOST_PIXELS);
        Program.requireRange(line, "--width", width, 16, MOST_PIXELS);
        Program.requireRange(line, "--height", height, 16, MOST_PIXELS);
        Program.requireWritable(line, "--output", output);
        NativeAccess.require(); // says which flag the JVM lacks, if so

        RendererKind kind = render.kind(line, RendererKind.NONE);
        Stage stage = new Stage((float) stageHeight * width / height, stageHeight);
        BattleSettings settings = new BattleSettings(stage, patterns(), bullets, ships, emitters, rank, workers);
        Progress progress = new Progress(line.getErr(), CommandLine.Help.Ansi.AUTO.enabled(), System::nanoTime);
        try (Battle battle = new Battle(settings);
                Film film = render.film(line, Battle.TICK_SECONDS);
                Renderer renderer = kind.open("bullets", width, height, BattleView.of(battle))) {
            Screening screening = new Screening(
                    renderer,
                    film,
                    battle.bullets()::count,
                    () -> battle.memory().frameBytes(),
                    battle::spawnEmitter);
            Spectator spectator = kind == RendererKind.NONE ? Spectator.NOBODY : screening;
            Run run = Run.of(battle, seed, 0, settle, ticks, progress, spectator);
            draw(battle);
            PrintWriter out = line.getOut();
            out.print(BattleSummary.of(battle, settings, run, output));
            if (figures) {
                out.print(battle.figures());
            }
            out.flush();
        }
        return 0;
    }

    private void draw(Battle battle) throws IOException {
        try (Renderer renderer = RendererKind.JAVA2D.open("bullets", width, height, BattleView.of(battle))) {
            renderer.draw();
            ImageIO.write(renderer.picture(), "png", output.toFile());
        }
    }

    private List<Pattern> patterns() throws IOException {
        List<Pattern> patterns = new ArrayList<>();
        for (Path file : files) {
            patterns.add(Pattern.read(file));
        }
        for (String name : files.isEmpty() ? ShippedPatterns.names() : List.<String>of()) {
            patterns.add(ShippedPatterns.read(name));
        }
        return patterns;
    }
}
