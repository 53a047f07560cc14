package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.MissingComponentException;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Vectors;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ColumnAccessTest {
    private World world;

    @BeforeEach
    void create() {
        world = World.builder().memory(new DirtyMemory(0xFF)).build();
        world.template().build().spawn(100); // so that rows are not the first
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldReadAndWriteScalarsOfEveryKind() {
        long before = world.spawn(Kinds.ODD);
        long entity = world.spawn(Kinds.ZERO);
        long after = world.spawn(Kinds.ODD);
        for (Kinds sample : Kinds.SAMPLES) {
            world.set(entity, Kinds.F32, sample.f32());
            world.set(entity, Kinds.F64, sample.f64());
            world.set(entity, Kinds.I8, sample.i8());
            world.set(entity, Kinds.I16, sample.i16());
            world.set(entity, Kinds.I32, sample.i32());
            world.set(entity, Kinds.I64, sample.i64());
            world.set(entity, Kinds.FLAG, sample.flag());
            world.set(entity, Kinds.TARGET, sample.target());
            world.set(entity, Kinds.NAME, sample.name());
            assertEquals(sample, world.get(entity, Kinds.TYPE));
            assertEquals(
                    sample,
                    new Kinds(
                            world.get(entity, Kinds.F32),
                            world.get(entity, Kinds.F64),
                            world.get(entity, Kinds.I8),
                            world.get(entity, Kinds.I16),
                            world.get(entity, Kinds.I32),
                            world.get(entity, Kinds.I64),
                            world.get(entity, Kinds.FLAG),
                            world.get(entity, Kinds.TARGET),
                            world.get(entity, Kinds.NAME)));
        }
        assertEquals(Kinds.ODD, world.get(before, Kinds.TYPE));
        assertEquals(Kinds.ODD, world.get(after, Kinds.TYPE));
    }

    @Test
    void shouldKeepReferences() {
        Object object = new Object();
        long entity = world.spawn(new Label(null), new Rare(1, "x"));
        world.set(entity, Label.TEXT, object);
        world.set(entity, Rare.NOTE, null);

        assertSame(object, world.get(entity, Label.TEXT));
        assertEquals(new Rare(1, null), world.get(entity, Rare.TYPE));
    }

    @Test
    void shouldRejectMissingComponents() {
        long entity = world.spawn();
        assertMissing(Kinds.TYPE, () -> world.get(entity, Kinds.F32), () -> world.set(entity, Kinds.F32, 1));
        assertMissing(Kinds.TYPE, () -> world.get(entity, Kinds.I8), () -> world.set(entity, Kinds.NAME, "x"));
        assertMissing(Matrix.TYPE, () -> world.get(entity, Matrix.M), () -> world.set(entity, Matrix.M, 1f));
        assertMissing(Rare.TYPE, () -> world.get(entity, Rare.CHARGE), () -> world.set(entity, Rare.CHARGE, 1));
        assertMissing(Label.TYPE, () -> world.get(entity, Label.TEXT), () -> world.set(entity, Label.TEXT, "x"));
        world.spawn(new Rare(5, "five"));
        assertMissing(Rare.TYPE, () -> world.get(entity, Rare.CHARGE), () -> world.set(entity, Rare.NOTE, "x"));
        world.add(entity, Label.TYPE);
        assertEquals(null, world.get(entity, Label.TEXT), "nothing was written");
    }

    @Test
    void shouldRejectAVectorAsScalar() {
        long entity = world.spawn(Vectors.sample(1));
        List<Executable> attempts = List.of(
                () -> world.get(entity, Vectors.F32),
                () -> world.set(entity, Vectors.F32, 1),
                () -> world.get(entity, Vectors.F64),
                () -> world.set(entity, Vectors.F64, 1),
                () -> world.get(entity, Vectors.I8),
                () -> world.set(entity, Vectors.I8, (byte) 1),
                () -> world.get(entity, Vectors.I16),
                () -> world.set(entity, Vectors.I16, (short) 1),
                () -> world.get(entity, Vectors.I32),
                () -> world.set(entity, Vectors.I32, 1),
                () -> world.get(entity, Vectors.I64),
                () -> world.set(entity, Vectors.I64, 1),
                () -> world.get(entity, Vectors.FLAGS),
                () -> world.set(entity, Vectors.FLAGS, true),
                () -> world.get(entity, Vectors.TARGETS),
                () -> world.set(entity, Vectors.TARGETS, 1));
        for (Executable attempt : attempts) {
            var rejection = assertThrows(IllegalArgumentException.class, attempt);
            assertTrue(rejection.getMessage().contains("lane"), rejection.getMessage());
        }
        Vectors.assertSame(Vectors.sample(1), world.get(entity, Vectors.TYPE));
    }

    private static void assertMissing(Component<?> component, Executable... attempts) {
        for (Executable attempt : attempts) {
            assertSame(
                    component,
                    assertThrows(MissingComponentException.class, attempt).component());
        }
    }

    private static final int COLLECTIONS = 50;

    @Test
    void shouldEndWhenTheEntityIsDestroyed() {
        assertForgets(world::destroy);
    }

    @Test
    void shouldEndWhenTheComponentIsRemoved() {
        assertForgets(entity -> world.remove(entity, Label.TYPE));
    }

    @Test
    void shouldEndWhenAnotherObjectTakesItsPlace() {
        assertForgets(entity -> world.set(entity, Label.TEXT, null));
        assertForgets(entity -> world.set(entity, new Label("another")));
        assertForgets(entity -> world.add(entity, new Label("another")));
    }

    @Test
    void shouldEndWithABulkChange() {
        assertForgets(entity -> world.query().all(Label.TYPE).build().bulk().destroy());
        assertForgets(entity -> world.query().all(Label.TYPE).build().bulk().remove(Label.TYPE));
    }

    @Test
    void shouldEndWhenTheWorldCloses() {
        assertForgets(entity -> world.close());
    }

    @Test
    void shouldLastWhileTheComponentIsThere() {
        long entity = spawn();
        WeakReference<Object> weak = new WeakReference<>(world.get(entity, Label.TEXT));
        world.disable(entity);
        world.disable(entity, Label.TYPE);
        System.gc();

        assertNotNull(weak.get());
        assertEquals(weak.get(), world.get(entity, Label.TEXT));
    }

    /** A separate method, so that no stack frame of the test refers to the object. */
    private long spawn() {
        return world.spawn(new Label(new byte[100]));
    }

    private void assertForgets(LongConsumer change) {
        long entity = spawn();
        WeakReference<Object> weak = new WeakReference<>(world.get(entity, Label.TEXT));
        assertNotNull(weak.get());
        change.accept(entity);
        for (int i = 0; i < COLLECTIONS && weak.get() != null; i++) {
            System.gc();
        }
        assertTrue(weak.get() == null, "the object is still reachable");
    }
}
