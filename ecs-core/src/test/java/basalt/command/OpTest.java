package basalt.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.layout.BlockLayout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OpTest {
    private static final List<Integer> WITHOUT_VALUE = List.of(
            Op.SPAWN,
            Op.DESTROY,
            Op.ADD,
            Op.ADD_VALUES,
            Op.REMOVE,
            Op.ENABLE,
            Op.DISABLE,
            Op.ENABLE_ENTITY,
            Op.DISABLE_ENTITY,
            Op.SET_REFERENCE,
            Op.SEND,
            Op.WROTE,
            Op.DETACH);
    private static final List<Integer> WITH_VALUE =
            List.of(Op.ATTACH, Op.ATTACH_BEFORE, Op.SET, Op.SET + 1, Op.SET + 2, Op.SET + 3);

    @Test
    void shouldDecodeWhatItEncodes() {
        for (List<Integer> operations : List.of(WITHOUT_VALUE, WITH_VALUE)) {
            for (int operation : operations) {
                for (int id : new int[] {0, 1, 255, BlockLayout.MAX_COMPONENTS - 1, 4095, (1 << 24) - 1}) {
                    for (int argument : new int[] {0, 1, BlockLayout.HEADER_BYTES, Integer.MAX_VALUE, -1}) {
                        long code = Op.code(operation, id, argument & Integer.MAX_VALUE);
                        assertEquals(operation, Op.operation(code));
                        assertEquals(id, Op.componentId(code));
                        assertEquals(argument & Integer.MAX_VALUE, Op.argument(code));
                    }
                }
            }
        }
    }

    @Test
    void shouldDistinguishOperations() {
        Map<Integer, Integer> seen = new HashMap<>();
        WITHOUT_VALUE.forEach(operation -> seen.merge(operation, 1, Integer::sum));
        WITH_VALUE.forEach(operation -> seen.merge(operation, 1, Integer::sum));

        assertEquals(WITHOUT_VALUE.size() + WITH_VALUE.size(), seen.size());
        assertFalse(seen.containsKey(0), "a command is never all zero");
        assertNotEquals(Op.code(Op.ADD, 3, 0), Op.code(Op.ADD, 4, 0));
    }

    @Test
    void shouldHaveValuesOnlyForSetsAndAttachments() {
        for (int operation : WITHOUT_VALUE) {
            assertEquals(16, Op.bytes(operation));
        }
        for (int operation : WITH_VALUE) {
            assertEquals(24, Op.bytes(operation));
            assertTrue(Op.bytes(operation) <= Op.MAX_BYTES);
        }
        for (int operation : new int[] {Op.ADD_VALUES, Op.SEND_VALUES}) {
            assertEquals(16, Op.bytes(Op.code(operation, 5, 0)));
            assertEquals(16 + 8 * 1000, Op.bytes(Op.code(operation, 5, 1000)));
        }
    }
}
