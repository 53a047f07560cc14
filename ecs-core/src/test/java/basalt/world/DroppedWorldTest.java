package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Deadline;
import basalt.memory.MemorySource;
import basalt.query.Query;
import basalt.save.Saves;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Position;
import basalt.system.Access;
import basalt.system.Schedule;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Worlds that become unreachable before they are closed. */
class DroppedWorldTest {
    private static final Logger LOGGER = Logger.getLogger("basalt.world");

    private final List<LogRecord> logged = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord logRecord) {
            logged.add(logRecord);
        }

        @Override
        public void flush() {
            // nothing is kept back
        }

        @Override
        public void close() {
            // nothing is open
        }
    };

    @BeforeEach
    void listen() {
        LOGGER.addHandler(handler);
        LOGGER.setUseParentHandlers(false);
    }

    @AfterEach
    void stopListening() {
        LOGGER.removeHandler(handler);
        LOGGER.setUseParentHandlers(true);
    }

    private static long directBytes() {
        World.trimRetainedMemory();
        return MemorySource.direct().allocatedBytes();
    }

    private void awaitBytes(long bytes, int warnings) {
        Deadline deadline = new Deadline("for the memory of a world that was dropped");
        while (directBytes() != bytes || logged.size() < warnings) {
            System.gc();
            deadline.pause();
        }
    }

    /** Its handles are not distinct, since it never gives back those of its thread. */
    private static World world() {
        return World.builder().distinctHandles(false).build();
    }

    /** Separate methods make the worlds, so that no stack frame of a test refers to them. */
    private static Query drop() {
        World world = world();
        world.template().with(new Position(0, 0)).build().spawn(20_000);
        return world.query().all(Position.TYPE).build();
    }

    private static void dropAll() {
        World world = world();
        world.template().with(new Position(0, 0)).build().spawn(20_000);
        Saves.snapshots(world, 3).capture();
        world.frame().allocate(1_000_000, 8);
        world.observers().onAdd(Position.TYPE, entity -> {});
        Query changed = world.query().changed(Position.TYPE).build();
        Schedule schedule = Schedule.builder(world)
                .add(
                        "look",
                        () -> changed.forEach(row -> world.commands().send(new Blow(1))),
                        Access.reads(Position.TYPE),
                        Access.sends(Blow.TYPE))
                .build();
        schedule.tick(1);
    }

    @Test
    void shouldGiveMemoryBack() {
        long before = directBytes();
        dropAll();
        assertTrue(directBytes() > before);
        awaitBytes(before, 1);
        assertEquals(1, logged.size());
        String message = logged.get(0).getMessage();
        assertTrue(message.contains("close() worlds and their schedules"), message);
        Throwable made = logged.get(0).getThrown();
        assertNotNull(made);
        assertTrue(Stream.of(made.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("dropAll")));
    }

    @Test
    void shouldKeepTheMemoryOfWhatIsReachable() {
        long before = directBytes();
        Query kept = drop();
        long one = directBytes();
        drop();
        awaitBytes(one, 1);
        assertEquals(20_000, kept.count());
        kept = null;
        awaitBytes(before, 2);
        assertEquals(2, logged.size());
    }

    @Test
    void shouldSayNothingOfAClosedWorld() {
        long before = directBytes();
        World.create().close();
        drop();
        awaitBytes(before, 1);
        assertEquals(1, logged.size());
    }
}
