package basalt.inspect;

import static basalt.inspect.InspectedScene.text;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.component.TreeType;
import basalt.query.Query;
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
import basalt.world.Prefab;
import basalt.world.Template;
import basalt.world.World;
import java.net.http.HttpResponse;
import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each address of the JSON interface that changes something. */
class InspectorEditTest {
    private static final TreeType REFUSING = TreeType.of("InspectorEditTest", TreeType.OnParentDestroy.REFUSE);

    private final World world = World.create();
    private InspectedScene scene = InspectedScene.of(world, InspectorBuilder::editable);

    @AfterEach
    void close() {
        scene.close();
    }

    private void assertRefused(int status, String message, String address, String... form) {
        HttpResponse<String> answer = scene.tryPost(address, form);
        assertEquals(status, answer.statusCode(), answer::body);
        assertTrue(answer.body().contains(message), answer::body);
    }

    @Test
    void shouldChangeNothingUnlessItIsEditable() {
        long entity = world.spawn(new Health(1));
        scene.close();
        try (World other = World.create()) {
            scene = InspectedScene.of(other, options -> {});
            assertRefused(403, "editable()", "destroy", "entity", text(entity));
            assertRefused(403, "editable()", "nothing");
            scene.close();
        }
        scene = InspectedScene.of(World.create(), options -> {});
    }

    @Test
    void shouldSetValuesOfAllKinds() {
        long entity = world.spawn(new Position(1, 2), new Health(3), new Matrix(new float[16]));
        long target = world.spawn();
        world.add(entity, new Aim(Entity.NULL));
        scene.post("set", "entity", text(entity), "component", "Position", "field", "y", "value", "-0.5");
        scene.post("set", "entity", text(entity), "component", "Health", "field", "points", "value", "77");
        scene.post("set", "entity", text(entity), "component", "Matrix", "field", "m", "lane", "5", "value", "9");
        scene.post("set", "entity", text(entity), "component", "Aim", "field", "target", "value", text(target));
        assertEquals(new Position(1, -0.5f), world.get(entity, Position.TYPE));
        assertEquals(77, world.get(entity, Health.POINTS));
        assertEquals(9, world.get(entity, Matrix.TYPE).m()[5]);
        assertEquals(target, world.get(entity, Aim.TARGET));
    }

    @Test
    void shouldSetTextsAndEnums() {
        long entity = world.spawn(new Title("old", Title.Kind.ORC, "object"));
        scene.post(
                "set",
                "entity",
                text(entity),
                "component",
                "Title",
                "field",
                "text",
                "value",
                " a \u00fc\ud83d\ude00 ");
        scene.post("set", "entity", text(entity), "component", "Title", "field", "kind", "value", " ELF ");
        assertEquals(" a \u00fc\ud83d\ude00 ", world.get(entity, Title.TEXT));
        assertEquals(Title.Kind.ELF, world.get(entity, Title.KIND));
        scene.post("set", "entity", text(entity), "component", "Title", "field", "text", "value", "");
        scene.post("set", "entity", text(entity), "component", "Title", "field", "kind", "value", "null");
        assertEquals(new Title("", null, "object"), world.get(entity, Title.TYPE));
        String[] set = {"entity", text(entity), "component", "Title", "field", "kind", "value", "DWARF"};
        assertRefused(400, "there are null, ORC, ELF", "set", set);
        set[5] = "object";
        assertRefused(400, "except for strings and enums", "set", set);
    }

    @Test
    void shouldRefuseWrongValues() {
        long entity = world.spawn(new Position(1, 2), new Label("text"));
        String id = text(entity);
        assertRefused(
                400,
                "\\\"x\\\" is no value of field y",
                "set",
                "entity",
                id,
                "component",
                "Position",
                "field",
                "y",
                "value",
                "x");
        assertRefused(
                400,
                "lanes 0 to 0",
                "set",
                "entity",
                id,
                "component",
                "Position",
                "field",
                "y",
                "lane",
                "1",
                "value",
                "1");
        assertRefused(404, "has no field z", "set", "entity", id, "component", "Position", "field", "z", "value", "1");
        assertRefused(400, "reference", "set", "entity", id, "component", "Label", "field", "text", "value", "1");
        world.spawn(new Health(1));
        assertRefused(404, "Health", "set", "entity", id, "component", "Health", "field", "points", "value", "1");
        assertRefused(
                404, "there is no component Helth; did you mean Health?", "add", "entity", id, "component", "Helth");
        world.destroy(entity);
        assertRefused(404, "is dead", "set", "entity", id, "component", "Position", "field", "y", "value", "1");
    }

