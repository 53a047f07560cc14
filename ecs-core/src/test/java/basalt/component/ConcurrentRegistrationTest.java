package basalt.component;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.fixture.Reading;
import basalt.component.layout.BlockLayout;
import basalt.component.layout.ComponentAreas;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;

class ConcurrentRegistrationTest {
    private static final int THREADS = 16;
    private static final int CLASSES = 60;

    private final ComponentRegistry registry = new ComponentRegistry(new Layout(new ComponentAreas()));

    @RepeatedTest(20)
    void shouldGiveAllThreadsTheSameComponent() throws Exception {
        List<Component<Reading>> components = inAllThreads(thread -> registry.of(Reading.class));

        components.forEach(component -> assertSame(components.get(0), component));
        assertEquals(2, components.get(0).id());
    }

    @RepeatedTest(20)
    void shouldGiveEachClassItsOwnPlace() throws Exception {
        List<Class<? extends Record>> classes = new ArrayList<>();
        for (int i = 0; i < CLASSES; i++) {
            classes.add(CopyLoader.copyOf(Reading.class));
        }

        List<List<Component<?>>> byThread = inAllThreads(thread -> {
            List<Component<?>> registered = new ArrayList<>();
            for (int i = 0; i < CLASSES; i++) {
                int number = (i + thread * CLASSES / THREADS) % CLASSES;
                registered.add(registry.register(classes.get(number), "reading" + number, false));
            }
            return registered;
        });

        List<Component<?>> components =
                byThread.stream().flatMap(List::stream).distinct().toList();
        assertEquals(CLASSES, components.size());
        assertEquals(
                IntStream.range(2, 2 + CLASSES).boxed().toList(),
                components.stream().map(Component::id).sorted().toList());
        int[] offsets = components.stream()
                .flatMap(component -> component.columns().stream())
                .mapToInt(Column::offset)
                .sorted()
                .toArray();
        for (int i = 1; i < offsets.length; i++) {
            assertTrue(offsets[i - 1] + FloatColumn.LANE_STRIDE <= offsets[i]);
        }
    }

    @RepeatedTest(20)
    void shouldRegisterExactlyAsManyAsFit() throws Exception {
        ComponentAreas areas = new ComponentAreas();
        while (areas.count() < BlockLayout.MAX_COMPONENTS - 5) {
            areas.addWithoutArea();
        }
        ComponentRegistry small = new ComponentRegistry(new Layout(areas));
        List<Boolean> admitted = inAllThreads(thread -> {
            try {
                small.register(CopyLoader.copyOf(Reading.class), "reading" + thread, false);
                return true;
            } catch (IllegalArgumentException e) {
                assertTrue(e.getMessage().contains("all 8192 of the process are taken"), e.getMessage());
                return false;
            }
        });

        assertEquals(5, admitted.stream().filter(Boolean::booleanValue).count());
    }

    private static <R> List<R> inAllThreads(ThreadTask<R> task) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            CyclicBarrier start = new CyclicBarrier(THREADS);
            List<Callable<R>> tasks = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                tasks.add(() -> {
                    start.await();
                    return task.run(thread);
                });
            }
            List<R> results = new ArrayList<>();
            for (Future<R> result : threads.invokeAll(tasks)) {
                results.add(result.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    private interface ThreadTask<R> {
        R run(int thread) throws Exception;
    }
}
