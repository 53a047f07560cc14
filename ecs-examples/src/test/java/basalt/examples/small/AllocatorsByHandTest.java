package basalt.examples.small;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.program.Printed;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllocatorsByHandTest {
    @Test
    void shouldPrintWhatTheAllocatorsDo() throws Exception {
        List<String> lines = Printed.toTheConsole(out -> AllocatorsByHand.main());

        assertTrue(lines.get(0).startsWith("for jconsole: basalt.memory:type=MemoryTracker,name="), lines.get(0));
        assertTrue(lines.get(1).matches("bytes of each frame: [▁▂▃▄▅▆▇█]{32}"), lines.get(1));
        assertEquals("promoted: 42", lines.get(2));
        assertTrue(lines.get(3).startsWith("error: slice used after its arena was reset"), lines.get(3));
        assertTrue(lines.get(4).startsWith("error: handle is dead"), lines.get(4));
        assertTrue(lines.get(5).matches("fragmentation: 0.[89]\\d, after \\d+ moves: 0.00"), lines.get(5));
        assertEquals("largest: 1008", lines.get(6));
        assertTrue(lines.get(7).startsWith("error: "), lines.get(7));
        assertTrue(lines.get(7).contains("the budget of all tags is 2097152 bytes"), lines.get(7));
        assertEquals("left behind: 0 bytes", lines.get(lines.size() - 1));
    }
}
