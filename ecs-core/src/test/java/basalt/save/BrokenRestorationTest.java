package basalt.save;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.storage.fixture.Health;
import basalt.world.Restorable;
import basalt.world.World;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a world refuses during a restoration, and after one that has failed in its middle. */
class BrokenRestorationTest {
    private final World world = World.create();
    private final Snapshots ring = Saves.snapshots(world, 4);
    private final Fragile fragile = new Fragile();

    /** A resource that does something when it is restored. */
    private static final class Fragile implements Restorable {
        private Runnable whenRestored = () -> {};

        @Override
        public int save(MutableDirectBuffer to, int offset) {
            return 0;
        }

        @Override
        public void restore(DirectBuffer from, int offset, int length) {
            whenRestored.run();
        }
    }

    @AfterEach
    void close() {
        world.close();
    }

    private long capture() {
        world.spawn(new Health(1));
        world.resources().put(fragile);
        long tick = ring.capture();
        world.spawn(new Health(2));
        return tick;
    }

    private void assertAllRefused(String reason) {
        Consumer<Runnable> refused = call -> {
            String message =
                    assertThrows(IllegalStateException.class, call::run).getMessage();
            assertTrue(message.contains(reason), message);
        };
        refused.accept(() -> Saving.bytes(world));
        refused.accept(() -> Saves.stateHash(world));
        refused.accept(ring::capture);
        refused.accept(() -> Saves.merge(world, SaveSource.of(new UnsafeBuffer(new byte[0]), 0, 0), new LoadOptions()));
    }

    @Test
    void shouldRefuseToSaveDuringARestoration() {
        long tick = capture();
        fragile.whenRestored = () -> assertAllRefused("is refused during a capture or a restoration");
        ring.restore(tick);
        assertEquals(1, world.entityCount());
    }

    @Test
    void shouldRefuseToSaveAWorldInNoState() {
        long tick = capture();
        fragile.whenRestored = () -> {
            throw new UnsupportedOperationException("broken");
        };
        assertThrows(UnsupportedOperationException.class, () -> ring.restore(tick));
        assertAllRefused("call snapshots.restore(...) again");
        fragile.whenRestored = () -> {};
        ring.restore(tick);
        assertEquals(1, world.entityCount());
        Saves.stateHash(world);
    }

    @Test
    void shouldRefuseFurtherSnapshotsOfAWorldInNoState() {
        long tick = capture();
        fragile.whenRestored = () -> {
            throw new UnsupportedOperationException("broken");
        };
        assertThrows(UnsupportedOperationException.class, () -> ring.restore(tick));
        ring.close();
        String message = assertThrows(IllegalStateException.class, () -> Saves.snapshots(world, 2))
                .getMessage();
        assertTrue(message.contains("close it, and load or make another one"), message);
    }
}
