package basalt.inspect;

import static basalt.inspect.InspectedScene.on;
import static basalt.inspect.InspectedScene.setting;
import static basalt.inspect.InspectedScene.text;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.Length;
import basalt.component.OnTargetDestroy;
import basalt.component.TreeType;
import basalt.inspect.InspectedScene.Aim;
import basalt.inspect.InspectedScene.Glyph;
import basalt.inspect.InspectedScene.Title;
import basalt.memory.ForwardingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.save.Replay;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.system.FixedStepLoop;
import basalt.system.Schedule;
import basalt.text.WorldText;
import basalt.world.Name;
import basalt.world.Prefab;
import basalt.world.Relation;
import basalt.world.Template;
import basalt.world.World;
import java.util.function.Consumer;
import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each address of the JSON interface that changes something. */
class InspectorEditTest {
    private static final TreeType REFUSING = TreeType.of("InspectorEditTest", TreeType.OnParentDestroy.REFUSE);

    private final Scarce memory = new Scarce();
    private World world = World.builder().memory(memory).build();
    private InspectedScene scene = InspectedScene.of(world, InspectorBuilder::editable);

    @AfterEach
    void close() {
        scene.close();
    }

    /** Goes on with another world. */
    private void restart(World other, Consumer<InspectorBuilder> options) {
        scene.close();
        world = other;
        scene = InspectedScene.of(other, options);
    }

    /** Begins a pause: there are no ticks, and the program serves the page. */
    private void pause() {
        scene.tick = scene.inspector::serve;
    }

    private void assertRefused(int status, String message, String address, String form) {
        scene.assertRefused(status, message, address, form);
    }

    @Test
    void shouldRefuseWhatTheInspectorWasNotBuiltFor() {
        assertRefused(409, "loop(fixedStepLoop)", "pause", "");
        assertRefused(409, "history(ticks)", "restore", "tick=1");
        restart(World.create(), options -> {});
        assertRefused(403, "editable()", "destroy", on(world.spawn()));
        assertRefused(403, "editable()", "nothing", "");
    }

    @Test
    void shouldReadTexts() {
        String level = """
                {"prefabs": {"a": {"Position": {"x": 1}}}, "entities": [{"prefab": "a"}]}""";
        assertRefused(409, "texts(WorldText.of(world, ...))", "text", "text=" + level);
        World other = World.create();
        WorldText texts = WorldText.of(other, Position.class);
        restart(other, options -> options.editable().texts(texts));
        scene.post("text", "text=" + level);
        assertEquals(1, world.entityCount());
        assertEquals(new Position(1, 0), world.get(world.query(Position.class).first(), Position.TYPE));
        assertEquals(new Position(1, 0), world.get(texts.prefab("a").spawn(), Position.TYPE));
        assertRefused(400, "line 1, column 1: a document must be an object", "text", "text=[]");
        String prefabs = scene.get("text");
        assertTrue(prefabs.contains("\\\"Position\\\": {\\\"x\\\": 1, \\\"y\\\": 0}"), prefabs);
        String one = scene.get("text?entity=" + text(world.query(Position.class).first()));
        assertTrue(one.contains("\\\"prefab\\\": \\\"a\\\""), one);
        assertTrue(scene.get("status").contains("\"texts\":true"));
    }

    @Test
    void shouldSpawnThePrefabsOfTexts() {
        World other = World.create();
        WorldText texts = WorldText.of(other, Position.class);
        restart(other, options -> options.editable().texts(texts));
        assertRefused(404, "there is no prefab ship", "spawn", "prefab=ship");
        scene.post("text", "text={\"prefabs\": {\"ship\": {\"Position\": {\"x\": 7}}}}" + " ".repeat(100_000));
        scene.tick.run();
        assertTrue(scene.get("status").contains("\"prefabs\":[\"ship\"]"));
        assertRefused(404, "there is no prefab sheep; there are [ship]", "spawn", "prefab=sheep");
        scene.post("spawn", "prefab=ship");
        assertEquals(
                7, world.get(world.query(Position.class).first(), Position.TYPE).x());
    }

