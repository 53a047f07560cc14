package basalt.system;

import static basalt.system.Order.after;
import static basalt.system.Order.before;
import static basalt.system.Order.inSet;
import static basalt.system.Rejection.assertRejects;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class OrderTest {
    @Test
    void shouldKeepNames() {
        assertEquals(Order.Kind.BEFORE, before("draw").kind());
        assertEquals(Order.Kind.AFTER, after("move").kind());
        assertEquals(Order.Kind.IN_SET, inSet("physics").kind());
        assertEquals(List.of("move", "steer"), after("move", "steer").names());
    }

    @Test
    void shouldPrintItselfAsInSource() {
        assertEquals("before(\"draw\")", before("draw").toString());
        assertEquals("after(\"move\", \"steer\")", after("move", "steer").toString());
        assertEquals("inSet(\"physics\")", inSet("physics").toString());
    }

    @Test
    void shouldRejectBadNames() {
        assertRejects(() -> before(), "before() needs at least one name");
        assertRejects(() -> after((String[]) null), "after() needs at least one name");
        assertRejects(() -> after("move", null), "after()", "name=null");
        assertRejects(() -> inSet(" "), "inSet()", "name=\" \"");
    }
}
