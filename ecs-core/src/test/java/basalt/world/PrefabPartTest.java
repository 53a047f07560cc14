package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.TreeNode;
import basalt.internal.Strict;
import basalt.memory.LeakCheck;
import basalt.memory.SteadyRounds;
import basalt.query.Query;
import basalt.query.RowBody;
import basalt.query.SpawnKernel;
import basalt.save.LoadOptions;
import basalt.save.MergeReport;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Position;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.system.SystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LeakCheck.class)
final class PrefabPartTest {
    private record Squad(@EntityHandle long leader) {
        static final Component<Squad> TYPE = Component.of(Squad.class);
        static final EntityColumn LEADER = TYPE.entity("leader");
    }

    private final World world = World.create();
    private final Hierarchy tree = world.hierarchy();
    private final long original = Tank.make(world);
    private final Prefab prefab = world.hierarchy().prefab(original);

    @AfterEach
    void close() {
        world.close();
    }

    private void assertParts(World of, Prefab from, long tank) {
        long turret = from.part(tank, Tank.TURRET);
        assertEquals(new Health(7), of.get(turret, Health.TYPE));
        assertEquals(tank, of.hierarchy().parent(turret));
        assertEquals(new Health(1), of.get(from.part(tank, Tank.WHEELS, 0), Health.TYPE));
        assertEquals(new Health(2), of.get(from.part(tank, Tank.WHEELS, 1), Health.TYPE));
        assertEquals(tank, from.part(tank, 0));
        assertEquals(turret, from.part(tank, 1));
        assertEquals(new Health(9), of.get(from.part(tank, 2), Health.TYPE));
        assertEquals(from.part(tank, Tank.WHEELS, 0), from.part(tank, 3));
        assertEquals(from.part(tank, Tank.WHEELS, 1), from.part(tank, 4));
    }

    @Test
    void shouldFindPartsByNameAndByIndex() {
        assertParts(world, prefab, original);
        assertEquals(0, prefab.indexOf(original));
        assertEquals(2, prefab.indexOf(tree.firstChild(prefab.part(original, Tank.TURRET))));
        assertEquals(1, prefab.indexOf(Tank.TURRET));
        assertEquals(3, prefab.indexOf(Tank.WHEELS, 0));
        assertEquals(4, prefab.indexOf(Tank.WHEELS, 1));
        long turret = prefab.part(original, Tank.TURRET);
        world.destroy(original);
        assertEquals(1, prefab.indexOf(turret));
        long[] tanks = new long[100];
        prefab.spawn(tanks);
        for (long tank : tanks) {
            assertParts(world, prefab, tank);
        }
        assertNotEquals(prefab.part(tanks[0], Tank.TURRET), prefab.part(tanks[1], Tank.TURRET));
        assertEquals(Set.of(Health.TYPE, ChildOf.TYPE, TreeNode.TYPE), Set.copyOf(prefab.components(1)));
    }

    @Test
    void shouldFindNamedPartsOfChangedInstances() {
        long tank = prefab.spawn();
        long turret = prefab.part(tank, Tank.TURRET);
        tree.attachBefore(world.spawn(), turret);
        assertEquals(turret, prefab.part(tank, Tank.TURRET));
        tree.attach(turret, prefab.part(tank, Tank.WHEELS, 0));
        assertEquals(turret, prefab.part(tank, Tank.TURRET));
        tree.detach(turret);
        assertEquals(turret, prefab.part(tank, Tank.TURRET));
        world.destroy(turret);
        assertEquals(Entity.NULL, prefab.part(tank, Tank.TURRET));
        world.set(tank, Tank.TURRET, original);
        assertEquals(original, prefab.part(tank, Tank.TURRET));
        world.set(tank, Tank.TURRET, Entity.NULL);
        assertEquals(Entity.NULL, prefab.part(tank, Tank.TURRET));
        world.remove(tank, Tank.TYPE);
        assertThrows(IllegalArgumentException.class, () -> prefab.part(tank, Tank.TURRET));
    }

    @Test
    void shouldFindByIndexOnlyWhereNothingHasChanged() {
        long tank = prefab.spawn();
        long wheel = prefab.part(tank, 3);
        tree.attach(world.spawn(), wheel);
        assertEquals(wheel, prefab.part(tank, 3));
        Throwable changed = assertThrows(IllegalArgumentException.class, () -> prefab.part(tank, 4));
        assertTrue(changed.getMessage().contains("part 3 has 1 children instead of 0"), changed.getMessage());
        long other = prefab.spawn();
        world.destroy(prefab.part(other, 3));
        assertEquals(other, prefab.part(other, 0));
        assertThrows(IllegalArgumentException.class, () -> prefab.part(other, 1));
    }

