package basalt.world;

import static basalt.component.Rejection.assertMentions;
import static basalt.system.Access.restructures;
import static basalt.system.Access.spawns;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityHandle;
import basalt.component.OnTargetDestroy;
import basalt.component.TreeNode;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.HeapBytes;
import basalt.memory.LeakCheck;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.save.Replay;
import basalt.save.Saves;
import basalt.storage.MovingBlocks;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.Velocity;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.system.SystemException;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Entities that are spawned from records: at once or by commands, alone, from a template or from a prefab. */
@ExtendWith(LeakCheck.class)
class RecordSpawnTest extends WorldFixture {
    private static final Record[] DEFAULTS = {
        new Position(1, 2), new Health(3), new Rare(4, "four"), new Label("label"), new Frozen()
    };
    private static final Record[] VALUES = {
        new Health(30), new Rare(40, null), new Frozen(), new Position(10, 20), new Label("other")
    };

    private final Template template = world.template().with(DEFAULTS).build();
    private final Prefab prefab = prefab();

    private Prefab prefab() {
        long root = world.spawn(DEFAULTS);
        world.hierarchy().attach(world.spawn(new Velocity(5, 6)), root);
        Prefab made = world.hierarchy().prefab(root);
        world.destroy(root);
        return made;
    }

    /** The ways to spawn, each with an overload for one to four records, and for any number. */
    private enum Way {
        WORLD {
            @Override
            long spawn(RecordSpawnTest test, Record... r) {
                World world = test.world;
                return switch (r.length) {
                    case 1 -> world.spawn(r[0]);
                    case 2 -> world.spawn(r[0], r[1]);
                    case 3 -> world.spawn(r[0], r[1], r[2]);
                    case 4 -> world.spawn(r[0], r[1], r[2], r[3]);
                    default -> world.spawn(r);
                };
            }
        },
        COMMANDS {
            @Override
            long spawn(RecordSpawnTest test, Record... r) {
                Commands commands = test.world.commands();
                return switch (r.length) {
                    case 1 -> commands.spawn(r[0]);
                    case 2 -> commands.spawn(r[0], r[1]);
                    case 3 -> commands.spawn(r[0], r[1], r[2]);
                    case 4 -> commands.spawn(r[0], r[1], r[2], r[3]);
                    default -> commands.spawn(r);
                };
            }
        },
        TEMPLATE {
            @Override
            long spawn(RecordSpawnTest test, Record... r) {
                Template from = test.template;
                return switch (r.length) {
                    case 1 -> from.spawn(r[0]);
                    case 2 -> from.spawn(r[0], r[1]);
                    case 3 -> from.spawn(r[0], r[1], r[2]);
                    case 4 -> from.spawn(r[0], r[1], r[2], r[3]);
                    default -> from.spawn(r);
                };
            }
        },
        TEMPLATE_BY_COMMANDS {
            @Override
            long spawn(RecordSpawnTest test, Record... r) {
                Template from = test.template;
                Commands commands = test.world.commands();
                return switch (r.length) {
                    case 1 -> from.spawn(commands, r[0]);
                    case 2 -> from.spawn(commands, r[0], r[1]);
                    case 3 -> from.spawn(commands, r[0], r[1], r[2]);
                    case 4 -> from.spawn(commands, r[0], r[1], r[2], r[3]);
                    default -> from.spawn(commands, r);
                };
            }
        },
        PREFAB {
            @Override
            long spawn(RecordSpawnTest test, Record... r) {
                Prefab from = test.prefab;
                return switch (r.length) {
                    case 1 -> from.spawn(r[0]);
                    case 2 -> from.spawn(r[0], r[1]);
                    case 3 -> from.spawn(r[0], r[1], r[2]);
                    case 4 -> from.spawn(r[0], r[1], r[2], r[3]);
                    default -> from.spawn(r);
                };
            }
        },
        PREFAB_BY_COMMANDS {
            @Override
            long spawn(RecordSpawnTest test, Record... r) {
                Prefab from = test.prefab;
                Commands commands = test.world.commands();
                return switch (r.length) {
                    case 1 -> from.spawn(commands, r[0]);
                    case 2 -> from.spawn(commands, r[0], r[1]);
                    case 3 -> from.spawn(commands, r[0], r[1], r[2]);
                    case 4 -> from.spawn(commands, r[0], r[1], r[2], r[3]);
                    default -> from.spawn(commands, r);
                };
            }
        };

