package basalt.inspect;

import static basalt.inspect.InspectedScene.encoded;
import static basalt.inspect.InspectedScene.text;
import static basalt.system.Access.reads;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Length;
import basalt.component.OnTargetDestroy;
import basalt.memory.MemorySource;
import basalt.memory.frame.FrameArena;
import basalt.memory.tracking.GuardedMemory;
import basalt.memory.tracking.MemoryDiagnostic;
import basalt.memory.tracking.MemoryTracker;
import basalt.save.Replay;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.system.Schedule;
import basalt.world.World;
import java.nio.file.Path;
import java.util.Base64;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each address of the JSON interface that shows something. */
class JsonInterfaceTest {
    private final World world = World.create();
    private long found;
    private InspectedScene scene = InspectedScene.of(world, options -> {});

    @AfterEach
    void close() {
        scene.close();
    }

    private static void assertMatches(String regex, String text) {
        assertTrue(Pattern.compile(regex, Pattern.DOTALL).matcher(text).matches(), () -> regex + "\n" + text);
    }

    @Test
    void shouldShowTheStatusOfARunningWorld() {
        world.spawn();
        assertMatches(
                "\\{\"version\":1,\"tick\":\\d+,\"seconds\":[\\d.E-]+,\"entities\":[01],\"editable\":false,"
                        + "\"state\":\"running\",\"ageMillis\":\\d+,\"workers\":1,\"loop\":null,"
                        + "\"features\":\\{\"loop\":false,\"history\":false,\"replays\":false},"
                        + "\"templates\":\\[],\"prefabs\":\\[],\"running\":\\[],\"stack\":\\[]}",
                scene.get("status"));
    }

    @Test
    void shouldShowTheComponentsOfTheWorld() {
        world.spawn(new Position(1, 2), new Frozen());
        world.spawn(new Position(3, 4), new Matrix(new float[16]));
        String components = scene.get("components");
        assertTrue(
                components.contains("{\"name\":\"Position\",\"type\":\"basalt.storage.fixture.Position\",\"tag\":false,"
                        + "\"sparse\":false,\"link\":false,\"entities\":2,\"fields\":["
                        + "{\"name\":\"x\",\"kind\":\"float32\",\"length\":1},"
                        + "{\"name\":\"y\",\"kind\":\"float32\",\"length\":1}]}"),
                components);
        assertTrue(
                components.contains("\"Frozen\",\"type\":\"basalt.storage.fixture.Frozen\",\"tag\":true"), components);
        assertTrue(components.contains("\"kind\":\"float32\",\"length\":16"), components);
    }

    @Test
    void shouldShowThePageOfAQuery() {
        long first = world.spawn(new Position(1, 2), new Health(10));
        world.spawn(new Position(9, 9));
        long second = world.spawn(new Position(-1.5f, Float.NaN), new Health(-3));
        world.spawn(new Position(0, 0), new Health(5), new Frozen());
        scene.inspector.name(second, "tank \"1\"");
        world.disable(first);
        String page = scene.get("entities?query=" + encoded("Position, Health, !Frozen, disabled"));
        assertMatches(
                Pattern.quote("{\"tick\":") + "\\d+"
                        + Pattern.quote(",\"query\":\"Position, Health, !Frozen, disabled\",\"count\":2,\"words\":")
                        + "[12]"
                        + Pattern.quote(",\"fullWords\":0,\"spans\":2,\"blocks\":1,\"offset\":0,"
                                + "\"complete\":true,\"columns\":["
                                + "{\"component\":\"Position\",\"field\":\"x\",\"kind\":\"float32\",\"length\":1},"
                                + "{\"component\":\"Position\",\"field\":\"y\",\"kind\":\"float32\",\"length\":1},"
                                + "{\"component\":\"Health\",\"field\":\"points\",\"kind\":\"int32\",\"length\":1}],"
                                + "\"rows\":[{\"entity\":\"" + text(first)
                                + "\",\"name\":null,\"enabled\":false,\"values\":[1.0,2.0,10]},"
                                + "{\"entity\":\"" + text(second)
                                + "\",\"name\":\"tank \\\"1\\\"\",\"enabled\":true,\"values\":[-1.5,\"NaN\",-3]}]}"),
                page);
    }

    @Test
    void shouldShowOtherComponentsToo() {
        world.spawn(new Position(1, 2), new Label("text"));
        world.spawn(new Position(3, 4));
        assertTrue(scene.get("entities?query=Position&show=Label").contains("\"values\":[1.0,2.0,\"text\"]}"));
        assertTrue(scene.get("entities?query=Position&show=Label").contains("\"values\":[3.0,4.0,null]}"));
    }

