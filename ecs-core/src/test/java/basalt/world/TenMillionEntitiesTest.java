package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import basalt.component.ByteColumn;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.query.Query;
import basalt.storage.MovingBlocks;
import org.junit.jupiter.api.Test;

class TenMillionEntitiesTest {
    private static final int MANY = 10_000_000;

    private record Mote(byte hue) {
        static final Component<Mote> TYPE = Component.of(Mote.class);
        static final ByteColumn HUE = TYPE.int8("hue");
    }

    @Test
    void shouldFitInOneWorldBesideAnother() {
        assumeFalse(MovingBlocks.ALWAYS, "the old memory of hundreds of blocks is retained while they are filled");
        try (World world = World.create();
                World other = World.create()) {
            long apart = other.spawn(new Mote((byte) 3));
            Template motes = world.template().with(new Mote((byte) 1)).build();
            motes.spawn(MANY);
            Query all = world.query().all(Mote.TYPE).build();
            assertEquals(MANY, world.entityCount());
            assertEquals(MANY, all.count());
            assertEquals(MANY, all.reduce().sum(Mote.HUE));
            assertEquals((MANY + ROWS - 1) / ROWS, world.statistics().memory().blocks());
            long last = Entity.of(MANY - 1, 1);
            assertTrue(world.isAlive(last));
            assertFalse(world.isAlive(Entity.of(MANY, 1)));
            world.set(last, Mote.HUE, (byte) 5);
            all.kernel(row -> row.set(Mote.HUE, (byte) (row.get(Mote.HUE) + 1))).run();
            assertEquals(6, world.get(last, Mote.HUE));
            assertEquals(2L * MANY + 4, all.reduce().sum(Mote.HUE));
            world.destroy(last);

            assertEquals(MANY - 1, all.bulk().destroy());
            assertEquals(0, world.entityCount());
            assertFalse(world.isAlive(Entity.of(0, 1)));
            motes.spawn(1);
            assertEquals(Entity.of(0, 3), all.single());
            assertEquals(3, other.get(apart, Mote.HUE));
        }
    }
}
