package basalt.bench.tree;

import static basalt.system.Access.reads;
import static basalt.system.Access.writes;

import basalt.bench.scene.Check;
import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.TreeType;
import basalt.query.CascadeKernel;
import basalt.query.Query;
import basalt.query.Row;
import basalt.system.Schedule;
import basalt.world.Hierarchy;
import basalt.world.World;

/** A world with the nodes of a tree, and the ways to update their matrices. */
final class Scene implements AutoCloseable {
    private static final FloatColumn[] LOCAL = {Local.XX, Local.XY, Local.YX, Local.YY, Local.DX, Local.DY};
    private static final FloatColumn[] GLOBAL = {Global.XX, Global.XY, Global.YX, Global.YY, Global.DX, Global.DY};

    /** The place of a node in that of its parent: (x, y) becomes (xx * x + xy * y + dx, yx * x + yy * y + dy). */
    record Local(float xx, float xy, float yx, float yy, float dx, float dy) {
        static final Component<Local> TYPE = Component.of(Local.class);
        static final FloatColumn XX = TYPE.float32("xx");
        static final FloatColumn XY = TYPE.float32("xy");
        static final FloatColumn YX = TYPE.float32("yx");
        static final FloatColumn YY = TYPE.float32("yy");
        static final FloatColumn DX = TYPE.float32("dx");
        static final FloatColumn DY = TYPE.float32("dy");
    }

    /** The place of a node in the world, likewise. */
    record Global(float xx, float xy, float yx, float yy, float dx, float dy) {
        static final Component<Global> TYPE = Component.of(Global.class);
        static final FloatColumn XX = TYPE.float32("xx");
        static final FloatColumn XY = TYPE.float32("xy");
        static final FloatColumn YX = TYPE.float32("yx");
        static final FloatColumn YY = TYPE.float32("yy");
        static final FloatColumn DX = TYPE.float32("dx");
        static final FloatColumn DY = TYPE.float32("dy");
    }

    private final World world = World.create();
    private final Nodes nodes;
    private final long[] entities;
    private final CascadeKernel cascade;
    private final CascadeKernel changes;

    /** Nodes lie in random rows and are attached in random order; then they may be arranged by the library. */
    Scene(Nodes nodes, boolean isArranged) {
        this.nodes = nodes;
        entities = new long[nodes.count()];
        spawn(nodes.permutation(true, 1));
        attach(nodes.permutation(true, 2));
        if (isArranged) {
            world.rows().arrange(world.hierarchy()).run();
        }
        Query scene = world.query().all(Local.TYPE, Global.TYPE).build();
        cascade = scene.cascade(TreeType.DEFAULT, Scene::copy, Scene::multiply);
        changes = cascade.changedOnly(Local.TYPE);
    }

    private void spawn(int[] places) {
        long[] byPlace = new long[places.length];
        world.template().with(Local.TYPE, Global.TYPE).build().spawn(byPlace);
        for (int node = 0; node < places.length; node++) {
            entities[node] = byPlace[places[node]];
            float[] local = nodes.local(node);
            for (int i = 0; i < LOCAL.length; i++) {
                world.set(entities[node], LOCAL[i], local[i]);
            }
        }
    }

    private void attach(int[] order) {
        Hierarchy tree = world.hierarchy();
        for (int node : order) {
            if (node > 0) {
                tree.attach(entities[node], entities[nodes.parent(node)]);
            }
        }
    }

    private static void copy(Row row) {
        row.set(Global.XX, row.get(Local.XX));
        row.set(Global.XY, row.get(Local.XY));
        row.set(Global.YX, row.get(Local.YX));
        row.set(Global.YY, row.get(Local.YY));
        row.set(Global.DX, row.get(Local.DX));
        row.set(Global.DY, row.get(Local.DY));
    }

    /** Reads each column once: a body with many accesses is too large for the JIT to inline. */
    private static void multiply(Row row, Row parent) {
        float xx = parent.get(Global.XX);
        float xy = parent.get(Global.XY);
        float yx = parent.get(Global.YX);
        float yy = parent.get(Global.YY);
        float dx = parent.get(Global.DX);
        float dy = parent.get(Global.DY);
        float localXx = row.get(Local.XX);
        float localXy = row.get(Local.XY);
        float localYx = row.get(Local.YX);
        float localYy = row.get(Local.YY);
        float localDx = row.get(Local.DX);
        float localDy = row.get(Local.DY);
        row.set(Global.XX, xx * localXx + xy * localYx);
        row.set(Global.XY, xx * localXy + xy * localYy);
        row.set(Global.YX, yx * localXx + yy * localYx);
        row.set(Global.YY, yx * localXy + yy * localYy);
        row.set(Global.DX, xx * localDx + xy * localDy + dx);
        row.set(Global.DY, yx * localDx + yy * localDy + dy);
    }

    void cascade() {
        cascade.run();
    }

    /** The cascade over what has changed since its last run. */
    void changes() {
        changes.run();
    }

    /** Writes the local matrix of each n-th node between two, so that all below it is to be updated. */
    void move(int first, int end, int each) {
        for (int node = first; node < end; node += each) {
            world.set(entities[node], Local.DX, nodes.local(node)[4]);
        }
    }

    /** A schedule of the cascade, to be closed by the caller. */
    Schedule schedule(int workers) {
        return Schedule.builder(world)
                .workers(workers)
                .add("place", cascade, reads(Local.TYPE), writes(Global.TYPE))
                .build();
    }

    /** Compares all matrices with those by plain Java, and forgets them. */
    void check() {
        float[][] globals = nodes.globals();
        for (int node = 0; node < entities.length; node++) {
            for (int i = 0; i < GLOBAL.length; i++) {
                Check.same("matrix", node, globals[node][i] + 0f, world.get(entities[node], GLOBAL[i]) + 0f);
                world.set(entities[node], GLOBAL[i], Float.NaN);
            }
        }
    }

    @Override
    public void close() {
        world.close();
    }
}