    @Test
    void shouldShowTextsAndEnumsInTables() {
        long entity = world.spawn(new Title("Bob \"1\"", Title.Kind.ELF, new StringBuilder("not shown")));
        world.spawn(new Title(null, null, null));
        world.spawn(new Title("x".repeat(20_000), Title.Kind.ORC, Title.Kind.ORC));
        String table = scene.get("entities?query=Title");
        assertTrue(
                table.contains("{\"component\":\"Title\",\"field\":\"text\",\"kind\":\"reference\",\"length\":1,"
                        + "\"type\":\"text\"}"),
                table);
        assertTrue(table.contains("\"type\":\"enum\"},") && table.contains("\"type\":\"object\"}]"), table);
        assertTrue(table.contains("\"values\":[\"Bob \\\"1\\\"\",\"ELF\",\"StringBuilder\"]"), table);
        assertTrue(table.contains("\"values\":[null,null,null]"), table);
        assertTrue(table.contains("\"values\":[\"" + "x".repeat(200) + "...\",\"ORC\",\"ORC\"]"), table);
        String details = scene.get("entity?id=" + text(entity));
        assertTrue(details.contains("\"type\":\"enum\",\"value\":\"ELF\"}"), details);
        assertTrue(details.contains("\"type\":\"object\",\"value\":\"not shown\"}"), details);
    }

    @Test
    void shouldSortByAColumn() {
        for (int i = 0; i < 300; i++) {
            world.spawn(new Health(i * 37 % 300));
        }
        String ascending = scene.get("entities?query=Health&sort=Health.points&limit=3&offset=10");
        assertMatches(".*\\[10]}.*\\[11]}.*\\[12]}].*", ascending);
        String descending = scene.get("entities?query=Health&sort=Health.points&limit=2&descending=true");
        assertMatches(".*\\[299]}.*\\[298]}].*", descending);
    }

    @Test
    void shouldShowOneEntity() {
        long above = world.spawn();
        long entity = world.spawn(new Position(1, 2), new Label("a label"), new Frozen());
        long below = world.spawn();
        world.hierarchy().attach(entity, above);
        world.hierarchy().attach(below, entity);
        world.disable(entity, Frozen.TYPE);
        String details = scene.get("entity?id=" + text(entity));
        assertTrue(
                details.contains("\"entity\":\"" + text(entity) + "\",\"alive\":true,\"name\":null,\"enabled\":true"));
        assertTrue(details.contains("{\"name\":\"x\",\"kind\":\"float32\",\"length\":1,\"value\":1.0}"), details);
        assertTrue(
                details.contains("\"kind\":\"reference\",\"length\":1,\"type\":\"object\",\"value\":\"a label\"}"),
                details);
        assertTrue(details.contains("{\"name\":\"Frozen\",\"enabled\":false,\"tag\":true"), details);
        assertTrue(
                details.contains("\"trees\":[{\"name\":\"ChildOf\",\"depth\":1,\"ancestors\":[\"" + text(above)
                        + "\"],\"childCount\":1,\"children\":[\"" + text(below) + "\"]}]"),
                details);
        world.destroy(entity);
        assertTrue(scene.get("entity?id=" + text(entity)).contains("\"alive\":false"));
    }

    /** An object whose text changes the world, before the components that lie behind it. */
    record Meddler(Object object) {
        static final Component<Meddler> TYPE = Component.of(Meddler.class);
    }

    record Behind(int z) {
        static final Component<Behind> TYPE = Component.of(Behind.class);
    }

    /** Too large for the room that a block has left. */
    record Late(@Length(64) double[] values) {
        static final Component<Late> TYPE = Component.of(Late.class);
    }

    @Test
    void shouldShowAnEntityWhoseObjectsChangeTheWorldInToString() {
        scene.close();
        GuardedMemory memory = new GuardedMemory(MemorySource.direct()); // shows what is read after it was freed
        World other = World.builder().memory(memory).build();
        scene = InspectedScene.of(other, options -> {});
        assertTrue(Meddler.TYPE.id() < Behind.TYPE.id());
        long moved = other.spawn(new Meddler(meddling(entity -> other.add(entity, Late.TYPE))), new Behind(12_345));
        String details = scene.get("entity?id=" + text(moved));
        assertTrue(details.contains("\"value\":\"meddled\"") && details.contains("\"value\":12345"), details);
        long destroyed = other.spawn(new Meddler(meddling(other::destroy)), new Behind(67_890));
        details = scene.get("entity?id=" + text(destroyed));
        assertTrue(details.contains("\"value\":\"meddled\"") && details.contains("\"value\":67890"), details);
        assertTrue(scene.get("entity?id=" + text(destroyed)).contains("\"alive\":false"));
        scene.close();
        memory.close();
    }

