package basalt.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Deadline;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BuiltFiltersTest {
    private final MatchScan.BuiltFilters built = new MatchScan.BuiltFilters();

    private Filter add(String text) {
        Filter filter = new Filter(new int[0], new int[0][], new int[0], false);
        built.add(filter, () -> text);
        return filter;
    }

    @Test
    void shouldKeepTheOrderOfBuilding() {
        Filter first = add("first");
        Filter second = add("second");
        Filter third = add("third");
        second.close();
        assertEquals(3, built.count());
        assertNull(built.get(1).filter());
        built.sweep();
        assertEquals(2, built.count());
        assertSame(first, built.get(0).filter());
        assertSame(third, built.get(1).filter());
        assertEquals("third", built.get(1).text());
    }

    @Test
    void shouldRemoveUnreachableFilters() {
        Filter kept = add("kept");
        add("dropped");
        Deadline deadline = new Deadline("for a filter to be collected");
        while (built.count() > 1) {
            System.gc();
            built.sweep();
            deadline.pause();
        }
        assertSame(kept, built.get(0).filter());
    }

    @Test
    void shouldNotCollectClosedFilters() {
        List<Filter> open = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            add("closed").close();
            if (i % 50 == 0) {
                open.add(add("open"));
            }
            assertTrue(built.count() <= 64 + 2 * open.size(), built.count() + " of " + open.size());
        }
        built.sweep();
        assertEquals(open.size(), built.count());
        Reference.reachabilityFence(open);
    }
}
