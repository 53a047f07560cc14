package basalt.component;

import static basalt.component.Rejection.assertRejects;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.fixture.Reading;
import basalt.component.layout.BlockLayout;
import basalt.component.layout.ComponentAreas;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.TextCodec;
import org.junit.jupiter.api.Test;

class ComponentRegistryTest {
    private final ComponentAreas areas = new ComponentAreas();
    private final ComponentRegistry registry = new ComponentRegistry(new Layout(areas));

    @Test
    void shouldNumberComponentsInOrderOfRegistration() {
        assertEquals(2, registry.of(Position.class).id());
        assertEquals(3, registry.of(Velocity.class).id());
        assertEquals(2, registry.of(Position.class).id());
    }

    @Test
    void shouldFindTypesByNameAndKind() {
        assertSame(Health.TYPE, Component.tryFind(Health.TYPE.name()));
        assertSame(Spark.TYPE, EventType.tryFind(Spark.TYPE.name()));
        assertNull(Component.tryFind(Spark.TYPE.name()));
        assertNull(EventType.tryFind(Health.TYPE.name()));
        for (String unknown : new String[] {null, "", "nothing of that name"}) {
            assertNull(Component.tryFind(unknown));
            assertNull(EventType.tryFind(unknown));
        }
    }

    @Test
    void shouldRejectNull() {
        assertRejects(() -> registry.of(null), "type=null");
        assertRejects(() -> registry.register(null, null, false), "type=null");
        assertRejects(() -> registry.register(null, "name", false), "type=null");
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"}) // what a caller without generics can do
    void shouldRejectClassesThatAreNotRecords() {
        assertRejects(
                () -> registry.of((Class) String.class), "java.lang.String", "must be a record", "record String(");
        assertRejects(() -> registry.of((Class) int.class), "int", "must be a record");
        assertRejects(() -> registry.of(Record.class), "java.lang.Record", "must be a record");
        assertRejects(() -> registry.register((Class) String.class, "name", true), "java.lang.String");
    }

    @Test
    void shouldRejectSameNameOfAnotherClass() {
        registry.register(Position.class, "place", false);

        assertRejects(
                () -> registry.register(Velocity.class, "place", false),
                "place",
                "is taken by record " + Position.class.getName(),
                "Component.builder(Velocity.class).name(");
    }

    @Test
    void shouldRejectSameClassOfAnotherLoader() {
        registry.of(Reading.class);
        Class<? extends Record> copy = CopyLoader.copyOf(Reading.class);

        assertRejects(
                () -> registry.of(copy),
                Reading.class.getName(),
                CopyLoader.class.getName(),
                "Component.builder(Reading.class).name(");
        Component<?> named = registry.register(copy, "second", false);
        assertEquals("second", named.name());
        assertSame(named, registry.of(copy));
        assertNotSame(named, registry.of(Reading.class));
    }

    @Test
    void shouldRejectSameClassWithOtherOptions() {
        registry.register(Position.class, "place", false);

        assertSame(registry.of(Position.class), registry.register(Position.class, "place", false));
        assertRejects(
                () -> registry.register(Position.class, "place", true),
                Position.class.getName(),
                "as dense component place already",
                "not as sparse component place",
                "register it once");
        assertRejects(() -> registry.register(Position.class, "elsewhere", false), "not as dense component elsewhere");
        assertRejects(() -> registry.register(Position.class, null, false), Position.class.getName());
    }

    @Test
    void shouldFindComponentOfAnyOptionsByClassAlone() {
        Component<Position> sparse = registry.register(Position.class, "place", true);

        assertSame(sparse, registry.of(Position.class));
    }

    @Test
    void shouldIgnoreSparseForTags() {
        assertSame(registry.register(Frozen.class, null, true), registry.register(Frozen.class, null, false));
    }

    @Test
    void shouldLetARecordRegisterItselfFirst() {
        Component<SelfMade> found = Component.of(SelfMade.class);

        assertSame(SelfMade.TYPE, found);
        assertEquals("selfMade", found.name());
        assertTrue(found.isSparse());
    }

    @Test
    void shouldLeaveNoTraceOfAFailedRegistration() {
        record TooBig(String s, @Length(0) float[] m, float x) {}
        assertRejects(() -> registry.of(TooBig.class));
        assertRejects(() -> registry.register(TooBig.class, "place", true));

        Component<Named> next = registry.register(Named.class, "place", false);
        assertEquals(2, next.id());
        assertEquals(areas.present(2) + BlockLayout.COLUMNS, next.float32("x").offset());
        assertEquals(0, next.reference("name", String.class).slot());
    }

    @Test
    void shouldChangeNothingWhenTheNameIsTaken() {
        registry.register(Position.class, "place", false);
        assertRejects(() -> registry.register(Named.class, "place", false));

        Component<Named> next = registry.of(Named.class);
        assertEquals(3, next.id());
        assertEquals(0, next.reference("name", String.class).slot());
    }

    @Test
    void shouldLeaveTheNameFreeWhenIdsRunOut() {
        while (areas.count() < BlockLayout.MAX_COMPONENTS - 1) {
            areas.addWithoutArea();
        }
        registry.of(Position.class);
        assertRejects(() -> registry.of(Velocity.class), Velocity.class.getName(), "all 8192");
        assertRejects(() -> registry.of(Velocity.class), Velocity.class.getName(), "all 8192");
    }

    @Test
    void shouldNameTheRecordWhoseStaticPartFails() {
        assertRejects(
                () -> Component.of(Parsed.class),
                "class " + Parsed.class.getName() + " cannot be initialised",
                "NumberFormatException: For input string: \"ten\"");
        assertRejects(() -> Component.of(Parsed.class), Parsed.class.getName(), "For input string: \"ten\"");
        assertRejects(() -> EventType.of(NoLength.class), NoLength.class.getName(), "@Length(n)");
    }

    @Test
    void shouldRejectRecordOfClosedModuleAtRegistration() {
        Class<? extends Record> closed = FixtureModule.closed("Tally");

        assertRejects(() -> registry.of(closed), "opens " + FixtureModule.PACKAGE);
        assertEquals(2, registry.of(Position.class).id());
    }

    @Test
    void shouldRegisterRecordOfOpenModule() {
        assertFalse(registry.of(FixtureModule.opened("Tally")).isTag());
    }

    private record Position(float x, float y) {}

    private record Velocity(float dx, float dy) {}

    private record Named(@WithCodec(TextCodec.class) String name, float x) {}

    private record Frozen() {}

    private record Parsed(int x) {
        static final int LIMIT = Integer.parseInt("ten");
    }

    private record NoLength(float[] m) {
        static final EventType<NoLength> TYPE = EventType.of(NoLength.class);
    }

    private record SelfMade(float x) {
        static final Component<SelfMade> TYPE =
                Component.builder(SelfMade.class).name("selfMade").sparse().build();
    }
}
