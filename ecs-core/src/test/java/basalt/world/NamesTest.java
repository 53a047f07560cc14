package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.TreeNode;
import basalt.internal.Strict;
import basalt.memory.Elsewhere;
import basalt.memory.FailingMemory;
import basalt.memory.LeakCheck;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.save.LoadOptions;
import basalt.save.SaveBuffer;
import basalt.save.SaveOptions;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.fixture.Health;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.system.SystemException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Names of entities, and their paths. */
@ExtendWith(LeakCheck.class)
final class NamesTest extends WorldFixture {
    private final Hierarchy tree = world.hierarchy();
    private final Names names = tree.names();

    private long named(String name, long parent) {
        long entity = world.spawn(new Name(name));
        if (parent != Entity.NULL) {
            tree.attach(entity, parent);
        }
        return entity;
    }

    @Test
    void shouldHaveNamesAsComponents() {
        long ship = world.spawn(new Name("ship"));
        assertEquals("ship", world.get(ship, Name.class).value());
        long unnamed = world.spawn();
        world.add(unnamed, Name.TYPE);
        assertEquals("", world.get(unnamed, Name.class).value());
        assertEquals(new Name(""), new Name(null));
        String message = assertThrows(IllegalArgumentException.class, () -> new Name("ship/turret"))
                .getMessage();
        assertTrue(message.contains("'ship/turret'"), message);
    }

    @Test
    void shouldFindByPath() {
        assertSame(names, tree.names());
        assertEquals(Entity.NULL, names.find("ship"));
        long ship = named("ship", Entity.NULL);
        long turret = named("turret", ship);
        long gun = named("gun", turret);
        long other = named("gun", ship);
        assertEquals(ship, names.find("ship"));
        assertEquals(turret, names.find("ship/turret"));
        assertEquals(gun, names.find("ship/turret/gun"));
        assertEquals(other, names.find("ship/gun"));
        assertEquals(gun, names.find(ship, "turret/gun"));
        assertEquals(Entity.NULL, names.find("turret"));
        assertEquals(Entity.NULL, names.find("gun"));
        assertEquals(Entity.NULL, names.find("ship/none/gun"));
        assertEquals(Entity.NULL, names.find("shi"));
        assertEquals(Entity.NULL, names.find("ships"));
        assertEquals(Entity.NULL, names.find(gun, "gun"));
        assertEquals("ship/turret/gun", names.path(gun));
        assertEquals("turret/gun", names.pathBelow(ship, gun));
        assertEquals("ship", names.path(ship));
        world.disable(ship);
        assertEquals(other, names.find("ship/gun"));
    }

    @Test
    void shouldFollowNamesAndParents() {
        long ship = named("ship", Entity.NULL);
        long turret = named("turret", ship);
        long gun = named("gun", turret);
        world.set(ship, new Name("wreck"));
        assertEquals(Entity.NULL, names.find("ship/turret"));
        assertEquals(gun, names.find("wreck/turret/gun"));
        tree.detach(turret);
        assertEquals(gun, names.find("turret/gun"));
        assertEquals("turret/gun", names.path(gun));
        tree.attach(ship, gun);
        assertEquals(Entity.NULL, names.find("wreck"));
        assertEquals(ship, names.find("turret/gun/wreck"));
        world.remove(gun, Name.TYPE);
        assertEquals(Entity.NULL, names.find("turret/gun"));
        assertNull(names.path(ship));
        assertNull(names.pathBelow(turret, ship));
        assertEquals("wreck", names.pathBelow(gun, ship));
        world.destroy(turret);
        assertEquals(Entity.NULL, names.find("turret"));
        world.spawn(new Name(""));
        long umlauts = named("Größe 😀", Entity.NULL);
        assertEquals(umlauts, names.find("Größe 😀"));
    }

    @Test
    void shouldFindOneOfManyChildren() {
        long fleet = world.spawn(new Name("fleet"));
        long first = Entity.NULL;
        for (int i = 0; i < 100; i++) {
            long ship = world.spawn(new Name("ship " + i));
            tree.attach(ship, fleet);
            tree.attach(world.spawn(new Name("ship 7")), ship); // the same name, elsewhere
            first = i == 0 ? ship : first;
        }
        long seventh = names.find("fleet/ship 7");
        assertEquals(fleet, tree.parent(seventh));
        assertEquals("fleet/ship 7", names.path(seventh));
        assertEquals(Entity.NULL, names.find("fleet/ship 100"));
        assertEquals(fleet, tree.parent(names.find(fleet, "ship 99")));

        world.add(first, new Name("ship 7"));
        IllegalStateException ambiguous = assertThrows(IllegalStateException.class, () -> names.find("fleet/ship 7"));
        assertTrue(
                ambiguous.getMessage().contains(Entity.toString(first) + " and " + Entity.toString(seventh)),
                ambiguous.getMessage());
        world.add(first, new Name("ship 0"));
        assertEquals(seventh, names.find("fleet/ship 7"));
        assertEquals(first, names.find("fleet/ship 0"));
    }