    @Test
    void shouldAddRemoveEnableAndDisable() {
        long entity = world.spawn(new Health(1));
        world.spawn(new Frozen());
        String id = text(entity);
        scene.post("add", "entity", id, "component", "Frozen");
        assertTrue(world.has(entity, Frozen.TYPE));
        scene.post("disable", "entity", id, "component", "Frozen");
        assertFalse(world.isEnabled(entity, Frozen.TYPE));
        scene.post("enable", "entity", id, "component", "Frozen");
        assertTrue(world.isEnabled(entity, Frozen.TYPE));
        scene.post("remove", "entity", id, "component", "Frozen");
        assertFalse(world.has(entity, Frozen.TYPE));
        scene.post("disable", "entity", id);
        assertFalse(world.isEnabled(entity));
        scene.post("enable", "entity", id);
        assertTrue(world.isEnabled(entity));
    }

    @Test
    void shouldDestroyUnlessChildrenKeepIt() {
        long entity = world.spawn();
        scene.post("destroy", "entity", text(entity));
        assertFalse(world.isAlive(entity));
        assertRefused(404, "is dead", "destroy", "entity", text(entity));

        long top = world.spawn();
        long middle = world.spawn();
        long refusing = world.spawn();
        world.hierarchy().attach(middle, top);
        world.hierarchy(REFUSING).attach(refusing, middle);
        assertRefused(409, text(middle) + " has children", "destroy", "entity", text(top));
        assertTrue(world.isAlive(top));
    }

    @Test
    void shouldMoveInTheTree() {
        long parent = world.spawn();
        long child = world.spawn();
        scene.post("attach", "entity", text(child), "parent", text(parent));
        assertEquals(parent, world.hierarchy().parent(child));
        assertRefused(409, "below it", "attach", "entity", text(parent), "parent", text(child));
        assertRefused(409, "below it", "attach", "entity", text(parent), "parent", text(parent));
        scene.post("attach", "entity", text(child));
        assertEquals(Entity.NULL, world.hierarchy().parent(child));
        assertRefused(400, "tree", "add", "entity", text(child), "component", "ChildOf");
    }

    @Test
    void shouldSpawnFromTemplatesAndPrefabs() {
        scene.close();
        World other = World.create();
        Template template = other.template().with(new Health(5)).build();
        long root = other.spawn(new Position(1, 1));
        other.hierarchy().attach(other.spawn(new Frozen()), root);
        Prefab prefab = other.hierarchy().prefab(root);
        scene = InspectedScene.of(
                other, options -> options.editable().template("tank", template).prefab("ship", prefab));
        assertTrue(scene.get("status").contains("\"templates\":[\"tank\"],\"prefabs\":[\"ship\"]"));
        Query tanks = other.query().all(Health.TYPE).build();
        Query frozen = other.query().all(Frozen.TYPE).build();
        scene.post("spawn", "template", "tank");
        scene.post("spawn", "prefab", "ship");
        assertEquals(1, tanks.count());
        assertEquals(2, frozen.count());
        assertRefused(404, "there are [tank]", "spawn", "template", "boat");
        assertRefused(400, "prefab is missing", "spawn");
    }

    @Test
    void shouldNameEntities() {
        long entity = world.spawn();
        scene.post("name", "entity", text(entity), "name", " tank ");
        assertTrue(scene.get("entity?id=" + text(entity)).contains("\"name\":\"tank\""));
        scene.post("name", "entity", text(entity), "name", "");
        assertTrue(scene.get("entity?id=" + text(entity)).contains("\"name\":null"));
        assertRefused(400, "at most 100", "name", "entity", text(entity), "name", "x".repeat(101));
    }

    @Test
    void shouldEnableAndDisableSystems() {
        scene.close();
        int[] runs = {0};
        scene = new InspectedScene(
                World.create(),
                systems -> systems.workers(1).add("count", () -> runs[0]++),
                InspectorBuilder::editable);
        scene.post("system", "name", "count", "enabled", "false");
        int before = runs[0];
        scene.tick.run();
        assertEquals(before, runs[0]);
        scene.post("system", "name", "count", "enabled", "true");
        assertTrue(runs[0] > before);
        assertRefused(404, "no system x", "system", "name", "x");
        assertRefused(400, "true or false", "system", "name", "count", "enabled", "yes");
    }