    @Test
    void shouldRefuseWhatIsNoInstanceAndNoPart() {
        long entity = world.spawn(new Position(1, 1));
        assertThrows(IllegalArgumentException.class, () -> prefab.part(entity, Tank.TURRET));
        assertThrows(IllegalArgumentException.class, () -> prefab.part(entity, 1));
        assertEquals(entity, prefab.part(entity, 0));
        world.destroy(entity);
        assertThrows(DeadEntityException.class, () -> prefab.part(entity, Tank.TURRET));
        assertThrows(DeadEntityException.class, () -> prefab.part(entity, 0));
        long tank = prefab.spawn();
        assertThrows(IllegalArgumentException.class, () -> prefab.part(tank, -1));
        assertThrows(IllegalArgumentException.class, () -> prefab.part(tank, Tank.PARTS));
        assertThrows(IllegalArgumentException.class, () -> prefab.part(tank, null));
        assertThrows(IllegalArgumentException.class, () -> prefab.part(tank, Tank.WHEELS));
        assertThrows(IndexOutOfBoundsException.class, () -> prefab.part(tank, Tank.WHEELS, 2));
        assertThrows(IllegalArgumentException.class, () -> prefab.part(tank, Squad.LEADER));
        assertThrows(IllegalArgumentException.class, () -> prefab.indexOf(Squad.LEADER));
        assertThrows(IllegalArgumentException.class, () -> prefab.indexOf((EntityColumn) null));
        assertThrows(IllegalArgumentException.class, () -> prefab.indexOf(tank));
        assertThrows(IllegalArgumentException.class, () -> prefab.indexOf(Entity.NULL));
        assertThrows(IllegalArgumentException.class, () -> prefab.components(Tank.PARTS));
    }