    @Test
    void shouldRefuseTextsOfAnotherWorld() {
        try (World other = World.create();
                World ticked = World.create();
                Schedule schedule = Schedule.builder(ticked).build()) {
            InspectorBuilder options = Inspector.of(schedule);
            WorldText texts = WorldText.of(other);
            assertThrows(IllegalArgumentException.class, () -> options.texts(texts));
        }
    }

    @Test
    void shouldSetValuesOfAllKinds() {
        long entity = world.spawn(new Position(1, 2), new Health(3), new Matrix(new float[16]));
        long target = world.spawn();
        world.add(entity, new Aim(Entity.NULL));
        scene.set(entity, "Position.y", "-0.5");
        scene.set(entity, "Health.points", "77");
        scene.set(entity, "Matrix.m", "9&lane=5");
        scene.set(entity, "Aim.target", text(target));
        assertEquals(new Position(1, -0.5f), world.get(entity, Position.TYPE));
        assertEquals(77, world.get(entity, Health.POINTS));
        assertEquals(9, world.get(entity, Matrix.TYPE).m()[5]);
        assertEquals(target, world.get(entity, Aim.TARGET));
    }

    @Test
    void shouldSetTextsAndEnums() {
        long entity = world.spawn(new Title("old", Title.Kind.ORC, "object"));
        scene.set(entity, "Title.text", " a \u00fc\ud83d\ude00 ");
        scene.set(entity, "Title.kind", " ELF ");
        assertEquals(" a \u00fc\ud83d\ude00 ", world.get(entity, Title.TEXT));
        assertEquals(Title.Kind.ELF, world.get(entity, Title.KIND));
        scene.set(entity, "Title.text", "");
        scene.set(entity, "Title.kind", "null");
        assertEquals(new Title("", null, "object"), world.get(entity, Title.TYPE));
        assertRefused(400, "it takes null, ORC, ELF", "set", on(entity, setting("Title.kind", "DWARF")));
        assertRefused(413, "at most", "set", on(entity, setting("Title.text", "x".repeat(70_000))));
        assertRefused(400, "parameter value is missing", "set", on(entity, "component=Title&field=text"));
        scene.set(entity, "Title.kind", "ORC");
        scene.set(entity, "Title.kind", "");
        scene.set(entity, "Title.text", "x".repeat(60_000));
        assertEquals(new Title("x".repeat(60_000), null, "object"), world.get(entity, Title.TYPE));
        assertRefused(400, "except for strings", "set", on(entity, setting("Title.object", "DWARF")));
    }

    @Test
    void shouldSetCharacters() {
        long entity = world.spawn(new Glyph('q', new char[3], new Position(1, 2)));
        scene.set(entity, "Glyph.letter", " ");
        assertEquals(' ', world.get(entity, Glyph.TYPE).letter());
        scene.set(entity, "Glyph.letter", "\uFFFF");
        assertEquals('\uFFFF', world.get(entity, Glyph.TYPE).letter());
        scene.set(entity, "Glyph.letter", "");
        scene.set(entity, "Glyph.at.y", "7");
        assertEquals('\0', world.get(entity, Glyph.TYPE).letter());
        assertEquals(new Position(1, 7), world.get(entity, Glyph.TYPE).at());
        assertRefused(400, "it takes one character", "set", on(entity, setting("Glyph.letter", "ab")));
    }

    @Test
    void shouldRefuseWrongValues() {
        long entity = world.spawn(new Position(1, 2), new Label("text"));
        world.spawn(new Health(1));
        assertRefused(400, "\\\"x\\\" is no value of field y", "set", on(entity, setting("Position.y", "x")));
        assertRefused(400, "lanes 0 to 0", "set", on(entity, setting("Position.y", "1"), "lane=1"));
        assertRefused(404, "has no field z", "set", on(entity, setting("Position.z", "1")));
        assertRefused(400, "reference", "set", on(entity, setting("Label.text", "1")));
        assertRefused(404, "Health", "set", on(entity, setting("Health.points", "1")));
        world.add(entity, new Name("ship"));
        assertRefused(400, "must not contain /", "set", on(entity, setting("Name.value", "ship/turret")));
        assertRefused(404, "there is no component Helth; did you mean Health?", "add", on(entity, "component=Helth"));
        world.destroy(entity);
        assertRefused(404, "is dead", "set", on(entity, setting("Position.y", "1")));
    }

