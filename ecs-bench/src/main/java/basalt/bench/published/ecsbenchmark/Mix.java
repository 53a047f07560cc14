package basalt.bench.published.ecsbenchmark;

import java.util.ArrayList;
import java.util.List;

/** What entities have, as in ecs_benchmark. */
public enum Mix {
    /** Position and velocity; every other one has data, too. */
    HALF,
    /** Position, velocity and data. */
    FULL,
    /** The same, but in the third quarter each tenth may lack one. */
    MIXED;

    /** Whether an entity has a position (7), a velocity (11) or data (13). */
    private boolean has(int component, int i, int count) {
        int first = (count + 1) / 2;
        return switch (this) {
            case HALF -> component != 13 || i % 2 == 0;
            case FULL -> true;
            case MIXED -> i < first || i > (int) (3L * count / 4) || (i - first) % 10 != 0 || i % component != 0;
        };
    }

    /** The components of an entity, made of these. */
    <T> List<T> of(int i, int count, T position, T velocity, T data) {
        List<T> all = new ArrayList<>(3);
        if (has(7, i, count)) {
            all.add(position);
        }
        if (has(11, i, count)) {
            all.add(velocity);
        }
        if (has(13, i, count)) {
            all.add(data);
        }
        return all;
    }
}
