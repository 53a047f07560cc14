package basalt.world;

import static basalt.system.Access.reads;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.OnTargetDestroy;
import basalt.memory.LeakCheck;
import basalt.memory.SteadyRounds;
import basalt.query.RowKernel;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.system.SystemException;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Relations in systems, on several workers, and in ticks that make no garbage. */
@ExtendWith(LeakCheck.class)
final class RelationSystemTest {
    private static final int PREY = 50;
    private static final int HUNTERS = 2_000;
    private static final int COUNTING_SYSTEMS = 4;

    private record Bond(
            @EntityHandle long from, @EntityHandle long to) {
        static final Component<Bond> TYPE = Component.of(Bond.class);
        static final EntityColumn FROM = TYPE.entity("from");
        static final EntityColumn TO = TYPE.entity("to");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldCountWhatAKernelHasWrittenOnAnyNumberOfWorkers(int workers) {
        try (World world = World.create()) {
            long[] prey = new long[PREY];
            world.template().build().spawn(prey);
            for (int i = 0; i < HUNTERS; i++) {
                world.spawn(new Hunting(Entity.NULL, i));
            }
            Relation hunting = world.relation(Hunting.PREY);
            int[] tick = {0};
            RowKernel choose = world.query().all(Hunting.TYPE).build().kernel(row -> {
                int number = row.get(Hunting.TYPE.int32("patience")) * 31 + tick[0];
                row.set(Hunting.PREY, number % 7 == 0 ? Entity.NULL : prey[number % PREY]);
            });
            ScheduleBuilder builder = Schedule.builder(world).workers(workers).add("choose", choose);
            int[][] counted = new int[COUNTING_SYSTEMS][PREY];
            int names = 0;
            for (int[] counts : counted) {
                builder.add(
                        "count " + names++,
                        () -> {
                            for (int i = 0; i < PREY; i++) {
                                int[] sources = {0};
                                hunting.forEachSource(prey[i], hunter -> sources[0]++);
                                counts[i] = sources[0] == hunting.count(prey[i]) ? sources[0] : -1;
                            }
                        },
                        reads(Hunting.TYPE));
            }
            try (Schedule schedule = builder.build()) {
                for (; tick[0] < 20; tick[0]++) {
                    schedule.tick(1);
                    int[] expected = new int[PREY];
                    for (int i = 0; i < HUNTERS; i++) {
                        int number = i * 31 + tick[0];
                        expected[number % PREY] += number % 7 == 0 ? 0 : 1;
                    }
                    for (int[] counts : counted) {
                        assertArrayEquals(expected, counts);
                    }
                }
            }
        }
    }

    @Test
    void shouldRefuseToSetInASystem() {
        try (World world = World.create()) {
            long prey = world.spawn();
            long hunter = world.spawn(new Hunting(Entity.NULL, 0));
            Relation hunting = world.relation(Hunting.PREY);
            try (Schedule schedule = Schedule.builder(world)
                    .workers(1)
                    .add("set", () -> hunting.set(hunter, prey), reads(Hunting.TYPE))
                    .build()) {
                assertThrows(SystemException.class, () -> schedule.tick(1));
            }
            assertEquals(0, hunting.count(prey));
        }
    }

    @Test
    void shouldKeepTwoRelationsOfAComponentApart() {
        try (World world = World.create()) {
            Relation from = world.relation(Bond.FROM, OnTargetDestroy.CLEAR);
            Relation to = world.relation(Bond.TO, OnTargetDestroy.REMOVE);
            long a = world.spawn();
            long b = world.spawn();
            long ab = world.spawn(new Bond(a, b));
            long ba = world.spawn(new Bond(b, a));
            long aa = world.spawn(new Bond(a, a));
            assertEquals(2, from.count(a));
            assertEquals(1, to.count(b));
            world.destroy(a);
            assertEquals(new Bond(Entity.NULL, b), world.get(ab, Bond.TYPE));
            assertFalse(world.has(ba, Bond.TYPE));
            assertFalse(world.has(aa, Bond.TYPE));
            assertEquals(0, from.count(b));
            assertEquals(1, to.count(b));
        }
    }

    @Test
    void shouldMakeNoGarbage() {
        assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean, "this JVM does not count heap bytes");
        try (World world = World.create()) {
            long[] prey = new long[PREY];
            world.template().build().spawn(prey);
            long[] hunters = new long[HUNTERS];
            world.template().with(Hunting.TYPE).build().spawn(hunters);
            Relation hunting = world.relation(Hunting.PREY, OnTargetDestroy.CLEAR);
            int[] round = {0};
            long[] visited = {0};
            LongConsumer visit = hunter -> visited[0]--;
            assertEquals(0, SteadyRounds.medianBytes(40, 0, 1, () -> {
                round[0]++;
                for (int i = 0; i < HUNTERS; i++) {
                    world.set(hunters[i], Hunting.PREY, prey[(i + round[0]) % PREY]);
                }
                for (int i = 0; i < PREY; i++) {
                    visited[0] += hunting.count(prey[i]);
                    hunting.forEachSource(prey[i], visit);
                }
                int dying = round[0] % PREY;
                world.destroy(prey[dying]);
                prey[dying] = world.spawn();
            }));
            assertEquals(0, visited[0]);
        }
    }
}
