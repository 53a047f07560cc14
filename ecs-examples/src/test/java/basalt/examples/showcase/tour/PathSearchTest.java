package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemorySource;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathSearchTest {
    private static final int CROSSING = Level.cell(8, 8);

    private final GameMemory memory = TestMemory.guarded(MemorySource.direct());
    private final PathSearch search = new PathSearch(memory.stack, memory.world.frame(), memory.paths);

    @AfterEach
    void close() {
        memory.check();
        memory.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldFindPathsAsShortAsBreadthFirst(long seed) {
        Level level = new Level(memory.resources, "level", seed);
        Random random = new Random(seed);
        for (int i = 0; i < 50; i++) {
            int from = randomOpen(level, random);
            int to = randomOpen(level, random);
            int expected = BreadthFirst.distances(level, from)[to];
            long path = find(level, from, to);
            if (expected < 0) {
                assertEquals(0, path);
                continue;
            }
            assertEquals(expected, search.length(path), "from " + from + " to " + to);
            assertWalkable(level, path, from, to);
            search.free(path);
        }
        assertEquals(50, search.searches());
        assertEquals(0, memory.paths.liveBlocks());
        assertEquals(0, memory.stack.usedBytes());
    }

    @Test
    void shouldFindNoPathIntoAPocket() {
        int pockets = 0;
        for (long seed = 1; seed <= 20; seed++) {
            Level level = new Level(memory.resources, "level " + seed, seed);
            int pocket = BreadthFirst.pocket(level, BreadthFirst.distances(level, CROSSING));
            if (pocket >= 0) {
                pockets++;
                assertEquals(0, search.find(level, CROSSING, pocket));
                assertEquals(0, search.find(level, pocket, CROSSING));
            }
            level.free();
        }
        assertTrue(pockets > 0, "no level had a pocket");
        assertEquals(0, memory.paths.liveBlocks());
        assertEquals(0, memory.stack.usedBytes());
    }

    @Test
    void shouldFindAnEmptyPathToTheStart() {
        Level level = new Level(memory.resources, "level", 1);
        long path = find(level, CROSSING, CROSSING);
        assertNotEquals(0, path);
        assertEquals(0, search.length(path));
    }

    @Test
    void shouldFreeItsTemporaryMemory() {
        Level level = new Level(memory.resources, "level", 1);
        find(level, CROSSING, Level.cell(104, 88));
        assertEquals(PathSearch.SCRATCH_BYTES, memory.stack.highWaterBytes());
        assertEquals(0, memory.stack.usedBytes());
    }

    /** The result of a search in its own frame. */
    private long find(Level level, int from, int to) {
        long ticket = search.find(level, from, to);
        memory.world.frame().reset();
        return ticket == 0 ? 0 : search.path(ticket);
    }

    private void assertWalkable(Level level, long path, int from, int to) {
        int at = from;
        for (int step = 0; step < search.length(path); step++) {
            int next = search.cell(path, step);
            assertTrue(level.isOpen(next));
            assertEquals(1, Level.distance(at, next));
            at = next;
        }
        assertEquals(to, at);
    }

    private static int randomOpen(Level level, Random random) {
        int cell;
        do {
            cell = random.nextInt(Level.CELLS);
        } while (!level.isOpen(cell));
        return cell;
    }
}
