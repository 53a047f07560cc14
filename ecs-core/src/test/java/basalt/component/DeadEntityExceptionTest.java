package basalt.component;

import static basalt.component.Rejection.assertMentions;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class DeadEntityExceptionTest {
    @Test
    void shouldCarryIndexAndBothGenerations() {
        DeadEntityException thrown = new DeadEntityException(Entity.of(12, 3), 4);

        assertEquals(Entity.of(12, 3), thrown.entity());
        assertEquals(12, thrown.index());
        assertEquals(3, thrown.handleGeneration());
        assertEquals(4, thrown.currentGeneration());
    }

    @Test
    void shouldNameIndexBothGenerationsAndRemedy() {
        assertMentions(
                new DeadEntityException(Entity.of(12, 3), 4),
                "12v3",
                "index=12",
                "handleGeneration=3",
                "currentGeneration=4",
                "isAlive(entity)");
    }

    @Test
    void shouldReportTheStateOfTheRow() {
        assertMentions(new DeadEntityException(Entity.of(12, 3), 4), "its row is free");
        assertMentions(new DeadEntityException(Entity.of(12, 3), 5), "its row belongs to another entity");
        assertMentions(
                new DeadEntityException(Entity.of(12, 3), 0),
                "its row was never used in this world, or has used up its generations");
    }

    @Test
    void shouldPrintPartsUnsigned() {
        assertMentions(
                new DeadEntityException(Entity.of(-1, Entity.LAST_GENERATION), -2),
                "index=4294967295",
                "handleGeneration=4294967295",
                "currentGeneration=4294967294");
    }

    @Test
    void shouldCallTheNullHandleByItsName() {
        assertMentions(
                new DeadEntityException(Entity.NULL, 7), "Entity.NULL", "handleGeneration=0", "currentGeneration=7");
    }
}
