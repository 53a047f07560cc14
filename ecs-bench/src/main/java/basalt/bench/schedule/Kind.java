package basalt.bench.schedule;

import basalt.bench.scene.Check;
import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.world.Template;
import basalt.world.World;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Entities with the same components, and the source of each of their values in a tick. */
final class Kind {
    private final World world;
    private final List<FloatColumn> columns;
    private final List<FloatColumn> sources;
    private final long[] entities;

    /**
     * Spawns the entities, with random values.
     *
     * @param columns their columns
     * @param sources for each column, the column that contains its new value before a tick
     */
    Kind(World world, int count, List<FloatColumn> columns, List<FloatColumn> sources) {
        this.world = world;
        this.columns = columns;
        this.sources = sources;
        Component<?>[] components = columns.stream().map(FloatColumn::component).toArray(Component<?>[]::new);
        Template template = world.template().with(components).build();
        SplittableRandom random = new SplittableRandom(columns.hashCode());
        entities = new long[count];
        for (int i = 0; i < count; i++) {
            entities[i] = template.spawn();
            for (FloatColumn column : columns) {
                world.set(entities[i], column, (float) random.nextDouble(-100, 100));
            }
        }
    }

    /** Returns the expected values of each column after a tick. */
    float[][] expected() {
        return sources.stream().map(this::values).toArray(float[][]::new);
    }

    void check(float[][] expected) {
        for (int i = 0; i < columns.size(); i++) {
            float[] actual = values(columns.get(i));
            if (!Arrays.equals(expected[i], actual)) {
                int row = Arrays.mismatch(expected[i], actual);
                Check.same(columns.get(i).component().name(), row, expected[i][row], actual[row]);
            }
        }
    }

    private float[] values(FloatColumn column) {
        float[] values = new float[entities.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = world.get(entities[i], column);
        }
        return values;
    }
}
