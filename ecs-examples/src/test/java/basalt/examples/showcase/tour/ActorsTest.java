package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.showcase.tour.Actors.Position;
import basalt.examples.showcase.tour.Actors.Route;
import basalt.memory.MemorySource;
import basalt.memory.frame.FrameIntMap;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ActorsTest {
    private static final int POPULATION = 400;
    private static final int WALKERS = 100;
    private static final int GOAL = Level.cell(72, 72);

    private final GameMemory memory = TestMemory.guarded(MemorySource.direct());
    private final Level level = new Level(memory.resources, "level", 3);
    private final FlowField field = new FlowField(memory.fields[0]);
    private final Actors actors = new Actors(
            memory.world,
            new Journals(memory.journals),
            new PathSearch(memory.stack, memory.world.frame(), memory.paths),
            1);

    @BeforeEach
    void enter() {
        field.begin(level, GOAL);
        field.advance(Level.CELLS);
        actors.enter(field, POPULATION);
    }

    @AfterEach
    void close() {
        memory.check();
        memory.close();
    }

    @Test
    void shouldNeverWalkThroughWalls() {
        for (int frame = 0; frame < 300; frame++) {
            step();
            actors.all().forEach(row -> assertTrue(level.isOpen(Level.cell(row.get(Position.X), row.get(Position.Y)))));
        }
    }

    @Test
    void shouldBringTheCrowdAndWalkersToTheirGoals() {
        int counted = 0;
        for (int frame = 0; frame < 1_500; frame++) {
            counted += step();
        }
        List<Integer> crowd = new ArrayList<>();
        actors.all().forEach(row -> {
            if (!row.has(Route.TYPE)) {
                crowd.add(Level.cell(row.get(Position.X), row.get(Position.Y)));
            }
        });
        assertEquals(POPULATION - WALKERS, crowd.size());
        crowd.forEach(cell -> assertEquals(GOAL, cell));
        assertTrue(actors.arrivals() > WALKERS);
        assertEquals(actors.arrivals(), counted);
    }

    @Test
    void shouldHoldOneJournalAndAtMostOnePathForEachWalker() {
        for (int scene = 0; scene < 3; scene++) {
            assertEquals(POPULATION, memory.world.entityCount());
            for (int frame = 0; frame < 200; frame++) {
                step();
                assertEquals(WALKERS, memory.journals.liveBlocks());
                assertTrue(memory.paths.liveBlocks() <= WALKERS);
            }
            assertTrue(memory.paths.liveBlocks() > WALKERS / 2);
            actors.leave();
            assertEquals((POPULATION + 2) / 3, memory.world.entityCount());
            assertEquals((WALKERS + 2) / 3, memory.journals.liveBlocks(), 1);
            assertEquals(0, memory.paths.liveBlocks());
            actors.enter(field, POPULATION);
        }
    }

    @Test
    void shouldPromotePathsAtTheEndOfTheFrame() {
        for (int frame = 0; frame < 20; frame++) {
            step();
        }
        var totals = memory.world.frame().totals();
        assertTrue(totals.promoted() >= WALKERS, totals::toString);
        assertEquals(0, totals.refused() + totals.unclaimed());
        assertEquals(totals.promoted(), memory.paths.liveBlocks());
    }

    @Test
    void shouldListVisibleActors() {
        int count = 0;
        for (int y = 8; y < Level.SIZE; y += 16) { // the camera looks to the right
            List<Long> expected = expected(60, y);
            List<Long> listed = new ArrayList<>();
            actors.visible(new Camera(60, y, 1, 0)).forEach(listed::add);
            assertEquals(expected, listed);
            count += listed.size();
        }
        assertTrue(count > 30 && count < POPULATION, "count: " + count);
    }

    private List<Long> expected(float eyeX, float eyeY) {
        List<Long> expected = new ArrayList<>();
        actors.all().forEach(row -> {
            float depth = row.get(Position.X) - eyeX;
            float aside = Math.abs(row.get(Position.Y) - eyeY) - Actors.ACTOR_CELLS / 2;
            if (depth >= Camera.NEAR && depth <= Camera.FAR && aside * 200 <= depth * 160) {
                expected.add(row.entity());
            }
        });
        return expected;
    }

    /** Runs a frame. Returns the number of arrivals. */
    private int step() {
        FrameIntMap sounds = FrameIntMap.in(memory.world.frame(), Assets.MESHES, 0);
        actors.step(level, field, sounds);
        int[] sum = new int[1];
        sounds.forEach((mesh, count) -> sum[0] += count);
        memory.world.frame().reset();
        actors.beginPaths();
        return sum[0];
    }
}
