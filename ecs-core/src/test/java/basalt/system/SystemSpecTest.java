package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.readsResource;
import static basalt.system.Access.receives;
import static basalt.system.Access.restructures;
import static basalt.system.Access.sends;
import static basalt.system.Access.spawns;
import static basalt.system.Access.touchesOthers;
import static basalt.system.Access.writes;
import static basalt.system.Access.writesResource;
import static basalt.system.Order.after;
import static basalt.system.Order.before;
import static basalt.system.Order.inSet;
import static basalt.system.Rejection.assertRejects;
import static basalt.system.RunCondition.every;
import static basalt.system.RunCondition.everyTicks;
import static basalt.system.RunCondition.once;
import static basalt.system.RunCondition.when;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import basalt.component.Component;
import basalt.component.EventType;
import basalt.storage.change.EventPages.EventColumns;
import basalt.storage.fixture.Bell;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.Velocity;
import basalt.world.Template;
import basalt.world.World;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The options of a system: what they mean together, how they print, and what they reject. */
class SystemSpecTest {
    private static SystemSpec spec(SystemOption... options) {
        return SystemSpec.of("move", 3, List.of(), true, options);
    }

    @Test
    void shouldCombineOptions() {
        SystemSpec spec = SystemSpec.of(
                "move",
                3,
                List.of(Position.TYPE, Frozen.TYPE),
                true,
                reads(Velocity.TYPE),
                writes(Position.TYPE),
                reads(Health.TYPE),
                restructures(Burning.TYPE),
                restructures(Frozen.TYPE),
                destroys(),
                readsResource(String.class),
                readsResource(List.class),
                writesResource(Integer.class),
                sends(Bell.TYPE),
                receives(Bell.TYPE),
                before("draw"),
                after("input", "steer"),
                inSet("physics"),
                every(0.5f),
                once());

        assertEquals("move", spec.name());
        assertEquals(3, spec.index());
        assertEquals(Set.of(Velocity.TYPE, Health.TYPE), spec.access().components(Access.Kind.READS));
        assertEquals(Set.of(Position.TYPE), spec.access().components(Access.Kind.WRITES));
        assertEquals(Set.of(Burning.TYPE, Frozen.TYPE), spec.access().components(Access.Kind.RESTRUCTURES));
        assertEquals(Set.of(String.class, List.class), spec.access().resources(Access.Kind.READS_RESOURCE));
        assertEquals(Set.of(Integer.class), spec.access().resources(Access.Kind.WRITES_RESOURCE));
        assertEquals(Set.of(EventColumns.of(Bell.TYPE)), spec.access().components(Access.Kind.SENDS));
        assertEquals(Set.of(EventColumns.of(Bell.TYPE)), spec.access().components(Access.Kind.RECEIVES));
        assertTrue(spec.access().declares(Access.Kind.DESTROYS));
        assertFalse(spec.access().declares(Access.Kind.SPAWNS));
        assertFalse(spec.access().declares(Access.Kind.EXCLUSIVE));
        assertEquals(Set.of("draw"), spec.order().names(Order.Kind.BEFORE));
        assertEquals(Set.of("input", "steer"), spec.order().names(Order.Kind.AFTER));
        assertEquals(Set.of("physics"), spec.order().sets());
        assertEquals("every(0.5), once()", spec.conditions().toString());
        assertEquals(Set.of(Position.TYPE, Frozen.TYPE), spec.filters());
        assertEquals(Set.of(Position.TYPE, Frozen.TYPE, Velocity.TYPE, Health.TYPE), spec.seen());
        assertFalse(spec.isSplittable());
        assertEquals(
                "reads(Velocity, Health), writes(Position), restructures(Burning, Frozen), destroys(), "
                        + "readsResource(String, List), writesResource(Integer), sends(Bell), receives(Bell), "
                        + "set(\"physics\"), before(\"draw\"), after(\"input\", \"steer\"), every(0.5), once(), "
                        + "selects by Frozen, may miss events: they stay for two ticks",
                spec.declarations());
    }

    @Test
    void shouldNotSplitWorkThatMustStayWhole() {
        assertFalse(spec(spawns()).isSplittable());
        assertFalse(spec(exclusive()).isSplittable());
        assertFalse(spec(writesResource(String.class)).isSplittable());
        assertFalse(spec(receives(Bell.TYPE)).isSplittable());
        assertFalse(spec(touchesOthers()).isSplittable());
        assertTrue(spec(readsResource(String.class), sends(Bell.TYPE)).isSplittable());
        assertTrue(spec(destroys()).isSplittable());
        assertFalse(SystemSpec.of("move", 0, List.of(), false, destroys()).isSplittable());
    }