    @Test
    void shouldPauseStepAndSpeedUpTheLoop() {
        scene.close();
        World other = World.create();
        Schedule[] schedule = new Schedule[1];
        CachedNanoClock clock = new CachedNanoClock();
        FixedStepLoop loop = FixedStepLoop.builder(seconds -> schedule[0].tick(seconds))
                .clock(clock)
                .build();
        scene = InspectedScene.of(other, options -> options.editable().loop(loop));
        schedule[0] = scene.schedule;
        scene.tick = () -> {
            clock.update(clock.nanoTime() + Math.round(loop.stepSeconds() * 1e9));
            loop.frame();
            scene.schedule.interpolate(0);
        };
        scene.post("pause");
        long tick = other.time().tick();
        scene.tick.run();
        scene.tick.run();
        assertEquals(tick, other.time().tick());
        assertTrue(scene.get("status").contains("\"state\":\"paused\""));
        scene.post("step", "count", "2");
        scene.tick.run();
        assertEquals(tick + 2, other.time().tick());
        assertRefused(400, "from 1 to 1000", "step", "count", "0");
        scene.post("resume");
        assertRefused(409, "pause()", "step");
        scene.post("speed", "scale", "3");
        assertEquals(3, loop.timeScale());
        assertRefused(400, "from 0 to", "speed", "scale", "-1");
        assertRefused(400, "number", "speed", "scale", "fast");
    }

    @Test
    void shouldKeepCommandsForTheNextTickOfAPausedLoop() {
        long entity = world.spawn(new Health(1));
        scene.tick = () -> scene.inspector.serve();
        scene.post("set", "entity", text(entity), "component", "Health", "field", "points", "value", "2");
        assertEquals(1, world.get(entity, Health.POINTS));
        assertRefused(404, "is dead", "destroy", "entity", "77:77");
        scene.schedule.tick(1);
        assertEquals(2, world.get(entity, Health.POINTS));
    }

    @Test
    void shouldMakeAllChangesOfAPauseInTheNextTick() {
        long first = world.spawn(new Health(1));
        long second = world.spawn(new Health(1));
        scene.tick = () -> scene.inspector.serve();
        for (int points = 2; points <= 9; points++) {
            String value = String.valueOf(points);
            scene.post("set", "entity", text(first), "component", "Health", "field", "points", "value", value);
            scene.post("set", "entity", text(second), "component", "Health", "field", "points", "value", value);
        }
        scene.schedule.tick(1);
        assertEquals(9, world.get(first, Health.POINTS));
        assertEquals(9, world.get(second, Health.POINTS));
    }

    /** Each was possible when it was asked for; together they would make a circle. */
    @Test
    void shouldMoveOneEntityATickInTheTree() {
        long first = world.spawn();
        long second = world.spawn(new Health(1));
        scene.tick = () -> scene.inspector.serve();
        scene.post("attach", "entity", text(first), "parent", text(second));
        scene.post("attach", "entity", text(second), "parent", text(first));
        scene.post("add", "entity", text(first), "component", "Health");
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
        assertRefused(409, "close a circle", "attach", "entity", text(second), "parent", text(first));
        assertEquals(second, world.hierarchy().parent(first));
        scene.tick = () -> scene.inspector.serve();
        scene.post("attach", "entity", text(first), "parent", "null");
        scene.schedule.tick(1);
        scene.post("attach", "entity", text(second), "parent", text(first));
        world.commands().attach(first, second);
        scene.schedule.tick(1);
        assertEquals(second, world.hierarchy().parent(first), "the program comes first");
        assertEquals(Entity.NULL, world.hierarchy().parent(second));
    }

    @Test
    void shouldNotDestroyAnEntityThatTheProgramGivesAChildInTheSameTick() {
        TreeType keeping = TreeType.of("keeping their parents in edits", TreeType.OnParentDestroy.REFUSE);
        long parent = world.spawn();
        long child = world.spawn();
        scene.tick = () -> scene.inspector.serve();
        scene.post("destroy", "entity", text(parent));
        world.commands().attach(keeping, child, parent);
        scene.schedule.tick(1);
        assertEquals(parent, world.hierarchy(keeping).parent(child), "the program comes first");
        scene.tick = () -> scene.schedule.tick(1);
        assertRefused(409, "has children", "destroy", "entity", text(parent));
    }

    @Test
    void shouldDropTheChangesOfAPauseByGoingBack() {
        scene.close();
        World other = World.create();
        long entity = other.spawn(new Health(1));
        scene = InspectedScene.of(other, options -> options.editable().history(10));
        scene.tick.run();
        scene.tick.run();
        scene.tick = () -> scene.inspector.serve();
        scene.post("set", "entity", text(entity), "component", "Health", "field", "points", "value", "9");
        scene.post("restore", "tick", "1");
        scene.schedule.tick(1);
        assertEquals(1, other.get(entity, Health.POINTS));
    }

