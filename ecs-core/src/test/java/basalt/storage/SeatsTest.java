package basalt.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.memory.Elsewhere;
import basalt.storage.fixture.Declared;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeatsTest {
    private final Seats seats = new Seats();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 5, 16, 64})
    void shouldFindEachThreadWhereverItSits(int count) {
        Visitor[] visitors = visitors(count);
        Visitor[] turned = visitors.clone();
        for (int i = 0; i < count; i++) {
            turned[i] = visitors[count - 1 - i];
        }
        for (Visitor[] lentTo : new Visitor[][] {visitors, turned, visitors, visitors(3), visitors}) {
            seats.lend(lentTo);
            Runnable[] works = new Runnable[lentTo.length];
            for (int i = 0; i < works.length; i++) {
                int own = i;
                works[i] = () -> sit(lentTo, own);
            }
            Elsewhere.together(works);
            assertEquals(-1, seats.find(lentTo), "which never came");
        }
        assertEquals(-1, seats.find(new Visitor[0]));
    }

    private void sit(Visitor[] lentTo, int own) {
        for (int round = 0; round < 200; round++) {
            assertEquals(-1, seats.find(lentTo));
            lentTo[own].enter(new Declared("system"));
            for (int i = 0; i < 20; i++) {
                assertEquals(own, seats.find(lentTo));
            }
            lentTo[own].leave();
        }
    }

    /** Threads of a user's executor come and go: each is another next time. */
    @ParameterizedTest
    @ValueSource(ints = {5, 16})
    void shouldFindThreadsThatTakeTurns(int count) {
        Visitor[] visitors = visitors(count);
        seats.lend(visitors);
        for (int round = 0; round < 3 * count; round++) {
            Visitor visitor = visitors[round % count];
            int expected = round % count;
            Elsewhere.run("turn", () -> {
                visitor.enter(new Declared("system"));
                assertEquals(expected, seats.find(visitors));
                assertEquals(expected, seats.find(visitors));
                visitor.leave();
                assertEquals(-1, seats.find(visitors));
            });
        }
        Visitor left = visitors[0];
        left.enter(new Declared("one that never leaves"));
        assertEquals(0, seats.find(visitors));
        Visitor[] others = visitors(count);
        seats.lend(others);
        assertEquals(-1, seats.find(others));
    }

    private static Visitor[] visitors(int count) {
        Visitor[] visitors = new Visitor[count];
        for (int i = 0; i < count; i++) {
            visitors[i] = new Visitor();
        }
        return visitors;
    }
}
