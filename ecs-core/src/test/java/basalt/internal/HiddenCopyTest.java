package basalt.internal;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HiddenCopyTest {
    @Test
    void shouldKnowWhetherClassesCanBeDefined() {
        String name = HiddenCopyTest.class.getName() + "$Some";

        assertTrue(HiddenCopy.canDefine(new ClassFile(name, Object.class)));
        assertFalse(HiddenCopy.canDefine(new ClassFile(name, String.class))); // an Error, as in a native image
    }
}
