package basalt.examples.showcase.bullets;

import basalt.examples.framework.experiment.ExperimentOptions;
import basalt.examples.framework.experiment.Run;
import basalt.examples.framework.program.InputFile;
import basalt.examples.framework.program.Program;
import basalt.examples.showcase.bullets.Battle.BattleSettings;
import basalt.examples.showcase.bullets.Battle.Stage;
import basalt.examples.showcase.bullets.bulletml.Pattern;
import basalt.memory.NativeAccess;
import java.io.IOException;
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
    private static final int MOST_STAGE = 8_192;
    private static final String SUMMARY = """
            bullets    %,d of at most %,d, %,d with scripts; %,d held back
            ships      %,d, hit %,d times, %,d lost
            """;

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

    @Option(
            names = "--stage",
            paramLabel = "PIXELS",
            defaultValue = "2160",
            description = "height of the stage (default: ${DEFAULT-VALUE}); the width follows from the picture")
    private int stageHeight;

    @Mixin
    private final ExperimentOptions options = new ExperimentOptions(1_920, 1_080, Path.of("target/bullets.png"));

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
        Program.requireRange(line, "--stage", stageHeight, 64, MOST_STAGE);
        options.require(line);
        NativeAccess.require(); // throws if a JVM flag is missing, and names it

        Stage stage = new Stage((float) stageHeight * options.width() / options.height(), stageHeight);
        BattleSettings settings =
                new BattleSettings(stage, patterns(), bullets, ships, emitters, rank, options.workers());
        try (Battle battle = new Battle(options.open(line, settings.toString(), Battle.COMPONENTS), settings)) {
            Run run = options.run(line, "bullets", battle, 0, settle);
            line.getOut()
                    .printf(
                            Locale.ROOT,
                            SUMMARY,
                            battle.bullets().count(),
                            bullets,
                            battle.scriptCount(),
                            battle.heldBack(),
                            ships,
                            battle.score().hits(),
                            battle.score().ships());
            options.write(line, battle, run, "bullet");
        }
        return 0;
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
