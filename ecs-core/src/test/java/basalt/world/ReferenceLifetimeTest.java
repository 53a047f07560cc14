package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Rare;
import java.lang.ref.WeakReference;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An object that a column refers to is reachable until its component is removed, and not longer. */
class ReferenceLifetimeTest {
    private static final int COLLECTIONS = 50;

    private final World world = World.create();

    @AfterEach
    void close() {
        world.close();
    }

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

    @Test
    void shouldNotComeBackWithTheRow() {
        for (int i = 0; i < 64; i++) {
            world.spawn(new Label("old"), new Rare(1, "old"));
        }
        world.query().all(Label.TYPE).build().bulk().destroy();
        for (int i = 0; i < 64; i++) {
            long entity = world.spawn();
            assertEquals(3, Entity.generation(entity));
            world.add(entity, Label.TYPE);
            world.add(entity, Rare.TYPE);
            assertNull(world.get(entity, Label.TEXT));
            assertNull(world.get(entity, Rare.NOTE));
        }
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