    private Object meddling(LongConsumer change) {
        return new Object() {
            private boolean hasChanged;

            @Override
            public String toString() {
                if (!hasChanged) {
                    hasChanged = true;
                    scene.world.query().all(Meddler.TYPE).build().forEach(row -> found = row.entity());
                    change.accept(found);
                }
                return "meddled";
            }
        };
    }

    @Test
    void shouldShowTheSourcesOfRelations() {
        long target = world.spawn();
        long source = world.spawn();
        world.add(source, new Aim(target));
        world.relation(Aim.TARGET, OnTargetDestroy.KEEP);
        assertTrue(scene.get("entity?id=" + text(target))
                .contains("\"relations\":[{\"component\":\"Aim\",\"field\":\"target\",\"sources\":[\"" + text(source)
                        + "\"],\"sourceCount\":1}]"));
    }

    @Test
    void shouldFindEntitiesByNameHandleAndIndex() {
        long tank = world.spawn();
        long other = world.spawn();
        scene.inspector.name(tank, "Big Tank");
        String found = "{\"entities\":[{\"entity\":\"" + text(tank) + "\",\"name\":\"Big Tank\"}]}";
        assertEquals(found, scene.get("find?text=tan"));
        assertEquals(found, scene.get("find?text=" + text(tank)));
        assertEquals(
                "{\"entities\":[{\"entity\":\"" + text(other) + "\",\"name\":null}]}",
                scene.get("find?text=" + (int) other));
        world.destroy(other);
        assertEquals("{\"entities\":[]}", scene.get("find?text=" + text(other)));
        assertEquals("{\"entities\":[]}", scene.get("find?text=4294967295"));
    }

    @Test
    void shouldShowSystemsGraphAndTimeline() {
        scene.close();
        World other = World.create();
        scene = new InspectedScene(
                other,
                systems -> systems.workers(1)
                        .add("move", () -> {}, writes(Position.TYPE))
                        .add("draw", () -> {}, reads(Position.TYPE)),
                options -> {});
        scene.get("timeline");
        String systems = scene.get("systems");
        assertMatches(
                "\\{\"tick\":\\d+,\"ticks\":\\d+,\"tickNanos\":\\{\"last\":\\d+,\"median\":\\d+,\"mean\":\\d+,"
                        + "\"max\":\\d+,\"samples\":\\[[\\d,]+]},\"systems\":\\[\\{\"name\":\"move\",\"enabled\":true,"
                        + "\"stage\":0,\"declarations\":\"writes\\(Position[^\"]*\\)\",\"runs\":\\d+,\"nanos\":\\{.*},"
                        + "\"rows\":0,\"commands\":0,\"arenaBytes\":0},\\{\"name\":\"draw\".*}]}",
                systems);
        assertMatches(
                "\\{\"stages\":\\[\\[\"move\",\"draw\"]],\"edges\":\\[\\{\"first\":\"move\",\"second\":\"draw\","
                        + "\"kind\":\"after\",\"why\":\"written, then read[^\"]*Position[^\"]*\"}],\"implicit\":\\[\\{"
                        + "\"first\":\"move\",\"second\":\"draw\",\"why\":\"[^\"]*\"}]}",
                scene.get("graph"));
        assertMatches(
                "\\{\"tick\":\\d+,\"nanos\":\\d+,\"workers\":1,\"systems\":\\[\"move\",\"draw\"],"
                        + "\"pieces\":\\[\\[0,0,\\d+,\\d+],\\[1,0,\\d+,\\d+]]}",
                scene.get("timeline"));
    }

    @Test
    void shouldRecordATraceForPerfetto() {
        assertMatches(
                "\\{\"displayTimeUnit\":\"ns\",\"traceEvents\":\\[.*\"worker 0\".*"
                        + "(\\{\"ph\":\"X\",\"name\":\"tick \\d+\",\"pid\":1,\"tid\":0,\"ts\":[\\d.E]+,"
                        + "\"dur\":[\\d.E]+},?){3}"
                        + "]}",
                scene.get("trace?ticks=3"));
    }

