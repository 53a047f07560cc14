package basalt.inspect;

import static basalt.inspect.InspectedScene.assertMatches;
import static basalt.inspect.InspectedScene.encoded;
import static basalt.inspect.InspectedScene.text;
import static basalt.system.Access.reads;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Length;
import basalt.component.OnTargetDestroy;
import basalt.inspect.InspectedScene.Aim;
import basalt.inspect.InspectedScene.Glyph;
import basalt.inspect.InspectedScene.Title;
import basalt.memory.MemorySource;
import basalt.memory.frame.FrameArena;
import basalt.memory.tracking.GuardedMemory;
import basalt.memory.tracking.MemoryDiagnostic;
import basalt.memory.tracking.MemoryTracker;
import basalt.query.SpatialGrid;
import basalt.save.Replay;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.system.Schedule;
import basalt.world.Name;
import basalt.world.World;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each address of the JSON interface that shows something. */
class JsonInterfaceTest {
    private final World world = World.create();
    private long found;
    private InspectedScene scene = InspectedScene.of(world, options -> {});

    @AfterEach
    void close() {
        scene.close();
    }

    /** Goes on with another world. */
    private void restart(World other, Consumer<InspectorBuilder> options) {
        scene.close();
        scene = InspectedScene.of(other, options);
    }

    @Test
    void shouldShowTheStatusOfARunningWorld() {
        world.spawn();
        scene.assertShows(
                "{'version':1,'tick':#,'seconds':#,'entities':#,'editable':false,'state':'running','ageMillis':#,"
                        + "'workers':1,'loop':null,"
                        + "'features':{'loop':false,'history':false,'replays':false,'texts':false},"
                        + "'templates':[],'prefabs':[],'grids':[],'running':[],'stack':[]}",
                "status");
    }

    @Test
    void shouldShowTheComponentsOfTheWorld() {
        world.spawn(new Position(1, 2), new Frozen());
        world.spawn(new Position(3, 4), new Matrix(new float[16]));
        String components = scene.get("components");
        assertMatches(
                "~{'name':'Position','type':'basalt.storage.fixture.Position','tag':false,'sparse':false,'link':false,"
                        + "'entities':2,'fields':[{'name':'x','kind':'float32','length':1},"
                        + "{'name':'y','kind':'float32','length':1}]}~",
                components);
        assertMatches("~'Frozen','type':'basalt.storage.fixture.Frozen','tag':true~", components);
        assertMatches("~'kind':'float32','length':16~", components);
    }

    @Test
    void shouldShowThePageOfAQuery() {
        long first = world.spawn(new Position(1, 2), new Health(10));
        world.spawn(new Position(9, 9));
        long second = world.spawn(new Position(-1.5f, Float.NaN), new Health(-3));
        world.spawn(new Position(0, 0), new Health(5), new Frozen());
        scene.inspector.name(second, "tank \"1\"");
        world.disable(first);
        scene.assertShows(
                "{'tick':#,'query':'Position, Health, !Frozen, disabled','count':2,'words':#,'fullWords':0,'spans':2,"
                        + "'blocks':1,'offset':0,'complete':true,'columns':["
                        + "{'component':'Position','field':'x','kind':'float32','length':1},"
                        + "{'component':'Position','field':'y','kind':'float32','length':1},"
                        + "{'component':'Health','field':'points','kind':'int32','length':1}],"
                        + "'rows':[{'entity':'" + text(first) + "','name':null,'enabled':false,'values':[1.0,2.0,10]},"
                        + "{'entity':'" + text(second)
                        + "','name':'tank \\'1\\'','enabled':true,'values':[-1.5,'NaN',-3]}]}",
                "entities?query=" + encoded("Position, Health, !Frozen, disabled"));
    }

    @Test
    void shouldShowOtherComponentsToo() {
        world.spawn(new Position(1, 2), new Label("text"));
        world.spawn(new Position(3, 4));
        scene.assertShows("~'values':[1.0,2.0,'text']}~", "entities?query=Position&show=Label");
        scene.assertShows("~'values':[3.0,4.0,null]}~", "entities?query=Position&show=Label");
    }

    @Test
    void shouldShowTextsAndEnumsInTables() {
        long entity = world.spawn(new Title("Bob \"1\"", Title.Kind.ELF, new StringBuilder("not shown")));
        world.spawn(new Title(null, null, null));
        world.spawn(new Title("x".repeat(20_000), Title.Kind.ORC, Title.Kind.ORC));
        scene.assertShows(
                "~{'component':'Title','field':'text','kind':'string','length':1,'type':'text'}~'kind':'enum',"
                        + "'length':1,'constants':['ORC','ELF']},"
                        + "~'type':'object'}]~'values':['Bob \\'1\\'','ELF','StringBuilder']~'values':[null,null,null]"
                        + "~'values':['" + "x".repeat(200) + "...','ORC','ORC']~",
                "entities?query=Title");
        String details = scene.get("entity?id=" + text(entity));
        assertMatches(
                "~'kind':'enum','length':1,'constants':['ORC','ELF'],'value':'ELF'}~'type':'object',"
                        + "'value':'not shown'}~",
                details);
    }

