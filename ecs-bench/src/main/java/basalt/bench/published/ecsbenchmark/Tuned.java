package basalt.bench.published.ecsbenchmark;

import static basalt.bench.scene.Position.X;
import static basalt.bench.scene.Position.Y;
import static basalt.bench.scene.Velocity.DX;
import static basalt.bench.scene.Velocity.DY;

import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.bench.seven.Numbers;
import basalt.bench.seven.Parts.Data;
import basalt.component.BooleanColumn;
import basalt.component.Component;
import basalt.component.DoubleColumn;
import basalt.component.IntColumn;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.world.Template;
import basalt.world.Time;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A template, columns and bulk calls. */
final class Tuned extends Plain {
    private static final Component<Data> DATA = Component.of(Data.class);
    private static final IntColumn THINGY = DATA.int32("thingy");
    private static final DoubleColumn DINGY = DATA.float64("dingy");
    private static final BooleanColumn MINGY = DATA.bool("mingy");
    private static final IntColumn NUMGY = DATA.int32("numgy");
    private static final IntColumn SEED = DATA.int32("seed");

    private final Template moving =
            world.template().with(new Position(1, 2), new Velocity(3, 4)).build();
    private final Map<List<Record>, Template> templates = new HashMap<>();
    private final Query all = world.query().all(Velocity.TYPE).build();

    Tuned(int count) {
        super(count);
    }

    @Override
    public void create() {
        moving.spawn(entities);
    }

    @Override
    long spawn(Record[] values) {
        return templates
                .computeIfAbsent(
                        Arrays.asList(values),
                        of -> world.template().with(values).build())
                .spawn();
    }

    @Override
    List<RowKernel> systems() {
        Time time = world.time();
        Query data = world.query().all(DATA).build();
        return List.of(
                world.query().all(Position.TYPE, Velocity.TYPE).build().kernel(row -> {
                    row.set(X, row.get(X) + row.get(DX) * time.deltaSeconds());
                    row.set(Y, row.get(Y) + row.get(DY) * time.deltaSeconds());
                }),
                data.kernel(row -> {
                    row.set(THINGY, (row.get(THINGY) + 1) % Numbers.THINGIES);
                    int random = Numbers.next(row.get(SEED));
                    row.set(SEED, random);
                    row.set(NUMGY, Numbers.mixed(random));
                }),
                data.kernel(row -> row.set(DINGY, row.get(DINGY) + 0.0001 * time.deltaSeconds())),
                data.kernel(row -> row.set(MINGY, !row.get(MINGY))));
    }

    @Override
    public long sum(int components) {
        float sum = 0;
        for (long entity : entities) {
            sum += world.get(entity, X);
            sum += components > 1 ? world.get(entity, DX) : 0;
            sum += components > 2 && world.has(entity, DATA) ? world.get(entity, THINGY) : 0;
        }
        return (long) sum;
    }

    @Override
    public void change() {
        all.bulk().remove(Position.TYPE);
        all.bulk().add(new Position(1, 2));
    }

    @Override
    public void destroy() {
        all.bulk().destroy();
    }
}
