package basalt.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Deadline;
import basalt.memory.Elsewhere;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ReadyQueueTest {
    private final ReadyQueue queue = new ReadyQueue();

    @Test
    void shouldSeparatePiecesForTheWorldsThread() {
        queue.clear(3);
        assertEquals(-1, queue.takeForWorldThread());
        queue.addForWorldThread(2);
        assertFalse(queue.hasPieces());
        assertEquals(-1, queue.take());
        queue.add(0, 2);
        assertTrue(queue.hasPieces());
        assertEquals(0, queue.take());
        assertEquals(2, queue.takeForWorldThread());
        assertEquals(-1, queue.takeForWorldThread());
        assertEquals(1, queue.take());
        assertFalse(queue.hasPieces());
        queue.addForWorldThread(2);
        queue.clear(1);
        assertEquals(-1, queue.takeForWorldThread(), "of the stage before");
    }

    /** The world's thread polls while another thread adds one piece after the other. */
    @Tag("long")
    @Test
    void shouldLoseNoPieceForTheWorldsThread() {
        int pieces = 200_000;
        AtomicInteger taken = new AtomicInteger();
        queue.clear(pieces);
        Elsewhere.together(
                () -> {
                    for (int i = 0; i < pieces; i++) {
                        waitUntil(taken, i, "the piece before is taken");
                        queue.addForWorldThread(i);
                    }
                },
                () -> {
                    Deadline deadline = new Deadline("a piece for the world's thread");
                    for (int turn = 1; taken.get() < pieces; turn++) {
                        int piece = queue.takeForWorldThread();
                        if (piece >= 0) {
                            assertEquals(taken.get(), piece);
                            taken.set(piece + 1);
                        } else if ((turn & 0xFFF) == 0) {
                            deadline.pause();
                        }
                    }
                });
        assertEquals(pieces, taken.get());
    }

    private static void waitUntil(AtomicInteger count, int least, String what) {
        Deadline deadline = null;
        for (int turn = 1; count.get() < least; turn++) {
            if ((turn & 0xFFF) == 0) {
                deadline = deadline == null ? new Deadline(what) : deadline;
                deadline.pause();
            }
        }
    }
}