    @ParameterizedTest
    @MethodSource
    void shouldRejectRepetitionAndContradiction(List<SystemOption> options, String text) {
        assertRejects(() -> spec(options.toArray(new SystemOption[0])), "system \"move\"", text, "drop one");
    }

    static List<Arguments> shouldRejectRepetitionAndContradiction() {
        String position = Position.TYPE.name();
        return List.of(
                arguments(List.of(reads(Position.TYPE, Position.TYPE)), "reads(" + position + ") twice"),
                arguments(List.of(writes(Position.TYPE), writes(Position.TYPE)), "writes(" + position + ") twice"),
                arguments(
                        List.of(restructures(Position.TYPE), restructures(Position.TYPE)),
                        "restructures(" + position + ") twice"),
                arguments(List.of(sends(Bell.TYPE), sends(Bell.TYPE)), "sends(" + Bell.TYPE + ") twice"),
                arguments(List.of(receives(Bell.TYPE, Bell.TYPE)), "receives(" + Bell.TYPE + ") twice"),
                arguments(List.of(readsResource(List.class, List.class)), "readsResource(java.util.List) twice"),
                arguments(
                        List.of(writesResource(List.class), writesResource(List.class)),
                        "writesResource(java.util.List) twice"),
                arguments(
                        List.of(restructures(), restructures(Position.TYPE)),
                        "restructures(Position) beside restructures(...)"),
                arguments(
                        List.of(restructures(Position.TYPE), restructures()),
                        "restructures() beside restructures(...)"),
                arguments(List.of(restructures(), restructures()), "restructures() beside"),
                arguments(List.of(spawns(), spawns()), "spawns() beside"),
                arguments(List.of(destroys(), destroys()), "destroys() beside"),
                arguments(List.of(exclusive(), exclusive()), "exclusive() beside"),
                arguments(
                        List.of(reads(Position.TYPE), writes(Position.TYPE)),
                        "reads(" + position + ") beside writes()"),
                arguments(
                        List.of(writesResource(List.class), readsResource(List.class)),
                        "readsResource(java.util.List) beside writesResource()"),
                arguments(List.of(reads(Position.TYPE), exclusive()), "other access beside exclusive()"),
                arguments(List.of(exclusive(), writesResource(List.class)), "other access beside exclusive()"),
                arguments(List.of(before("a", "a")), "before(\"a\") twice"),
                arguments(List.of(inSet("a"), inSet("a")), "set(\"a\") twice"),
                arguments(List.of(before("a"), after("a")), "before(\"a\") and after(\"a\")"),
                arguments(List.of(inSet("a"), before("a")), "set(\"a\") and before(\"a\")"),
                arguments(List.of(after("a"), inSet("a")), "set(\"a\") and after(\"a\")"),
                arguments(List.of(once(), once()), "once() twice"));
    }

    @Test
    void shouldAllowDeclarationsThatOnlyLookRepeated() {
        assertEquals(
                Set.of(List.class, Set.class),
                spec(readsResource(List.class), readsResource(Set.class))
                        .access()
                        .resources(Access.Kind.READS_RESOURCE));
        spec(sends(Bell.TYPE), receives(Bell.TYPE));
        spec(writes(Position.TYPE), restructures(Position.TYPE));
        spec(exclusive(), before("a"), once());
    }

    @Test
    void shouldRejectBadNameAndOptions() {
        assertRejects(() -> SystemSpec.of(null, 0, List.of(), true), "name=null");
        assertRejects(() -> SystemSpec.of("\t", 0, List.of(), true), "name=\"\t\"");
        assertRejects(() -> spec((SystemOption[]) null), "\"move\" got null instead of options");
        assertRejects(() -> spec(once(), null), "\"move\" got an option that is null");
        for (SystemOption option : List.of(before("move"), after("move"))) {
            assertRejects(() -> spec(option), option.toString(), "which is itself");
        }
        assertRejects(() -> spec(inSet("move")), "a system and a set are called \"move\"");
    }

    /** Templates may share components: two options mean the same as one option with both templates. */
    @Test
    void shouldUniteTemplates() {
        try (World world = World.create()) {
            Template bullet = world.template().with(new Position(0, 0)).build();
            Template ship =
                    world.template().with(new Position(0, 0), new Health(1)).build();
            for (List<SystemOption> options : List.<List<SystemOption>>of(
                    List.of(Access.spawns(bullet), Access.spawns(ship)),
                    List.of(Access.destroys(bullet), Access.destroys(ship)))) {
                DeclaredAccess access = new DeclaredAccess(
                        "unites", options.stream().map(Access.class::cast).toList());
                Access.Kind kind = ((Access) options.get(0)).kind();
                assertEquals(Set.of(Position.TYPE, Health.TYPE), access.components(kind));
            }
        }
    }

