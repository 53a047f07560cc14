package basalt.bench.loop;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.component.Component;
import basalt.component.ListColumn;
import basalt.query.ListView;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.world.World;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Appends eight numbers to each of many lists, and sums the lists: by views, by index, and as records, whose arrays are
 * copies; beside arrays that grow by doubling.
 */
@State(Scope.Thread)
public class Lists extends OperationBenchmark {
    private static final int LISTS = 100_000;
    private static final int ELEMENTS = 8;

    /** A component with a list. */
    public record Bag(int[] items) {
        static final Component<Bag> TYPE = Component.of(Bag.class);
        static final ListColumn.OfInt ITEMS = TYPE.int32List("items");
    }

    private final World world = World.create();
    private final Query bags = world.query().all(Bag.TYPE).build();
    private final int[][] arrays = new int[LISTS][];
    private final int[] lengths = new int[LISTS];
    private int sum;
    private RowKernel append;
    private RowKernel read;
    private RowKernel readByIndex;
    private RowKernel write;
    private RowKernel readRecords;

    /** Fills all lists. */
    @Setup
    public void build() {
        world.template().with(new Bag(new int[0])).build().spawn(LISTS);
        append = bags.kernel(row -> {
            row.clear(Bag.ITEMS);
            for (int i = 0; i < ELEMENTS; i++) {
                row.add(Bag.ITEMS, i);
            }
        });
        read = bags.kernel(row -> {
            ListView.OfInt items = row.list(Bag.ITEMS);
            int ofRow = 0;
            for (int i = 0; i < items.length(); i++) {
                ofRow += items.get(i);
            }
            sum += ofRow;
        });
        readByIndex = bags.kernel(row -> {
            int length = row.length(Bag.ITEMS);
            int ofRow = 0;
            for (int i = 0; i < length; i++) {
                ofRow += row.get(Bag.ITEMS, i);
            }
            sum += ofRow;
        });
        readRecords = world.query(Bag.class).each(bag -> {
            for (int item : bag.items) {
                sum += item;
            }
        });
        write = bags.kernel(row -> row.set(Bag.ITEMS, new int[] {0, 1, 2, 3, 4, 5, 6, 7}));
        appendToLists();
        appendToArrays();
        check();
    }

    private void check() {
        Check.same("sum", sumOfArrays(), sumOfLists());
        Check.same("sum", sumOfArrays(), sumByIndex());
        Check.same("sum", sumOfArrays(), sumOfRecords());
    }

    /** Compares the results of the measured code. */
    @TearDown
    public void close() {
        check();
        world.close();
    }

    /** Empties all lists, and adds the numbers one by one. */
    @Benchmark
    public void appendToLists() {
        append.run();
    }

    /** Gives all lists eight numbers at once. */
    @Benchmark
    public void setLists() {
        write.run();
    }

    /** Appends to arrays. */
    @Benchmark
    public void appendToArrays() {
        for (int list = 0; list < LISTS; list++) {
            int[] items = new int[4];
            int length = 0;
            for (int i = 0; i < ELEMENTS; i++) {
                if (length == items.length) {
                    items = Arrays.copyOf(items, 2 * length);
                }
                items[length++] = i;
            }
            arrays[list] = items;
            lengths[list] = length;
        }
    }

    /** Sums all lists. */
    @Benchmark
    public int sumOfLists() {
        sum = 0;
        read.run();
        return sum;
    }

    /** The same, each element found anew. */
    @Benchmark
    public int sumByIndex() {
        sum = 0;
        readByIndex.run();
        return sum;
    }

    /** The same by records. */
    @Benchmark
    public int sumOfRecords() {
        sum = 0;
        readRecords.run();
        return sum;
    }

    /** Sums all arrays. */
    @Benchmark
    public int sumOfArrays() {
        int all = 0;
        for (int list = 0; list < LISTS; list++) {
            int[] items = arrays[list];
            int length = lengths[list];
            int ofRow = 0;
            for (int i = 0; i < length; i++) {
                ofRow += items[i];
            }
            all += ofRow;
        }
        return all;
    }
}
