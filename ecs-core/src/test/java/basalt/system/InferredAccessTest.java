package basalt.system;

import static basalt.system.Access.reads;
import static basalt.system.Access.sends;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static basalt.system.Rejection.assertRejects;
import static basalt.system.RunCondition.eachFrame;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.ChildOf;
import basalt.component.TreeType;
import basalt.internal.Strict;
import basalt.memory.Soak;
import basalt.query.Kernel;
import basalt.query.RowKernel;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Velocity;
import basalt.world.Prefab;
import basalt.world.Template;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels over records say themselves what they read and write. */
class InferredAccessTest extends ScheduleFixture {
    private static final Pattern OPTION = Pattern.compile("(\\w+)\\(([^)]*)\\)");

    private final RowKernel move = world.query(Position.class, Velocity.class)
            .update((position, velocity) -> new Position(position.x() + velocity.dx(), position.y()));
    private final Template shot = world.template().with(new Position(1, 2)).build();

    /** The declarations of a system of a new schedule. */
    private String declared(Kernel kernel, SystemOption... options) {
        build(systems().add("s", kernel, options));
        return schedule.graph().declarations("s");
    }

    /** What a text of options declares, in any order. */
    static Map<String, Set<String>> declarations(String text) {
        Map<String, Set<String>> declarations = new TreeMap<>();
        for (MatchResult option : OPTION.matcher(text).results().toList()) {
            declarations
                    .computeIfAbsent(option.group(1), kind -> new TreeSet<>())
                    .addAll(List.of(option.group(2).split(", ")));
        }
        return declarations;
    }

    /** Neither more nor less than a program would declare. */
    @ParameterizedTest
    @EnumSource(names = "RECORDS.*", mode = EnumSource.Mode.MATCH_ALL)
    void shouldInferWhatAKernelUses(RandomJob job) {
        try (Playground place = new Playground(1)) {
            SystemOption[] options = job.inferred(place).toArray(SystemOption[]::new);
            try (Schedule schedule = Schedule.builder(place.world)
                    .add("s", (Kernel) job.work(place, 1), options)
                    .build()) {
                assertEquals(
                        declarations(job.access(place).toString()),
                        declarations(schedule.graph().declarations("s")));
            }
        }
    }

    /** Nothing is assumed, and declarations add to what the kernel says. */
    @Test
    void shouldAddWhatIsDeclared() {
        assertEquals("reads(Velocity), writes(Position)", declared(move));
        assertEquals(
                "reads(Health, Velocity), writes(Position), sends(Blow)",
                declared(move, reads(Health.class), sends(Blow.class)));
        assertEquals("reads(Velocity), writes(Position)", declared(move, writes(Position.class)));
        assertEquals("writes(Velocity, Position)", declared(move, writes(Velocity.class)), "in other rows");
        assertEquals("reads(Velocity), writes(Position)", declared(move, reads(Velocity.class)));
        assertRejects(
                () -> declared(move, reads(Position.class)),
                "system \"s\" declares reads(" + Position.class.getName() + "), but its kernel writes it");
        assertRejects(
                () -> declared(move, writes(Position.X)), "system \"s\" declares writes(Position.x) beside writes()");
    }

    @Test
    void shouldRunKernelsThatDoNotConflictSideBySide() {
        RowKernel heal =
                world.query(Health.class, Velocity.class).update((health, velocity) -> new Health(health.points() + 1));
        RowKernel look = world.query(Velocity.class).each(velocity -> {});
        RowKernel stop = world.query(Velocity.class).update(velocity -> new Velocity(0, 0));
        build(systems().add("move", move).add("heal", heal).add("look", look).add("stop", stop));
        ScheduleGraph graph = schedule.graph();
        assertEquals(List.of(List.of("move", "heal", "look", "stop")), graph.stages());
        assertEquals(
                List.of("move", "heal", "look"),
                graph.edges().stream().map(ScheduleGraph.SystemEdge::first).toList(),
                "all read Velocity, which the last one writes");
        assertEquals(
                Set.of("stop"),
                graph.edges().stream().map(ScheduleGraph.SystemEdge::second).collect(Collectors.toSet()));
    }

    /** Otherwise a system that writes them might run beside it. */
    @Test
    void shouldReadWhatItLooksForChangesOf() {
        assertEquals(
                "reads(Health), writes(Velocity)",
                declared(world.query(Velocity.class).changed(Health.class).update(velocity -> velocity)));
        assertEquals(
                declarations("reads(ChildOf, Health, Position), writes(Velocity)"),
                declarations(declared(world.query(Position.class, Velocity.class)
                        .with(Health.class)
                        .cascade(TreeType.DEFAULT, local -> new Velocity(0, 0), (local, parent) -> parent)
                        .changedOnly(Health.class))));
    }

    @Test
    void shouldReadOnlyInFrames() {
        RowKernel draw = world.query(Position.class).each(position -> {});
        assertEquals("reads(Position), eachFrame()", declared(draw, eachFrame()));
        assertRejects(() -> declared(move, eachFrame()), "system \"s\" runs each frame", "writes(Position)");
    }

