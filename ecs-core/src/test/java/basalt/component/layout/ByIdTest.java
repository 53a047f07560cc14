package basalt.component.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ByIdTest {
    private final ById<String> names = new ById<>("none");

    @Test
    void shouldHaveNoValuesAtFirst() {
        for (int id : new int[] {0, 1, names.end() - 1, names.end(), BlockLayout.MAX_COMPONENTS - 1}) {
            assertEquals("none", names.get(id));
        }
    }

    @Test
    void shouldKeepValuesWhenItGrows() {
        int last = BlockLayout.MAX_COMPONENTS - 1;
        names.set(2, "two");
        names.set(names.end(), "first after the end");
        names.set(last, "last");
        assertEquals("two", names.get(2));
        assertEquals("first after the end", names.get(16));
        assertEquals("last", names.get(last));
        for (int id = 17; id < last; id++) {
            assertEquals("none", names.get(id));
        }
        assertTrue(names.end() > last);
    }

    @Test
    void shouldReplaceValues() {
        names.set(5, "a");
        names.set(5, "b");
        assertEquals("b", names.get(5));
        names.set(5, "none");
        assertEquals("none", names.get(5));
    }
}
