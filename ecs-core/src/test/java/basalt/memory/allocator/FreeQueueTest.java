package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Deadline;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // an incorrect queue may loop forever
class FreeQueueTest {
    /** A value with an odd generation, like a handle. */
    private static long handle(long number) {
        return number << 33 | 1L << 32 | number & 0xFFFF;
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 4", "5, 8", "1000, 1024", "1048576, 1048576"})
    void shouldRoundCapacityUpToPowerOfTwo(int asked, int capacity) {
        FreeQueue queue = new FreeQueue(asked);
        assertEquals(capacity, queue.capacity());
        for (int i = 0; i < capacity; i++) {
            assertTrue(queue.offer(handle(i)));
        }
        assertFalse(queue.offer(handle(0)));
    }

    @Test
    void shouldBeEmptyAtFirst() {
        assertEquals(0, new FreeQueue(4).poll());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 64})
    void shouldAgreeWithDequeOverManyLaps(int capacity) {
        FreeQueue queue = new FreeQueue(capacity);
        Deque<Long> expected = new ArrayDeque<>();
        Random random = new Random(capacity);
        for (int i = 0; i < 100_000; i++) {
            if (random.nextBoolean()) {
                boolean hasRoom = expected.size() < capacity;
                assertEquals(hasRoom, queue.offer(handle(i)));
                if (hasRoom) {
                    expected.add(handle(i));
                }
            } else {
                assertEquals(expected.isEmpty() ? 0 : expected.poll(), queue.poll());
            }
        }
    }

    @Test
    void shouldContinueWhenAProducerStopsBeforeItAdvancesTheTail() {
        FreeQueue queue = new FreeQueue(2);
        for (int lap = 0; lap < 5; lap++) {
            assertTrue(queue.offer(handle(1)));
            queue.positions[FreeQueue.TAIL]--; // as if its producer had stopped there
            assertTrue(queue.offer(handle(2)), "filled behind it");
            queue.positions[FreeQueue.TAIL]--;
            assertFalse(queue.offer(handle(3)));
            assertEquals(handle(1), queue.poll());
            assertEquals(handle(2), queue.poll());
            assertEquals(0, queue.poll());

            assertTrue(queue.offer(handle(4)));
            queue.positions[FreeQueue.TAIL]--;
            assertEquals(handle(4), queue.poll(), "also when the owner is ahead of the tail");
            assertEquals(0, queue.poll());
            assertTrue(queue.offer(handle(5)));
            assertEquals(handle(5), queue.poll());
        }
    }

    /** All handles of each producer must arrive once and in order. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 1024})
    void shouldLoseNothingBetweenThreads(int capacity) throws InterruptedException {
        int producers = 3;
        int perProducer = 20_000;
        FreeQueue queue = new FreeQueue(capacity);
        Deadline deadline = new Deadline("queue of capacity " + capacity);
        Thread[] threads = new Thread[producers];
        for (int p = 0; p < producers; p++) {
            long first = (long) p * perProducer;
            threads[p] = new Thread(() -> {
                for (long number = first; number < first + perProducer; number++) {
                    while (!queue.offer(handle(number))) {
                        deadline.pause();
                    }
                }
            });
            threads[p].setDaemon(true);
            threads[p].start();
        }
        int[] received = new int[producers];
        for (int i = 0; i < producers * perProducer; i++) {
            long handle = queue.poll();
            while (handle == 0) {
                deadline.pause();
                handle = queue.poll();
            }
            int number = (int) (handle >>> 33);
            int producer = number / perProducer;
            assertEquals(received[producer]++, number % perProducer, "of producer " + producer);
            assertEquals(handle(number), handle);
        }
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(60));
            assertFalse(thread.isAlive());
        }
        assertEquals(0, queue.poll());
    }
}
