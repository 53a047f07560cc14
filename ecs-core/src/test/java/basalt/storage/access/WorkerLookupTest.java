package basalt.storage.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.memory.Elsewhere;
import basalt.storage.fixture.Declared;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerLookupTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 5, 16, 64})
    void shouldFindTheWorkerOfEachThread(int count) {
        WorkerAccess[] workers = workers(count);
        WorkerAccess[] turned = workers.clone();
        for (int i = 0; i < count; i++) {
            turned[i] = workers[count - 1 - i];
        }
        for (WorkerAccess[] lentWorkers : new WorkerAccess[][] {workers, turned, workers, workers(3), workers}) {
            WorkerAccess.number(lentWorkers);
            Runnable[] works = new Runnable[lentWorkers.length];
            for (int i = 0; i < works.length; i++) {
                int own = i;
                works[i] = () -> runAsWorker(lentWorkers, own);
            }
            Elsewhere.together(works);
            assertEquals(-1, WorkerAccess.find(lentWorkers), "this thread never entered");
        }
        assertEquals(-1, WorkerAccess.find(new WorkerAccess[0]));
    }

    private void runAsWorker(WorkerAccess[] lentWorkers, int own) {
        for (int round = 0; round < 200; round++) {
            assertEquals(-1, WorkerAccess.find(lentWorkers));
            lentWorkers[own].enter(new Declared("system"));
            for (int i = 0; i < 20; i++) {
                assertEquals(own, WorkerAccess.find(lentWorkers));
            }
            lentWorkers[own].leave();
        }
    }

    /** An executor may run a worker on a different thread each time. */
    @ParameterizedTest
    @ValueSource(ints = {5, 16})
    void shouldFindThreadsThatTakeTurns(int count) {
        WorkerAccess[] workers = workers(count);
        WorkerAccess.number(workers);
        for (int round = 0; round < 3 * count; round++) {
            WorkerAccess worker = workers[round % count];
            int expected = round % count;
            Elsewhere.run("turn", () -> {
                worker.enter(new Declared("system"));
                assertEquals(expected, WorkerAccess.find(workers));
                assertEquals(expected, WorkerAccess.find(workers));
                worker.leave();
                assertEquals(-1, WorkerAccess.find(workers));
            });
        }
        WorkerAccess left = workers[0];
        left.enter(new Declared("one that never leaves"));
        assertEquals(0, WorkerAccess.find(workers));
        WorkerAccess[] others = workers(count);
        WorkerAccess.number(others);
        assertEquals(-1, WorkerAccess.find(others));
    }

    private static WorkerAccess[] workers(int count) {
        WorkerAccess[] workers = new WorkerAccess[count];
        for (int i = 0; i < count; i++) {
            workers[i] = new WorkerAccess();
        }
        return workers;
    }
}
