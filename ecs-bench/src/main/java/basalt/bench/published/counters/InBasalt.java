package basalt.bench.published.counters;

import basalt.world.World;
import java.util.ArrayList;
import java.util.List;

/** What both forms of Basalt share. */
abstract class InBasalt implements Counters {
    final World world = World.create();
    private final List<int[]> kinds = new ArrayList<>();
    private final long[] entities;
    private int spawned;

    InBasalt(int capacity) {
        entities = new long[capacity];
    }

    @Override
    public final void spawn(int... of) {
        Record[] values = new Record[of.length];
        for (int i = 0; i < of.length; i++) {
            values[i] = OfObjects.instance(Kinds.RECORDS.get(of[i]), Counters.start(spawned++));
        }
        entities[kinds.size()] = spawn(of, values);
        kinds.add(of);
    }

    abstract long spawn(int[] of, Record[] values);

    @Override
    public final int[] values() {
        int[] values = new int[spawned];
        int number = 0;
        for (int i = 0; i < kinds.size(); i++) {
            for (int kind : kinds.get(i)) {
                values[number++] = world.get(entities[i], Records.column(Kinds.RECORDS.get(kind)));
            }
        }
        return values;
    }

    @Override
    public final void set(int[] values) {
        int number = 0;
        for (int i = 0; i < kinds.size(); i++) {
            for (int kind : kinds.get(i)) {
                world.set(entities[i], Records.column(Kinds.RECORDS.get(kind)), values[number++]);
            }
        }
    }

    @Override
    public final int count(int components) {
        return switch (components) {
            case 1 -> world.query(Records.A.class).count();
            case 2 -> world.query(Records.A.class, Records.B.class).count();
            default ->
                world.query(Records.A.class, Records.B.class, Records.C.class).count();
        };
    }

    @Override
    public void close() {
        world.close();
    }
}
