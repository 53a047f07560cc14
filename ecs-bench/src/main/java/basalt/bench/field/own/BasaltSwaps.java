package basalt.bench.field.own;

import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.schedule.Letters.A;
import basalt.bench.schedule.Letters.B;
import basalt.bench.schedule.Letters.C;
import basalt.bench.schedule.Letters.D;
import basalt.bench.schedule.Letters.E;
import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.query.RowBody;
import basalt.query.RowKernel;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.world.Template;
import basalt.world.World;

/** A template for each kind of entity, and a schedule with one worker and a kernel for each swap. */
final class BasaltSwaps implements Trial {
    private static final float SECONDS = 1f / 60f;
    private static final int KINDS = 4;

    private final World world = World.create();
    private final Schedule schedule = Schedule.builder(world)
            .workers(1)
            .add(
                    "ab",
                    kernel(
                            row -> {
                                float a = row.get(A.VALUE);
                                row.set(A.VALUE, row.get(B.VALUE));
                                row.set(B.VALUE, a);
                            },
                            A.TYPE,
                            B.TYPE),
                    Access.writes(A.TYPE, B.TYPE))
            .add(
                    "cd",
                    kernel(
                            row -> {
                                float c = row.get(C.VALUE);
                                row.set(C.VALUE, row.get(D.VALUE));
                                row.set(D.VALUE, c);
                            },
                            C.TYPE,
                            D.TYPE),
                    Access.writes(C.TYPE, D.TYPE))
            .add(
                    "ce",
                    kernel(
                            row -> {
                                float c = row.get(C.VALUE);
                                row.set(C.VALUE, row.get(E.VALUE));
                                row.set(E.VALUE, c);
                            },
                            C.TYPE,
                            E.TYPE),
                    Access.writes(C.TYPE, E.TYPE))
            .build();
    private final int ofEach;
    private final long[] handles;

    BasaltSwaps(int entitiesOfEach) {
        ofEach = entitiesOfEach;
        handles = new long[KINDS * ofEach];
        for (int kind = 0; kind < KINDS; kind++) {
            Component<?>[] components = new Component<?>[Start.swapped(kind)];
            for (int component = 0; component < components.length; component++) {
                components[component] = (Component<?>) column(kind, component).component();
            }
            Template template = world.template().with(components).build();
            for (int i = 0; i < ofEach; i++) {
                handles[kind * ofEach + i] = template.spawn();
            }
        }
        rewind();
    }

    private RowKernel kernel(RowBody body, Component<?>... components) {
        return world.query().all(components).build().kernel(body);
    }

    private static FloatColumn column(int kind, int component) {
        return switch (component) {
            case 0 -> A.VALUE;
            case 1 -> B.VALUE;
            case 2 -> C.VALUE;
            default -> kind == 2 ? D.VALUE : E.VALUE;
        };
    }

    @Override
    public int run() {
        schedule.tick(SECONDS);
        return handles.length;
    }

    @Override
    public void rewind() {
        for (int entity = 0; entity < handles.length; entity++) {
            int kind = entity / ofEach;
            for (int component = 0; component < Start.swapped(kind); component++) {
                world.set(handles[entity], column(kind, component), Start.letter(entity, component));
            }
        }
    }

    @Override
    public float[] values() {
        float[] values = new float[ofEach * (2 + 3 + 4 + 4)];
        int next = 0;
        for (int entity = 0; entity < handles.length; entity++) {
            int kind = entity / ofEach;
            for (int component = 0; component < Start.swapped(kind); component++) {
                values[next++] = world.get(handles[entity], column(kind, component));
            }
        }
        return values;
    }

    @Override
    public void close() {
        schedule.close();
        world.close();
    }
}
