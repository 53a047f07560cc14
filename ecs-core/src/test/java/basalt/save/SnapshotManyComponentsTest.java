package basalt.save;

import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.CopyLoader;
import basalt.component.IntColumn;
import basalt.memory.ChildJvm;
import basalt.storage.fixture.Position;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * More components than bits in a word, of which a world uses more and more. In a new JVM, since components stay until
 * their JVM ends.
 */
class SnapshotManyComponentsTest extends SnapshotFixture {
    SnapshotManyComponentsTest() {
        super(6);
    }

    record Number(int value) {}

    private static final int COUNT = 150;
    private static final List<Component<?>> COMPONENTS = new ArrayList<>();
    private static final List<IntColumn> COLUMNS = new ArrayList<>();

    private final Template template = world.template().with(new Position(1, 2)).build();

    @Test
    void shouldBeRestored() {
        Map<String, Long> measured = ChildJvm.measure(
                SnapshotManyComponentsTest.class, World.class, Position.class, UnsafeApi.class, Executable.class);
        assertTrue(measured.get("states") > 20, measured::toString);
    }

    /** In the child: prints the number of states that were captured. */
    public static void main(String[] arguments) {
        for (int i = 0; i < COUNT; i++) {
            Component<?> component = Component.builder(CopyLoader.copyOf(Number.class))
                    .name("number" + i)
                    .build();
            COMPONENTS.add(component);
            COLUMNS.add(component.int32("value"));
        }
        SnapshotManyComponentsTest test = new SnapshotManyComponentsTest();
        System.out.println("states=" + test.captureAndRestore());
        test.close();
    }

    private Map<Long, Map<Integer, Integer>> contents() {
        Map<Long, Map<Integer, Integer>> contents = new TreeMap<>();
        world.query().build().forEach(row -> {
            Map<Integer, Integer> values = new TreeMap<>();
            for (int i = 0; i < COUNT; i++) {
                if (row.has(COMPONENTS.get(i))) {
                    values.put(i, world.get(row.entity(), COLUMNS.get(i)));
                }
            }
            contents.put(row.entity(), values);
        });
        return contents;
    }

    private void change(Random random, int components) {
        template.spawn(random.nextInt(30));
        world.query().build().forEach(row -> {
            if (random.nextInt(3) == 0) {
                int number = random.nextInt(components);
                IntColumn column = COLUMNS.get(number);
                if (!world.has(row.entity(), COMPONENTS.get(number))) {
                    world.add(row.entity(), COMPONENTS.get(number));
                    world.set(row.entity(), column, random.nextInt(100));
                } else if (random.nextBoolean()) {
                    world.set(row.entity(), column, random.nextInt(100));
                } else {
                    world.remove(row.entity(), COMPONENTS.get(number));
                }
            } else if (random.nextInt(20) == 0) {
                world.destroy(row.entity());
            }
        });
    }

    private int captureAndRestore() {
        Random random = new Random(1);
        List<Map<Long, Map<Integer, Integer>>> states = new ArrayList<>();
        for (int components = 1; components <= COUNT; components += 7) {
            change(random, components);
            world.time().advance(1);
            ring.capture();
            states.add(contents());
            change(random, Math.min(COUNT, components + 20));
            for (int times = 0; times < 3; times++) {
                long tick = ring.oldestTick() + random.nextInt(ring.count());
                ring.restore(tick);
                if (!states.get((int) tick - 1).equals(contents())) {
                    throw new AssertionError("with " + components + " components: tick " + tick + " is another one");
                }
            }
            ring.restore(ring.newestTick());
        }
        return states.size();
    }
}
