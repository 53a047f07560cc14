package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.Component;
import basalt.component.TreeType;
import basalt.internal.Strict;
import basalt.memory.LeakCheck;
import basalt.memory.Soak;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.WorldFixture;
import basalt.world.Hierarchy;
import basalt.world.Prefab;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LeakCheck.class)
final class CascadeKernelTest extends WorldFixture {
    private static final TreeType DETACHING = TreeType.of("cascades", TreeType.OnParentDestroy.DETACH);
    private final Hierarchy tree = world.hierarchy();
    private final Query query =
            world.query().all(Position.TYPE).none(Frozen.TYPE).build();
    private final List<Long> visited = new ArrayList<>();

    /** Visits parents first; y becomes the sum of the xs from the root down. */
    private CascadeKernel sums(TreeType type) {
        return query.cascade(
                type,
                row -> {
                    visited.add(row.entity());
                    row.set(Position.Y, row.get(Position.X));
                },
                (row, parent) -> {
                    visited.add(row.entity());
                    row.set(Position.Y, row.get(Position.X) + parent.get(Position.Y));
                });
    }

    /** Visits children first. */
    private CascadeKernel counts(TreeType type) {
        return query.cascadeUp(type, (row, parent) -> visited.add(row.entity()));
    }

    private List<Long> run(CascadeKernel kernel) {
        visited.clear();
        kernel.run();
        return List.copyOf(visited);
    }

    private long spawn(float x) {
        return world.spawn(new Position(x, 0));
    }

    private float y(long entity) {
        return world.get(entity, Position.Y);
    }

    /** Neighbouring children of a parent. */
    private long[] family(long root, int children) {
        long[] entities = new long[children];
        world.template().with(new Position(1, 0)).build().spawn(entities);
        for (long child : entities) {
            tree.attach(child, root);
        }
        return entities;
    }

    @Test
    void shouldVisitLevelByLevelInAscendingRows() {
        long leaf = spawn(1);
        long middle = spawn(10);
        long root = spawn(100);
        long alone = spawn(1000);
        tree.attach(leaf, middle);
        tree.attach(middle, root);
        CascadeKernel kernel = sums(TreeType.DEFAULT);
        assertEquals(List.of(root, alone, middle, leaf), run(kernel));
        assertEquals(List.of(111f, 110f, 100f, 1000f), List.of(y(leaf), y(middle), y(root), y(alone)));
        assertSame(query, kernel.query());
        assertSame(TreeType.DEFAULT, kernel.tree());
        assertEquals(!"false".equals(System.getProperty("basalt.kernels.specialise")), kernel.isSpecialised());
    }

    @Test
    void shouldVisitOnlyChildrenIfAsked() {
        long root = spawn(100);
        long leaf = spawn(1);
        tree.attach(leaf, root);
        world.set(root, Position.Y, 5f);
        query.cascade(TreeType.DEFAULT, (row, parent) -> row.set(Position.Y, parent.get(Position.Y) + 1))
                .run();
        assertEquals(List.of(5f, 6f), List.of(y(root), y(leaf)));
    }

    @Test
    void shouldFollowTheTreesOfItsTypeOnly() {
        long a = spawn(1);
        long b = spawn(2);
        tree.attach(a, b);
        Hierarchy other = world.hierarchy(DETACHING);
        other.attach(b, a);
        assertEquals(List.of(b, a), run(sums(TreeType.DEFAULT)));
        assertEquals(List.of(a, b), run(sums(DETACHING)));
        world.destroy(a);
        assertEquals(List.of(b), run(sums(DETACHING)), "a root now");
    }

    @Test
    void shouldFollowConditionsOnValues() {
        long root = spawn(1);
        long leaf = spawn(2);
        tree.attach(leaf, root);
        CascadeKernel kernel = query.where(Position.X)
                .greaterThan(0)
                .cascade(
                        TreeType.DEFAULT, row -> visited.add(row.entity()), (row, parent) -> visited.add(row.entity()));
        assertEquals(List.of(root, leaf), run(kernel));
        world.set(root, Position.X, 0f);
        assertEquals(List.of(), run(kernel));
        world.set(root, Position.X, 1f);
        assertEquals(List.of(root, leaf), run(kernel));
    }

