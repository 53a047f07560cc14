package basalt.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.LeakCheck;
import basalt.memory.Soak;
import basalt.model.OpGenerator.Profile;
import basalt.query.RowCursor;
import basalt.save.Saves;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The same operations give the same rows and the same state hash, however often it is asked for. */
final class MovedRepetitionTest {
    private static final int SEEDS = Soak.times(3, 50);
    private static final int OPERATIONS = 300;

    @BeforeAll
    static void trimRetainedBlocksBeforeMeasuring() {
        LeakCheck.beforeMeasure(World::trimRetainedMemory);
    }

    @Test
    void shouldGiveTheSameHashAndOrderAgain() {
        int moved = 0;
        for (long seed = 3000; seed < 3000 + SEEDS; seed++) {
            List<Long> often = run(seed, 1);
            List<Long> seldom = run(seed, OPERATIONS); // hashes everything at once
            assertEquals(often.subList(often.size() - 2, often.size()), seldom, "seed " + seed);
            List<Long> again = run(seed, 1);
            assertEquals(often, again, "seed " + seed);
            moved += often.contains(-1L) ? 1 : 0;
        }
        int worlds = moved;
        assertTrue(worlds > SEEDS / 2, () -> "worlds in which rows have moved: " + worlds);
    }

    /** A hash of each so many operations, after -1 if some row has moved. */
    private static List<Long> run(long seed, int interval) {
        List<Long> found = new ArrayList<>();
        OpGenerator generator = new OpGenerator(seed, new Profile(OPERATIONS, 90, 130, 1));
        try (ModelPair pair = new ModelPair(World::create, ModelWorld::new, false)) {
            for (int step = 1; step <= OPERATIONS; step++) {
                pair.apply(generator.next(pair.model().size()));
                if (step % interval == 0) {
                    boolean hasMoved = pair.model().entities().stream().anyMatch(entity -> entity.row != entity.index);
                    if (hasMoved && interval == 1) {
                        found.add(-1L);
                    }
                    found.add(Saves.stateHash(pair.world()));
                    found.add(order(pair));
                }
            }
        }
        return found;
    }

    private static long order(ModelPair pair) {
        long hash = 1;
        try (RowCursor rows = pair.query(QuerySpec.EVERYTHING).cursor()) {
            while (rows.next()) {
                hash = hash * 31 + rows.entity();
            }
        }
        return hash;
    }
}
