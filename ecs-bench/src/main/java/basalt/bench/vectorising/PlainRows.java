package basalt.bench.vectorising;

import basalt.bench.scene.Check;
import basalt.bench.scene.Marked;
import basalt.bench.vectorising.PlainUnit.Slot;
import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.memory.MemorySource;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.world.World;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.agrona.UnsafeApi;

/**
 * A world of entities with the same components, of which a share, at random, is marked: kernels visit those. Loops in C
 * go over the same memory:
 *
 * <pre>
 *   for C:  match words of all blocks | address of a block's words, addresses of six columns | of the next block ...
 * </pre>
 *
 * <p>Kernels and C are to find other values in each tick, as the processor learns the branches of 16,384 rows with the
 * same values: {@link #refill} writes the next of eight sets of values. With more than 100,000 rows it is always the
 * same set: these are too many to learn.
 */
final class PlainRows implements AutoCloseable {
    /** How many ticks are compared with plain Java. */
    static final int TICKS_CHECKED = 3;

    private static final int BLOCK_ROWS = 16_384;
    private static final int WORDS = BLOCK_ROWS / Long.SIZE;
    private static final int COLUMNS_IN_C = 6;
    private static final int BYTES_IN_C = (1 + COLUMNS_IN_C) * Long.BYTES;
    private static final int LINE = 64;
    private static final int BYTES = UnsafeApi.arrayBaseOffset(byte[].class);
    private static final int SETS = 8;
    private static final int MANY = 100_000;
    private static final float SECONDS = 1 / 60f;

    private final World world = World.create();
    private final Component<?>[] components;
    private final Query marked;
    private final int rows;
    private final List<Slot> slots;
    private final List<Long> blocks = new ArrayList<>();
    private final long bytesForC;
    private final long words;
    private final List<byte[][]> sets = new ArrayList<>();
    private int set;

    /**
     * @param columns all columns that the bodies use
     * @param rows how many there are
     * @param present percentage of the rows that are marked
     */
    PlainRows(List<Column> columns, int rows, int present) {
        this.rows = rows;
        slots = columns.stream().map(Slot::new).toList();
        world.time().advance(SECONDS);
        components = components(columns);
        world.template().with(components).build().spawn(rows);
        marked = world.query().all(components).all(Marked.TYPE).build();
        Query all = world.query().all(components).build();
        mark(all, present);
        all.forEachSpan(span -> blocks.add(span.baseUnchecked()));
        Check.same("blocks", (rows + BLOCK_ROWS - 1) / BLOCK_ROWS, blocks.size());
        bytesForC = (long) blocks.size() * (WORDS * Long.BYTES + BYTES_IN_C);
        words = MemorySource.allocateFrom(MemorySource.direct(), bytesForC, LINE);
        describe();
        SplittableRandom random = new SplittableRandom(present);
        for (int i = 0; i < (rows > MANY ? 1 : SETS); i++) {
            randomise(random);
            sets.add(slots.stream()
                    .flatMap(slot -> blocks.stream().map(block -> bytes(slot, block)))
                    .toArray(byte[][]::new));
        }
    }

    private static Component<?>[] components(List<Column> columns) {
        Set<ComponentInfo> used = new LinkedHashSet<>();
        columns.forEach(column -> used.add(column.component()));
        return used.stream().map(info -> Component.of(info.type())).toArray(Component<?>[]::new);
    }

    private void mark(Query all, int present) {
        SplittableRandom random = new SplittableRandom(present);
        List<Long> chosen = new ArrayList<>();
        all.forEachSpan(span -> {
            for (int row = span.from(); row < span.to(); row++) {
                if (random.nextInt(100) < present) {
                    chosen.add(span.entity(row));
                }
            }
        });
        chosen.forEach(entity -> world.add(entity, Marked.TYPE));
    }