    record Mark(Title.Kind kind, String name) {}

    record Notes(List<String> texts, Mark[] marks) {}

    @Test
    void shouldShowListsOfTextsAndEnums() {
        Mark[] marks = {new Mark(Title.Kind.ELF, "a"), new Mark(null, null)};
        long entity = world.spawn(new Notes(Collections.nCopies(40, "x"), marks));
        scene.assertShows(
                "~'values':['40: [" + "x, ".repeat(32) + "...]','2: [ELF, null]','2: [a, null]']~",
                "entities?query=Notes");
        String details = scene.get("entity?id=" + text(entity));
        assertMatches("~'kind':'string_list','length':1,'type':'object','value':'2: [a, null]'}~", details);
    }

    @Test
    void shouldShowCharactersAndNestedRecords() {
        long entity = world.spawn(new Glyph('q', new char[] {'a', 0, '\uD800'}, new Position(1, 2)));
        world.spawn(new Glyph('\0', new char[3], new Position(3, 4)));
        scene.assertShows(
                "~{'component':'Glyph','field':'letter','kind':'char','length':1},"
                        + "{'component':'Glyph','field':'word','kind':'char','length':3},"
                        + "{'component':'Glyph','field':'at.x','kind':'float32','length':1},~"
                        + "'values':['q',['a','','\\ud800'],1.0,2.0]}~'values':['',['','',''],3.0,4.0]}]}",
                "entities?query=Glyph");
        scene.assertShows("~'values':['q',~]}]}", "entities?query=" + encoded("Glyph.letter = q, Glyph.word[1] != x"));
        scene.assertShows("~'values':['',~]}]}", "entities?query=" + encoded("Glyph.at.y > 3"));
        assertMatches(
                "~'name':'letter','kind':'char','length':1,'value':'q'}~", scene.get("entity?id=" + text(entity)));
    }

