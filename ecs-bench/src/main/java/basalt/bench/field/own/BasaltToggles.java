package basalt.bench.field.own;

import basalt.bench.field.Toggles;
import basalt.bench.schedule.Letters.A;
import basalt.bench.schedule.Letters.B;
import basalt.query.Query;
import basalt.world.Template;
import basalt.world.World;

/** Entities that are changed one by one, by handle, or all at once, by query. */
final class BasaltToggles implements Toggles {
    private final World world = World.create();
    private final Query all = world.query().all(A.TYPE).build();
    private final Query both = world.query().all(A.TYPE, B.TYPE).build();
    private final long[] handles;
    private final boolean atOnce;

    BasaltToggles(int entities, boolean atOnce) {
        this.atOnce = atOnce;
        handles = new long[entities];
        Template template = world.template().with(new A(0)).build();
        for (int i = 0; i < entities; i++) {
            handles[i] = template.spawn();
        }
    }

    @Override
    public int add() {
        if (atOnce) {
            return all.bulk().add(B.TYPE);
        }
        int added = 0;
        for (long entity : handles) {
            if (world.add(entity, B.TYPE)) {
                added++;
            }
        }
        return added;
    }

    @Override
    public int remove() {
        if (atOnce) {
            return all.bulk().remove(B.TYPE);
        }
        int removed = 0;
        for (long entity : handles) {
            if (world.remove(entity, B.TYPE)) {
                removed++;
            }
        }
        return removed;
    }

    @Override
    public int count() {
        int count = both.count();
        for (int i = 0; i < handles.length && count > 0; i++) {
            if (world.get(handles[i], B.VALUE) != 0) {
                return -1;
            }
            world.set(handles[i], B.VALUE, 1);
        }
        return count;
    }

    @Override
    public void close() {
        world.close();
    }
}