    @Test
    void shouldNameBothOfAnAmbiguousPath() {
        long first = named("ship", Entity.NULL);
        named("ship", first);
        long second = named("ship", Entity.NULL);
        named("ship", Entity.NULL);
        String message = assertThrows(IllegalStateException.class, () -> names.find("ship/ship"))
                .getMessage();
        assertTrue(message.contains(Entity.toString(first) + " and " + Entity.toString(second)), message);
        world.set(first, new Name("Aa"));
        long a = named("gun", first);
        long b = named("gun", first);
        tree.attachBefore(b, a);
        named("gun", first);
        message = assertThrows(IllegalStateException.class, () -> names.find("Aa/gun/x"))
                .getMessage();
        assertTrue(message.contains(Entity.toString(b) + " and " + Entity.toString(a) + " are Aa/gun;"), message);
        assertEquals("Aa/gun", names.path(a));
        long sameHash = named("BB", Entity.NULL);
        assertEquals("Aa".hashCode(), "BB".hashCode());
        assertEquals(sameHash, names.find("BB"));
        assertEquals(first, names.find("Aa"));
    }

    @Test
    void shouldFindPartsOfInstancesAndCopies() {
        long ship = named("ship", Entity.NULL);
        long turret = named("turret", ship);
        long gun = named("gun", turret);
        Prefab prefab = tree.prefab(ship);
        assertEquals(2, prefab.indexOf(names.find("ship/turret/gun")));
        long instance = prefab.spawn(new Name("second"));
        assertEquals(prefab.part(instance, 2), names.find(instance, "turret/gun"));
        assertEquals(prefab.part(instance, 1), names.find("second/turret"));
        assertEquals(gun, names.find("ship/turret/gun"));
        long copy = tree.copy(turret);
        assertEquals(tree.firstChild(copy), names.find("turret/gun"));
        world.template().with(new Name("rock")).build().spawn(2);
        assertThrows(IllegalStateException.class, () -> names.find("rock"));
        world.commands().attach(instance, ship);
        world.applyCommands();
        assertEquals(prefab.part(instance, 2), names.find("ship/second/turret/gun"));
    }

    @Test
    void shouldHaveNamesForEachTypeOfTree() {
        Hierarchy others = world.hierarchy(Types.DETACHING);
        long leader = named("leader", Entity.NULL);
        long soldier = named("soldier", leader);
        long second = named("second", soldier);
        others.attach(soldier, second);
        assertEquals(second, others.names().find("second"));
        assertEquals(soldier, others.names().find("second/soldier"));
        assertEquals("leader/soldier/second", names.path(second));
    }

    @Test
    void shouldFollowSnapshotsAndFiles() {
        long ship = named("ship", Entity.NULL);
        long turret = named("turret", ship);
        try (Snapshots ring = Saves.snapshots(world, 2)) {
            ring.capture();
            long hash = Saves.stateHash(world);
            assertEquals(turret, names.find("ship/turret"));
            world.set(ship, new Name("wreck"));
            tree.detach(turret);
            assertEquals(turret, names.find("turret"));
            ring.restore(ring.oldestTick());
            assertEquals(turret, names.find("ship/turret"));
            assertEquals(Entity.NULL, names.find("turret"));
            assertEquals(hash, Saves.stateHash(world));
        }
        try (SaveBuffer buffer = new SaveBuffer(MemorySource.direct())) {
            Saves.save(world, buffer, new SaveOptions());
            try (World loaded = Saves.load(buffer.source(), new LoadOptions())) {
                assertEquals(turret, loaded.hierarchy().names().find("ship/turret"));
            }
        }
    }

    @Test
    void shouldBeUsableBySystems() {
        long ship = named("ship", Entity.NULL);
        long turret = named("turret", ship);
        for (int workers : new int[] {1, 2, 4}) {
            world.set(ship, new Name("ship " + workers));
            long[] found = new long[8];
            try (Schedule schedule = schedule(workers, found)) {
                schedule.tick(1);
            }
            for (long each : found) {
                assertEquals(turret, each);
            }
        }
    }