    @Test
    void shouldNotGoBackWhileTheProgramsCommandsWait() {
        scene.close();
        World other = World.create();
        scene = InspectedScene.of(other, options -> options.editable().history(10));
        scene.tick.run();
        scene.tick.run();
        scene.tick = () -> scene.inspector.serve();
        other.commands().spawn();
        assertRefused(409, "pause the loop first", "restore", "tick", "1");
        scene.schedule.tick(1);
        assertEquals(1, other.entityCount());
        scene.post("restore", "tick", "1");
        assertEquals(0, other.entityCount());
    }

    @Test
    void shouldDropACommandWhoseEntityWasDestroyedMeanwhile() {
        long entity = world.spawn(new Health(1));
        scene.tick = () -> scene.inspector.serve();
        scene.post("set", "entity", text(entity), "component", "Health", "field", "points", "value", "2");
        world.destroy(entity);
        scene.schedule.tick(1);
        assertFalse(world.isAlive(entity));
    }

    @Test
    void shouldNotMakeACommandThatWasRefusedDuringAPause() {
        long parent = world.spawn();
        long child = world.spawn();
        world.hierarchy(REFUSING).attach(child, parent);
        scene.tick = () -> scene.inspector.serve();
        scene.post("destroy", "entity", text(child));
        assertRefused(409, "has children", "destroy", "entity", text(parent));
        scene.schedule.tick(1);
        scene.schedule.tick(1);
        scene.schedule.tick(1);
        assertFalse(world.isAlive(child));
        assertTrue(world.isAlive(parent));
    }

    @Test
    void shouldRefuseToGoBackBehindARecording() {
        scene.close();
        scene = InspectedScene.of(World.create(), options -> options.editable().history(100));
        for (int i = 0; i < 5; i++) {
            scene.schedule.tick(1);
        }
        try (Replay replay = new Replay(scene.schedule, 1, (w, buffer, offset, length) -> {})) {
            replay.tick(1);
            scene.tick = () -> replay.tick(1);
            assertRefused(409, "recorded by a replay", "restore", "tick", "2");
            scene.post("restore", "tick", "5");
            assertEquals(6, replay.firstTick());
        }
    }

    @Test
    void shouldRefuseThePauseWithoutALoop() {
        assertRefused(409, "loop(fixedStepLoop)", "pause");
    }

    @Test
    void shouldGoBackAndForwardInTime() {
        scene.close();
        World other = World.create();
        long entity = other.spawn(new Health(0));
        scene = new InspectedScene(
                other,
                systems -> systems.workers(1)
                        .add(
                                "count",
                                () -> other.set(entity, Health.POINTS, other.get(entity, Health.POINTS) + 1),
                                writes(Health.TYPE)),
                options -> options.editable().history(1000));
        for (int i = 0; i < 5; i++) {
            scene.tick.run();
        }
        Runnable tick = scene.tick;
        scene.tick = () -> scene.inspector.serve();
        scene.post("restore", "tick", "2");
        assertEquals(2, other.time().tick());
        assertEquals(2, other.get(entity, Health.POINTS));
        scene.post("restore", "tick", "5");
        assertEquals(5, other.get(entity, Health.POINTS));
        scene.post("restore", "tick", "3");
        tick.run();
        assertEquals(4, other.get(entity, Health.POINTS));
        assertTrue(scene.get("history").contains("\"states\":[1,2,3,4]"));
        assertRefused(400, "no snapshot of that tick", "restore", "tick", "77");
    }

    @Test
    void shouldRefuseToGoBackWithoutAHistory() {
        assertRefused(409, "history(ticks)", "restore", "tick", "1");
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
        assertTrue(scene.get("entities?query=Health").contains("\"spans\":500"));
        scene.post("compact");
        assertTrue(scene.get("entities?query=Health").contains("\"spans\":1,"));
    }

    @Test
    void shouldBePartOfAReplay() {
        long entity = world.spawn(new Health(1));
        try (Replay replay = new Replay(scene.schedule, 1, (w, buffer, offset, length) -> {});
                Snapshots ring = Saves.snapshots(world, 1)) {
            ring.capture();
            scene.tick = () -> replay.tick(1);
            scene.post("set", "entity", text(entity), "component", "Health", "field", "points", "value", "2");
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
            assertRefused(409, "played from a replay", "destroy", "entity", text(entity));
        }
    }
}
