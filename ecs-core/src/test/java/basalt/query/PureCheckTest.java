package basalt.query;

import static basalt.memory.Refusal.assertIllegal;
import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.internal.Strict;
import basalt.memory.NativeMemoryException;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.WorldFixture;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Strict mode's detection of bodies that are not pure. */
class PureCheckTest extends WorldFixture {
    private static final int ROWS = 100;
    private Query query;
    private static int everywhere;
    private int outside;
    private int[] numbers = {0, 0};

    @BeforeEach
    void create() {
        assumeTrue(Strict.ON, "strict mode is off");
        query = world.query()
                .all(Position.TYPE, Health.TYPE)
                .optional(Rare.TYPE)
                .build();
        for (int i = 0; i < ROWS; i++) {
            world.spawn(new Position(i, 0), new Health(10));
        }
        world.destroy(Entity.of(7, 1));
        world.destroy(Entity.of(8, 1));
    }

    @Test
    void shouldAcceptAPureBody() {
        query.pureKernel(row -> row.set(Position.X, row.get(Position.X) / row.get(Health.POINTS)))
                .run();

        assertEquals(0.9f, world.get(Entity.of(9, 1), Position.X), "it took effect once");
    }

    @Test
    void shouldAcceptABodyThatWritesNaN() {
        assertDoesNotThrow(
                query.pureKernel(row -> row.set(Position.X, row.get(Position.Y) / row.get(Position.Y)))::run);
    }

    @Test
    void shouldCatchABodyThatDependsOnMoreThanItsRow() {
        assertImpure(row -> row.set(Health.POINTS, outside++), Health.TYPE.name());
        RowBody laterThanItsRow = row -> {
            row.set(Health.POINTS, outside);
            outside = row.index();
        };
        assertImpure(laterThanItsRow, Health.TYPE.name());
        RowBody dependingOnDeadRows = row -> {
            outside = world.isAlive(row.entity()) ? outside : 1;
            row.set(Position.X, outside);
        };
        assertImpure(dependingOnDeadRows, Position.TYPE.name());
        assertImpure(new Counting(), "field count of " + Counting.class.getName());
    }

    @Test
    void shouldCatchABodyThatChangesTheWorld() {
        long first = query.first();
        assertImpure(row -> world.set(first, Health.POINTS, world.get(first, Health.POINTS) + 1), Health.TYPE.name());
        assertImpure(row -> query.cursor().next(), "cursor");
        RowBody theSecondTime = row -> {
            if (outside++ == ROWS) {
                world.add(first, Rare.TYPE);
            }
        };
        assertImpure(theSecondTime, "changed");
        assertImpure(row -> world.add(first, Position.TYPE), "tried");
        assertImpure(row -> world.add(first, Frozen.TYPE), "changed");
        long other = world.spawn();
        assertImpure(row -> world.disable(other), "changed");
        assertImpure(row -> world.tryDestroy(other), "destroyed");
        assertImpure(row -> world.spawn(), "spawned");
        assertImpure(row -> world.tryDestroy(row.entity()), "destroyed");
    }

    @Test
    void shouldReportThatABodyThrewOnDeadRows() {
        RowKernel dividing = query.pureKernel(row -> {
            world.get(row.entity(), Health.POINTS); // throws for rows without an entity
            row.set(Position.X, 1);
        });

        var thrown = assertThrowsWith(IllegalStateException.class, dividing::run, "rows without an entity");
        assertInstanceOf(DeadEntityException.class, thrown.getCause());
        assertEquals(ROWS - 2, query.count());
    }

    @Test
    void shouldReleaseItsMemory() {
        world.add(query.first(), new Rare(1, null));
        RowKernel pure = query.pureKernel(row -> row.set(Position.X, 1));
        pure.run();
        pure.run(); // so that the frame has its memory
        int outstanding = counting.outstanding();
        pure.run();

        assertEquals(outstanding, counting.outstanding());
    }

