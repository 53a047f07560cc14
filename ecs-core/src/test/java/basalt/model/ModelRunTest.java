package basalt.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.LeakCheck;
import basalt.model.OpGenerator.Profile;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the harness: with a model that is wrong on purpose it fails, with a short list of operations. */
@Tag("slow")
final class ModelRunTest {
    /** With lower ones the models do not fail, which takes long. */
    private static final int FIRST_SEED = 67;

    private static final int LAST_SEED = 200;
    private static final Profile PROFILE = new Profile(ModelTest.SMALL_OPERATIONS, 90, 130, 1);

    /** A search takes seconds, so tests share it. */
    private static ModelRun.ModelFailure failureOfWrongRemove;

    @BeforeAll
    static void prepare() {
        LeakCheck.beforeMeasure(World::trimRetainedMemory);
        failureOfWrongRemove = firstFailure(WrongRemoveModel::new);
    }

    /** Keeps the disabled bit of a removed component; visible when the component is added again. */
    private static final class WrongRemoveModel extends ModelWorld {
        @Override
        boolean remove(long handle, Part part) {
            int disabled = require(handle).disabledParts;
            boolean had = super.remove(handle, part);
            require(handle).disabledParts = disabled;
            return had;
        }
    }

    /** Adds entities that are spawned during a loop to the rows of the loop. */
    private static final class WrongIterationModel extends ModelWorld {
        private final List<ModelWorld.ModelIteration> open = new ArrayList<>();

        @Override
        ModelWorld.ModelIteration open(ModelWorld.ModelIteration iteration) {
            open.add(iteration);
            return super.open(iteration);
        }

        @Override
        void close(ModelWorld.ModelIteration iteration) {
            open.remove(iteration);
            super.close(iteration);
        }

        @Override
        ModelEntity spawn(int population, long handle, List<PartValue> values) {
            ModelEntity entity = super.spawn(population, handle, values);
            open.forEach(iteration -> iteration.include(entity));
            return entity;
        }
    }

    @Test
    void shouldShrinkFailureOfWrongRemove() {
        assertMinimal(failureOfWrongRemove, WrongRemoveModel::new, 6); // spawn, disable, remove, add
    }

    @Test
    void shouldShrinkFailureOfWrongIteration() {
        ModelRun.ModelFailure failure = firstFailure(WrongIterationModel::new);
        assertMinimal(failure, WrongIterationModel::new, 3); // spawn, loop with a spawn inside
    }

    @Test
    void shouldPrintSeedAndOperations() {
        ModelRun.ModelFailure failure = failureOfWrongRemove;
        String text = failure.getMessage();
        String seed = text.replaceAll("(?s)seed (\\d+) fails at operation .*", "$1");
        assertTrue(text.contains("-Dbasalt.model.seed=" + seed + " -Dbasalt.model.operations="), text);
        assertTrue(text.contains("shrunk to " + failure.operations().size() + " operations"), text);
        for (Op op : failure.operations()) {
            assertTrue(text.contains("\n    " + op), text);
        }
        assertNotNull(failure.getCause());
    }

    @Test
    void shouldMakeTheSameOperationsFromTheSameSeed() {
        ModelRun.ModelFailure again = firstFailure(WrongRemoveModel::new);
        assertEquals(failureOfWrongRemove.getMessage(), again.getMessage());
        OpGenerator first = new OpGenerator(5, PROFILE);
        OpGenerator second = new OpGenerator(5, PROFILE);
        Random sizes = new Random(1);
        for (int i = 0; i < 500; i++) {
            int size = sizes.nextInt(200);
            assertEquals(first.next(size), second.next(size));
        }
    }

    /** The failure of the first of these seeds that has one. */
    private static ModelRun.ModelFailure firstFailure(Supplier<ModelWorld> models) {
        ModelRun run = new ModelRun(PROFILE, models);
        for (long seed = FIRST_SEED; seed <= LAST_SEED; seed++) {
            try {
                run.run(seed);
            } catch (ModelRun.ModelFailure e) {
                return e;
            }
        }
        throw new AssertionError("no seed fails");
    }

    /** The shrunk list is short, fails only with the wrong model, and needs each of its operations. */
    private static void assertMinimal(ModelRun.ModelFailure failure, Supplier<ModelWorld> wrong, int most) {
        List<Op> operations = failure.operations();
        assertTrue(operations.size() <= most, failure.getMessage());
        assertNotNull(new ModelRun(PROFILE, wrong).replay(operations));
        for (int i = 0; i < operations.size(); i++) {
            List<Op> less = new ArrayList<>(operations);
            less.remove(i);
            assertNull(new ModelRun(PROFILE, wrong).replay(less), () -> "not needed: " + operations);
        }
        assertNull(new ModelRun(PROFILE, ModelWorld::new).replay(operations));
    }
}