    @Test
    void shouldAddRemoveEnableAndDisable() {
        long entity = world.spawn(new Health(1));
        world.spawn(new Frozen());
        scene.post("add", entity, "component=Frozen");
        assertTrue(world.has(entity, Frozen.TYPE));
        scene.post("disable", entity, "component=Frozen");
        assertFalse(world.isEnabled(entity, Frozen.TYPE));
        scene.post("enable", entity, "component=Frozen");
        assertTrue(world.isEnabled(entity, Frozen.TYPE));
        scene.post("remove", entity, "component=Frozen");
        assertFalse(world.has(entity, Frozen.TYPE));
        scene.post("disable", entity);
        assertFalse(world.isEnabled(entity));
        scene.post("enable", entity);
        assertTrue(world.isEnabled(entity));
    }

    @Test
    void shouldDestroyUnlessChildrenKeepIt() {
        long entity = world.spawn();
        scene.post("destroy", entity);
        assertFalse(world.isAlive(entity));
        assertRefused(404, "is dead", "destroy", on(entity));

        long top = world.spawn();
        long middle = world.spawn();
        world.hierarchy().attach(middle, top);
        world.hierarchy(REFUSING).attach(world.spawn(), middle);
        assertRefused(409, text(middle) + " has children", "destroy", on(top));
        assertTrue(world.isAlive(top));
        long child = world.hierarchy(REFUSING).firstChild(middle);
        pause();
        scene.post("destroy", child);
        assertRefused(409, "has children", "destroy", on(top));
        for (int i = 0; i < 3; i++) {
            scene.schedule.tick(1);
        }
        assertFalse(world.isAlive(child));
        assertTrue(world.isAlive(top), "what was refused during a pause is not made after it");
    }

    @Test
    void shouldMoveInTheTree() {
        long parent = world.spawn();
        long child = world.spawn();
        scene.post("attach", child, "parent=" + text(parent));
        assertEquals(parent, world.hierarchy().parent(child));
        assertRefused(409, "below it", "attach", on(parent, "parent=" + text(child)));
        assertRefused(409, "below it", "attach", on(parent, "parent=" + text(parent)));
        scene.post("attach", child);
        assertEquals(Entity.NULL, world.hierarchy().parent(child));
        assertRefused(400, "tree", "add", on(child, "component=ChildOf"));
    }

    @Test
    void shouldSpawnFromTemplatesAndPrefabs() {
        World other = World.create();
        Template template = other.template().with(new Health(5)).build();
        long root = other.spawn(new Position(1, 1));
        other.hierarchy().attach(other.spawn(new Frozen()), root);
        Prefab prefab = other.hierarchy().prefab(root);
        restart(other, options -> options.editable().template("tank", template).prefab("ship", prefab));
        scene.assertShows("~'templates':['tank'],'prefabs':['ship']~", "status");
        scene.post("spawn", "template=tank");
        scene.post("spawn", "prefab=ship");
        assertEquals(1, other.query().all(Health.TYPE).build().count());
        assertEquals(2, other.query().all(Frozen.TYPE).build().count());
        assertRefused(404, "there are [tank]", "spawn", "template=boat");
        assertRefused(400, "prefab is missing", "spawn", "");
    }

    @Test
    void shouldNameEntities() {
        long entity = world.spawn();
        scene.post("name", entity, "name= tank ");
        scene.assertShows("~'name':'tank'~", "entity?id=" + text(entity));
        scene.post("name", entity, "name=");
        scene.assertShows("~'name':null~", "entity?id=" + text(entity));
        assertRefused(400, "at most 100", "name", on(entity, "name=" + "x".repeat(101)));
    }

