package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Elsewhere;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stack of magazines, for one thread and for many. */
class MagazineDepotTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 100_000;
    private static final int MAGAZINES = 3;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 12_345, SharedPool.MAX_BLOCKS - 1})
    void shouldEncodeFirstSlotAndCount(int first) {
        for (int blocks = 1; blocks <= MagazineDepot.MAX_MAGAZINE_BLOCKS; blocks++) {
            int magazine = MagazineDepot.magazine(first, blocks);
            assertEquals(first, MagazineDepot.first(magazine));
            assertEquals(blocks, MagazineDepot.blocks(magazine));
            assertTrue(magazine != 0);
        }
    }

    /** A thread that has read the head earlier must see that it has changed. */
    @Test
    void shouldChangeTheHeadWhenAMagazineIsPushedAgain() {
        MagazineDepot depot = new MagazineDepot(10);
        depot.pushNew(MagazineDepot.magazine(1, 5));
        long head = depot.head();
        for (int i = 0; i < 100; i++) {
            depot.push(depot.pop());
            assertNotEquals(head, depot.head());
            assertEquals((int) head, (int) depot.head());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldAgreeWithModel(long seed) {
        Random random = new Random(seed);
        MagazineDepot depot = new MagazineDepot(500);
        Deque<Integer> inside = new ArrayDeque<>();
        List<Integer> outside = new ArrayList<>();
        long blocksOutside = 0;
        long peak = 0;
        for (int i = 0; i < 500; i++) {
            int magazine = MagazineDepot.magazine(i, 1 + random.nextInt(64));
            depot.pushNew(magazine);
            inside.push(magazine);
        }
        for (int step = 0; step < 20_000; step++) {
            if (random.nextInt(100) < (step / 2000 % 2 == 0 ? 60 : 40)) {
                int magazine = depot.pop();
                assertEquals(inside.isEmpty() ? 0 : inside.pop(), magazine, "seed " + seed + ", step " + step);
                if (magazine != 0) {
                    outside.add(magazine);
                    blocksOutside += MagazineDepot.blocks(magazine);
                }
            } else if (!outside.isEmpty()) {
                int magazine = outside.remove(random.nextInt(outside.size()));
                depot.push(magazine);
                inside.push(magazine);
                blocksOutside -= MagazineDepot.blocks(magazine);
            }
            peak = Math.max(peak, blocksOutside);
            assertEquals(blocksOutside, depot.blocksOutside());
            assertEquals(peak, depot.peakBlocksOutside());
        }
    }

    /**
     * Fewer magazines than threads, so that the same magazine often becomes the head again while another thread uses an
     * old head.
     */
    @Test
    void shouldGiveEachMagazineToOneThreadAtATime() {
        MagazineDepot depot = new MagazineDepot(MAGAZINES);
        for (int i = 0; i < MAGAZINES; i++) {
            depot.pushNew(MagazineDepot.magazine(i, 1 + i));
        }
        AtomicIntegerArray holders = new AtomicIntegerArray(MAGAZINES);
        AtomicInteger found = new AtomicInteger();
        AtomicInteger held = new AtomicInteger();
        AtomicInteger mostHeld = new AtomicInteger();
        Elsewhere.together(THREADS, thread -> {
            int[] mine = new int[MAGAZINES];
            for (int round = 0; round < ROUNDS; round++) {
                int count = 0;
                for (int i = 0; i <= round % MAGAZINES; i++) {
                    int magazine = depot.pop();
                    if (magazine != 0) {
                        int first = MagazineDepot.first(magazine);
                        assertEquals(1, holders.incrementAndGet(first), "given out twice");
                        assertEquals(1 + first, MagazineDepot.blocks(magazine));
                        mostHeld.accumulateAndGet(held.addAndGet(1 + first), Math::max);
                        mine[count++] = magazine;
                    }
                }
                found.addAndGet(count);
                while (count > 0) {
                    int magazine = mine[--count];
                    held.addAndGet(-MagazineDepot.blocks(magazine));
                    holders.decrementAndGet(MagazineDepot.first(magazine));
                    depot.push(magazine);
                }
            }
        });
        assertTrue(found.get() > ROUNDS, found::toString);
        assertEquals(0, depot.blocksOutside());
        assertTrue(depot.peakBlocksOutside() >= mostHeld.get(), depot.peakBlocksOutside() + " < " + mostHeld);
        int blocks = 0;
        for (int i = 0; i < MAGAZINES; i++) {
            blocks += MagazineDepot.blocks(depot.pop());
        }
        assertEquals(1 + 2 + 3, blocks, "all are there");
        assertEquals(0, depot.pop());
    }
}