    @Test
    void shouldShowMemory() {
        scene.close();
        World other = World.create();
        MemoryTracker tracker = new MemoryTracker(MemorySource.direct());
        tracker.tag("textures").budget(500_000, 1_000_000);
        try (FrameArena arena = new FrameArena(MemorySource.direct(), 1 << 20)) {
            scene = InspectedScene.of(
                    other, options -> options.watch("scratch", arena).watch("game", tracker));
            scene.inspector.onDiagnostic(
                    new MemoryDiagnostic.Report(MemoryDiagnostic.LEAKED, "all", "allocatedBytes=1"));
            String memory = scene.get("memory");
            assertMatches(
                    "\\{\"tick\":\\d+,\"world\":\\{\"blocks\":\\d+,\"reservedBytes\":\\d+.*\"totalBytes\":\\d+},"
                            + "\"allocators\":\\[\\{\"kind\":\"frame arena\",\"name\":\"frame\".*\"worker 0\".*"
                            + "\"scratch\",\"usedBytes\":0,\"reservedBytes\":\\d+,\"highWaterBytes\":0}],"
                            + "\"trackers\":\\[\\{\"name\":\"game\",\"tags\":\\[\\{\"path\":\"\".*"
                            + "\\{\"path\":\"textures\",\"allocatedBytes\":0,\"peakBytes\":0,"
                            + "\"softLimitBytes\":500000,\"hardLimitBytes\":1000000}]}],"
                            + "\"diagnostics\":\\[\\{\"tick\":\\d+,\"code\":\"M13\",\"subject\":\"all\",.*}],"
                            + "\"history\":\\{\"everySeconds\":1,\"totalBytes\":\\[\\d+],\"peakBytes\":\\[\\d+]}}",
                    memory);
        }
    }

    @Test
    void shouldShowBlocks() {
        for (int i = 0; i < 100; i++) {
            world.spawn(new Health(i));
        }
        String blocks = scene.get("blocks?query=" + encoded("Health.points < 70"));
        assertMatches("\\{\"tick\":\\d+,\"blocks\":\\d,\"offset\":0,\"count\":\\d,\"wordsPerBlock\":256,.*", blocks);
        assertEquals(100, sum(blocks, "alive"));
        assertEquals(70, sum(blocks, "matching"));
    }

    private static int sum(String json, String member) {
        String base64 = json.replaceAll(".*\"" + member + "\":\"([^\"]*)\".*", "$1");
        int sum = 0;
        for (byte rows : Base64.getDecoder().decode(base64)) {
            sum += rows;
        }
        return sum;
    }

    @Test
    void shouldShowTheHistory() {
        scene.close();
        World other = World.create();
        scene = InspectedScene.of(other, options -> options.history(3).hashes());
        scene.get("status");
        while (other.time().tick() < 5) {
            scene.tick.run();
        }
        assertMatches(
                "\\{\"tick\":\\d+,\"capacity\":3,\"reservedBytes\":\\d+,\"states\":\\[\\d+,\\d+,\\d+],"
                        + "\"hashes\":\\[(\\{\"tick\":\\d+,\"hash\":\"[0-9a-f]{16}\"},?)+],\"failure\":null}",
                scene.get("history"));
    }

    @Test
    void shouldCompareRecordings(@TempDir Path folder) {
        try (World other = World.create();
                Schedule schedule = Schedule.builder(other).build();
                Replay replay = new Replay(schedule, 1, (w, buffer, offset, length) -> {})) {
            replay.tick(1);
            replay.save(folder.resolve("a.replay"));
            other.spawn(new Health(1));
            replay.tick(1);
            replay.save(folder.resolve("b.replay"));
        }
        scene.close();
        scene = InspectedScene.of(World.create(), options -> options.recordings(folder));
        assertMatches(
                "\\{\"files\":\\[\\{\"name\":\"a.replay\",\"bytes\":\\d+},\\{\"name\":\"b.replay\",\"bytes\":\\d+}]}",
                scene.get("replays"));
        assertEquals(
                "{\"ticks\":1,\"compared\":1,\"tick\":0,\"components\":[],\"systems\":[],\"givenTick\":0}",
                scene.get("difference?first=a.replay&second=b.replay"));
        assertTrue(scene.refused(404, "difference?first=..%2Fa.replay&second=b.replay")
                .contains("no recording"));
    }

    @Test
    void shouldRefuseWhatIsWrong() {
        world.spawn(new Position(1, 2));
        assertTrue(scene.refused(404, "nothing").contains("the interface has no nothing"));
        assertTrue(
                scene.refused(400, "entities?limit=501").contains("limit must be a whole number from 1 to 500: 501"));
        assertTrue(scene.refused(400, "entities?limit=x").contains("limit"));
        assertTrue(scene.refused(400, "entities?limit=1&limit=2").contains("limit is there 2 times"));
        assertTrue(scene.refused(400, "entities?query=Posiiton").contains("\"at\":0,\"length\":8"));
        assertTrue(scene.refused(400, "entities?query=Position&sort=x").contains("Health.hp"));
        assertTrue(scene.refused(404, "entities?query=Position&sort=Position.z").contains("no field z"));
        assertTrue(scene.refused(400, "entity?id=x").contains("12:3"));
        assertTrue(scene.refused(400, "entity").contains("parameter id is missing"));
        assertTrue(scene.refused(400, "trace?ticks=0").contains("ticks"));
        assertTrue(scene.refused(404, "difference?first=a&second=b").contains("there is no recording a"));
        assertEquals(405, scene.send(scene.request("status").DELETE().build()).statusCode());
    }
}
