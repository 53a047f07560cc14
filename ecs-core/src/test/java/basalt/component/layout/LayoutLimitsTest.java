package basalt.component.layout;

import static basalt.component.Rejection.assertRejects;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LayoutLimitsTest {
    @Test
    void shouldHaveDefaults() {
        assertEquals(new LayoutLimits(4096, 256), LayoutLimits.parse(null, null));
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 1024})
    void shouldAcceptBytesPerRow(int bytesPerRow) {
        assertEquals(bytesPerRow, LayoutLimits.parse("" + bytesPerRow, null).bytesPerRow());
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 128, 512, 1024, 4032, 4096})
    void shouldAcceptComponents(int components) {
        assertEquals(components, LayoutLimits.parse(null, "" + components).components());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-512", "511", "513", "768", "2048", "many", "512 ", "0x200", "99999999999"})
    void shouldRejectBytesPerRow(String value) {
        assertRejects(
                () -> LayoutLimits.parse(value, null),
                "512 or 1024",
                LayoutLimits.BYTES_PER_ROW_PROPERTY + "=" + value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-64", "1", "63", "65", "4095", "4097", "4160", "all", "99999999999"})
    void shouldRejectComponents(String value) {
        assertRejects(
                () -> LayoutLimits.parse(null, value),
                "multiple of 64 from 64 to 4096",
                LayoutLimits.COMPONENTS_PROPERTY + "=" + value);
    }
}
