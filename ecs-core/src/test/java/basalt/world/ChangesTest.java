package basalt.world;

import static basalt.memory.Refusal.assertIllegal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Rare;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangesTest {
    private final CountingMemory memory = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
    private final FailingMemory failing = new FailingMemory(memory);
    private final World world = World.builder().memory(failing).build();

    @AfterEach
    void close() {
        world.close();
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldLeaveLossesOfABodyForTheNextCall() {
        RemovedComponents removals = world.removed(Health.TYPE);
        List<Long> entities = lose(3);
        List<Long> read = new ArrayList<>();
        removals.forEach(entity -> {
            read.add(entity);
            assertEquals(entity, removals.entity());
            lose(1);
        });
        assertEquals(entities, read);
        assertEquals(3, removals.remaining());
    }

    @Test
    void shouldCountALossAsReadIfItsBodyThrows() {
        RemovedComponents removals = world.removed(Health.TYPE);
        List<Long> entities = lose(3);
        assertThrows(
                IllegalArgumentException.class,
                () -> removals.forEach(entity -> {
                    throw new IllegalArgumentException("no");
                }));
        assertEquals(entities.subList(1, 3), read(removals));
    }

    @Test
    void shouldHandleABodyThatSkipsOrCloses() {
        RemovedComponents removals = world.removed(Health.TYPE);
        lose(3);
        int[] calls = {0};
        removals.forEach(entity -> {
            calls[0]++;
            removals.skipAll();
        });
        assertEquals(1, calls[0]);
        lose(3);
        assertThrows(IllegalStateException.class, () -> removals.forEach(entity -> removals.close()));
    }

    @Test
    void shouldSkip() {
        RemovedComponents removals = world.removed(Health.TYPE);
        lose(7);
        removals.next();
        assertEquals(6, removals.skipAll());
        assertEquals(0, removals.skipAll());
        assertFalse(removals.next());
        assertEquals(lose(1), read(removals));
    }

    @Test
    void shouldRejectMisuse() {
        RemovedComponents removals = world.removed(Health.TYPE);
        LongConsumer nothing = null;
        Component<?> missing = null;
        assertThrows(IllegalArgumentException.class, () -> removals.forEach(nothing));
        assertThrows(IllegalArgumentException.class, () -> world.removed(missing));
        assertThrows(IllegalStateException.class, removals::entity);
        lose(1);
        assertThrows(IllegalStateException.class, removals::entity);
        read(removals);
        assertThrows(IllegalStateException.class, removals::entity);
        removals.close();
        removals.close();
        assertIllegal(removals::next, "world.removed(component)");
    }

    @Test
    void shouldCloseAfterItsWorld() {
        RemovedComponents removals;
        try (World other = World.create()) {
            removals = other.removed(Health.TYPE);
            other.destroy(other.spawn(new Health(1)));
        }
        removals.close();
        assertThrows(IllegalStateException.class, removals::remaining);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1023, 1024, 1025, 5000})
    void shouldGiveMemoryBackWhenAllHaveRead(int count) {
        lose(1);
        long before = world.statistics().memory().reservedBytes();
        RemovedComponents fast = world.removed(Health.TYPE);
        RemovedComponents slow = world.removed(Health.TYPE);
        lose(count);
        assertEquals(count, read(fast).size());
        assertTrue(world.statistics().memory().reservedBytes() >= before + 8L * count);
        assertEquals(count, read(slow).size());
        assertTrue(world.statistics().memory().reservedBytes() <= before + 2 * 8192);

        lose(count);
        assertEquals(count, read(fast).size());
        slow.close();
        assertEquals(List.of(), read(fast));
        assertTrue(world.statistics().memory().reservedBytes() <= before + 2 * 8192);
        fast.close();
        assertEquals(before, world.statistics().memory().reservedBytes());
    }

    @Test
    void shouldNotReadFailedSpawns() {
        Template template =
                world.template().with(new Health(1), new Rare(1, "x")).build();
        RemovedComponents removals = world.removed(Health.TYPE);
        world.template().with(new Health(1)).build().spawn(1); // so that the frame arena has its chunk
        failing.failNext();
        assertThrows(NativeMemoryException.class, () -> template.spawn(100));
        template.spawn(100);
        assertEquals(0, removals.remaining());
    }

    private List<Long> lose(int count) {
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long entity = world.spawn(new Health(i));
            world.destroy(entity);
            entities.add(entity);
        }
        return entities;
    }

    private static List<Long> read(RemovedComponents removals) {
        List<Long> read = new ArrayList<>();
        while (removals.next()) {
            read.add(removals.entity());
        }
        return read;
    }
}