    @Test
    void shouldEnableAndDisableSystems() {
        scene.close();
        int[] runs = {0};
        scene = new InspectedScene(
                World.create(),
                systems -> systems.workers(1).add("count", () -> runs[0]++),
                InspectorBuilder::editable);
        scene.post("system", "name=count&enabled=false");
        int before = runs[0];
        scene.tick.run();
        assertEquals(before, runs[0]);
        scene.post("system", "name=count&enabled=true");
        assertTrue(runs[0] > before);
        assertRefused(404, "no system x", "system", "name=x");
        assertRefused(400, "true or false", "system", "name=count&enabled=yes");
    }

    @Test
    void shouldPauseStepAndSpeedUpTheLoop() {
        CachedNanoClock clock = new CachedNanoClock();
        FixedStepLoop loop = FixedStepLoop.builder(seconds -> scene.schedule.tick(seconds))
                .clock(clock)
                .build();
        restart(World.create(), options -> options.editable().loop(loop));
        scene.tick = () -> {
            clock.update(clock.nanoTime() + Math.round(loop.stepSeconds() * 1e9));
            loop.frame();
            scene.schedule.frame(0);
        };
        scene.post("pause", "");
        long tick = world.time().tick();
        scene.tick.run();
        scene.tick.run();
        assertEquals(tick, world.time().tick());
        scene.assertShows("~'state':'paused'~", "status");
        scene.post("step", "count=2");
        scene.tick.run();
        assertEquals(tick + 2, world.time().tick());
        assertRefused(400, "from 1 to 1000", "step", "count=0");
        scene.post("resume", "");
        assertRefused(409, "pause()", "step", "");
        scene.post("speed", "scale=3");
        assertEquals(3, loop.timeScale());
        assertRefused(400, "from 0 to", "speed", "scale=-1");
        assertRefused(400, "number", "speed", "scale=fast");
    }

    @Test
    void shouldMakeAllCommandsOfAPauseInTheNextTick() {
        long first = world.spawn(new Health(1));
        long second = world.spawn(new Health(1));
        pause();
        for (int points = 2; points <= 9; points++) {
            scene.set(first, "Health.points", "" + points);
            scene.set(second, "Health.points", "" + points);
        }
        assertRefused(404, "is dead", "destroy", "entity=77:77");
        assertEquals(1, world.get(first, Health.POINTS));
        scene.schedule.tick(1);
        assertEquals(9, world.get(first, Health.POINTS));
        assertEquals(9, world.get(second, Health.POINTS));
    }

    /** Each was possible when it was asked for; together they would make a circle. */
    @Test
    void shouldMoveOneEntityATickInTheTree() {
        long first = world.spawn();
        long second = world.spawn(new Health(1));
        pause();
        scene.post("attach", first, "parent=" + text(second));
        scene.post("attach", second, "parent=" + text(first));
        scene.post("add", first, "component=Health");
        scene.schedule.tick(1);
        assertEquals(second, world.hierarchy().parent(first));
        assertFalse(world.has(first, Health.TYPE), "changes are made in their order");
        scene.schedule.tick(1);
        assertEquals(second, world.hierarchy().parent(first));
        assertEquals(Entity.NULL, world.hierarchy().parent(second));
        assertTrue(world.has(first, Health.TYPE));
    }

    @Test
    void shouldRefuseToAttachWhileTheProgramAttaches() {
        long first = world.spawn();
        long second = world.spawn();
        scene.tick = () -> {
            world.commands().attach(first, second);
            scene.schedule.tick(1);
        };
        assertRefused(409, "close a circle", "attach", on(second, "parent=" + text(first)));
        assertEquals(second, world.hierarchy().parent(first));
        pause();
        scene.post("attach", first, "parent=null");
        scene.schedule.tick(1);
        scene.post("attach", second, "parent=" + text(first));
        world.commands().attach(first, second);
        scene.schedule.tick(1);
        assertEquals(second, world.hierarchy().parent(first), "the program comes first");
        assertEquals(Entity.NULL, world.hierarchy().parent(second));
    }

