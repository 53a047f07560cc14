package basalt.examples.showcase.particles.effects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Records check their fields even if they do not come from a file. */
class LimitsTest {
    private final List<Record> samples = new ArrayList<>();

    @BeforeEach
    void makeSamples() throws IOException {
        Effect fountain = ShippedEffects.read("fountain");
        Emitter firework = fountain.emitters().get(5);
        samples.add(fountain);
        samples.add(fountain.view());
        samples.add(fountain.floor());
        samples.add(ShippedEffects.read("galaxy").attractors().get(0));
        samples.add(firework);
        samples.add(firework.shell() == null ? new Shell(9, new Range(1, 2)) : firework.shell());
        samples.add(firework.burst());
        samples.add(firework.life());
        samples.add(firework.ramp());
        samples.add(firework.ramp().stops().get(0));
        samples.add(firework.ramp().stops().get(0).colour());
    }

    /** Sets each number of each record to illegal values: the message names the field and the value. */
    @Test
    void shouldRefuseNumbersOutOfRange() throws ReflectiveOperationException {
        int refused = 0;
        for (Record sample : samples) {
            RecordComponent[] fields = sample.getClass().getRecordComponents();
            for (int i = 0; i < fields.length; i++) {
                if (fields[i].getType() == float.class) {
                    for (float wrong :
                            new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 1e9f, -1e9f}) {
                        if (!(sample instanceof Range) || !Float.isFinite(wrong)) {
                            assertRefuses(sample, i, wrong, fields[i].getName() + "=" + wrong);
                            refused++;
                        }
                    }
                } else if (fields[i].getType() == int.class) {
                    assertRefuses(sample, i, 0, fields[i].getName() + "=0");
                } else if (!fields[i].isAnnotationPresent(OptionalField.class) && !(sample instanceof Ramp)) {
                    assertRefuses(sample, i, null, fields[i].getName() + " must not be null");
                }
            }
        }
        assertTrue(refused > 100, "refused: " + refused);
    }

    private static void assertRefuses(Record sample, int field, Object wrong, String part)
            throws ReflectiveOperationException {
        RecordComponent[] fields = sample.getClass().getRecordComponents();
        Class<?>[] types = new Class<?>[fields.length];
        Object[] values = new Object[fields.length];
        for (int i = 0; i < fields.length; i++) {
            types[i] = fields[i].getType();
            values[i] = fields[i].getAccessor().invoke(sample);
        }
        Constructor<? extends Record> constructor = sample.getClass().getDeclaredConstructor(types);
        assertEquals(sample, constructor.newInstance(values));
        values[field] = wrong;
        Throwable refusal = assertThrows(InvocationTargetException.class, () -> constructor.newInstance(values))
                .getCause();
        assertEquals(IllegalArgumentException.class, refusal.getClass(), sample + ": " + part);
        assertTrue(refusal.getMessage().contains(part), sample + ": " + refusal.getMessage());
    }

    @Test
    void shouldNameTheBounds() {
        assertSays("every must be 0.01 to 60: every=0.0", () -> new Burst(0, 0, 1));
        assertSays("rays must be 1 to 10000: rays=0", () -> new Shell(0, new Range(1, 2)));
        assertSays(
                "speed must be within 0 to 1000: speed=Range[from=-1.0, to=2.0]", () -> new Shell(1, new Range(-1, 2)));
        assertSays("from must be finite, and to not less than it: from=2.0, to=1.0", () -> new Range(2, 1));
        assertSays("height must be 0.1 to 1000: height=-1.0", () -> new Camera(0, 0, -1));
        assertSays("colour must not be null", () -> new Ramp.Stop(0, null));
    }

    @Test
    void shouldRefuseListsOfTheWrongSize() throws IOException {
        Effect fire = ShippedEffects.read("fire");
        Attractor attractor = new Attractor(0, 0, 1, 1);
        assertSays(
                "emitters must have a size of 1 to 64: emitters=[]",
                () -> new Effect(fire.view(), 0, 0, null, null, List.of()));
        String many = assertThrows(
                        IllegalArgumentException.class,
                        () -> new Effect(fire.view(), 0, 0, null, Collections.nCopies(9, attractor), fire.emitters()))
                .getMessage();
        assertTrue(many.startsWith("attractors must have a size of 0 to 8: "), many);
    }

    /** Bounds are decimal numbers; the nearest float can lie beyond them. */
    @Test
    void shouldAcceptTheBounds() {
        assertEquals(0.01f, new Burst(0.01f, 0, 0.01f).every());
        assertEquals(60, new Burst(60, 60, 60).lasts());
        assertEquals(0.1f, new Camera(-1_000, 1_000, 0.1f).height());
        assertEquals(new Range(0, 1_000), new Shell(10_000, new Range(0, 1_000)).speed());
        assertThrows(IllegalArgumentException.class, () -> new Burst(Math.nextDown(0.01f), 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new Burst(Math.nextUp(60f), 0, 1));
    }

    private static void assertSays(String message, Runnable wrong) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, wrong::run).getMessage());
    }
}
