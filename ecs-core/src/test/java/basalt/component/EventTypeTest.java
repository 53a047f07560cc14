package basalt.component;

import static basalt.component.Rejection.assertRejects;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.layout.BlockLayout;
import basalt.component.layout.ComponentAreas;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventTypeTest {
    private final ComponentAreas areas = new ComponentAreas();
    private final ComponentRegistry registry = new ComponentRegistry(new Layout(areas));

    private record Hit(float damage, String note) {}

    private record Place(float x) {}

    private record Tag() {}

    private record SelfMade(int number) {
        static final EventType<SelfMade> TYPE = EventType.of(SelfMade.class);
        static final IntColumn NUMBER = TYPE.int32("number");
    }

    private record OwnComponent(int number) {
        static final Component<OwnComponent> TYPE = Component.of(OwnComponent.class);
    }

    private record Both() {
        static final Component<Both> COMPONENT = Component.of(Both.class);
        static final EventType<Both> EVENT = EventType.of(Both.class);
    }

    @Test
    void shouldBeTheSameObjectEachTime() {
        EventType<Hit> type = registry.eventOf(Hit.class);

        assertSame(type, registry.eventOf(Hit.class));
        assertSame(Hit.class, type.type());
        assertEquals(Hit.class.getName(), type.name());
        assertEquals(type.name(), type.toString());
        assertSame(SelfMade.TYPE, EventType.of(SelfMade.class));
    }

    @Test
    void shouldHaveColumnsInPages() {
        EventType<Hit> type = registry.eventOf(Hit.class);
        FloatColumn damage = type.float32("damage");

        assertFalse(damage.component().isSparse());
        assertEquals(BlockLayout.EVENT_COLUMNS, damage.offset());
        assertEquals(List.of(damage, type.reference("note", String.class)), type.columns());
        assertTrue(damage.component().isEvent());
        assertSame(type, ((Component<?>) damage.component()).eventType());
        assertNull(registry.of(Place.class).eventType());
        assertRejects(() -> type.int32("damage"), "is FLOAT32, not INT32");
        assertRejects(() -> type.float32("harm"), "record " + type.name() + " has no field harm");
    }

    @Test
    void shouldHaveAColumnOfEveryKind() {
        Component<Everything> component = Everything.register(true);
        List<Column> columns = registry.eventOf(Everything.class).columns();

        assertEquals(component.columns().size(), columns.size());
        for (int i = 0; i < columns.size(); i++) {
            ColumnKind kind = component.columns().get(i).kind();
            boolean areStrings = kind == ColumnKind.STRING || kind == ColumnKind.STRING_LIST;
            assertEquals(
                    areStrings ? ColumnKind.REFERENCE : kind, columns.get(i).kind());
            assertEquals(component.columns().get(i).length(), columns.get(i).length());
        }
    }

    @Test
    void shouldTakeNoRoomInBlocks() {
        int room = areas.room(false);
        registry.eventOf(Hit.class);
        registry.eventOf(Tag.class);

        assertEquals(room, areas.room(false));
    }

    @Test
    void shouldNeedAnId() {
        while (areas.count() < BlockLayout.MAX_COMPONENTS - 1) {
            areas.addWithoutArea();
        }
        registry.of(Place.class);

        assertRejects(() -> registry.eventOf(Hit.class), Hit.class.getName(), "all 8192");
        assertRejects(() -> registry.eventOf(Hit.class), Hit.class.getName(), "all 8192");
    }

    @Test
    void shouldNotBeAComponentToo() {
        registry.eventOf(Hit.class);

        assertRejects(() -> registry.of(Hit.class), Hit.class.getName(), "is registered as an event type");
        assertRejects(() -> registry.register(Hit.class, null, true), Hit.class.getName(), "Component.of(");
        assertRejects(() -> Component.of(SelfMade.class), SelfMade.class.getName(), "is registered as an event type");
        assertRejects(() -> Component.builder(SelfMade.class).sparse().build(), "is registered as an event type");
    }

    @Test
    void shouldNotBeMadeOfAComponent() {
        registry.of(Place.class);
        registry.register(Tag.class, "tag", true);

        assertRejects(() -> registry.eventOf(Place.class), Place.class.getName(), "is registered as a component");
        assertRejects(() -> registry.eventOf(Tag.class), Tag.class.getName(), "EventType.of(");
        assertRejects(
                () -> EventType.of(OwnComponent.class), OwnComponent.class.getName(), "is registered as a component");
    }

    @Test
    void shouldFailARecordThatRegistersItselfAsBoth() {
        assertRejects(() -> EventType.of(Both.class), Both.class.getName(), "is registered as a component");
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"}) // what a caller without generics can do
    void shouldRejectClassesThatAreNotRecords() {
        assertRejects(() -> EventType.of(null), "type=null");
        assertRejects(() -> EventType.of((Class) String.class), "java.lang.String", "must be a record");
        assertRejects(() -> EventType.of((Class) EventType.class), EventType.class.getName(), "must be a record");
    }
}