    @Test
    void shouldFindPartsOfNestedInstances() {
        long squad = world.spawn();
        long[] tanks = new long[3];
        prefab.spawn(tanks);
        for (long tank : tanks) {
            tree.attach(tank, squad);
        }
        world.add(squad, new Squad(tanks[1]));
        Prefab squads = world.hierarchy().prefab(squad);
        long copy = squads.spawn();
        long leader = squads.part(copy, Squad.LEADER);
        assertNotEquals(tanks[1], leader);
        assertParts(world, prefab, leader);
        assertEquals(1 + Tank.PARTS, squads.indexOf(Squad.LEADER));
        int turret = squads.indexOf(Squad.LEADER) + prefab.indexOf(Tank.TURRET);
        assertEquals(prefab.part(leader, Tank.TURRET), squads.part(copy, turret));
        assertEquals(1 + 3 * Tank.PARTS, squads.partCount());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 64, 65, 300, ROWS + 5})
    void shouldRunInitialisersOverParts(int count) {
        int[] next = {0};
        RowBody body = row -> row.set(Health.POINTS, next[0]++);
        long[] tanks = new long[count];
        SpawnKernel turrets = prefab.kernel(Tank.TURRET, body);
        turrets.spawn(tanks);
        prefab.kernel(prefab.indexOf(Tank.WHEELS, 1), body).spawn(count); // the wheel is disabled
        prefab.spawn(count, 2, body);
        prefab.spawn(count, Tank.TURRET, body);
        assertEquals(4 * count, next[0]);
        for (int i = 0; i < count; i += count < 100 ? 1 : 50) {
            assertEquals(i, world.get(prefab.part(tanks[i], Tank.TURRET), Health.POINTS));
            assertEquals(new Health(9), world.get(prefab.part(tanks[i], 2), Health.TYPE));
        }
        int[] seen = new int[4 * count];
        world.query().all(Health.TYPE).includeDisabled().build().forEach(row -> {
            int points = row.get(Health.POINTS);
            if (points < seen.length) {
                seen[points]++;
            }
        });
        for (int i = 10; i < seen.length; i++) {
            assertEquals(1, seen[i]);
        }
    }

    @Test
    void shouldRunInitialisersBeforeObservers() {
        List<Integer> observed = new ArrayList<>();
        world.observers().onAdd(Health.TYPE, entity -> observed.add(world.get(entity, Health.POINTS)));
        prefab.spawn(2, Tank.TURRET, row -> row.set(Health.POINTS, 50));
        assertEquals(List.of(50, 50, 9, 9, 1, 1, 2, 2), observed);
    }

    @Test
    void shouldRefuseInitialisersOverNoPart() {
        RowBody body = row -> {};
        assertThrows(IllegalArgumentException.class, () -> prefab.kernel(Tank.PARTS, body));
        assertThrows(IllegalArgumentException.class, () -> prefab.kernel(-1, body));
        assertThrows(IllegalArgumentException.class, () -> prefab.kernel(1, null));
        assertThrows(IllegalArgumentException.class, () -> prefab.kernel(Squad.LEADER, body));
        assertThrows(IllegalArgumentException.class, () -> prefab.spawn(1, Tank.PARTS, body));
        assertThrows(IllegalArgumentException.class, () -> prefab.spawn(1, 1, null));
        assertThrows(IllegalArgumentException.class, () -> prefab.spawn(-1, 1, body));
        if (Strict.ON) {
            assertThrows(IllegalStateException.class, () -> prefab.spawn(1, 1, row -> row.get(Position.X)));
        }
    }

    /** Moved rows, other ranges of rows for later instances, and other handles in another world. */
    @Test
    void shouldFindPartsOfArrangedSavedAndMergedInstances() {
        long[] tanks = new long[200];
        prefab.spawn(tanks);
        for (int i = 0; i < tanks.length; i += 3) {
            world.destroy(tanks[i]);
        }
        Query healthy = world.query().all(Health.TYPE).includeDisabled().build();
        world.rows().arrange(healthy).byColumnDescending(Health.POINTS).run();
        assertParts(world, prefab, tanks[1]);
        assertParts(world, prefab, tanks[199]);
        world.rows().compact();
        long[] more = new long[300];
        prefab.spawn(more);
        for (long tank : more) {
            assertParts(world, prefab, tank);
        }
        assertParts(world, prefab, tanks[199]);
        try (World other = World.create()) {
            other.spawn();
            MergeReport merged = Saves.merge(other, Saving.source(Saving.bytes(world)), new LoadOptions());
            Prefab reread = other.hierarchy().prefab(merged.handleOf(tanks[199]));
            assertParts(other, reread, merged.handleOf(tanks[1]));
            assertParts(other, reread, reread.spawn());
        }
    }

    @Test
    void shouldBeCopiedIntoAnotherWorld() {
        long outside = world.spawn();
        world.add(original, new Squad(outside));
        world.add(original, new Label(this));
        Prefab captured = world.hierarchy().prefab(original);
        try (World other = World.create()) {
            Prefab copy = other.hierarchy().prefab(captured);
            assertEquals(0, other.entityCount());
            world.close();
            long tank = copy.spawn();
            assertParts(other, copy, tank);
            assertEquals(new Squad(Entity.NULL), other.get(tank, Squad.TYPE));
            assertSame(this, other.get(tank, Label.TEXT));
            assertEquals(1, copy.indexOf(Tank.TURRET));
            assertThrows(IllegalArgumentException.class, () -> copy.indexOf(original));
            Prefab variant = copy.variant().with(new Squad(original)).build();
            assertEquals(new Squad(original), other.get(variant.spawn(), Squad.TYPE));
            assertThrows(IllegalArgumentException.class, () -> other.hierarchy().prefab(null));
            Hierarchy squads = other.hierarchy(Types.DETACHING);
            assertThrows(IllegalArgumentException.class, () -> squads.prefab(copy));
        }
    }

    /** A file with models, which the world does not contain. */
    @Test
    void shouldBeCopiedFromALoadedWorld() {
        byte[] file = Saving.bytes(world);
        Prefab loaded;
        try (World battle = World.create()) {
            try (World models = Saving.load(file)) {
                loaded = battle.hierarchy().prefab(models.hierarchy().prefab(original));
            }
            long[] tanks = new long[20];
            loaded.spawn(tanks);
            assertParts(battle, loaded, tanks[19]);
            assertEquals(20 * Tank.PARTS, battle.entityCount());
        }
    }

    @Test
    void shouldBeReadInSystemsThatDeclareIt() {
        long tank = prefab.spawn();
        long turret = prefab.part(tank, Tank.TURRET);
        long[] found = new long[2];
        try (Schedule schedule = Schedule.builder(world)
                .add("name", () -> found[0] = prefab.part(tank, Tank.TURRET), Access.reads(Tank.TYPE))
                .add("index", () -> found[1] = prefab.part(tank, 1), Access.reads(ChildOf.TYPE, TreeNode.TYPE))
                .build()) {
            schedule.tick(1);
        }
        assertEquals(turret, found[0]);
        assertEquals(turret, found[1]);
        if (Strict.ON) {
            try (Schedule schedule = Schedule.builder(world)
                    .add("name", () -> prefab.part(tank, Tank.TURRET), Access.reads(Burning.TYPE))
                    .build()) {
                assertThrows(SystemException.class, () -> schedule.tick(1));
            }
        }
    }

    @Test
    void shouldMakeNoGarbage() {
        long[] tanks = new long[20];
        SpawnKernel kernel = prefab.kernel(Tank.TURRET, row -> row.set(Health.POINTS, 3));
        Query named = world.query().all(Tank.TYPE).build();
        long[] sum = {0};
        long bytes = SteadyRounds.medianBytes(40, 0, 20, () -> {
            if (Strict.ON) { // its rows are objects
                prefab.spawn(tanks);
            } else {
                kernel.spawn(tanks);
            }
            for (long tank : tanks) {
                sum[0] += prefab.part(tank, Tank.TURRET) + prefab.part(tank, Tank.WHEELS, 1);
            }
            named.bulk().destroy();
        });
        assertEquals(0, bytes);
        assertNotEquals(0, sum[0]);
    }
}
