package basalt.examples.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TintTest {
    @Test
    void shouldFollowTheColourCircle() {
        assertTint(1, 0, 0, Tint.ofHue(0));
        assertTint(1, 1, 0, Tint.ofHue(1 / 6f));
        assertTint(0, 1, 0, Tint.ofHue(1 / 3f));
        assertTint(0, 1, 1, Tint.ofHue(1 / 2f));
        assertTint(0, 0, 1, Tint.ofHue(2 / 3f));
        assertTint(1, 0, 1, Tint.ofHue(5 / 6f));
        assertTint(1, 0, 0, Tint.ofHue(1));
        assertTint(0, 0, 1, Tint.ofHue(-1 / 3f));
    }

    private static void assertTint(float red, float green, float blue, Tint tint) {
        assertEquals(red, tint.red(), 1e-5f);
        assertEquals(green, tint.green(), 1e-5f);
        assertEquals(blue, tint.blue(), 1e-5f);
    }
}