    @Test
    void shouldRunALongChain() {
        long[] entities = new long[Soak.times(200_000, 1_000_000)];
        world.template().with(new Position(1, 0)).build().spawn(entities);
        for (int i = 1; i < entities.length; i++) {
            tree.attach(entities[i], entities[i - 1]);
        }
        query.cascade(
                        TreeType.DEFAULT,
                        row -> row.set(Position.Y, 1),
                        (row, parent) -> row.set(Position.Y, parent.get(Position.Y) + 1))
                .run();
        assertEquals(entities.length, y(entities[entities.length - 1]));
    }

    /** Each change is in a few of many rows, and a kernel that has run before must visit the same as a new one. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFindAgainWhatHasChanged(boolean isDetaching) {
        TreeType type = isDetaching ? DETACHING : TreeType.DEFAULT;
        Hierarchy tree = world.hierarchy(type);
        List<Long> all = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            all.add(spawn(i));
            if (i > 2) {
                tree.attach(all.get(i), all.get(i / 3 - 1));
            }
        }
        CascadeKernel kernel = sums(type);
        CascadeKernel up = counts(type);
        run(kernel);
        run(up);
        Snapshots snapshots = Saves.snapshots(world, 1);
        long captured = snapshots.capture();
        Prefab prefab = tree.prefab(all.get(700));
        long[] old = new long[1];
        List<Runnable> changes = List.of(
                () -> tree.attach(all.get(900), all.get(1)), // with all below, which is less deep now
                () -> tree.attachBefore(all.get(901), all.get(1_000)),
                () -> tree.detach(all.get(40)),
                () -> old[0] = prefab.spawn(),
                () -> world.add(all.get(100), Frozen.TYPE),
                () -> world.remove(all.get(100), Frozen.TYPE),
                () -> world.destroy(old[0]),
                () -> { // in the rows of the last ones
                    for (int i = 0; i < prefab.partCount(); i++) {
                        spawn(1);
                    }
                },
                () -> tree.attach(spawn(1), all.get(2_999)),
                () -> world.spawn(new Position(1, 1), new Health(1)),
                () -> world.destroy(all.get(500)),
                () -> world.rows().compact(),
                () -> tree.attach(all.get(5), all.get(2_000)),
                () -> world.rows().arrange(tree).run(),
                () -> tree.detach(all.get(3)),
                () -> world.destroy(all.get(2)), // or all that is below it
                () -> snapshots.restore(captured),
                () -> tree.attach(all.get(2_001), all.get(6)));
        for (int i = 0; i < changes.size(); i++) {
            changes.get(i).run();
            assertEquals(run(sums(type)), run(kernel), "after change " + i);
            assertEquals(run(counts(type)), run(up), "upwards, after change " + i);
        }
    }

    @Test
    void shouldSkipWhatStopsMatchingDuringTheRun() {
        long root = spawn(1);
        List<Long> middle = List.of(spawn(1), spawn(1), spawn(1));
        List<Long> leaves = new ArrayList<>();
        for (long entity : middle) {
            tree.attach(entity, root);
        }
        for (long entity : middle) {
            leaves.add(spawn(1));
            tree.attach(leaves.get(leaves.size() - 1), entity);
        }
        query.cascade(TreeType.DEFAULT, row -> visited.add(row.entity()), (row, parent) -> {
                    visited.add(row.entity());
                    if (row.entity() == middle.get(0)) {
                        world.destroy(middle.get(1));
                        world.add(middle.get(2), Frozen.TYPE);
                        tree.attach(spawn(1), root);
                    }
                    row.set(Position.Y, 7);
                })
                .run();
        assertEquals(List.of(root, middle.get(0), leaves.get(0)), visited);
        assertEquals(List.of(7f, 7f), List.of(y(middle.get(0)), y(leaves.get(0))));
    }

    /** A component that grows the blocks moves them; the rows of the body follow. */
    @Test
    void shouldFollowBlocksThatMoveDuringTheRun() {
        long root = spawn(1);
        long leaf = spawn(2);
        tree.attach(leaf, root);
        query.cascade(
                        TreeType.DEFAULT,
                        row -> {
                            world.add(leaf, new Health(1));
                            row.set(Position.Y, 5);
                        },
                        (row, parent) -> row.set(Position.Y, parent.get(Position.Y) + 1))
                .run();
        assertEquals(List.of(5f, 6f), List.of(y(root), y(leaf)));
    }

