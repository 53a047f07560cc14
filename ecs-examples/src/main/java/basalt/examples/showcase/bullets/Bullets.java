package basalt.examples.showcase.bullets;

import basalt.examples.framework.inspect.InspectOptions;
import basalt.examples.framework.program.InputFile;
import basalt.examples.framework.program.NamedFiles;
import basalt.examples.framework.program.Program;
import basalt.examples.framework.program.Run;
import basalt.examples.framework.program.RunOptions;
import basalt.examples.framework.program.TickObserver;
import basalt.examples.framework.render.PictureOptions;
import basalt.examples.framework.render.RenderOptions;
import basalt.examples.framework.render.Renderer;
import basalt.examples.framework.render.RendererKind;
import basalt.examples.framework.save.ReplayedExperiment;
import basalt.examples.framework.save.StateOptions;
import basalt.examples.showcase.bullets.bulletml.Pattern;
import basalt.memory.NativeAccess;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command line of the battle. */
@Command(
        name = "bullets",
        description = "Simulates emitters that fire at a fleet of ships, measures the speed, and draws the last tick.",
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class Bullets implements Callable<Integer> {
    private static final int MOST_BULLETS = 10_000_000;
    private static final int MOST_SHIPS = 100_000;
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
            description = "a BulletML file, can be repeated (default: the patterns of the program)")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--rank",
            paramLabel = "R",
            defaultValue = "0.5",
            description = "difficulty for the ships, 0 to 1 (default: ${DEFAULT-VALUE})")
    private float rank;

    @Option(
            names = "--settle",
            paramLabel = "N",
            defaultValue = "900",
            description = "number of warm-up ticks before measuring (default: ${DEFAULT-VALUE})")
    private int settle;

    @Option(names = "--compare", description = "also runs with 1 and with 2 threads, and prints the time of a tick")
    private boolean compare;

    @Option(
            names = "--stage",
            paramLabel = "PIXELS",
            defaultValue = "2160",
            description = "height of the stage (default: ${DEFAULT-VALUE}); the width follows from the picture")
    private int stageHeight;

    @Mixin
    private RunOptions options;

    @Mixin
    private final PictureOptions picture = new PictureOptions(1_920, 1_080, MOST_PIXELS, Path.of("target/bullets.png"));

    @Mixin
    private RenderOptions render;

    @Mixin
    private StateOptions state;

    @Mixin
    private InspectOptions inspect;

    @Option(names = "--help", usageHelp = true, description = "prints this help and exits")
    private boolean help;

    private Bullets() {}

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
        return Program.commandLine("bullets", new Bullets());
    }

    @Override
    public Integer call() throws IOException {
        CommandLine line = spec.commandLine();
        Program.requireRange(line, "--bullets", bullets, 1, MOST_BULLETS);
        Program.requireRange(line, "--ships", ships, 1, MOST_SHIPS);
        Program.requireRange(line, "--emitters", emitters, 1, Battle.MOST_EMITTERS);
        Program.requireRange(line, "--rank", rank, 0, 1);
        Program.requireRange(line, "--settle", settle, 0, Integer.MAX_VALUE);
        Program.requireRange(line, "--stage", stageHeight, 64, MOST_PIXELS);
        options.require(line, state.leastTicks());
        picture.require(line);
        inspect.require(line, options);
        render.require(line, Battle.TICK_SECONDS);
        NamedFiles named = new NamedFiles();
        files.forEach(file -> named.read("--pattern", file));
        picture.addTo(named);
        render.addTo(named);
        state.addTo(named);
        Program.require(line, named);
        NativeAccess.require(); // throws if a JVM flag is missing, and names it

        Stage stage = new Stage((float) stageHeight * picture.width() / picture.height(), stageHeight);
        BattleSettings settings =
                new BattleSettings(stage, patterns(), bullets, ships, emitters, rank, options.workers());
        try (Battle battle = new Battle(state.open(line, settings.toString(), Battle.COMPONENTS), settings);
                ReplayedExperiment experiment = state.replayed(line, battle)) {
            Run run = render.show(
                    line,
                    "bullets",
                    picture.width(),
                    picture.height(),
                    experiment,
                    observer -> inspect.run(
                            experiment,
                            observer,
                            battle::describe,
                            paced -> state.run(line, options, experiment, 0, settle, paced)));
            PrintWriter out = line.getOut();
            out.print(BattleSummary.of(battle, settings, run));
            if (options.stats()) {
                out.print(battle.stats());
            }
            out.flush(); // prints the result even if drawing fails
            state.write(battle, out);
            draw(battle, out);
        }
        if (compare) {
            compare(line, settings);
        }
        return 0;
    }

    private void compare(CommandLine line, BattleSettings settings) throws IOException {
        double alone = tickMillis(line, settings.withWorkers(1));
        double helped = tickMillis(line, settings.withWorkers(2));
        line.getOut()
                .printf(
                        Locale.ROOT,
                        "workers    %.3f ms a tick by 1, %.3f ms by 2: %.2f times as fast%n",
                        alone,
                        helped,
                        alone / helped);
        line.getOut().flush();
    }

    private double tickMillis(CommandLine line, BattleSettings settings) throws IOException {
        try (Battle battle = new Battle(settings)) {
            Run run = options.run(line, battle, 0, settle, TickObserver.NONE);
            return run.nanos() / 1e6 / run.ticks();
        }
    }

    private void draw(Battle battle, PrintWriter out) throws IOException {
        try (Renderer renderer =
                RendererKind.JAVA2D.open("bullets", picture.width(), picture.height(), battle.scene())) {
            renderer.draw();
            picture.write(renderer.picture(), out);
        }
    }

    private List<Pattern> patterns() throws IOException {
        List<Pattern> patterns = new ArrayList<>();
        for (Path file : files) {
            patterns.add(InputFile.read(spec.commandLine(), "--pattern", file, Pattern::read));
        }
        for (String name : files.isEmpty() ? Pattern.shippedNames() : List.<String>of()) {
            patterns.add(Pattern.shipped(name));
        }
        return patterns;
    }
}
