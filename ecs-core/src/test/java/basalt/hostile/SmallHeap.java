package basalt.hostile;

import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.world.Template;
import basalt.world.World;

/** Ten million entities in a JVM with a small heap: entities use no heap memory. */
final class SmallHeap {
    private static final int MANY = 10_000_000;

    private SmallHeap() {}

    /** Runs in a separate JVM. */
    public static void main(String... arguments) {
        try (World world = World.create()) {
            Template template = world.template().with(new Health(2)).build();
            template.spawn(MANY);
            Query all = world.query().all(Health.TYPE).build();
            Walk.require(all.count() == MANY, "count");
            all.kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) + 1))
                    .run();
            Walk.require(all.reduce().sum(Health.POINTS) == 3L * MANY, "sum");
            Query changed = world.query().changed(Health.TYPE).build();
            changed.forEach(row -> {});
            long third = 0;
            try (RowCursor rows = all.cursor()) {
                for (int i = 0; i < 3 && rows.next(); i++) {
                    third = rows.entity();
                }
            }
            world.set(third, Health.POINTS, 7);
            Walk.require(changed.count() == 1, "changed");
            changed.close();
            all.bulk().add(Frozen.TYPE);
            int half = all.bulk().remove(Frozen.TYPE);
            Walk.require(half == MANY, "remove");
            for (int i = 0; i < 1_000_000; i++) {
                world.commands().set(third, Health.POINTS, i);
            }
            world.applyCommands();
            Walk.require(world.get(third, Health.POINTS) == 999_999, "commands");
            Walk.require(all.bulk().destroy() == MANY, "destroy");
            template.spawn(MANY);
            Walk.require(world.entityCount() == MANY, "again");
        }
        System.out.println("attacks=10");
    }
}
