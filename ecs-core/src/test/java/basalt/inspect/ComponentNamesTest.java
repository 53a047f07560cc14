package basalt.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComponentNamesTest {
    /** Has the simple name of another component. */
    private record Position2D() {
        private record Position(int cell) {
            private static final Component<Position> TYPE = Component.of(Position.class);
        }
    }

    private record Named(int value) {
        private static final Component<Named> TYPE =
                Component.builder(Named.class).name("acme.agility").build();
    }

    private static final ComponentNames NAMES =
            ComponentNames.of(List.of(Position.TYPE, Position2D.Position.TYPE, Health.TYPE, Named.TYPE));

    @Test
    void shouldKnowAComponentByItsShortNameAndItsWholeOne() {
        assertSame(Health.TYPE, NAMES.component("Health"));
        assertSame(Health.TYPE, NAMES.component("basalt.storage.fixture.Health"));
        assertEquals("Health", NAMES.shortName(Health.TYPE));
        assertEquals("agility", NAMES.shortName(Named.TYPE));
    }

    @Test
    void shouldNotChooseBetweenTwoComponentsWithTheSameShortName() {
        assertNull(NAMES.tryFind("Position"));
        var refused = assertThrows(ApiException.class, () -> NAMES.component("Position"));
        assertTrue(refused.getMessage().contains("several components are called Position; write "));
        for (Component<?> component : List.of(Position.TYPE, Position2D.Position.TYPE)) {
            assertTrue(refused.getMessage().contains(component.name()), refused.getMessage());
            assertEquals(component.name(), NAMES.shortName(component));
            assertSame(component, NAMES.component(component.name()));
        }
    }

    @Test
    void shouldProposeTheNearestName() {
        var refused = assertThrows(ApiException.class, () -> NAMES.component("health"));
        assertTrue(refused.getMessage().contains("did you mean Health?"), refused.getMessage());
        var far = assertThrows(ApiException.class, () -> NAMES.component("Weapon"));
        assertEquals("there is no component Weapon", far.getMessage());
        assertThrows(ApiException.class, () -> NAMES.component("x".repeat(10_000)));
        assertThrows(ApiException.class, () -> NAMES.component(""));
    }

    private record Bag(String label) {}

    @Test
    void shouldKnowLengthsInQueriesOnly() {
        Component<Bag> bag = Component.of(Bag.class);
        ComponentNames names = ComponentNames.of(List.of(bag));
        assertSame(bag.columns().get(0), names.column("Bag.label"));
        assertSame(bag.columns().get(0), names.tryColumn("Bag.label.length"));
        var refused = assertThrows(ApiException.class, () -> names.column("Bag", "label.length"));
        assertTrue(refused.getMessage().contains("has no field label.length"), refused.getMessage());
        assertThrows(ApiException.class, () -> names.column("Bag.label.length"));
    }

    @Test
    void shouldNameAComponentThatIsNotInTheListByItsWholeName() {
        ComponentNames none = ComponentNames.of(List.of());
        assertEquals(Health.TYPE.name(), none.shortName(Health.TYPE));
        assertNull(none.tryFind("Health"));
    }
}