    /** Writes what C reads. */
    private void describe() {
        UnsafeApi.setMemory(words, bytesForC, (byte) 0);
        marked.forEachSpan(span -> {
            long ofBlock = words(blocks.indexOf(span.baseUnchecked()));
            for (int row = span.from(); row < span.to(); row++) {
                long word = ofBlock + (long) (row / Long.SIZE) * Long.BYTES;
                UnsafeApi.putLong(word, UnsafeApi.getLong(word) | 1L << row);
            }
        });
        for (int block = 0; block < blocks.size(); block++) {
            long at = blocksForC() + (long) block * BYTES_IN_C;
            UnsafeApi.putLong(at, words(block));
            for (int i = 0; i < slots.size() && i < COLUMNS_IN_C; i++) {
                UnsafeApi.putLong(at + (1L + i) * Long.BYTES, start(slots.get(i), blocks.get(block)));
            }
        }
    }

    private long words(int block) {
        return words + (long) block * WORDS * Long.BYTES;
    }

    private long blocksForC() {
        return words(blocks.size());
    }

    private static long start(Slot slot, long block) {
        return block + slot.column().laneOffset(0);
    }

    private long address(Slot slot, int row) {
        return start(slot, blocks.get(row / BLOCK_ROWS))
                + (long) (row % BLOCK_ROWS) * slot.column().kind().sizeBytes();
    }

    private boolean isMarked(int row) {
        return (UnsafeApi.getLong(words + (long) (row / Long.SIZE) * Long.BYTES) >>> row & 1) == 1;
    }

    private void randomise(SplittableRandom random) {
        PlainUnit unit = new PlainUnit();
        for (int row = 0; row < rows; row++) {
            unit.randomise(random);
            for (Slot slot : slots) {
                slot.store(unit, address(slot, row));
            }
        }
    }

    private static byte[] bytes(Slot slot, long block) {
        byte[] bytes = new byte[BLOCK_ROWS * slot.column().kind().sizeBytes()];
        UnsafeApi.copyMemory(null, start(slot, block), bytes, BYTES, bytes.length);
        return bytes;
    }

    /** Writes the next set of values, over all rows. */
    void refill() {
        set = (set + 1) % sets.size();
        int next = 0;
        for (Slot slot : slots) {
            for (long block : blocks) {
                byte[] bytes = sets.get(set)[next++];
                UnsafeApi.copyMemory(bytes, BYTES, null, start(slot, block), bytes.length);
            }
        }
    }

    World world() {
        return world;
    }

    /** What each entity has. */
    Component<?>[] components() {
        return components;
    }

    /** A kernel over the marked rows. */
    RowKernel kernel(PlainBody body) {
        return marked.kernel(body.of(world.time()));
    }

    /** The marked rows. */
    Query marked() {
        return marked;
    }

    /** A call of a function of {@code plain.c} over the marked rows. */
    Runnable inC(MethodHandle function) {
        long of = blocksForC();
        int count = blocks.size();
        float seconds = world.time().deltaSeconds();
        return () -> {
            try {
                function.invokeExact(of, count, seconds);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        };
    }

    /**
     * Runs ticks from new values, and compares each value of each row, bit by bit, with that of plain Java.
     *
     * @throws IllegalStateException if one differs; the message names it
     */
    void check(Runnable tick, PlainUnit.Tick expected) {
        refill();
        PlainUnit[] units = new PlainUnit[rows];
        for (int row = 0; row < rows; row++) {
            units[row] = new PlainUnit();
            for (Slot slot : slots) {
                slot.load(units[row], address(slot, row));
            }
        }
        for (int i = 0; i < TICKS_CHECKED; i++) {
            tick.run();
        }
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < TICKS_CHECKED && isMarked(row); i++) {
                expected.on(units[row], world.time().deltaSeconds());
            }
            for (Slot slot : slots) {
                check(slot, row, units[row]);
            }
        }
    }

    private void check(Slot slot, int row, PlainUnit expected) {
        long found = slot.bits(address(slot, row));
        if (found != slot.bits(expected)) {
            Check.same("bits of " + slot.column().field() + " of row " + row, slot.bits(expected), found);
        }
    }

    @Override
    public void close() {
        MemorySource.direct().free(words, bytesForC);
        world.close();
    }
}
