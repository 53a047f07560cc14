package basalt.bench.field.dominion;

import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Letters;
import dev.dominion.ecs.api.Dominion;
import dev.dominion.ecs.api.Results;
import java.util.function.Supplier;

/** One walk over what all kinds have in common. */
final class DominionFragments implements Trial {
    private final Dominion dominion;
    private final Results<Letters.Data> all;
    private final Letters.Data[] data;

    DominionFragments(int entitiesOfEach) {
        data = new Letters.Data[Start.FRAGMENT_KINDS * entitiesOfEach];
        dominion = Dominions.lasting();
        int next = 0;
        for (Supplier<Letters.Letter> letter : Letters.ALL) {
            for (int i = 0; i < entitiesOfEach; i++) {
                data[next] = new Letters.Data();
                dominion.createEntity(letter.get(), data[next]);
                next++;
            }
        }
        all = dominion.findCompositionsWith(Letters.Data.class);
        rewind();
    }

    @Override
    public int run() {
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
        return values;
    }

    @Override
    public void close() {
        dominion.close();
    }
}
