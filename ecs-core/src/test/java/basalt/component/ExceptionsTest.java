package basalt.component;

import static basalt.component.Rejection.assertMentions;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import basalt.component.layout.ComponentAreas;
import org.junit.jupiter.api.Test;

class ExceptionsTest {
    private final Component<Frozen> frozen = new ComponentRegistry(new Layout(new ComponentAreas())).of(Frozen.class);

    @Test
    void shouldNameADeadEntityAndTheStateOfItsRow() {
        DeadEntityException thrown = dead(Entity.of(12, 3), 4);

        assertEquals(Entity.of(12, 3), thrown.entity());
        assertEquals(4, thrown.currentGeneration());
        assertMentions(thrown, "12v3", "index=12", "handleGeneration=3", "currentGeneration=4", "isAlive(entity)");
        assertMentions(thrown, "its row is free");
        assertMentions(dead(Entity.of(12, 3), 5), "its row belongs to another entity");
        assertMentions(
                dead(Entity.of(12, 3), 0), "its row was never used in this world, or has used up its generations");
        assertMentions(dead(Entity.NULL, 7), "Entity.NULL", "handleGeneration=0", "currentGeneration=7");
        assertMentions(
                dead(Entity.of(-1, Entity.LAST_GENERATION), -2),
                "index=4294967295",
                "handleGeneration=4294967295",
                "currentGeneration=4294967294");
    }

    @Test
    void shouldNameADeadEventAndWhyItIsDead() {
        assertEquals(3, new DeadEventException(Bang.TYPE, 3, 7, 9).event());
        assertMentions(
                new DeadEventException(Bang.TYPE, 3, 7, 9),
                "event 3 of type " + Bang.TYPE.name() + " is gone",
                "firstLive=7",
                "sent=9");
        assertMentions(new DeadEventException(Bang.TYPE, 9, 7, 9), "event 9 ", "was never sent");
        assertMentions(new DeadEventException(Bang.TYPE, -1, 0, 0), "event -1 ", "was never sent", "sent=0");
    }

    @Test
    void shouldNameAMissingComponentAndTheRemedy() {
        MissingComponentException thrown = new MissingComponentException(Entity.of(12, 3), frozen);

        assertEquals(Entity.of(12, 3), thrown.entity());
        assertSame(frozen, thrown.component());
        assertMentions(thrown, "12v3", frozen.name(), "add(", "has(");
    }

    private static DeadEntityException dead(long entity, int generation) {
        return new DeadEntityException(entity, generation, false);
    }

    private record Bang() {
        static final EventType<Bang> TYPE = EventType.of(Bang.class);
    }

    private record Frozen() {}
}
