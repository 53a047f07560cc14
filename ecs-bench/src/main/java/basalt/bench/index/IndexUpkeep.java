package basalt.bench.index;

import basalt.bench.OperationBenchmark;
import basalt.bench.index.ValueLookups.Account;
import basalt.bench.scene.Check;
import basalt.memory.frame.FrameLongList;
import basalt.world.ValueIndex;
import basalt.world.World;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The first look-up after 10,000 random values of a million have changed, and reading these values by handle. */
@State(Scope.Thread)
public class IndexUpkeep extends OperationBenchmark {
    private static final int CHANGED = 10_000;

    private final World world = World.create();
    private final SplittableRandom random = new SplittableRandom(7);
    private final long[] entities = new long[ValueLookups.ENTITIES];
    private final long[] changed = new long[CHANGED];
    private ValueIndex byId;
    private ValueIndex byRank;
    private FrameLongList list;
    private long last;

    /** Spawns the entities. */
    @Setup
    public void build() {
        world.template().with(Account.TYPE).build().spawn(entities);
        for (long entity : entities) {
            world.set(entity, Account.ID, random.nextLong());
            world.set(entity, Account.RANK, random.nextLong());
        }
        list = FrameLongList.in(world.frame(), 10);
    }

    /** Changes some values. */
    @Setup(Level.Invocation)
    public void change() {
        for (int i = 0; i < CHANGED; i++) {
            changed[i] = entities[random.nextInt(entities.length)];
            last = random.nextLong();
            world.set(changed[i], Account.ID, last);
            world.set(changed[i], Account.RANK, last);
        }
    }

    /** Checks the last change. */
    @TearDown
    public void close() {
        change();
        Check.same("entity", changed[CHANGED - 1], world.index(Account.ID).find(last));
        world.close();
    }

    /** Reads the values by handle. */
    @Benchmark
    public long reads() {
        long sum = 0;
        for (long entity : changed) {
            sum += world.get(entity, Account.ID);
        }
        return sum;
    }

    /** Looks up one. */
    @Benchmark
    public long find() {
        if (byId == null) {
            byId = world.index(Account.ID);
        }
        return byId.find(last);
    }

    /** Looks up the lowest. */
    @Benchmark
    public int lowest() {
        if (byRank == null) {
            byRank = world.index(Account.RANK);
        }
        list.clear();
        return byRank.lowest(10, list);
    }
}