    @Test
    void shouldChangeNothingWithoutMemory() {
        world.add(query.first(), new Rare(1, null));
        RowKernel pure = query.pureKernel(row -> row.set(Position.X, -1));
        query.count(); // so that the frame has its memory
        query.count(); // and the query keeps its snapshot
        int outstanding = counting.outstanding();
        memory.failNext();
        assertThrows(NativeMemoryException.class, pure::run);

        assertEquals(outstanding, counting.outstanding());
        assertEquals(0, query.reduce().min(Position.X, 0));
        pure.run();
        assertEquals(-1, query.reduce().max(Position.X, 0));
    }

    @Test
    void shouldCatchAPlainCounter() {
        int[] counter = {0};
        assertImpure(row -> counter[0]++, "int[] that it captured");
        long[] entity = new long[3];
        assertImpure(row -> entity[2] = row.entity(), "long[] that it captured");
        double[] most = {0};
        assertImpure(row -> most[0] = Math.max(most[0], row.get(Position.X)), "double[]");
        boolean[] any = {false};
        assertImpure(row -> any[0] |= row.get(Position.X) > 50, "boolean[]");
        String[] name = {null};
        assertImpure(row -> name[0] = "x", "String[]");
        byte[] bytes = new byte[9];
        assertImpure(row -> bytes[8]++, "byte[]");
        short[] shorts = new short[9];
        assertImpure(row -> shorts[8]++, "short[]");
        char[] chars = new char[9];
        assertImpure(row -> chars[8]++, "char[]");
        float[] floats = new float[9];
        assertImpure(row -> floats[8] += row.get(Position.X), "float[]");
    }

    @Test
    void shouldCatchCountersCollectionsAndBuilders() {
        AtomicInteger count = new AtomicInteger();
        assertImpure(row -> count.incrementAndGet(), "AtomicInteger that it captured");
        LongAdder adder = new LongAdder();
        assertImpure(row -> adder.increment(), "LongAdder");
        DoubleAdder sum = new DoubleAdder();
        assertImpure(row -> sum.add(0.1), "DoubleAdder");
        AtomicBoolean any = new AtomicBoolean();
        assertImpure(row -> any.set(true), "AtomicBoolean");
        AtomicReference<String> found = new AtomicReference<>();
        assertImpure(row -> found.set("x"), "AtomicReference");
        List<Long> seen = new ArrayList<>();
        assertImpure(row -> seen.add(row.entity()), "List that it captured");
        Map<Long, Float> places = new HashMap<>();
        assertImpure(row -> places.put(row.entity(), 1f), "Map");
        StringBuilder text = new StringBuilder();
        assertImpure(row -> text.append('x'), "StringBuilder");
    }

    @Test
    void shouldCatchAFieldOfACapturedObject() {
        assertImpure(row -> outside++, "field outside of " + PureCheckTest.class.getName());
        assertImpure(row -> numbers[1]++, "field numbers of");
        assertImpure(row -> numbers = new int[2], "field numbers of");
    }

    private static final class Counting implements RowBody {
        private int count;

        @Override
        public void accept(Row row) {
            count += row.index();
        }
    }

    @Test
    void shouldAcceptABodyThatReadsStateChangedByOthers() {
        float[] table = {1, 2, 3};
        List<Float> list = new ArrayList<>(List.of(7f));
        Clock clock = new Clock();
        RowKernel kernel = query.pureKernel(row -> row.set(
                Position.X, table[row.index() % 3] + list.get(0) + clock.seconds + outside + world.entityCount()));
        for (int tick = 0; tick < 3; tick++) {
            clock.seconds = tick;
            table[0] += tick;
            list.add(1f);
            outside++;
            assertDoesNotThrow(kernel::run);
        }
        assertEquals(2 + 2 + 7 + 3 + ROWS - 2, world.get(Entity.of(1, 1), Position.X));
    }

    private static final class Clock {
        private float seconds;
    }

    /** The documented limits of the check. */
    @Test
    void shouldNotCheckLongArraysAndStaticFields() {
        int[] table = new int[(1 << 16) + 1];
        assertDoesNotThrow(query.pureKernel(row -> table[0]++)::run);
        assertDoesNotThrow(query.pureKernel(row -> everywhere++)::run);
        int[] shorter = new int[1 << 16];
        assertImpure(row -> shorter[shorter.length - 1]++, "int[]");
    }

    private void assertImpure(RowBody body, String mentioned) {
        outside = 0;
        assertIllegal(query.pureKernel(body)::run, mentioned);
    }
}