    /** The templates and prefabs that a body has captured are what it spawns. */
    @Test
    void shouldInferWhatIsSpawned() {
        world.spawn(new Velocity(1, 1));
        long root = world.spawn(new Health(1));
        world.hierarchy().attach(world.spawn(new Position(0, 0)), root);
        Prefab squad = world.hierarchy().prefab(root);
        Template bullet =
                world.template().with(new Position(1, 1), new Rare(1, "r")).build();
        Template empty = world.template().build();
        RowKernel shoot = world.query(Velocity.class).each((entity, velocity, commands) -> bullet.spawn(commands));
        assertSpawns("Position, Rare", declared(shoot));
        tick(1, 1);
        assertEquals(1, all(Rare.TYPE).count());
        assertSpawns(
                "Position, Rare, Health, TreeNode, ChildOf",
                declared(world.query(Velocity.class).each((entity, velocity, commands) -> {
                    squad.spawn(commands);
                    bullet.spawn(commands);
                })));
        tick(1, 1);
        assertEquals(2, all(Rare.TYPE).count());
        assertEquals(2, all(ChildOf.TYPE).count());
        assertSpawns("", declared(world.query(Velocity.class).each((entity, velocity, commands) -> {
            empty.spawn(commands);
            bullet.spawn(commands);
        })));
        tick(1, 1);
        assertSpawns("Frozen, Position, Rare", declared(shoot, spawns(Frozen.class)));
        assertSpawns("", declared(shoot, spawns()));
        assertEquals("reads(Velocity), eachFrame()", declared(shoot, eachFrame()));
    }

    private static void assertSpawns(String components, String declared) {
        assertEquals(declarations("reads(Velocity), spawns(" + components + ")"), declarations(declared));
    }

    /** What the body takes from elsewhere is declared; without that the command is refused, in both modes. */
    @ParameterizedTest
    @ValueSource(strings = {"template", "records", "two records", "destroy", "add", "add record", "set", "remove"})
    void shouldRefuseOtherCommands(String what) {
        world.spawn(new Velocity(1, 1));
        int before = world.entityCount();
        RowKernel kernel = world.query(Velocity.class).each((entity, velocity, commands) -> {
            switch (what) {
                case "template" -> shot.spawn(commands);
                case "records" -> commands.spawn(new Position(1, 1));
                case "two records" -> commands.spawn(new Rare(1, "r"), new Position(1, 1));
                case "destroy" -> commands.destroy(entity);
                case "add record" -> commands.add(entity, new Rare(1, "r"));
                case "set" -> commands.set(entity, new Velocity(2, 2));
                case "remove" -> commands.remove(entity, Velocity.class);
                default -> commands.add(entity, Frozen.class);
            }
        });
        String declaration = switch (what) {
            case "destroy" -> Strict.ON ? "destroys(Velocity.class)" : "destroys()";
            case "two records" -> "spawns(Position.class, Rare.class)";
            case "add" -> "restructures(Frozen.class)";
            case "add record" -> "restructures(Rare.class)";
            case "set", "remove" -> "restructures(Velocity.class)";
            default -> "spawns(Position.class)";
        };
        String message = rejection("s", systems(2).add("s", kernel));
        assertMentions(
                message, "system 's' recorded ", "without having declared it; add " + declaration + " to the system");
        assertEquals(before, world.entityCount());
    }

    /** The same world after each tick, and the same order of systems, as with all that is used declared. */
    @Test
    void shouldBeAsDeclaredInRandomSchedules() {
        int count = Soak.times(12, 200);
        for (int seed = 0; count > 0; seed++) {
            RandomSchedule random = RandomSchedule.ofRecords(seed, seed % 3 == 0);
            try {
                compare(random, seed);
                count--;
            } catch (IllegalArgumentException e) {
                if (!e.getMessage().contains("order of systems must not have a cycle")) {
                    throw e;
                }
            }
        }
    }

    private void compare(RandomSchedule random, int seed) {
        try (Playground one = new Playground(seed);
                RandomSchedule.Run declared = random.open(one, builder(one, 1), random::declared)) {
            long[] hashes = new long[RandomSchedule.TICKS];
            for (int tick = 0; tick < RandomSchedule.TICKS; tick++) {
                hashes[tick] = declared.tick();
            }
            for (int workers = 1; workers <= 4; workers++) {
                try (Playground other = new Playground(seed);
                        RandomSchedule.Run inferred = random.open(other, builder(other, workers), random::inferred)) {
                    ScheduleGraph graph = inferred.schedule().graph();
                    assertEquals(declared.schedule().graph().edges(), graph.edges());
                    assertEquals(declared.schedule().graph().stages(), graph.stages());
                    for (int tick = 0; tick < RandomSchedule.TICKS; tick++) {
                        String when = "seed " + seed + ", " + workers + " workers, tick " + tick + ":" + random;
                        assertEquals(hashes[tick], inferred.tick(), when);
                    }
                }
            }
        }
    }

    private ScheduleBuilder builder(Playground place, int workers) {
        return Schedule.builder(place.world)
                .workers(workers)
                .executor(threads())
                .thresholds(0, 0);
    }
}
