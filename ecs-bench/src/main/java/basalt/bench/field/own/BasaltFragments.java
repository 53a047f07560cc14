package basalt.bench.field.own;

import basalt.bench.field.Trial;
import basalt.bench.fragmented.Data;
import basalt.bench.fragmented.Letters;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.world.Template;
import basalt.world.World;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Entities of 26 kinds. Entities spawned from values, as recommended for small kinds, share one block. Entities spawned
 * by a template for each kind have 26 nearly empty blocks.
 */
final class BasaltFragments implements Trial {
    private final World world = World.create();
    private final Query all = world.query().all(Data.TYPE).build();
    private final RowKernel twice = all.kernel(row -> row.set(Data.VALUE, row.get(Data.VALUE) * 2));
    private final LongSupplier first;
    private final boolean changing;
    private final int entities;
    private long last;

    BasaltFragments(int entitiesOfEach, boolean changing, boolean byTemplates) {
        this.changing = changing;
        List<LongSupplier> kinds = Letters.one().stream()
                .map(letter -> byTemplates ? byTemplate(letter) : fromValues(letter))
                .toList();
        for (LongSupplier kind : kinds) {
            for (int i = 0; i < entitiesOfEach; i++) {
                kind.getAsLong();
            }
        }
        first = kinds.get(0);
        if (changing) {
            last = first.getAsLong();
        }
        entities = world.entityCount();
    }

    private LongSupplier byTemplate(Record letter) {
        Template template = world.template().with(letter, new Data(1)).build();
        return template::spawn;
    }

    private LongSupplier fromValues(Record letter) {
        return () -> world.spawn(letter, new Data(1));
    }

    @Override
    public int run() {
        if (changing) {
            world.destroy(last);
            last = first.getAsLong();
        }
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
        Arrays.sort(values);
        return values;
    }

    @Override
    public void close() {
        world.close();
    }
}