        abstract long spawn(RecordSpawnTest test, Record... records);

        boolean isByCommands() {
            return name().contains("COMMANDS");
        }

        /** Whether the entity has other components than those of the records. */
        boolean hasDefaults() {
            return this != WORLD && this != COMMANDS;
        }
    }

    private void assertSpawned(Way way, long entity, int records) {
        for (Record value : DEFAULTS) {
            Record given = Arrays.stream(VALUES, 0, records)
                    .filter(one -> one.getClass() == value.getClass())
                    .findFirst()
                    .orElse(null);
            Class<? extends Record> type = value.getClass();
            assertEquals(given != null || way.hasDefaults(), world.has(entity, type), type::getName);
            if (world.has(entity, type)) {
                assertEquals(given != null ? given : value, world.get(entity, type));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSpawnByEachOverload(Way way) {
        for (int n = 1; n <= VALUES.length; n++) {
            for (int round = 0; round < 3; round++) {
                long entity = way.spawn(this, Arrays.copyOf(VALUES, n));
                assertEquals(!way.isByCommands(), world.isAlive(entity));
                world.applyCommands();
                assertSpawned(way, entity, n);
            }
        }
        int perSpawn = way == Way.PREFAB || way == Way.PREFAB_BY_COMMANDS ? 2 : 1;
        assertEquals(3 * VALUES.length * perSpawn, world.entityCount());
        assertEquals(way.isByCommands() ? 15 : 0, world.statistics().commands().applied());
    }

    @ParameterizedTest
    @EnumSource
    void shouldSpawnMany(Way way) {
        int count = 20_000; // more than a block
        long[] entities = new long[count];
        for (int i = 0; i < count; i++) {
            entities[i] = way.spawn(this, new Position(i, -i), new Rare(i, "rare " + i));
        }
        world.applyCommands();
        for (int i = 0; i < count; i++) {
            assertEquals(new Position(i, -i), world.get(entities[i], Position.class));
            assertEquals(new Rare(i, "rare " + i), world.get(entities[i], Rare.class));
            assertEquals(way.hasDefaults(), world.has(entities[i], Health.class));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeCompleteWhenObserversSeeIt(Way way) {
        List<String> seen = new ArrayList<>();
        for (Class<? extends Record> type : List.of(Position.class, Health.class, Rare.class)) {
            world.observers()
                    .onAdd(type, one -> seen.add("add " + world.get(one, Position.class) + world.get(one, Rare.class)));
            world.observers().onSet(type, one -> seen.add("set"));
        }
        Query changed = world.query().changed(Health.class, Rare.class).build();
        changed.forEach(row -> {});
        way.spawn(this, new Position(7, 8), new Health(9), new Rare(10, "ten"));
        world.applyCommands();

        assertEquals(3, seen.size(), seen::toString);
        seen.forEach(one -> assertEquals("add " + new Position(7, 8) + new Rare(10, "ten"), one));
        List<Long> found = new ArrayList<>();
        changed.forEach(row -> found.add(row.entity()));
        assertEquals(1, found.size());
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseWhatCannotBeSpawned(Way way) {
        Record health = new Health(1);
        assertThrows(IllegalArgumentException.class, () -> way.spawn(this, (Record) null));
        assertThrows(IllegalArgumentException.class, () -> way.spawn(this, health, null));
        assertThrows(IllegalArgumentException.class, () -> way.spawn(this, health, new Position(1, 2), null));
        assertThrows(IllegalArgumentException.class, () -> way.spawn(this, null, health, health, health));
        for (int n = 2; n <= 5; n++) {
            Record[] twice = Arrays.copyOf(VALUES, n);
            twice[n - 1] = twice[0];
            assertMentions(assertThrows(IllegalArgumentException.class, () -> way.spawn(this, twice)), "twice");
        }
        assertMentions(
                assertThrows(IllegalArgumentException.class, () -> way.spawn(this, new Spark(1, "event"))),
                "event type",
                "commands");
        assertThrows(IllegalArgumentException.class, () -> way.spawn(this, new TreeNode(1, 2, 3, 4, 5)));
        if (way.hasDefaults()) {
            assertMentions(
                    assertThrows(IllegalArgumentException.class, () -> way.spawn(this, health, new Burning())),
                    Burning.class.getName(),
                    "none of the template",
                    "make the template with it");
        }
        assertEquals(0, world.commands().count());
        assertEquals(0, world.entityCount());
        world.applyCommands();
        assertSpawned(way, spawned(way, VALUES), 5);
    }

    private long spawned(Way way, Record... values) {
        long entity = way.spawn(this, values);
        world.applyCommands();
        return entity;
    }

    @Test
    void shouldRefuseNullArraysAndCommands() {
        Record health = new Health(1);
        assertThrows(IllegalArgumentException.class, () -> world.commands().spawn((Record[]) null));
        assertThrows(IllegalArgumentException.class, () -> template.spawn((Record[]) null));
        assertThrows(IllegalArgumentException.class, () -> prefab.spawn((Record[]) null));
        assertThrows(IllegalArgumentException.class, () -> template.spawn((Commands) null, health));
        assertThrows(IllegalArgumentException.class, () -> prefab.spawn((Commands) null, health));
        try (World other = World.create()) {
            assertThrows(IllegalArgumentException.class, () -> template.spawn(other.commands(), health));
            assertThrows(IllegalArgumentException.class, () -> prefab.spawn(other.commands(), health));
            assertEquals(0, other.commands().count());
        }
    }

    /** A record whose accessor runs code. */
    private record Deed(int x) {
        static final Component<Deed> TYPE = Component.of(Deed.class);
        static Runnable deed = () -> {};

        @Override
        public int x() {
            Runnable now = deed;
            deed = () -> {};
            now.run();
            return x;
        }
    }

    @Test
    void shouldAllowAccessorsToSpawn() {
        Template deeds = world.template().with(new Deed(0), new Health(0)).build();
        Commands commands = world.commands();
        long[] inner = new long[3];
        Deed.deed = () -> inner[0] = commands.spawn(new Deed(1), new Health(2));
        long one = commands.spawn(new Deed(3), new Health(4));
        Deed.deed = () -> inner[1] = deeds.spawn(commands, new Deed(5), new Health(6));
        long two = deeds.spawn(commands, new Deed(7), new Health(8));
        Deed.deed = () -> inner[2] = deeds.spawn(new Deed(9));
        long three = deeds.spawn(new Deed(10), new Health(11));
        Deed.deed = () -> {
            throw new IllegalStateException("refused");
        };
        assertThrows(IllegalStateException.class, () -> commands.spawn(new Deed(12)));
        world.applyCommands();

        assertEquals(6, world.query().all(Deed.class).build().count());
        long[] all = {inner[0], one, inner[1], two, inner[2], three};
        int[] deed = {1, 3, 5, 7, 9, 10};
        int[] health = {2, 4, 6, 8, 0, 11};
        for (int i = 0; i < all.length; i++) {
            assertEquals(new Deed(deed[i]), world.get(all[i], Deed.class));
            assertEquals(new Health(health[i]), world.get(all[i], Health.class));
        }
    }

    /** With a reference that files can contain. */
    private record Note(String text) {}

    /** The source of a relation. */
    private record Follows(@EntityHandle long target) {
        static final Component<Follows> TYPE = Component.of(Follows.class);
    }

    @Test
    void shouldKeepRelationsUpToDate() {
        Relation relation = world.relation(Follows.TYPE.entity("target"), OnTargetDestroy.DESTROY);
        Template follower = world.template().with(new Follows(Entity.NULL)).build();
        long leader = world.spawn(new Health(1));
        follower.spawn(new Follows(leader));
        follower.spawn(world.commands(), new Follows(leader));
        world.commands().spawn(new Follows(leader), new Health(2));
        world.applyCommands();

        assertEquals(3, relation.count(leader));
        world.destroy(leader);
        assertEquals(0, world.entityCount());
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepRelationsExclusive(Way way) {
        long root = world.spawn(new Follows(Entity.NULL));
        Prefab followers = world.hierarchy().prefab(root);
        Template follower = world.template().with(new Follows(Entity.NULL)).build();
        Relation relation = world.relation(Follows.TYPE.entity("target"), OnTargetDestroy.KEEP)
                .exclusive();
        long leader = world.spawn(new Health(1));
        Function<Record, Long> spawn = value -> {
            long entity = switch (way) {
                case WORLD -> world.spawn(value);
                case COMMANDS -> world.commands().spawn(value);
                case TEMPLATE -> follower.spawn(value);
                case TEMPLATE_BY_COMMANDS -> follower.spawn(world.commands(), value);
                case PREFAB -> followers.spawn(value);
                case PREFAB_BY_COMMANDS -> followers.spawn(world.commands(), value);
            };
            world.applyCommands();
            return entity;
        };
        long first = spawn.apply(new Follows(leader));
        int before = world.entityCount();
        assertMentions(
                assertThrows(IllegalStateException.class, () -> spawn.apply(new Follows(leader))), "is exclusive");
        assertEquals(before, world.entityCount());
        assertEquals(1, relation.count(leader));
        assertEquals(leader, relation.target(first));
        spawn.apply(new Follows(first));
        assertEquals(before + 1, world.entityCount());
    }

    @Test
    void shouldSetRecordsByCommands() {
        long entity = world.spawn(new Rare(1, "one"), new Health(2));
        List<Long> written = new ArrayList<>();
        world.observers().onSet(Rare.class, written::add);
        Commands commands = world.commands();
        commands.set(entity, new Rare(3, "three"));
        commands.set(entity, new Position(1, 2)); // dropped: it has none
        long fresh = template.spawn(commands);
        commands.set(fresh, new Health(5));
        world.applyCommands();

        assertEquals(new Rare(3, "three"), world.get(entity, Rare.class));
        assertFalse(world.has(entity, Position.class));
        assertEquals(new Health(5), world.get(fresh, Health.class));
        assertEquals(List.of(entity), written);
        assertEquals(1, world.statistics().commands().dropped());
        assertThrows(IllegalArgumentException.class, () -> commands.set(entity, (Record) null));
        assertThrows(IllegalArgumentException.class, () -> commands.set(entity, new Spark(1, "event")));
        assertThrows(IllegalArgumentException.class, () -> commands.set(entity, new TreeNode(1, 2, 3, 4, 5)));
        long event = commands.send(Spark.class);
        assertMentions(
                assertThrows(IllegalArgumentException.class, () -> commands.set(event, new Health(1))), "send(record)");
        assertEquals(1, commands.count());
    }

    private void tick(Runnable body, Access... access) {
        try (Schedule schedule =
                Schedule.builder(world).workers(2).add("system", body, access).build()) {
            schedule.tick(1);
        }
    }

    private void assertRefused(Runnable body, String remedy, Access... access) {
        int before = world.entityCount();
        Throwable refused =
                assertThrows(SystemException.class, () -> tick(body, access)).getCause();
        assertMentions(refused, remedy);
        assertEquals(before, world.entityCount());
    }

    @Test
    void shouldCheckTheAccessOfSystems() {
        Record health = new Health(1);
        Record frozen = new Frozen();
        tick(() -> world.commands().spawn(health, frozen), spawns());
        tick(() -> world.commands().spawn(health, frozen), spawns(Frozen.class, Health.class));
        tick(() -> template.spawn(world.commands(), health), spawns(template));
        tick(() -> prefab.spawn(world.commands(), health), spawns(prefab));
        assertEquals(5, world.entityCount());
        assertRefused(() -> world.commands().spawn(health, frozen), "spawns(Frozen.class, Health.class)");
        assertRefused(
                () -> world.commands().spawn(health, frozen),
                "spawns(Frozen.class, Health.class)",
                spawns(Health.class));
        assertRefused(
                () -> world.commands().spawn(health, frozen), "spawns(Frozen.class, Health.class)", spawns(template));
        assertRefused(() -> template.spawn(world.commands(), health), "add spawns(", spawns(Health.class));
        assertRefused(() -> prefab.spawn(world.commands(), health), "add spawns(", spawns(template));
        assertRefused(() -> template.spawn(health), "template.spawn(commands)", spawns(template));
        assertRefused(() -> prefab.spawn(health), "prefab.spawn(commands)", spawns(prefab));
        assertRefused(() -> world.spawn(health), "commands", spawns());
        assertThrows(IllegalArgumentException.class, () -> spawns(Health.class, (Class<? extends Record>) null));

        long entity = world.spawn(health);
        tick(() -> world.commands().set(entity, new Health(7)), restructures(Health.class));
        assertEquals(new Health(7), world.get(entity, Health.class));
        assertRefused(() -> world.commands().set(entity, health), "restructures(Health.class)", spawns(template));
        assertRefused(
                () -> world.commands().set(entity, health), "restructures(Health.class)", restructures(Frozen.class));
        tick(() -> world.commands().set(template.spawn(world.commands()), health), spawns(template));
    }

    @Test
    void shouldSpawnTheSameForAnyNumberOfWorkers() {
        List<Long> hashes = new ArrayList<>();
        for (int workers : new int[] {1, 2, 4}) {
            try (World own = World.builder().distinctHandles(false).build()) {
                Template bullet = own.template()
                        .with(new Position(0, 0), new Velocity(0, 0))
                        .build();
                for (int i = 0; i < 500; i++) {
                    own.spawn(new Health(i));
                }
                RowKernel fire = own.query().all(Health.class).build().kernel((row, commands) -> {
                    float points = row.get(Health.POINTS);
                    bullet.spawn(commands, new Velocity(points, 1));
                    commands.spawn(new Position(points, 2), new Frozen());
                });
                try (Schedule schedule = Schedule.builder(own)
                        .workers(workers)
                        .add("fire", fire, spawns(bullet), spawns(Position.class, Frozen.class))
                        .build()) {
                    schedule.tick(1);
                    schedule.tick(1);
                }
                assertEquals(2500, own.entityCount());
                hashes.add(Saves.stateHash(own));
            }
        }
        assertEquals(hashes.get(0), hashes.get(1));
        assertEquals(hashes.get(0), hashes.get(2));
    }

    @Test
    void shouldDiscardTheSpawnsOfAFailedSystem() {
        assertThrows(
                SystemException.class,
                () -> tick(
                        () -> {
                            world.commands().spawn(new Rare(1, "one"), new Health(2));
                            template.spawn(world.commands(), new Health(3));
                            throw new IllegalStateException("failed");
                        },
                        spawns()));
        assertEquals(0, world.entityCount());
        assertSpawned(Way.TEMPLATE_BY_COMMANDS, spawned(Way.TEMPLATE_BY_COMMANDS, VALUES), 5);
    }

    @Test
    void shouldLeaveNothingBehindIfMemoryIsRefused() {
        CountingMemory counting = new CountingMemory(MemorySource.direct());
        int refusals = 0;
        boolean isRefused = true;
        for (int failing = 1; isRefused; failing++) {
            FailingMemory memory = new FailingMemory(counting, failing);
            isRefused = false;
            try (World own = World.builder().memory(memory).build()) {
                Template from =
                        own.template().with(new Health(1), new Rare(2, "two")).build();
                try {
                    from.spawn(own.commands(), new Rare(3, "three"));
                    own.commands().spawn(new Position(4, 5));
                    own.applyCommands();
                    from.spawn(new Health(6));
                } catch (NativeMemoryException e) {
                    isRefused = true;
                    refusals++;
                }
                own.applyCommands();
                own.query().all(Rare.class).build().forEach(row -> assertTrue(row.isEnabled(Health.class)));
                own.query().none(Rare.class).build().forEach(row -> assertTrue(row.has(Position.class)));
                assertTrue(isRefused ? own.entityCount() < 3 : own.entityCount() == 3);
            } catch (NativeMemoryException e) {
                isRefused = true; // the world was not made
            }
        }
        assertTrue(refusals > 2);
        assertEquals(0, counting.outstanding());
    }

    @Test
    void shouldReplaySpawnsWithValues(@TempDir Path folder) {
        Path file = folder.resolve("run");
        Path start = folder.resolve("start");
        Record[] codable = {new Health(1), new Rare(2, "two"), new Position(3, 4)};
        long hash;
        try (World own = World.create()) {
            Template from = own.template().with(codable).build();
            own.save(start);
            try (Schedule schedule = idle(own);
                    Replay replay = new Replay(schedule, 1, (to, buffer, offset, length) -> {})) {
                for (int i = 0; i < 5; i++) {
                    Commands commands = own.commands();
                    long leader = commands.spawn(new Position(i, 1), new Note("note " + i));
                    commands.spawn(new Follows(leader), new Health(i));
                    commands.set(from.spawn(commands, new Health(i), new Rare(i, null)), new Position(i, 2));
                    replay.tick(1);
                }
                replay.save(file);
            }
            assertEquals(15, own.entityCount());
            hash = Saves.stateHash(own);
        }
        try (World again = World.load(start)) {
            Template from = again.template().with(codable).build();
            try (Schedule schedule = idle(again);
                    Replay replay = Replay.load(file, schedule, (to, buffer, offset, length) -> {})) {
                assertTrue(replay.play(replay.lastTick()).isSame());
            }
            Reference.reachabilityFence(from);
            assertEquals(hash, Saves.stateHash(again));
            List<String> notes = new ArrayList<>();
            again.query()
                    .all(Note.class)
                    .build()
                    .forEach(
                            row -> notes.add(again.get(row.entity(), Note.class).text()));
            assertEquals(List.of("note 0", "note 1", "note 2", "note 3", "note 4"), notes);
        }
    }

    private static Schedule idle(World world) {
        return Schedule.builder(world).add("idle", () -> {}).build();
    }

    @ParameterizedTest
    @EnumSource
    void shouldMakeNoGarbage(Way way) {
        assumeFalse(MovingBlocks.ALWAYS, "a move makes garbage");
        Health health = new Health(1);
        Rare rare = new Rare(2, "two");
        Position position = new Position(3, 4);
        Frozen frozen = new Frozen();
        Query all = world.query().all(Health.class).includeDisabled().build();
        HeapBytes.assertNone(300, rounds -> {
            for (int i = 0; i < rounds; i++) {
                spawnFour(way, health, rare, position, frozen);
                world.applyCommands();
                all.bulk().destroy();
            }
        });
    }

    /** Without an array. */
    private void spawnFour(Way way, Health health, Rare rare, Position position, Frozen frozen) {
        Commands commands = world.commands();
        switch (way) {
            case WORLD -> {
                world.spawn(health);
                world.spawn(health, rare, position, frozen);
            }
            case COMMANDS -> {
                commands.spawn(health);
                commands.spawn(health, rare);
                commands.spawn(health, rare, position);
                commands.spawn(health, rare, position, frozen);
                commands.set(commands.spawn(rare, health), rare);
            }
            case TEMPLATE -> {
                template.spawn(health);
                template.spawn(health, rare);
                template.spawn(health, rare, position);
                template.spawn(health, rare, position, frozen);
            }
            case TEMPLATE_BY_COMMANDS -> {
                template.spawn(commands, health);
                template.spawn(commands, health, rare);
                template.spawn(commands, health, rare, position);
                template.spawn(commands, health, rare, position, frozen);
            }
            case PREFAB -> {
                prefab.spawn(health);
                prefab.spawn(health, rare, position, frozen);
            }
            case PREFAB_BY_COMMANDS -> {
                prefab.spawn(commands, health);
                prefab.spawn(commands, health, rare, position, frozen);
            }
        }
    }
}
