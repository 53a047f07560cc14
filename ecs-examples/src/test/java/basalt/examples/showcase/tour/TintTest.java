package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TintTest {
    @Test
    void shouldLightAndDarken() {
        assertEquals(0x102030, Tint.lit(0x102030, 1));
        assertEquals(0x081018, Tint.lit(0x102030, 0.5f));
        assertEquals(0, Tint.lit(0xffffff, 0));
        assertEquals(0xff40ff, Tint.lit(0xff2080, 2));
    }

    @Test
    void shouldMixChannelByChannel() {
        assertEquals(0xffffff, Tint.mixed(0xffffff, 0, 256));
        assertEquals(0, Tint.mixed(0xffffff, 0, 0));
        assertEquals(0xffffff, Tint.mixed(0xffffff, 0xffffff, 77));
        assertEquals(0x7f007f, Tint.mixed(0xff0000, 0x0000ff, 128));
        for (int parts = 0; parts <= 256; parts++) {
            int mixed = Tint.mixed(0xc84010, 0x1080f0, parts);
            for (int shift = 0; shift <= 16; shift += 8) {
                int one = 0xc84010 >> shift & 255;
                int other = 0x1080f0 >> shift & 255;
                assertEquals((one * parts + other * (256 - parts)) / 256, mixed >> shift & 255);
            }
        }
    }
}