    @Test
    void shouldSortByAColumn() {
        List<String> tens = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            long entity = world.spawn(new Health(i * 37 % 300));
            if (i * 37 % 300 == 10) {
                tens.add("{'entity':'" + text(entity) + "','name':null,'enabled':true,'values':[10]}");
            }
        }
        String page = "entities?query=Health&sort=Health.points";
        scene.assertShows("~'rows':[" + String.join(",", tens) + "~[11]}~[11]}~[12]}]}", page + "&limit=5&offset=20");
        scene.assertShows("~[299]}~[299]}~[298]}~", page + "&limit=3&descending=true");
        scene.assertShows("~'rows':[~[50]}~[299]}]}", page + "&limit=500&offset=100");
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
        assertMatches("~'entity':'" + text(entity) + "','alive':true,'name':null,'enabled':true~", details);
        assertMatches("~{'name':'x','kind':'float32','length':1,'value':1.0}~", details);
        assertMatches("~'kind':'reference','length':1,'type':'object','value':'a label'}~", details);
        assertMatches("~{'name':'Frozen','enabled':false,'tag':true~", details);
        assertMatches(
                "~'trees':[{'name':'ChildOf','depth':1,'ancestors':['" + text(above) + "'],'childCount':1,'children':['"
                        + text(below) + "']}]~",
                details);
        world.destroy(entity);
        scene.assertShows("~'alive':false~", "entity?id=" + text(entity));
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
        GuardedMemory memory = new GuardedMemory(MemorySource.direct()); // shows what is read after it was freed
        World other = World.builder().memory(memory).build();
        restart(other, options -> {});
        assertTrue(Meddler.TYPE.id() < Behind.TYPE.id());
        long moved = other.spawn(new Meddler(meddling(entity -> other.add(entity, Late.TYPE))), new Behind(12_345));
        scene.assertShows("~'value':'meddled'~'value':12345~", "entity?id=" + text(moved));
        long destroyed = other.spawn(new Meddler(meddling(other::destroy)), new Behind(67_890));
        scene.assertShows("~'value':'meddled'~'value':67890~", "entity?id=" + text(destroyed));
        scene.assertShows("~'alive':false~", "entity?id=" + text(destroyed));
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
        scene.assertShows(
                "~'relations':[{'component':'Aim','field':'target','sources':['" + text(source)
                        + "'],'sourceCount':1}]~",
                "entity?id=" + text(target));
    }

    @Test
    void shouldFindEntitiesByNameHandleAndIndex() {
        long tank = world.spawn();
        long other = world.spawn();
        scene.inspector.name(tank, "Big Tank");
        String found = "{'entities':[{'entity':'" + text(tank) + "','name':'Big Tank'}]}";
        scene.assertShows(found, "find?text=tan");
        scene.assertShows(found, "find?text=" + text(tank));
        scene.assertShows("{'entities':[{'entity':'" + text(other) + "','name':null}]}", "find?text=" + (int) other);
        world.destroy(other);
        scene.assertShows("{'entities':[]}", "find?text=" + text(other));
        scene.assertShows("{'entities':[]}", "find?text=4294967295");
    }

    @Test
    void shouldShowAndFindEntitiesByPath() {
        long tank = world.spawn(new Name("tank"));
        long turret = world.spawn(new Name("turret"));
        world.hierarchy().attach(turret, tank);
        String found = "{'entities':[{'entity':'" + text(turret) + "','name':'tank/turret'}]}";
        scene.assertShows(found, "find?text=tank/turret");
        scene.assertShows(found, "find?text=" + text(turret));
        scene.assertShows("{'entities':[]}", "find?text=tank//turret");
        scene.assertShows("~'alive':true,'name':'tank/turret'~", "entity?id=" + text(turret));
        scene.assertShows("~'entity':'" + text(turret) + "','name':'tank/turret'~", "entities?query=ChildOf");
        scene.inspector.name(turret, "given");
        scene.assertShows(
                "{'entities':[{'entity':'" + text(turret) + "','name':'given'}]}", "find?text=" + text(turret));
        world.spawn(new Name("tank"));
        scene.assertShows("{'entities':[]}", "find?text=tank/turret");
    }

    @Test
    void shouldShowSystemsGraphAndTimeline() {
        scene.close();
        scene = new InspectedScene(
                World.create(),
                systems -> systems.workers(1)
                        .add("move", () -> {}, writes(Position.TYPE))
                        .add("draw", () -> {}, reads(Position.TYPE)),
                options -> {});
        scene.get("timeline");
        scene.assertShows(
                "{'tick':#,'ticks':#,'tickNanos':{'last':#,'median':#,'mean':#,'max':#,'samples':[~]},'systems':["
                        + "{'name':'move','enabled':true,'stage':0,'declarations':'writes(Position)','runs':#,"
                        + "'nanos':{~},'rows':0,'commands':0,'arenaBytes':0},{'name':'draw'~}]}",
                "systems");
        scene.assertShows(
                "{'stages':[['move','draw']],'edges':[{'first':'move','second':'draw','kind':'after',"
                        + "'why':'written, then read Position; added first'}],'implicit':["
                        + "{'first':'move','second':'draw','why':'written, then read Position'}]}",
                "graph");
        scene.assertShows(
                "{'tick':#,'nanos':#,'workers':1,'systems':['move','draw'],'pieces':[[0,0,#,#],[1,0,#,#]]}",
                "timeline");
    }

    @Test
    void shouldRecordATraceForPerfetto() {
        String tick = ",{'ph':'X','name':'tick #','pid':1,'tid':0,'ts':#,'dur':#}";
        scene.assertShows(
                "{'displayTimeUnit':'ns','traceEvents':[~'worker 0'~" + tick.repeat(3) + "]}", "trace?ticks=3");
    }

    @Test
    void shouldShowMemory() {
        MemoryTracker tracker = new MemoryTracker(MemorySource.direct());
        tracker.tag("textures").budget(500_000, 1_000_000);
        try (FrameArena arena = new FrameArena(MemorySource.direct(), 1 << 20)) {
            restart(World.create(), options -> options.watch("scratch", arena).watch("game", tracker));
            scene.inspector.onDiagnostic(
                    new MemoryDiagnostic.Report(MemoryDiagnostic.LEAKED, "all", "allocatedBytes=1"));
            scene.assertShows(
                    "{'tick':#,'world':{'blocks':#,'reservedBytes':#~'totalBytes':#},"
                            + "'allocators':[{'kind':'frame arena','name':'frame'~'worker 0'~"
                            + "'scratch','usedBytes':0,'reservedBytes':#,'highWaterBytes':0}],"
                            + "'trackers':[{'name':'game','tags':[{'path':''~"
                            + "{'path':'textures','allocatedBytes':0,'peakBytes':0,"
                            + "'softLimitBytes':500000,'hardLimitBytes':1000000}]}],"
                            + "'diagnostics':[{'tick':#,'code':'M13','subject':'all',~}],"
                            + "'history':{'everySeconds':1,'totalBytes':[#],'peakBytes':[#]}}",
                    "memory");
        }
    }

    @Test
    void shouldShowBlocks() {
        for (int i = 0; i < 100; i++) {
            world.spawn(new Health(i));
        }
        String blocks = scene.get("blocks?query=" + encoded("Health.points < 70"));
        assertMatches("{'tick':#,'blocks':#,'offset':0,'count':#,'wordsPerBlock':256,~", blocks);
        assertEquals(100, sum(blocks, "alive"));
        assertEquals(70, sum(blocks, "matching"));
    }

    @Test
    void shouldShowTheCellsOfAGrid() {
        World other = World.create();
        SpatialGrid grid =
                other.query(Position.class).grid(Position::x, Position::y).radius(10);
        SpatialGrid unbuilt =
                other.query(Position.class).grid(Position::x, Position::y).radius(10);
        other.spawn(new Position(1, 2));
        other.spawn(new Position(2, 3));
        other.spawn(new Position(-3, 12));
        other.spawn(new Position(27, 2));
        grid.rebuild();
        restart(other, options -> options.watch("all", grid).watch("none", unbuilt));
        byte[] counts = {0, 2, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0};
        scene.assertShows(
                "{'tick':#,'points':4,'every':1,'radius':10.0,'dimensions':2,'x':-5.000005,'y':0.0,'width':5.000005,"
                        + "'height':10.00001,'columns':7,'lines':2,'counts':'"
                        + Base64.getEncoder().encodeToString(counts) + "'}",
                "cells?grid=all");
        assertMatches("~'points':0,~'columns':0,'lines':0,'counts':''}", scene.get("cells?grid=none"));
    }

    @Test
    void shouldShowTheCellsOfManyDistantPoints() {
        World other = World.create();
        SpatialGrid grid =
                other.query(Position.class).grid(Position::x, Position::y).radius(1);
        for (int i = 0; i < 45_000; i++) {
            other.spawn(new Position(i * 10, i % 2 == 0 ? -1e30f : 1e30f));
        }
        grid.rebuild();
        restart(other, options -> options.watch("all", grid));
        String cells = scene.get("cells?grid=all");
        assertMatches("{'tick':#,'points':45000,'every':3,~", cells);
        byte[] counts = Base64.getDecoder().decode(cells.replaceAll(".*\"counts\":\"([^\"]*)\".*", "$1"));
        assertTrue(counts.length <= 128 * 64);
        assertEquals(255, counts[0] & 0xFF, "at most 255 are told apart");
    }

    @Test
    void shouldRefuseAGridOfAnotherWorld() {
        try (World other = World.create()) {
            SpatialGrid grid =
                    other.query(Position.class).grid(Position::x, Position::y).radius(1);
            InspectorBuilder builder = Inspector.of(scene.schedule);
            assertThrows(IllegalArgumentException.class, () -> builder.watch("cells", grid));
            assertThrows(IllegalArgumentException.class, () -> builder.watch("cells", (SpatialGrid) null));
        }
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
        World other = World.create();
        restart(other, options -> options.history(3).hashes());
        while (other.time().tick() < 5) {
            scene.tick.run();
        }
        String history = scene.get("history");
        assertMatches(
                "{'tick':#,'capacity':3,'reservedBytes':#,'states':[#,#,#],'hashes':[{'tick':#,'hash':'~'}~],"
                        + "'failure':null}",
                history);
        assertTrue(history.matches(".*\"hash\":\"[0-9a-f]{16}\"}],.*"), history);
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
        restart(World.create(), options -> options.recordings(folder));
        scene.assertShows("{'files':[{'name':'a.replay','bytes':#},{'name':'b.replay','bytes':#}]}", "replays");
        scene.assertShows(
                "{'ticks':1,'compared':1,'tick':0,'components':[],'systems':[],'givenTick':0}",
                "difference?first=a.replay&second=b.replay");
        assertMatches("~no recording~", scene.get(404, "difference?first=..%2Fa.replay&second=b.replay"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "404 | nothing | the interface has no nothing",
                "400 | entities?limit=501 | limit must be a whole number from 1 to 500: 501",
                "400 | entities?limit=x | limit",
                "400 | entities?limit=1&limit=2 | limit is there 2 times",
                "400 | entities?query=Posiiton | 'at':0,'length':8",
                "400 | entities?query=Position&sort=x | Health.hp",
                "404 | entities?query=Position&sort=Position.z | no field z",
                "400 | entity?id=x | 12:3",
                "400 | entity | parameter id is missing",
                "400 | trace?ticks=0 | ticks",
                "404 | cells?grid=x | there is no grid x",
                "400 | cells | parameter grid is missing",
                "404 | difference?first=a&second=b | there is no recording a"
            },
            quoteCharacter = '`')
    void shouldRefuseWhatIsWrong(int status, String address, String message) {
        world.spawn(new Position(1, 2));
        assertMatches("~" + message + "~", scene.get(status, address));
    }
}
