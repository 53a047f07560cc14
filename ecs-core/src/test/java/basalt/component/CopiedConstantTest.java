package basalt.component;

import static basalt.component.Rejection.assertMentions;
import static basalt.component.Rejection.assertRejects;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class CopiedConstantTest {
    @Test
    void shouldBeRefusedWhenTheRecordIsInitialised() {
        assertRefuses(() -> new Velocity(1, 1), "Velocity", "Position");
        assertRefuses(() -> assertSame(null, Frozen.TYPE), "Frozen", "Position");
        assertRefuses(() -> assertSame(null, Large.TYPE), "Large", "Position");
        assertRefuses(() -> assertSame(null, Burst.TYPE), "Burst", "Hit");
        assertRefuses(() -> assertSame(null, Swapped.TYPE), "Swapped", "Opposite");
    }

    @Test
    void shouldBeRefusedWhenTheRecordIsRegistered() {
        assertRejects(() -> Component.of(Turn.class), "Turn", "a constant TYPE for record", "Position", "copied");
        assertRejects(() -> EventType.of(Miss.class), "Miss", "a constant TYPE for record", "Hit", "copied");
        assertRejects(() -> Component.builder(Spin.class).sparse().build(), "Spin", "Position", "copied");
    }

    @Test
    void shouldBeRefusedWhenAValueIsUsedAfterManyLookups() {
        for (int i = 0; i < 1000; i++) {
            assertSame(Place.TYPE, Component.of(Place.class));
        }
        try (World world = World.create()) {
            long entity = world.spawn();
            assertRejects(() -> world.add(entity, new Late(1, 1)), "Late", "Place", "copied");
            assertRejects(() -> world.template().with(new Late(1, 1)), "Late", "Place", "copied");
        }
    }

    @Test
    void shouldBeRefusedInAnyFormWhenTheRecordIsSpawned() {
        try (World world = World.create()) {
            assertRejects(() -> world.spawn(new Wild(1)), "Wild", "a constant KIND for record", "Marked", "copied");
            assertRejects(() -> world.spawn(new Raw(1)), "Raw", "a constant KIND for record", "Marked", "copied");
            assertRejects(() -> world.spawn(new Column1(1)), "Column1", "a constant X for record", "Position");
            assertRejects(() -> world.spawn(new Bare(1)), "Bare", "a constant TYPE for record", "Plain", "copied");
            assertEquals(0, world.entityCount());
        }
    }

    @Test
    void shouldNotBeFoundInConstantsThatAreMeant() {
        assertEquals(2, Component.of(Pair.class).columns().size());
        assertSame(Position.TYPE, Pair.POSITION);
        assertEquals(1, Component.of(Holder.class).columns().size());
        assertSame(Position.TYPE, Holder.PLACE);
        assertSame(Position.TYPE, View.TYPE);
        assertEquals("Untyped", Component.of(Untyped.class).type().getSimpleName());
    }

    /** The initialisation fails, with a message that mentions the two records. */
    private static void assertRefuses(Executable use, String record, String other) {
        Throwable cause = assertThrows(ExceptionInInitializerError.class, use).getCause();
        assertMentions(cause, "CopiedConstantTest$" + record + " has a constant TYPE", other, "copied");
    }

    record Position(float x, float y) {
        static final Component<Position> TYPE = Component.of(Position.class);
        static final FloatColumn X = TYPE.float32("x");
    }

    record Hit(int damage) {
        static final EventType<Hit> TYPE = EventType.of(Hit.class);
    }

    record Velocity(float x, float y) {
        static final Component<Position> TYPE = Component.of(Position.class);
        static final FloatColumn X = TYPE.float32("x");
    }

    record Frozen() {
        static final Component<Position> TYPE = Component.of(Position.class);
    }

    record Large(float x) {
        static final Component<Position> TYPE =
                Component.builder(Position.class).sparse().build();
    }

    record Burst(int size) {
        static final EventType<Hit> TYPE = EventType.of(Hit.class);
    }

    record Swapped(int x) {
        static final Component<Opposite> TYPE = Component.of(Opposite.class);
    }

    record Opposite(int x) {
        static final Component<Swapped> TYPE = null;
    }

    record Turn(float x, float y) {
        static final Component<Position> TYPE = Position.TYPE;
    }

    record Miss(int damage) {
        static final EventType<Hit> TYPE = Hit.TYPE;
    }

    record Spin(float x, float y) {
        static final Component<Position> TYPE = Position.TYPE;
    }

    record Place(float x, float y) {
        static final Component<Place> TYPE = Component.of(Place.class);
    }

    record Late(float x, float y) {
        static final Component<Place> TYPE = Component.of(Place.class);
    }

    record Plain(float x) {}

    record Marked(float x) {
        static final Component<?> KIND = Component.of(Marked.class);
    }

    record Wild(float x) {
        static final Component<?> KIND = Component.of(Marked.class);
    }

    @SuppressWarnings("rawtypes")
    record Raw(float x) {
        static final Component KIND = Component.of(Marked.class);
    }

    record Column1(float x) {
        static final FloatColumn X = Component.of(Position.class).float32("x");
    }

    record Bare(float x) {
        static final Component<?> TYPE = Component.of(Plain.class);
    }

    record Pair(float x, float y) {
        static final Component<Pair> OWN = Component.of(Pair.class);
        static final Component<Position> POSITION = Component.of(Position.class);
    }

    record Holder(float x) {
        static final Component<Position> PLACE = Component.of(Position.class);
    }

    record View(float x) {
        static final Component<Position> TYPE = Position.TYPE;
    }

    record Untyped(float x) {
        static final Component<?> TYPE = Component.of(Untyped.class);
    }
}
