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
import static org.junit.jupiter.params.provider.Arguments.arguments;

import basalt.component.Component;
import basalt.component.EventType;
import basalt.storage.fixture.Bell;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.Velocity;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The options of a system: what they keep, how they print, and what they reject. */
class SystemOptionTest {
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
                Map.entry("inSet(\"physics\")", inSet("physics")),
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
        assertRejects(() -> sends(), "sends() needs at least one event type");
        assertRejects(() -> receives(), "receives() needs at least one event type");
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
        assertRejects(() -> inSet(" "), "inSet()", "name=\" \"");
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
