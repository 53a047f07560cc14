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
import java.lang.ref.WeakReference;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ColumnAccessTest {
    private World world;

    @BeforeEach
    void create() {
        world = World.builder().memory(DirtyMemory.atBothEnds(0xFF)).build();
        world.template().build().spawn(100); // so that rows are not the first
    }

    @AfterEach
    void close() {
        world.close();
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

    private static void assertMissing(Component<?> component, Executable... attempts) {
        for (Executable attempt : attempts) {
            assertSame(
                    component,
                    assertThrows(MissingComponentException.class, attempt).component());
        }
    }

    private static final int COLLECTIONS = 50;

    @Test
    void shouldForgetObjects() {
        assertForgets(world::destroy);
        assertForgets(entity -> world.remove(entity, Label.TYPE));
        assertForgets(entity -> world.set(entity, Label.TEXT, null));
        assertForgets(entity -> world.set(entity, new Label("another")));
        assertForgets(entity -> world.add(entity, new Label("another")));
        assertForgets(entity -> world.query().all(Label.TYPE).build().bulk().destroy());
        assertForgets(entity -> world.query().all(Label.TYPE).build().bulk().remove(Label.TYPE));
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
