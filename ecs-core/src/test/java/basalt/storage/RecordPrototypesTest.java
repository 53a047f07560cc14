package basalt.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.storage.RecordPrototypes.RecordPrototype;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Rarer;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.Velocity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RecordPrototypesTest {
    private static final List<Record> VALUES = List.of(
            new Position(1, 2),
            new Velocity(3, 4),
            new Health(5),
            new Label("label"),
            new Frozen(),
            new Rare(6, "rare"),
            new Rarer(7));

    private final Rows rows = new Rows(BlockPool.shared(), false);
    private final RecordPrototypes prototypes = new RecordPrototypes(rows);

    @AfterEach
    void close() {
        rows.close();
    }

    @Test
    void shouldFindAPrototypeByTheClassesInTheirOrder() {
        RecordPrototype ab = found(Position.class, Velocity.class);
        RecordPrototype ba = found(Velocity.class, Position.class);
        RecordPrototype a = found(Position.class, null);

        assertNotSame(ab, ba);
        assertNotSame(ab, a);
        assertSame(ab, found(Position.class, Velocity.class));
        assertSame(ba, found(Velocity.class, Position.class));
        assertSame(a, found(Position.class, null));
        assertSame(a, found(Position.class, null));
        assertEquals(3, prototypes.count());
        int[] ids = {Position.TYPE.id(), Velocity.TYPE.id()};
        Arrays.sort(ids);
        assertArrayEquals(ids, ab.prototype().ids());
        assertArrayEquals(ids, ba.prototype().ids());
    }

    @Test
    void shouldFindTheSamePrototypeByArray() {
        for (int n = 1; n <= 4; n++) {
            RecordPrototype one =
                    prototypes.take(type(0), n > 1 ? type(1) : null, n > 2 ? type(2) : null, n > 3 ? type(3) : null);
            one.release();
            assertSame(one, found(VALUES.subList(0, n)));
        }
        assertSame(found(VALUES), found(VALUES));
        assertSame(found(List.of()), found(List.of()));
        assertEquals(0, found(List.of()).prototype().ids().length);
    }

    private static Class<?> type(int value) {
        return VALUES.get(value).getClass();
    }

    @Test
    void shouldReplaceAPrototypeThatIsInUse() {
        RecordPrototype outer = prototypes.take(Position.class, null, null, null);
        RecordPrototype inner = prototypes.take(Position.class, null, null, null);
        RecordPrototype third = prototypes.take(new Record[] {new Position(1, 2)});

        assertNotSame(outer, inner);
        assertNotSame(outer, third);
        assertNotSame(inner, third);
        assertEquals(1, prototypes.count());
        inner.release();
        third.release();
        outer.release();
        assertSame(third, found(Position.class, null));
        found(Velocity.class, null);
        assertSame(third, found(Position.class, null));
    }

    @Test
    void shouldForgetCombinationsWhenThereAreTooMany() {
        for (List<Record> values : combinations(RecordPrototypes.MAX + 5)) {
            found(values);
            assertTrue(prototypes.count() <= RecordPrototypes.MAX);
        }
        assertEquals(5, prototypes.count());
        assertSame(found(VALUES), found(VALUES));
    }

    @Test
    void shouldRejectClassesThatCannotBeCombined() {
        var twice = assertThrows(
                IllegalArgumentException.class,
                () -> prototypes.take(Position.class, Health.class, Position.class, null));
        assertTrue(twice.getMessage().contains(Position.TYPE.name() + " is given twice"), twice.getMessage());
        assertThrows(IllegalArgumentException.class, () -> prototypes.take(Spark.class, null, null, null));
        assertThrows(
                IllegalArgumentException.class,
                () -> prototypes.take(new Record[] {new Health(1), new Spark(1, "event")}));
        assertEquals(0, prototypes.count(), "what cannot be made is not kept");
        assertEquals(1, found(Position.class, null).prototype().ids().length);
    }

    @Test
    void shouldHoldNoReferencesAfterUse() {
        RecordPrototype labelled = prototypes.take(Label.class, Burning.class, null, null);
        labelled.read(0, new Label("kept?"));
        labelled.release();
        RecordPrototype again = prototypes.take(Label.class, Burning.class, null, null);
        assertSame(labelled, again);
        References written = new References();
        again.images[0].write(0, 0, 0, 1, written);

        assertNull(written.get(Label.TEXT.slot(), 0, 0));
    }

    @Test
    void shouldRejectAValueOfAnotherClass() {
        RecordPrototype position = prototypes.take(Position.class, null, null, null);

        assertThrows(IllegalArgumentException.class, () -> position.read(0, new Health(1)));
        assertThrows(IllegalArgumentException.class, () -> position.read(0, null));
    }

    private RecordPrototype found(Class<?> a, Class<?> b) {
        RecordPrototype found = prototypes.take(a, b, null, null);
        found.release();
        return found;
    }

    private RecordPrototype found(List<Record> values) {
        RecordPrototype found = prototypes.take(values.toArray(new Record[0]));
        found.release();
        return found;
    }

    /** Different lists of values, in any order. */
    private static List<List<Record>> combinations(int count) {
        List<List<Record>> combinations = new ArrayList<>();
        Random random = new Random(3);
        while (combinations.size() < count) {
            List<Record> values = new ArrayList<>(VALUES);
            Collections.shuffle(values, random);
            values = values.subList(0, 4 + random.nextInt(4));
            if (!combinations.contains(values)) {
                combinations.add(values);
            }
        }
        return combinations;
    }
}
