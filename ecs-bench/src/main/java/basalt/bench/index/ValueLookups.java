package basalt.bench.index;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.LongColumn;
import basalt.memory.frame.FrameLongList;
import basalt.world.ValueIndex;
import basalt.world.World;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Look-ups in an index over a million entities in which nothing has changed, beside a map and a sorted array. */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(ValueLookups.LOOKUPS)
public class ValueLookups extends OperationBenchmark {
    static final int ENTITIES = 1_000_000;
    static final int LOOKUPS = 1 << 16;
    private static final int RANGE = 1000;

    /** An entity's number, and its place in an order. */
    public record Account(long id, long rank) {
        static final Component<Account> TYPE = Component.of(Account.class);
        static final LongColumn ID = TYPE.int64("id");
        static final LongColumn RANK = TYPE.int64("rank");
    }

    /** A million accounts with random numbers and distinct ranks. */
    @State(Scope.Thread)
    public static class Accounts {
        final World world = World.create();
        final ValueIndex byId = world.index(Account.ID).unique();
        final ValueIndex byRank = world.index(Account.RANK);
        final Map<Long, Long> map = new HashMap<>();
        final long[] sortedRanks = new long[ENTITIES];
        final long[] sortedEntities = new long[ENTITIES];
        final long[] copied = new long[RANGE];
        final long[] ids = new long[LOOKUPS];
        final long[] ranks = new long[LOOKUPS];
        FrameLongList list;

        /** Spawns the accounts, and checks some look-ups. */
        @Setup
        public void build() {
            SplittableRandom random = new SplittableRandom(7);
            int[] order = new int[ENTITIES];
            for (int i = 0; i < ENTITIES; i++) {
                int other = random.nextInt(i + 1);
                order[i] = order[other];
                order[other] = i;
            }
            long[] all = new long[ENTITIES];
            for (int i = 0; i < ENTITIES; i++) {
                all[i] = random.nextLong();
                long entity = world.spawn(new Account(all[i], 3L * order[i]));
                map.put(all[i], entity);
                sortedRanks[order[i]] = 3L * order[i];
                sortedEntities[order[i]] = entity;
            }
            for (int i = 0; i < LOOKUPS; i++) {
                ids[i] = all[random.nextInt(ENTITIES)];
                ranks[i] = 3L * random.nextInt(ENTITIES - RANGE);
            }
            list = FrameLongList.in(world.frame(), RANGE);
            check();
        }

        private void check() {
            for (int i = 0; i < 100; i++) {
                Check.same("entity", map.get(ids[i]), byId.find(ids[i]));
                list.clear();
                int found = byRank.collectRange(ranks[i], ranks[i] + 3L * RANGE - 1, list);
                Check.same("entities of a range", RANGE, found);
                int from = Arrays.binarySearch(sortedRanks, ranks[i]);
                for (int k = 0; k < RANGE; k++) {
                    Check.same("entity of a range", sortedEntities[from + k], list.get(k));
                }
            }
        }

        /** Checks again. */
        @TearDown
        public void close() {
            check();
            world.close();
        }
    }

    /** The entity with a number. */
    @Benchmark
    public long find(Accounts in) {
        long sum = 0;
        for (long id : in.ids) {
            sum += in.byId.find(id);
        }
        return sum;
    }

    /** The same in a map. */
    @Benchmark
    public long hashMap(Accounts in) {
        long sum = 0;
        for (long id : in.ids) {
            Long found = in.map.get(id);
            sum += found == null ? Entity.NULL : found;
        }
        return sum;
    }

    /** A range of a thousand entities. */
    @Benchmark
    public long range(Accounts in) {
        long sum = 0;
        for (long rank : in.ranks) {
            in.list.clear();
            sum += in.byRank.collectRange(rank, rank + 3L * RANGE - 1, in.list);
        }
        return sum;
    }

    /** The same in a sorted array. */
    @Benchmark
    public long sortedArray(Accounts in) {
        long sum = 0;
        for (long rank : in.ranks) {
            int from = Arrays.binarySearch(in.sortedRanks, rank);
            int to = Arrays.binarySearch(in.sortedRanks, rank + 3L * RANGE);
            to = to < 0 ? -1 - to : to;
            System.arraycopy(in.sortedEntities, from, in.copied, 0, to - from);
            sum += in.copied[RANGE - 1];
        }
        return sum;
    }

    /** The ten lowest. */
    @Benchmark
    public long lowest(Accounts in) {
        long sum = 0;
        for (int i = 0; i < LOOKUPS; i++) {
            in.list.clear();
            sum += in.byRank.lowest(10, in.list);
        }
        return sum;
    }
}
