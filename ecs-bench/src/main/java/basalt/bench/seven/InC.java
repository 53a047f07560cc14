package basalt.bench.seven;

import basalt.bench.engine.NativeLibrary;
import basalt.bench.seven.Matches.Run;
import basalt.bench.seven.Parts.Status;
import basalt.memory.MemorySource;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.UnsafeApi;

/**
 * Loops of {@code seven.c} over an array for each field, outside the heap. As they lie: over lists of those that match,
 * if these are not all. Packed: sorted by components, so that each system visits a few runs.
 */
final class InC implements Game {
    /** Under these flags C overflows and rounds as Java does. */
    private static final MethodHandle TICK = NativeLibrary.of(
                    "seven.c", "-fwrapv", "-ffp-contract=off", "-fno-trapping-math")
            .function("tick", "(JF)V");

    private static final int LINE = 64;
    /** Arrays that all begin at multiples of 4096 alias each other. */
    private static final int STAGGER_BYTES = 320;

    private static final int FIELDS = 16;
    private static final int DINGY = 5;
    private static final List<Integer> BYTES = List.of(6, 9, 12, 15);

    private final Unit[] start;
    private final int[] positions;
    private final boolean isPacked;
    private final List<long[]> allocated = new ArrayList<>();
    private final long[] fields = new long[FIELDS];
    private final long screen;
    private final long game;

    InC(Unit[] units, boolean isPacked) {
        this.isPacked = isPacked;
        int[] order = isPacked
                ? Matches.packed(units)
                : IntStream.range(0, units.length).toArray();
        start = IntStream.of(order).mapToObj(i -> units[i]).toArray(Unit[]::new);
        positions = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            positions[order[i]] = i;
        }
        for (int field = 0; field < FIELDS; field++) {
            int size = field == DINGY ? Double.BYTES : BYTES.contains(field) ? 1 : Float.BYTES;
            fields[field] =
                    allocate((long) size * start.length + STAGGER_BYTES * (1L + field)) + (long) field * STAGGER_BYTES;
        }
        screen = allocate(Screen.WIDTH * Screen.HEIGHT);
        game = describe();
        reset();
    }

    private long allocate(long bytes) {
        long address = MemorySource.allocateFrom(MemorySource.direct(), bytes, LINE);
        UnsafeApi.setMemory(address, bytes, (byte) 0);
        allocated.add(new long[] {address, bytes});
        return address;
    }

    /** Writes struct game: the fields, the screen, then for each system the number and the address of its runs. */
    private long describe() {
        long at = allocate((FIELDS + 1L + 2L * Matches.SYSTEMS.size()) * Long.BYTES);
        for (int field = 0; field < FIELDS; field++) {
            UnsafeApi.putLong(at + (long) field * Long.BYTES, fields[field]);
        }
        UnsafeApi.putLong(at + (long) FIELDS * Long.BYTES, screen);
        for (int system = 0; system < Matches.SYSTEMS.size(); system++) {
            int[] list = isPacked ? null : Matches.list(system, start);
            List<Run> runs = list == null ? Matches.runs(system, start) : List.of(new Run(0, list.length));
            long of = at + (FIELDS + 1L + 2L * system) * Long.BYTES;
            UnsafeApi.putLong(of, runs.size());
            UnsafeApi.putLong(of + Long.BYTES, describe(runs, list));
        }
        return at;
    }

    private long describe(List<Run> runs, int[] list) {
        long at = allocate(3L * Long.BYTES * runs.size());
        for (int i = 0; i < runs.size(); i++) {
            long run = at + 3L * Long.BYTES * i;
            UnsafeApi.putLong(run, list == null ? 0 : copy(list));
            UnsafeApi.putLong(run + Long.BYTES, runs.get(i).from());
            UnsafeApi.putLong(run + 2L * Long.BYTES, runs.get(i).to());
        }
        return at;
    }

    private long copy(int[] list) {
        long at = allocate((long) Integer.BYTES * list.length);
        for (int i = 0; i < list.length; i++) {
            UnsafeApi.putInt(at + (long) Integer.BYTES * i, list[i]);
        }
        return at;
    }

    private void put(int field, int i, float value) {
        UnsafeApi.putFloat(fields[field] + (long) Float.BYTES * i, value);
    }

    private void put(int field, int i, int value) {
        UnsafeApi.putInt(fields[field] + (long) Integer.BYTES * i, value);
    }

    private void put(int field, int i, byte value) {
        UnsafeApi.putByte(fields[field] + i, value);
    }

    private float decimal(int field, int i) {
        return UnsafeApi.getFloat(fields[field] + (long) Float.BYTES * i);
    }

    private int integer(int field, int i) {
        return UnsafeApi.getInt(fields[field] + (long) Integer.BYTES * i);
    }

    private byte octet(int field, int i) {
        return UnsafeApi.getByte(fields[field] + i);
    }

    @Override
    public void reset() {
        for (int i = 0; i < start.length; i++) {
            Unit unit = start[i];
            put(0, i, unit.x);
            put(1, i, unit.y);
            put(2, i, unit.dx);
            put(3, i, unit.dy);
            put(4, i, unit.thingy);
            UnsafeApi.putDouble(fields[DINGY] + (long) Double.BYTES * i, unit.dingy);
            put(6, i, (byte) (unit.mingy ? 1 : 0));
            put(7, i, unit.numgy);
            put(8, i, unit.seed);
            put(9, i, (byte) unit.kind.ordinal());
            put(10, i, unit.hp);
            put(11, i, unit.most);
            put(12, i, (byte) unit.status.ordinal());
            put(13, i, unit.attack);
            put(14, i, unit.defence);
            put(15, i, unit.character);
        }
    }

    @Override
    public void tick() {
        try {
            TICK.invokeExact(game, SECONDS);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void read(int number, Unit unit) {
        int i = positions[number];
        unit.x = decimal(0, i);
        unit.y = decimal(1, i);
        unit.dx = decimal(2, i);
        unit.dy = decimal(3, i);
        unit.thingy = integer(4, i);
        unit.dingy = UnsafeApi.getDouble(fields[DINGY] + (long) Double.BYTES * i);
        unit.mingy = octet(6, i) != 0;
        unit.numgy = integer(7, i);
        unit.seed = integer(8, i);
        unit.hp = integer(10, i);
        unit.status = Status.values()[octet(12, i)];
        unit.character = octet(15, i);
    }

    @Override
    public byte[] drawn() {
        if (isPacked) {
            return null;
        }
        byte[] characters = new byte[Screen.WIDTH * Screen.HEIGHT];
        for (int i = 0; i < characters.length; i++) {
            characters[i] = UnsafeApi.getByte(screen + i);
        }
        return characters;
    }

    @Override
    public void close() {
        allocated.forEach(block -> MemorySource.direct().free(block[0], block[1]));
    }
}
