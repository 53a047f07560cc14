package basalt.examples.showcase.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.query.Query;
import basalt.world.World;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorldHashTest {
    private static final Component<?>[] PARTICLE = {
        Position.TYPE, Velocity.TYPE, Life.TYPE, Glow.TYPE, Origin.TYPE, Tint.TYPE
    };

    /** Changing any field of any component changes the hash. */
    @Test
    void shouldIncludeEveryField() {
        Set<Long> hashes = new HashSet<>();
        try (World world = World.create()) {
            Query particles = world.query().all(PARTICLE).build();
            long particle = world.template().with(PARTICLE).build().spawn();
            hashes.add(WorldHash.of(particles));
            for (Component<?> component : PARTICLE) {
                for (Column column : component.columns()) {
                    if (column instanceof FloatColumn number) {
                        world.set(particle, number, 0.5f);
                    } else {
                        world.set(particle, (IntColumn) column, 5);
                    }
                    assertTrue(hashes.add(WorldHash.of(particles)), component + "." + column.field());
                }
            }
        }
        assertEquals(12, hashes.size());
    }
}