    @Test
    void shouldNotDestroyAnEntityThatTheProgramGivesAChildInTheSameTick() {
        long parent = world.spawn();
        long child = world.spawn();
        pause();
        scene.post("destroy", parent);
        world.commands().attach(REFUSING, child, parent);
        scene.schedule.tick(1);
        assertEquals(parent, world.hierarchy(REFUSING).parent(child), "the program comes first");
        scene.tick = () -> scene.schedule.tick(1);
        assertRefused(409, "has children", "destroy", on(parent));
    }

    @Test
    void shouldDropTheChangesOfAPauseByGoingBack() {
        restart(World.create(), options -> options.editable().history(10));
        long entity = world.spawn(new Health(1));
        scene.tick.run();
        scene.tick.run();
        pause();
        scene.set(entity, "Health.points", "9");
        scene.post("restore", "tick=1");
        scene.schedule.tick(1);
        assertEquals(1, world.get(entity, Health.POINTS));
    }

    @Test
    void shouldNotGoBackWhileTheProgramsCommandsWait() {
        restart(World.create(), options -> options.editable().history(10));
        scene.tick.run();
        scene.tick.run();
        pause();
        world.commands().spawn();
        assertRefused(409, "pause the loop first", "restore", "tick=1");
        scene.schedule.tick(1);
        assertEquals(1, world.entityCount());
        scene.post("restore", "tick=1");
        assertEquals(0, world.entityCount());
    }

    @Test
    void shouldDropACommandWhoseEntityWasDestroyedMeanwhile() {
        long entity = world.spawn(new Health(1));
        pause();
        scene.set(entity, "Health.points", "2");
        world.destroy(entity);
        scene.schedule.tick(1);
        assertFalse(world.isAlive(entity));
    }

    @Test
    void shouldRefuseToGoBackBehindARecording() {
        restart(World.create(), options -> options.editable().history(100));
        for (int i = 0; i < 5; i++) {
            scene.schedule.tick(1);
        }
        try (Replay replay = new Replay(scene.schedule, 1, (w, buffer, offset, length) -> {})) {
            replay.tick(1);
            scene.tick = () -> replay.tick(1);
            assertRefused(409, "recorded by a replay", "restore", "tick=2");
            scene.post("restore", "tick=5");
            assertEquals(6, replay.firstTick());
        }
    }

    @Test
    void shouldGoBackAndForwardInTime() {
        scene.close();
        World other = World.create();
        long entity = other.spawn(new Health(0));
        Runnable count = () -> other.set(entity, Health.POINTS, other.get(entity, Health.POINTS) + 1);
        scene = new InspectedScene(
                other,
                systems -> systems.workers(1).add("count", count, writes(Health.TYPE)),
                options -> options.editable().history(1000));
        for (int i = 0; i < 5; i++) {
            scene.tick.run();
        }
        pause();
        scene.post("restore", "tick=2");
        assertEquals(2, other.time().tick());
        assertEquals(2, other.get(entity, Health.POINTS));
        scene.post("restore", "tick=5");
        assertEquals(5, other.get(entity, Health.POINTS));
        scene.post("restore", "tick=3");
        scene.schedule.tick(1);
        assertEquals(4, other.get(entity, Health.POINTS));
        scene.assertShows("~'states':[1,2,3,4]~", "history");
        assertRefused(400, "no snapshot of that tick", "restore", "tick=77");
    }

    @Test
    void shouldCompact() {
        long[] entities = new long[1000];
        for (int i = 0; i < entities.length; i++) {
            entities[i] = world.spawn(new Health(i));
        }
        for (int i = 0; i < entities.length; i += 2) {
            world.destroy(entities[i]);
        }
        scene.assertShows("~'spans':500,~", "entities?query=Health");
        scene.post("compact", "");
        scene.assertShows("~'spans':1,~", "entities?query=Health");
    }

