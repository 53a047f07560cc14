package basalt.component;

import static basalt.component.Rejection.assertMentions;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import basalt.component.layout.ComponentAreas;
import org.junit.jupiter.api.Test;

class MissingComponentExceptionTest {
    private final Component<Frozen> frozen = new ComponentRegistry(new Layout(new ComponentAreas())).of(Frozen.class);

    @Test
    void shouldCarryEntityAndComponent() {
        MissingComponentException thrown = new MissingComponentException(Entity.of(12, 3), frozen);

        assertEquals(Entity.of(12, 3), thrown.entity());
        assertSame(frozen, thrown.component());
    }

    @Test
    void shouldNameEntityComponentAndRemedy() {
        assertMentions(
                new MissingComponentException(Entity.of(12, 3), frozen),
                "12v3",
                frozen.name(),
                "add(",
                "has(",
                "tryGet(");
    }

    private record Frozen() {}
}
