package basalt.bench.published.junkdog;

import static basalt.bench.published.Published.consume;

import basalt.bench.published.junkdog.Components.At;
import basalt.bench.published.junkdog.Components.Struct;
import basalt.bench.published.junkdog.EntitySystems.Case;
import basalt.component.Entity;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.world.Template;
import basalt.world.Time;
import basalt.world.World;
import java.util.Arrays;

/**
 * Plain: entities from records, kernels over records. Tuned: entities from a template of each composition, kernels over
 * columns, components by their constants.
 */
final class InBasalt extends Ticks {
    private final boolean isTuned;
    private final World world = World.create();
    private final Time time = world.time();
    private final Query[] seen = new Query[NEEDED.length];
    private final Schedule schedule;
    private final Record[][] records;
    private final Template[] templates;
    private final Template placed;
    private final long[] handles;

    InBasalt(boolean isTuned, Case workload, int entities) {
        super(workload, entities);
        this.isTuned = isTuned;
        handles = new long[entities];
        records = Arrays.stream(compositions)
                .mapToObj(bits -> Components.objects(Components.RECORDS, bits).toArray(Record[]::new))
                .toArray(Record[][]::new);
        templates = Arrays.stream(isTuned ? records : new Record[0][])
                .map(kind -> world.template().with(kind).build())
                .toArray(Template[]::new);
        placed = world.template()
                .with(new At(0, 0), new Struct(0, 0, 0, (short) 0, false))
                .build();
        schedule = schedule();
        createAll();
    }

    private Schedule schedule() {
        ScheduleBuilder systems = Schedule.builder(world).workers(1);
        if (workload == Case.INSERT_REMOVE) {
            for (int i = 0; i < seen.length; i++) {
                Class<? extends Record>[] needed = Components.classes(Components.RECORDS, NEEDED[i]);
                var three = world.query(needed[0], needed[1], needed[2]);
                if (EXCLUDED[i] != 0) {
                    three = three.without(Components.classes(Components.RECORDS, EXCLUDED[i]));
                }
                seen[i] = three.rows();
                systems.add(
                        "system" + i,
                        isTuned
                                ? seen[i].kernel(row -> consume(row.entity()))
                                : three.each((entity, one, two, other) -> consume(entity)));
            }
        } else if (workload == Case.PLAIN) {
            systems.add("first", move(1, -1)).add("second", move(-1, 1)).add("third", move(0.5f, -0.5f));
        } else {
            systems.add("first", see(0)).add("second", see(1)).add("third", see(2));
        }
        return systems.build();
    }

    private RowKernel move(float dx, float dy) {
        return isTuned
                ? world.query().all(At.TYPE).build().kernel(row -> {
                    row.set(At.X, row.get(At.X) + dx);
                    row.set(At.Y, row.get(At.Y) + dy);
                    consume(row.entity());
                })
                : world.query(At.class).update((entity, at) -> {
                    consume(entity);
                    return at.plus(dx, dy);
                });
    }

    private RowKernel see(float more) {
        return isTuned
                ? world.query().all(At.TYPE).build().kernel(row -> {
                    consume(row.entity());
                    consume(time.deltaSeconds() + more);
                })
                : world.query(At.class).each((entity, at) -> {
                    consume(entity);
                    consume(time.deltaSeconds() + more);
                });
    }

    @Override
    void place(int slot) {
        handles[slot] = isTuned ? placed.spawn() : world.spawn(new At(0, 0), new Struct(0, 0, 0, (short) 0, false));
    }

    @Override
    void compose(int slot, int composition) {
        handles[slot] = isTuned ? templates[composition].spawn() : world.spawn(records[composition]);
    }

    @Override
    void bare(int slot) {
        handles[slot] = world.spawn();
    }

    @Override
    void destroy(int slot) {
        world.destroy(handles[slot]);
        handles[slot] = Entity.NULL;
    }

    @Override
    void toggle(int slot) {
        if (isTuned) {
            if (!world.remove(handles[slot], At.TYPE)) {
                world.add(handles[slot], At.TYPE);
            }
        } else if (!world.remove(handles[slot], At.class)) {
            world.add(handles[slot], At.class);
        }
    }

    @Override
    void systems() {
        schedule.tick(1);
    }

    @Override
    float[] position(int slot) {
        if (handles[slot] == Entity.NULL || !world.has(handles[slot], At.TYPE)) {
            return null;
        }
        At at = world.get(handles[slot], At.TYPE);
        return new float[] {at.x(), at.y()};
    }

    @Override
    int[] matches() {
        int[] counts = new int[seen.length + 1];
        for (int i = 0; i < seen.length && seen[i] != null; i++) {
            counts[i] = seen[i].count();
        }
        counts[seen.length] = world.entityCount();
        return counts;
    }

    @Override
    public void close() {
        schedule.close();
        world.close();
    }
}