    @Test
    void shouldApplyCommandsAfterTheRun() {
        long root = spawn(1);
        long leaf = spawn(2);
        tree.attach(leaf, root);
        query.cascade(TreeType.DEFAULT, (row, parent) -> world.commands().destroy(parent.entity()))
                .run();
        assertEquals(0, world.entityCount());
    }

    @Test
    void shouldRunInsideOfOtherKernelsButNotInsideItself() {
        long root = spawn(1);
        tree.attach(spawn(1), root);
        CascadeKernel inner = sums(TreeType.DEFAULT);
        CascadeKernel[] self = new CascadeKernel[1];
        query.cascade(TreeType.DEFAULT, (row, parent) -> inner.run()).run();
        assertEquals(2, visited.size());
        self[0] = query.cascade(TreeType.DEFAULT, (row, parent) -> self[0].run());
        assertThrows(IllegalStateException.class, () -> self[0].run());
        query.kernel(row -> inner.run()).run();
        assertEquals(6, visited.size(), "the failed run has ended");
    }

    @Test
    void shouldStartFromRootsThatAreNotVisited() {
        long root = spawn(100);
        long middle = spawn(0);
        long leaf = spawn(0);
        tree.attach(middle, root);
        tree.attach(leaf, middle);
        CascadeKernel kernel = query.cascade(TreeType.DEFAULT, (row, parent) -> {
                    visited.add(row.entity());
                    row.set(Position.X, parent.get(Position.X) + 1);
                })
                .changedOnly(Position.TYPE);
        assertEquals(List.of(middle, leaf), run(kernel));
        assertEquals(List.of(), run(kernel));
        world.set(root, Position.X, 200f);
        assertEquals(List.of(middle, leaf), run(kernel));
        assertEquals(202f, world.get(leaf, Position.X));
    }

    @Test
    void shouldVisitLaterWhatTheBodyHasHidden() {
        long first = spawn(1);
        long second = spawn(2);
        CascadeKernel kernel = query.cascade(
                        TreeType.DEFAULT,
                        row -> {
                            visited.add(row.entity());
                            if (visited.size() == 1) {
                                world.disable(second);
                            }
                        },
                        (row, parent) -> {})
                .changedOnly(Position.TYPE);
        assertEquals(List.of(first), run(kernel));
        world.enable(second);
        visited.clear();
        visited.add(0L);
        kernel.run();
        assertEquals(List.of(0L, first, second), visited, "all, as it is not known what was skipped");
        visited.clear();
        visited.add(0L);
        kernel.run();
        assertEquals(List.of(0L), visited);
    }

    @Test
    void shouldVisitAgainIfTheRunFailsAtItsEnd() {
        long root = spawn(1);
        RowCursor cursor = query.closedCursor();
        boolean[] fails = {true};
        CascadeKernel kernel = query.cascade(
                        TreeType.DEFAULT,
                        row -> {
                            visited.add(row.entity());
                            if (fails[0]) {
                                cursor.open();
                            }
                        },
                        (row, parent) -> {})
                .changedOnly(Position.TYPE);
        assertThrows(IllegalStateException.class, kernel::run, "a cursor is open");
        fails[0] = false;
        assertEquals(List.of(root), run(kernel));
        assertEquals(List.of(), run(kernel));
    }