    @Test
    void shouldPrintItselfAsInSource() {
        Map<String, SystemOption> options = Map.ofEntries(
                Map.entry("reads(Position, Velocity)", reads(Position.TYPE, Velocity.TYPE)),
                Map.entry("writes(Burning)", writes(Burning.TYPE)),
                Map.entry("restructures(Burning)", restructures(Burning.TYPE)),
                Map.entry("restructures()", restructures()),
                Map.entry("spawns()", spawns()),
                Map.entry("destroys()", destroys()),
                Map.entry("readsResource(String, List)", readsResource(String.class, List.class)),
                Map.entry("writesResource(String)", writesResource(String.class)),
                Map.entry("sends(Bell)", sends(Bell.TYPE)),
                Map.entry("receives(Bell)", receives(Bell.TYPE)),
                Map.entry("touchesOthers()", touchesOthers()),
                Map.entry("exclusive()", exclusive()),
                Map.entry("before(\"draw\")", before("draw")),
                Map.entry("after(\"move\", \"steer\")", after("move", "steer")),
                Map.entry("set(\"physics\")", inSet("physics")),
                Map.entry("when(...)", when(() -> true)),
                Map.entry("every(0.5)", every(0.5f)),
                Map.entry("everyTicks(3)", everyTicks(3)),
                Map.entry("once()", once()));
        options.forEach((text, option) -> assertEquals(text, option.toString()));
    }

    @ParameterizedTest
    @MethodSource
    void shouldRejectNulls(String name, Function<Component<?>[], Access> option) {
        assertRejects(() -> option.apply(null), name + "() got null");
        assertRejects(() -> option.apply(new Component<?>[] {Position.TYPE, null}), name + "() got a null component");
    }

    static Stream<Arguments> shouldRejectNulls() {
        return Stream.concat(shouldRejectNothing(), Stream.of(arguments("restructures", (Function<
                        Component<?>[], Access>)
                Access::restructures)));
    }

    @ParameterizedTest
    @MethodSource
    void shouldRejectNothing(String name, Function<Component<?>[], Access> option) {
        assertRejects(() -> option.apply(new Component<?>[0]), name + "() needs at least one component");
    }

    static Stream<Arguments> shouldRejectNothing() {
        return Stream.of(
                arguments("reads", (Function<Component<?>[], Access>) Access::reads),
                arguments("writes", (Function<Component<?>[], Access>) Access::writes));
    }

    @Test
    void shouldRejectBadEventTypes() {
        assertRejects(() -> sends(new EventType<?>[0]), "sends() needs at least one event type");
        assertRejects(() -> receives(new EventType<?>[0]), "receives() needs at least one event type");
        assertRejects(() -> sends((EventType<?>[]) null), "sends() needs at least one event type");
        assertRejects(() -> receives(Bell.TYPE, null), "receives() got a null event type");
    }

    @Test
    void shouldRejectColumnsOfEvents() {
        assertRejects(() -> reads(Spark.CHARGE), Spark.class.getName() + " is an event type");
        assertRejects(() -> writes(Spark.NOTE), Spark.class.getName() + " is an event type");
        assertRejects(
                () -> restructures((Component<?>) Spark.CHARGE.component()),
                Spark.class.getName() + " is an event type");
    }

    @Test
    void shouldRejectBadResources() {
        assertRejects(() -> readsResource(), "readsResource() needs at least one class");
        assertRejects(() -> writesResource((Class<?>[]) null), "writesResource() needs at least one class");
        assertRejects(() -> readsResource(String.class, null), "readsResource() got a null class");
    }

    @Test
    void shouldNotChangeWithTheArrayItWasMadeFrom() {
        Component<?>[] components = {Position.TYPE};
        Access option = reads(components);
        components[0] = Velocity.TYPE;
        assertEquals(List.of(Position.TYPE), option.named());
    }

    @Test
    void shouldRejectBadNames() {
        assertRejects(() -> before(), "before() needs at least one name");
        assertRejects(() -> after((String[]) null), "after() needs at least one name");
        assertRejects(() -> after("move", null), "after()", "name=null");
        assertRejects(() -> inSet(" "), "set()", "name=\" \"");
    }

    @Test
    void shouldRejectNullCondition() {
        assertRejects(() -> when(null), "when() needs a condition");
    }

    @ParameterizedTest
    @ValueSource(floats = {0, -0f, -1, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
    void shouldRejectInvalidIntervals(float seconds) {
        assertRejects(() -> every(seconds), "every() needs seconds > 0: seconds=" + seconds);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void shouldRejectInvalidTicks(int ticks) {
        assertRejects(() -> everyTicks(ticks), "everyTicks() needs ticks > 0: ticks=" + ticks);
    }
}
