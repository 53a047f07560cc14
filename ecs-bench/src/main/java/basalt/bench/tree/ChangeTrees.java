package basalt.bench.tree;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.world.Hierarchy;
import basalt.world.Template;
import basalt.world.World;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Attaches 100,000 children of 12,500 parents one by one, attaches each to another parent, and destroys ten trees of
 * 10,000 entities. Entities are spawned, and trees to be destroyed are made, outside the timed part, which takes a
 * millisecond or so.
 */
public class ChangeTrees extends OperationBenchmark {
    private static final int CHILDREN = 8;

    /** Trees of one size, whose entities follow one another level by level; all but leaves have eight children. */
    private static final class Trees implements AutoCloseable {
        private final World world = World.create();
        private final Hierarchy tree = world.hierarchy();
        private final Template template =
                world.template().with(new Position(1, 2)).build();
        private final int size;
        private final long[] handles;
        private final long[] children;

        /** The parent of each child, by how many trees it is behind: 0 or 1. */
        private final long[][] parents;

        Trees(int size, int trees) {
            this.size = size;
            handles = new long[size * trees];
            children = new long[handles.length - trees];
            parents = new long[2][children.length];
        }

        /** 12,500 roots, and 100,000 children. */
        static Trees families() {
            return new Trees(1 + CHILDREN, 12_500);
        }

        /** Makes all entities, after what is left is destroyed. */
        void spawn() {
            for (long entity : handles) {
                world.tryDestroy(entity);
            }
            checkEmpty();
            template.spawn(handles);
            int count = 0;
            for (int i = 0; i < handles.length; i++) {
                if (i % size != 0) {
                    children[count] = handles[i];
                    parents[0][count] = handles[i - i % size + (i % size - 1) / CHILDREN];
                    parents[1][count] = handles[(i - i % size + size) % handles.length + (i % size - 1) / CHILDREN];
                    count++;
                }
            }
        }

        /** Attaches each child, in order, to its parent in a tree that is so many trees behind: 0 or 1. */
        void attach(int behind) {
            long[] to = parents[behind];
            for (int i = 0; i < children.length; i++) {
                tree.attach(children[i], to[i]);
            }
        }

        /** Destroys all roots, one by one. */
        void destroyRoots() {
            for (int root = 0; root < handles.length; root += size) {
                world.destroy(handles[root]);
            }
        }

        void checkAttached(int behind) {
            int[] below = {0};
            for (int root = 0; root < handles.length; root += size) {
                tree.forEachBelow(handles[root], entity -> below[0]++);
            }
            Check.same("children", children.length, below[0]);
            int last = children.length - 1;
            Check.same("parent", parents[behind][last], tree.parent(children[last]));
            Check.same("last child", children[last], tree.lastChild(parents[behind][last]));
        }

        void checkEmpty() {
            Check.same("entities", 0, world.entityCount());
        }

        @Override
        public void close() {
            world.close();
        }
    }

    /** Entities that are in no tree yet. */
    @State(Scope.Thread)
    public static class Loose {
        private final Trees trees = Trees.families();

        /** Makes the entities. */
        @Setup(Level.Invocation)
        public void spawn() {
            trees.spawn();
        }

        /** Checks the last trees. */
        @TearDown
        public void close() {
            trees.checkAttached(0);
            trees.close();
        }
    }

    /** Families. */
    @State(Scope.Thread)
    public static class Attached {
        private final Trees trees = Trees.families();
        private int behind;

        /** Makes the families. */
        @Setup
        public void make() {
            trees.spawn();
            trees.attach(behind);
        }

        /** Checks the last trees. */
        @TearDown
        public void close() {
            trees.checkAttached(behind);
            trees.close();
        }
    }

    /** Ten large trees. */
    @State(Scope.Thread)
    public static class Large {
        private final Trees trees = new Trees(10_000, 10);

        /** Makes the trees. */
        @Setup(Level.Invocation)
        public void spawn() {
            trees.spawn();
            trees.attach(0);
        }

        /** Checks that nothing is left. */
        @TearDown
        public void close() {
            trees.checkEmpty();
            trees.close();
        }
    }

    /** 100,000 children get their first parents. */
    @Benchmark
    public void attach(Loose state) {
        state.trees.attach(0);
    }

    /** 100,000 children get other parents. */
    @Benchmark
    public void reattach(Attached state) {
        state.behind ^= 1;
        state.trees.attach(state.behind);
    }

    /** 100,000 entities are destroyed by ten calls. */
    @Benchmark
    public void destroy(Large state) {
        state.trees.destroyRoots();
    }
}