    /** Families that end with a word of rows, with a block, and in between; each row is the only one that changes. */
    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 16_384, 16_385})
    void shouldVisitSingleRowsOfLargeFamilies(int children) {
        long root = spawn(3);
        long[] entities = family(root, children);
        CascadeKernel kernel = sums(TreeType.DEFAULT).changedOnly(Position.TYPE);
        assertEquals(children + 1, run(kernel).size());
        for (int i : new int[] {0, 62, 63, 64, 16_383, 16_384}) {
            if (i < children) {
                world.set(entities[i], Position.X, 5f);
                assertEquals(List.of(entities[i]), run(kernel));
                assertEquals(8f, y(entities[i]));
            }
        }
        world.set(root, Position.X, 4f);
        assertEquals(children + 1, run(kernel).size());
    }

    @Test
    void shouldRejectCascadesOverChangesThatCannotBe() {
        CascadeKernel down = sums(TreeType.DEFAULT);
        CascadeKernel up = query.cascadeUp(TreeType.DEFAULT, (row, parent) -> {});
        assertThrows(IllegalStateException.class, () -> up.changedOnly(Position.TYPE));
        assertThrows(IllegalArgumentException.class, () -> down.changedOnly(new Component<?>[0]));
        assertThrows(IllegalArgumentException.class, () -> down.changedOnly((Component<?>) null));
        assertThrows(IllegalArgumentException.class, () -> down.changedOnly((Component<?>[]) null));
        assertThrows(IllegalArgumentException.class, () -> down.changedOnly(Health.TYPE), "not in the query");
        CascadeKernel changed = down.changedOnly(Position.TYPE);
        query.close();
        assertThrows(IllegalStateException.class, changed::run);
        assertThrows(IllegalStateException.class, () -> down.changedOnly(Position.TYPE));
        assertEquals(0, world.statistics().memory().changeQueries());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 16_383, 16_384, 16_385, 40_000})
    void shouldVisitFamiliesOfAnySize(int children) {
        long root = spawn(3);
        long[] entities = family(root, children);
        assertEquals(children + 1, run(sums(TreeType.DEFAULT)).size());
        for (long child : entities) {
            assertEquals(4f, y(child));
        }
    }

    @Test
    void shouldRefuseWritesOfParentsThatAreReadOnly() {
        tree.attach(spawn(1), spawn(1));
        CascadeKernel kernel = query.cascade(TreeType.DEFAULT, (row, parent) -> parent.set(Position.X, 1));
        assertTrue(assertThrows(IllegalStateException.class, kernel::run)
                .getMessage()
                .contains("cascadeUp"));
    }

    @Test
    void shouldRefuseWrongArguments() {
        PairQuery.Body body = (row, parent) -> {};
        Query changes = world.query().changed(Position.TYPE).build();
        assertThrows(IllegalArgumentException.class, () -> query.cascade(null, body));
        assertThrows(IllegalArgumentException.class, () -> query.cascade(TreeType.DEFAULT, null));
        assertThrows(IllegalArgumentException.class, () -> query.cascade(TreeType.DEFAULT, null, body));
        assertThrows(IllegalArgumentException.class, () -> query.cascade(TreeType.DEFAULT, row -> {}, null));
        assertThrows(IllegalArgumentException.class, () -> query.cascadeUp(TreeType.DEFAULT, null));
        assertThrows(IllegalArgumentException.class, () -> changes.cascade(TreeType.DEFAULT, body));
        assertThrows(IllegalArgumentException.class, () -> changes.cascade(TreeType.DEFAULT, row -> {}, body));
        assertThrows(IllegalArgumentException.class, () -> changes.cascadeUp(TreeType.DEFAULT, body));
        changes.kernel(row -> {}); // the only one that is allowed
        CascadeKernel late = query.cascade(TreeType.DEFAULT, body);
        query.close();
        assertThrows(IllegalStateException.class, late::run);
        assertThrows(IllegalStateException.class, () -> query.cascade(TreeType.DEFAULT, body));
    }

    @Test
    void shouldRejectForbiddenAccessInStrictMode() {
        assumeTrue(Strict.ON);
        long root = world.spawn(new Position(1, 1), new Health(1));
        tree.attach(spawn(1), root);
        Row[] kept = new Row[2];
        query.cascade(TreeType.DEFAULT, row -> kept[0] = row, (row, parent) -> {
                    assertThrows(IllegalStateException.class, () -> kept[0].get(Position.X));
                    kept[1] = parent;
                    assertThrows(IllegalStateException.class, () -> parent.get(Health.POINTS), "not declared");
                    assertThrows(IllegalStateException.class, () -> row.get(Health.POINTS), "not declared");
                })
                .run();
        assertThrows(IllegalStateException.class, () -> kept[1].get(Position.X));
        Query optional = world.query().all(Position.TYPE).optional(Health.TYPE).build();
        CascadeKernel missing =
                optional.cascade(TreeType.DEFAULT, (row, parent) -> row.set(Health.POINTS, parent.get(Health.POINTS)));
        assertThrows(RuntimeException.class, missing::run, "the child has none");
    }
}
