package basalt.bench.field.own;

import basalt.bench.field.Trial;
import basalt.bench.fragmented.Data;
import basalt.bench.fragmented.Letters;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.world.World;

/** Entities that are spawned from their values, as is advised for kinds that have few. */
final class BasaltFragments implements Trial {
    private final World world = World.create();
    private final Query all = world.query().all(Data.TYPE).build();
    private final RowKernel twice = all.kernel(row -> row.set(Data.VALUE, row.get(Data.VALUE) * 2));
    private final int entities;

    BasaltFragments(int entitiesOfEach) {
        for (Record letter : Letters.one()) {
            for (int i = 0; i < entitiesOfEach; i++) {
                world.spawn(letter, new Data(1));
            }
        }
        entities = world.entityCount();
    }

    @Override
    public int run() {
        twice.run();
        return entities;
    }

    @Override
    public void rewind() {
        all.forEach(row -> row.set(Data.VALUE, 1));
    }

    @Override
    public float[] values() {
        float[] values = new float[all.count()];
        int[] next = {0};
        all.forEach(row -> values[next[0]++] = row.get(Data.VALUE));
        return values;
    }

    @Override
    public void close() {
        world.close();
    }
}
