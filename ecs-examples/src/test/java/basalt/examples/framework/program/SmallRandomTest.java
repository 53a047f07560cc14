package basalt.examples.framework.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.Test;

class SmallRandomTest {
    @Test
    void shouldBeSplitMix64() {
        SmallRandom random = new SmallRandom(1234567);
        long[] reference = {6457827717110365317L, 3203168211198807973L, -8629252141511181193L};
        for (long bits : reference) {
            assertEquals((bits >>> 40) * 0x1p-24f, random.next());
        }
    }

    @Test
    void shouldStayInRangeAndFillIt() {
        SmallRandom random = new SmallRandom(7);
        float least = 1;
        float greatest = -1;
        double sum = 0;
        for (int i = 0; i < 100_000; i++) {
            float number = random.nextSigned();
            assertTrue(number >= -1 && number < 1);
            least = Math.min(least, number);
            greatest = Math.max(greatest, number);
            sum += number;
        }
        assertTrue(least < -0.999f && greatest > 0.999f);
        assertEquals(0, sum / 100_000, 0.02);
    }

    @Test
    void shouldRepeatItsNumbersAfterARestoration() {
        SmallRandom random = new SmallRandom(7);
        random.next();
        ExpandableArrayBuffer saved = new ExpandableArrayBuffer();
        int bytes = random.save(saved, 3);
        float next = random.next();
        assertNotEquals(next, random.next());
        random.restore(saved, 3, bytes);
        assertEquals(next, random.next());
        random.seed(7);
        assertEquals(new SmallRandom(7).next(), random.next());
    }
}
