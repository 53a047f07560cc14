package basalt.bench.field.dominion;

import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Letters;
import dev.dominion.ecs.api.Composition;
import dev.dominion.ecs.api.Dominion;
import dev.dominion.ecs.api.Entity;
import dev.dominion.ecs.api.Results;
import java.util.Arrays;
import java.util.function.Supplier;

/** One iteration over the common component. */
final class DominionFragments implements Trial {
    private final Dominion dominion;
    private final Results<Letters.Data> all;
    private final Composition.Of2<Letters.A, Letters.Data> first;
    private final Letters.Data[] data;
    private final boolean changing;
    private Entity last;

    DominionFragments(int entitiesOfEach, boolean changing) {
        this.changing = changing;
        data = new Letters.Data[Start.FRAGMENT_KINDS * entitiesOfEach + (changing ? 1 : 0)];
        dominion = Dominions.lasting();
        int next = 0;
        for (Supplier<Letters.Letter> letter : Letters.ALL) {
            for (int i = 0; i < entitiesOfEach; i++) {
                data[next] = new Letters.Data();
                dominion.createEntity(letter.get(), data[next]);
                next++;
            }
        }
        first = dominion.composition().of(Letters.A.class, Letters.Data.class);
        if (changing) {
            spawnLast();
        }
        all = dominion.findCompositionsWith(Letters.Data.class);
        rewind();
    }

    private void spawnLast() {
        Letters.Data born = new Letters.Data();
        born.value = 1;
        data[data.length - 1] = born;
        last = dominion.createPreparedEntity(first.withValue(new Letters.A(), born));
    }

    @Override
    public int run() {
        if (changing) {
            dominion.deleteEntity(last);
            spawnLast();
        }
        int count = 0;
        for (Letters.Data one : all) {
            one.value *= 2;
            count++;
        }
        return count;
    }

    @Override
    public void rewind() {
        for (Letters.Data one : data) {
            one.value = 1;
        }
    }

    @Override
    public float[] values() {
        float[] values = new float[data.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = data[i].value;
        }
        Arrays.sort(values);
        return values;
    }

    @Override
    public void close() {
        dominion.close();
    }
}