    private Schedule schedule(int workers, long[] found) {
        ScheduleBuilder builder = Schedule.builder(world).workers(workers);
        for (int i = 0; i < found.length; i++) {
            int number = i;
            builder.add(
                    "find " + i,
                    () -> found[number] = names.find("ship " + workers + "/turret"),
                    Access.reads(Name.TYPE, ChildOf.TYPE, TreeNode.TYPE));
        }
        return builder.build();
    }

    @Test
    void shouldRequireDeclarations() {
        long ship = named("ship", Entity.NULL);
        if (Strict.ON) {
            Access links = Access.reads(ChildOf.TYPE, TreeNode.TYPE);
            assertThrows(SystemException.class, () -> OneSystem.run(world, () -> names.path(ship), links));
            Access name = Access.reads(Name.TYPE);
            assertThrows(SystemException.class, () -> OneSystem.run(world, () -> names.find("ship"), name));
        }
        OneSystem.run(
                world,
                () -> assertThrows(IllegalStateException.class, tree::names),
                Access.reads(Name.TYPE, ChildOf.TYPE, TreeNode.TYPE));
    }

    @Test
    void shouldRejectMisuse() {
        long ship = named("ship", Entity.NULL);
        for (String path : new String[] {"", "/", "/ship", "ship/", "ship//turret", "none//turret"}) {
            String message = assertThrows(IllegalArgumentException.class, () -> names.find(path))
                    .getMessage();
            assertTrue(message.contains("'" + path + "'"), message);
            assertThrows(IllegalArgumentException.class, () -> names.find(ship, path));
        }
        assertThrows(IllegalArgumentException.class, () -> names.find(null));
        assertThrows(IllegalArgumentException.class, () -> names.find(ship, null));
        long other = named("other", Entity.NULL);
        assertThrows(IllegalArgumentException.class, () -> names.pathBelow(ship, other));
        assertThrows(IllegalArgumentException.class, () -> names.pathBelow(ship, ship));
        world.destroy(other);
        for (long handle : new long[] {other, Entity.NULL}) {
            assertThrows(DeadEntityException.class, () -> names.find(handle, "x"));
            assertThrows(DeadEntityException.class, () -> names.path(handle));
            assertThrows(DeadEntityException.class, () -> names.pathBelow(ship, handle));
            assertThrows(DeadEntityException.class, () -> names.pathBelow(handle, ship));
        }
    }

    @Test
    void shouldBeForItsThreadAndAnOpenWorld() {
        World closed = World.create();
        Hierarchy trees = closed.hierarchy();
        Names of = trees.names();
        long entity = closed.spawn(new Name("ship"));
        List<Runnable> calls = List.of(
                trees::names,
                () -> of.find("ship"),
                () -> of.find(entity, "x"),
                () -> of.path(entity),
                () -> of.pathBelow(entity, entity));
        Elsewhere.run("other", () -> calls.forEach(call -> assertThrows(IllegalStateException.class, call::run)));
        closed.close();
        calls.forEach(call -> assertThrows(IllegalStateException.class, call::run));
        world.observers().onAdd(Health.TYPE, added -> tree.names());
        assertThrows(IllegalStateException.class, () -> world.spawn(new Health(1)));
    }

    @Test
    void shouldGoOnWhenThereIsNoMemory() {
        int failures = 0;
        for (int refused = 1; failures == refused - 1; refused++) {
            FailingMemory memory = new FailingMemory(MemorySource.direct());
            try (World failing = World.builder().memory(memory).build()) {
                Names of = failing.hierarchy().names();
                long ship = failing.spawn(new Name("ship"));
                long turret = failing.spawn(new Name("turret"));
                failing.hierarchy().attach(turret, ship);
                memory.failNth(refused);
                try {
                    assertEquals(turret, of.find("ship/turret"));
                } catch (NativeMemoryException e) {
                    failures++;
                }
                assertEquals(turret, of.find("ship/turret"));
            }
        }
        assertNotEquals(0, failures);
    }

    @Test
    void shouldHaveNoPathWithANameThatWasWrittenPastItsCheck() {
        long entity = world.spawn(new Name("a"));
        world.set(entity, Name.TYPE.string("value"), "a/b");
        assertNull(world.hierarchy().names().path(entity));
        assertEquals(Entity.NULL, world.hierarchy().names().find("a/b"));
    }
}
