package basalt.world;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.TreeNode;
import basalt.memory.LeakCheck;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Position;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
final class PrefabVariantTest {
    private final World world = World.create();
    private final Hierarchy tree = world.hierarchy();
    private final long original = Tank.make(world);
    private final Prefab prefab = world.hierarchy().prefab(original);

    @AfterEach
    void close() {
        world.close();
    }

    private void assertPlain(long tank) {
        assertEquals(new Position(1, 2), world.get(tank, Position.TYPE));
        assertEquals(new Health(7), world.get(prefab.part(tank, Tank.TURRET), Health.TYPE));
        assertTrue(world.has(prefab.part(tank, Tank.WHEELS, 1), Burning.TYPE));
        assertFalse(world.has(tank, Frozen.TYPE));
    }

    @Test
    void shouldOverrideAddAndRemove() {
        Prefab variant = prefab.variant()
                .with(new Position(5, 6), new Health(50))
                .with(Frozen.TYPE)
                .part(Tank.TURRET)
                .with(new Health(70), new Label(this))
                .part(4)
                .without(Burning.TYPE, Health.TYPE)
                .part(0)
                .with(new Position(8, 9))
                .build();
        long[] tanks = new long[70];
        variant.spawn(tanks);
        assertPlain(prefab.spawn());
        for (long tank : tanks) {
            assertEquals(new Position(8, 9), world.get(tank, Position.TYPE));
            assertEquals(new Health(50), world.get(tank, Health.TYPE));
            assertTrue(world.has(tank, Frozen.TYPE));
            long turret = variant.part(tank, Tank.TURRET);
            assertEquals(new Health(70), world.get(turret, Health.TYPE));
            assertSame(this, world.get(turret, Label.TEXT));
            assertEquals(turret, tree.firstChild(tank));
            long wheel = variant.part(tank, Tank.WHEELS, 1);
            assertFalse(world.has(wheel, Burning.TYPE));
            assertFalse(world.has(wheel, Health.TYPE));
            assertFalse(world.isEnabled(wheel));
            assertEquals(tank, tree.parent(wheel));
            assertEquals(Tank.PARTS - 1, below(tank));
        }
    }

    private int below(long entity) {
        int[] count = {0};
        tree.forEachBelow(entity, one -> count[0]++);
        return count[0];
    }

    @Test
    void shouldKeepValuesOfAddedComponentsAndWhatIsDisabled() {
        world.disable(original, Position.TYPE);
        Prefab disabled = world.hierarchy().prefab(original);
        long kept = disabled.variant().with(Position.TYPE).build().spawn();
        assertEquals(new Position(1, 2), world.get(kept, Position.TYPE));
        assertFalse(world.isEnabled(kept, Position.TYPE));
        long other = disabled.variant().with(new Position(3, 3)).build().spawn();
        assertFalse(world.isEnabled(other, Position.TYPE));
        long again = disabled.variant()
                .without(Position.TYPE)
                .with(Position.TYPE)
                .build()
                .spawn();
        assertEquals(new Position(0, 0), world.get(again, Position.TYPE));
        assertTrue(world.isEnabled(again, Position.TYPE));
    }

    @Test
    void shouldRemapHandlesOfTheOriginalInNewValues() {
        long turret = prefab.part(original, Tank.TURRET);
        long gun = tree.firstChild(turret);
        long outside = world.spawn();
        world.destroy(original);
        Prefab variant = prefab.variant()
                .with(new Tank(gun, new long[] {turret, outside}))
                .part(2)
                .with(new Tank(Entity.NULL, new long[] {original, gun}))
                .build();
        assertEquals(2, variant.indexOf(Tank.TURRET));
        assertEquals(1, variant.indexOf(Tank.WHEELS, 0));
        assertThrows(IllegalArgumentException.class, () -> variant.indexOf(Tank.WHEELS, 1));
        assertEquals(1, prefab.indexOf(Tank.TURRET));
        long tank = variant.spawn();
        assertEquals(variant.part(tank, 2), variant.part(tank, Tank.TURRET));
        assertArrayEquals(
                new long[] {variant.part(tank, 1), outside},
                world.get(tank, Tank.TYPE).wheels());
        long copyOfGun = variant.part(tank, 2);
        assertArrayEquals(
                new long[] {tank, copyOfGun}, world.get(copyOfGun, Tank.TYPE).wheels());
        assertEquals(Entity.NULL, world.get(copyOfGun, Tank.TURRET));
    }

    @Test
    void shouldVaryVariants() {
        Prefab heavy = prefab.variant().with(new Health(50)).build();
        VariantBuilder builder = heavy.variant().with(new Position(4, 4));
        Prefab first = builder.build();
        Prefab second = builder.without(Tank.TYPE).build();
        long tank = first.spawn();
        assertEquals(new Health(50), world.get(tank, Health.TYPE));
        assertEquals(new Position(4, 4), world.get(tank, Position.TYPE));
        assertEquals(first.part(tank, 1), first.part(tank, Tank.TURRET));
        long unnamed = second.spawn();
        assertThrows(IllegalArgumentException.class, () -> first.part(unnamed, Tank.TURRET));
        assertThrows(IllegalArgumentException.class, () -> second.part(tank, Tank.TURRET));
        assertPlain(prefab.spawn());
        long squad = world.spawn();
        tree.attach(first.spawn(), squad);
        tree.attach(prefab.spawn(), squad);
        long copy = world.hierarchy().prefab(squad).spawn();
        assertEquals(new Health(50), world.get(tree.firstChild(copy), Health.TYPE));
        assertPlain(tree.lastChild(copy));
    }

    @Test
    void shouldRefuseMisuse() {
        VariantBuilder builder = prefab.variant();
        assertThrows(IllegalArgumentException.class, () -> builder.with((Record[]) null));
        assertThrows(IllegalArgumentException.class, () -> builder.with((Record) null));
        assertThrows(IllegalArgumentException.class, () -> builder.with((Component<?>[]) null));
        assertThrows(IllegalArgumentException.class, () -> builder.with((Component<?>) null));
        assertThrows(IllegalArgumentException.class, () -> builder.without((Component<?>[]) null));
        assertThrows(IllegalArgumentException.class, () -> builder.without((Component<?>) null));
        assertThrows(IllegalArgumentException.class, () -> builder.with(new Blow(1)));
        assertThrows(IllegalArgumentException.class, () -> builder.with(new ChildOf(original, 1)));
        assertThrows(IllegalArgumentException.class, () -> builder.with(TreeNode.TYPE));
        assertThrows(IllegalArgumentException.class, () -> builder.without(TreeNode.TYPE));
        assertThrows(IllegalArgumentException.class, () -> builder.without(Frozen.TYPE));
        assertThrows(IllegalArgumentException.class, () -> builder.part(-1));
        assertThrows(IllegalArgumentException.class, () -> builder.part(Tank.PARTS));
        assertThrows(IllegalArgumentException.class, () -> builder.part((EntityColumn) null));
        assertPlain(builder.build().spawn());
        world.close();
        assertThrows(IllegalStateException.class, builder::build);
        assertThrows(IllegalStateException.class, prefab::variant);
    }
}
