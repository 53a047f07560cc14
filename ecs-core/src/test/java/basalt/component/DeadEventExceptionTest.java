package basalt.component;

import static basalt.component.Rejection.assertMentions;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class DeadEventExceptionTest {
    private record Bang() {
        static final EventType<Bang> TYPE = EventType.of(Bang.class);
    }

    @Test
    void shouldCarryTheNumberAndTheLiveRange() {
        DeadEventException thrown = new DeadEventException(Bang.TYPE, 3, 7, 9);

        assertEquals(3, thrown.event());
        assertEquals(7, thrown.firstLive());
        assertEquals(9, thrown.sent());
    }

    @Test
    void shouldReportWhyTheEventIsDead() {
        assertMentions(
                new DeadEventException(Bang.TYPE, 3, 7, 9),
                "event 3 of type " + Bang.TYPE.name() + " is gone",
                "firstLive=7",
                "sent=9");
        assertMentions(new DeadEventException(Bang.TYPE, 9, 7, 9), "event 9 ", "was never sent");
        assertMentions(new DeadEventException(Bang.TYPE, -1, 0, 0), "event -1 ", "was never sent", "sent=0");
    }
}
