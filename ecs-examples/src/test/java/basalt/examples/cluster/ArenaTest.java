package basalt.examples.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.component.SaveFormatException;
import basalt.examples.LeakCheck;
import basalt.examples.cluster.Arena.Settings;
import basalt.memory.MemorySource;
import basalt.save.SaveBuffer;
import basalt.save.SaveSource;
import basalt.save.Saves;
import java.io.ByteArrayOutputStream;
import org.agrona.collections.LongArrayList;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
class ArenaTest {
    private static final Settings SMALL = new Settings(2_000, 30, 60, 7);
    private static final int SESSION = 100;

    /** Ticks with players who come, steer, fire and go, all given by the number of the tick. */
    private static void play(Arena arena, int from, int to) {
        for (int tick = from; tick < to; tick++) {
            if (tick % 40 == 10) {
                arena.join(1 + tick / 40 % 5, SESSION + tick);
            }
            for (int session = SESSION + tick / 40 * 40 + 10; session > SESSION + tick - 200; session -= 40) {
                long ship = arena.shipOf(session);
                if (ship != Entity.NULL && arena.tryTakeMessage(ship)) {
                    arena.fire(ship, arena.sequence(ship) + 1, tick % 7 - 3, tick % 3 - 1);
                    arena.steer(ship, arena.sequence(ship) + 1, tick % 5 - 2, 1);
                }
            }
            if (tick % 90 == 89) {
                arena.leave(SESSION + tick / 40 * 40 + 10);
            }
            arena.tick();
        }
    }

    private static byte[] bytes(Arena arena) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        arena.save((from, offset, length) -> {
            byte[] part = new byte[length];
            from.getBytes(offset, part);
            bytes.write(part);
        });
        return bytes.toByteArray();
    }

    /** The handles of all entities, with their generations, in the order of rows. */
    private static long[] handles(Arena arena) {
        LongArrayList handles = new LongArrayList();
        arena.world().query().all(Arena.Position.TYPE).build().forEach(row -> handles.addLong(row.entity()));
        return handles.toLongArray();
    }

    @Tag("slow")
    @Test
    void shouldGoOnAsOneThatRanThrough() {
        try (Arena through = new Arena(SMALL);
                Arena saved = new Arena(SMALL);
                SaveBuffer buffer = new SaveBuffer(MemorySource.direct())) {
            play(through, 0, 400);
            play(saved, 0, 400);
            saved.save(buffer::write);
            try (Arena loaded = Arena.load(SMALL, buffer.source())) {
                assertArrayEquals(handles(through), handles(loaded));
                for (int tick = 400; tick < 800; tick++) {
                    play(through, tick, tick + 1);
                    play(saved, tick, tick + 1);
                    play(loaded, tick, tick + 1);
                    assertEquals(Saves.stateHash(through.world()), Saves.stateHash(loaded.world()), "tick " + tick);
                }
                assertArrayEquals(handles(through), handles(loaded));
                assertArrayEquals(handles(through), handles(saved));
                assertArrayEquals(bytes(through), bytes(loaded));
            }
        }
    }

    @Tag("slow")
    @Test
    void shouldDependOnTheSeed() {
        try (Arena first = new Arena(SMALL);
                Arena second = new Arena(new Settings(2_000, 30, 60, 8))) {
            play(first, 0, 2);
            play(second, 0, 2);
            assertNotEquals(Saves.stateHash(first.world()), Saves.stateHash(second.world()));
        }
    }

    @Test
    void shouldKeepTheNumberOfBullets() {
        try (Arena arena = new Arena(SMALL)) {
            for (int tick = 0; tick < 400; tick++) {
                arena.tick();
                assertEquals(
                        2_000,
                        arena.world().query().all(Arena.Neutral.TYPE).build().count());
            }
        }
    }

    @Test
    void shouldKeepAShipForAMinute() {
        try (Arena arena = new Arena(new Settings(0, 30, 60, 1))) {
            arena.join(5, 1);
            arena.steer(arena.shipOf(1), 1, 1, 0);
            arena.leave(1);
            assertEquals(Entity.NULL, arena.shipOf(1));
            for (int tick = 0; tick < 30 * 60; tick++) {
                arena.tick();
            }
            assertEquals(Arena.NO_SESSION, arena.join(5, 2));
            assertEquals(1, arena.sequence(arena.shipOf(2)));
            arena.leave(2);
            for (int tick = 0; tick <= 30 * 60; tick++) {
                arena.tick();
            }
            arena.join(5, 3);
            assertEquals(0, arena.sequence(arena.shipOf(3)));
        }
    }

    @Test
    void shouldGiveTheShipToTheLastSession() {
        try (Arena arena = new Arena(new Settings(0, 30, 60, 1))) {
            assertEquals(Arena.NO_SESSION, arena.join(5, 1));
            long ship = arena.shipOf(1);
            assertEquals(1, arena.join(5, 2));
            assertEquals(ship, arena.shipOf(2));
            arena.leave(1);
            assertEquals(ship, arena.shipOf(2));
            assertEquals(Entity.NULL, arena.shipOf(1));
        }
    }

    @Test
    void shouldLimitMessages() {
        try (Arena arena = new Arena(new Settings(0, 30, 60, 1))) {
            arena.join(1, 1);
            long ship = arena.shipOf(1);
            for (int message = 0; message < 60; message++) {
                assertTrue(arena.tryTakeMessage(ship));
            }
            assertFalse(arena.tryTakeMessage(ship));
            arena.tick();
            assertTrue(arena.tryTakeMessage(ship));
            assertTrue(arena.tryTakeMessage(ship));
            assertFalse(arena.tryTakeMessage(ship));
        }
    }

    @Test
    void shouldRefuseADamagedWorld() {
        try (Arena arena = new Arena(SMALL)) {
            arena.tick();
            byte[] bytes = bytes(arena);
            bytes[bytes.length / 2] ^= 1;
            SaveSource damaged = SaveSource.of(new UnsafeBuffer(bytes), 0, bytes.length);
            assertThrows(SaveFormatException.class, () -> Arena.load(SMALL, damaged));
        }
    }
}
