package basalt.examples.survivor;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.examples.framework.experiment.Experiment;
import basalt.examples.framework.experiment.ExperimentOptions;
import basalt.examples.framework.experiment.Run;
import basalt.examples.framework.program.Program;
import basalt.examples.framework.render.Layer;
import basalt.examples.framework.render.Scene;
import basalt.examples.survivor.Model.Boss;
import basalt.examples.survivor.Model.Bullet;
import basalt.examples.survivor.Model.Enemy;
import basalt.examples.survivor.Model.Global;
import basalt.examples.survivor.Model.Health;
import basalt.examples.survivor.Model.Label;
import basalt.examples.survivor.Model.Level;
import basalt.examples.survivor.Model.Pickup;
import basalt.examples.survivor.Model.Position;
import basalt.examples.survivor.Model.Score;
import basalt.examples.survivor.Model.Turret;
import basalt.examples.survivor.Model.Velocity;
import basalt.memory.NativeAccess;
import basalt.query.RecordQuery;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.world.World;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.agrona.CloseHelper;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command line of the game, and how it is drawn. */
@Command(
        name = "survivor",
        description = "Plays a game by itself, measures the speed, and draws the last tick.",
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class Survivor implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private final ExperimentOptions options = new ExperimentOptions(1_280, 720, Path.of("target/survivor.png"));

    @Option(names = "--help", usageHelp = true, description = "prints this help and exits")
    private boolean help;

    private Survivor() {}

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
        return Program.commandLine("survivor", new Survivor());
    }

    @Override
    public Integer call() throws IOException {
        CommandLine line = spec.commandLine();
        options.require(line);
        NativeAccess.require(); // throws if a JVM flag is missing, and names it
        try (Shown shown = new Shown(options.open(line, "survivor"), options.workers())) {
            Run run = options.run(line, "survivor", shown, 0, 0);
            shown.schedule().frame(1);
            line.getOut().println(shown.hud);
            options.write(line, shown, run, "enemy");
        }
        return 0;
    }

    /** A resource: what the screen says about the hero. A system of each frame sets it. */
    static final class Hud {
        private Level level;
        private Score score;
        private Health health;

        private void set(Level newLevel, Score newScore, Health newHealth) {
            level = newLevel;
            score = newScore;
            health = newHealth;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "hero       level %d, %.0f of %.0f points, %d kills, %d deaths",
                    level.level(),
                    health.points(),
                    health.most(),
                    score.kills(),
                    score.deaths());
        }
    }

    /** A game that is drawn: its entities are points in a part of the ground, in whose middle the hero runs around. */
    static final class Shown extends Experiment {
        private static final float HEIGHT = 700;
        private static final int GROUND = 0x0d1512;
        private static final FloatColumn X = Component.of(Position.class).float32("at.x");
        private static final FloatColumn Y = Component.of(Position.class).float32("at.y");
        private static final Component<Global> GLOBAL = Component.of(Global.class);

        final Hud hud = new Hud();
        private final World world;
        private final Game game;
        private final RecordQuery.Of1<Enemy> enemies;

        /** Takes ownership of the world, even if this constructor fails. */
        Shown(World world, int workers) {
            this.world = world;
            try {
                enemies = world.query(Enemy.class);
                var heroes = world.query(Level.class, Score.class, Health.class);
                game = new Game(
                        world, workers, ui -> ui.add("hud", heroes.each(hud::set), Access.writesResource(Hud.class)));
            } catch (Throwable e) {
                CloseHelper.closeAll(e::addSuppressed, world);
                throw e;
            }
        }

        @Override
        protected void begin(long seed) {
            world.query().build().bulk().destroy();
            game.start();
        }

        /** Calls the next boss. */
        @Override
        protected void spawnMore() {
            game.addBoss();
        }

        @Override
        public int population() {
            return enemies.count();
        }

        @Override
        public float tickSeconds() {
            return 1 / 60f;
        }

        @Override
        public Scene scene() {
            Layer turrets = Layer.points(
                            world.query(Turret.class, Global.class).rows(),
                            GLOBAL.float32("at.x"),
                            GLOBAL.float32("at.y"))
                    .size(8)
                    .colour(0xff40ff);
            return new Scene(
                    0,
                    0,
                    HEIGHT,
                    GROUND,
                    layer(world.query(Position.class).with(Pickup.class), 5, 0x50dc78),
                    layer(world.query(Position.class).with(Enemy.class).without(Boss.class), 7, 0xc83c3c),
                    layer(world.query(Position.class).with(Boss.class), 24, 0x8a2be2),
                    turrets,
                    layer(world.query(Position.class).with(Bullet.class), 6, 0xfaf096),
                    layer(world.query(Position.class).with(Label.class), 3, 0xffffff),
                    layer(world.query(Position.class).with(Score.class), 16, 0x40e0ff));
        }

        private static Layer layer(RecordQuery.Of1<Position> entities, float size, int colour) {
            return Layer.points(entities.rows(), X, Y).size(size).colour(colour);
        }

        @Override
        public Schedule schedule() {
            return game.schedule;
        }

        @Override
        public World world() {
            return world;
        }

        @Override
        public Component<?>[] components() {
            return new Component<?>[] {
                Component.of(Position.class),
                Component.of(Velocity.class),
                Component.of(Health.class),
                Component.of(Enemy.class),
                Component.of(Level.class),
                Component.of(Score.class),
                Component.of(Bullet.class),
                Component.of(Pickup.class),
                GLOBAL
            };
        }

        @Override
        public Class<?>[] derived() {
            return new Class<?>[0];
        }

        @Override
        public void close() {
            CloseHelper.closeAll(this::endReplay, game.schedule, world);
        }
    }
}