    @Test
    void shouldBePartOfAReplay() {
        long entity = world.spawn(new Health(1));
        try (Replay replay = new Replay(scene.schedule, 1, (w, buffer, offset, length) -> {});
                Snapshots ring = Saves.snapshots(world, 1)) {
            ring.capture();
            scene.tick = () -> replay.tick(1);
            scene.set(entity, "Health.points", "2");
            long last = replay.lastTick();
            assertEquals(2, world.get(entity, Health.POINTS));
            ring.restore(ring.oldestTick());
            assertEquals(1, world.get(entity, Health.POINTS));
            assertTrue(replay.play(last).isSame());
            assertEquals(2, world.get(entity, Health.POINTS));
        }
    }

    @Test
    void shouldRefuseChangesWhileTicksArePlayed() {
        long entity = world.spawn(new Health(1));
        try (Replay replay = new Replay(scene.schedule, 1, (w, buffer, offset, length) -> {});
                Snapshots ring = Saves.snapshots(world, 1)) {
            ring.capture();
            replay.tick(1);
            scene.tick = () -> {
                ring.restore(ring.oldestTick());
                replay.play(1);
            };
            assertRefused(409, "played from a replay", "destroy", on(entity));
        }
    }

    /** So large that a block has to move to get it. */
    record Large(@Length(64) double[] values) {
        static final Component<Large> TYPE = Component.of(Large.class);
    }

    /** Refuses large requests while it is told to. */
    private static final class Scarce extends ForwardingMemory {
        private boolean isScarce;

        Scarce() {
            super(MemorySource.direct());
        }

        @Override
        public long allocate(long bytes, int alignment) {
            if (isScarce && bytes >= 1 << 16) {
                throw new NativeMemoryException("refused", bytes, 0);
            }
            return super.allocate(bytes, alignment);
        }
    }

    private void assertRefusedAndTicks(String message, String address, String form) {
        assertRefused(409, message, address, form);
        long tick = world.time().tick();
        scene.schedule.tick(1);
        assertEquals(tick + 1, world.time().tick());
    }

    @Test
    void shouldRefuseASecondSourceOfAnExclusiveRelation() {
        Relation aims = world.relation(Aim.TARGET, OnTargetDestroy.CLEAR).exclusive();
        long target = world.spawn();
        long first = world.spawn(new Aim(target));
        long second = world.spawn(new Aim(Entity.NULL));
        assertRefusedAndTicks("is exclusive", "set", on(second, setting("Aim.target", text(target))));
        scene.set(first, "Aim.target", text(target));
        scene.set(first, "Aim.target", "null");
        scene.set(second, "Aim.target", text(target));
        assertEquals(target, aims.target(second));
        scene.set(first, "Aim.target", "4294967295:7");
        assertEquals(1, aims.count(target));
    }

    /** Each was possible when it was asked for. */
    @Test
    void shouldDropTheSecondOfTwoSourcesOfOneTick() {
        Relation aims = world.relation(Aim.TARGET, OnTargetDestroy.CLEAR).exclusive();
        long target = world.spawn();
        long first = world.spawn(new Aim(Entity.NULL));
        long second = world.spawn(new Aim(Entity.NULL));
        pause();
        scene.set(first, "Aim.target", text(target));
        scene.set(second, "Aim.target", text(target));
        scene.schedule.tick(1);
        scene.schedule.tick(1);
        assertEquals(target, aims.target(first));
        assertEquals(Entity.NULL, aims.target(second));
        assertEquals(1, aims.count(target));
    }

    /** Makes a change while there is no memory for it, and again when there is. */
    private void assertNeedsMemory(String address, String form) {
        world.commands().destroy(world.spawn()); // so that commands have their memory
        scene.tick.run();
        memory.isScarce = true;
        assertRefusedAndTicks("refused", address, form);
        memory.isScarce = false;
        scene.post(address, form);
    }

    @Test
    void shouldRefuseChangesForWhichThereIsNoMemory() {
        long entity = world.spawn(new Health(1));
        long child = world.spawn();
        scene.post("attach", on(child, "parent=" + text(entity)));
        assertEquals(entity, world.hierarchy().parent(child));
        world.template().with(Large.TYPE).build().spawn(20_000); // in blocks of its own
        assertNeedsMemory("add", on(entity, "component=Large"));
        assertTrue(world.has(entity, Large.TYPE));
    }
}
