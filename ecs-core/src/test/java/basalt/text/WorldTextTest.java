package basalt.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityHandle;
import basalt.component.OnTargetDestroy;
import basalt.component.ReferenceCodec;
import basalt.component.TreeType;
import basalt.component.WithCodec;
import basalt.memory.LeakCheck;
import basalt.memory.Soak;
import basalt.query.Query;
import basalt.text.Level.Hull;
import basalt.text.Level.Mount;
import basalt.text.Level.Place;
import basalt.text.Level.Route;
import basalt.text.Level.Sealed;
import basalt.world.Hierarchy;
import basalt.world.ManyToMany;
import basalt.world.Name;
import basalt.world.Prefab;
import basalt.world.World;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(LeakCheck.class)
class WorldTextTest {
    private final World world = World.create();
    private final WorldText text = Level.of(world);
    private final Hierarchy tree = world.hierarchy();

    @AfterEach
    void close() {
        world.close();
    }

    /** A level that was written by hand. */
    static String harbour() {
        try (InputStream level = WorldTextTest.class.getResourceAsStream("harbour.json")) {
            return new String(level.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private String entities(long... roots) {
        StringWriter writer = new StringWriter();
        text.writeEntities(writer, roots);
        return writer.toString();
    }

    /** Reads a text to another world, and compares what is written there. */
    private static String requireStable(String written) {
        try (World other = World.create()) {
            WorldText again = Level.of(other);
            Level.read(again, written);
            assertEquals(written, Level.write(again));
        }
        return written;
    }

    private static void requireContains(String part, String whole) {
        assertTrue(whole.contains(part), whole);
    }

    @Test
    void shouldReadALevel() {
        long[] roots = Level.read(text, harbour());
        assertEquals(5, roots.length);
        assertEquals(List.of("gun", "icebreaker", "ship"), List.copyOf(text.prefabs()));
        long harbour = roots[0];
        assertEquals(new Place(1000, 0.5f), world.get(harbour, Place.class));
        assertEquals(3, tree.childCount(harbour));
        long crane = tree.lastChild(harbour);
        assertEquals(Level.Kind.WOOD, world.get(crane, Hull.class).kind());
        assertArrayEquals(new short[3], world.get(crane, Hull.class).steel());
        long nansen = roots[1];
        assertEquals(new Name("Nansen"), world.get(nansen, Name.class));
        assertEquals(new InstanceOf("icebreaker"), world.get(nansen, InstanceOf.class));
        assertEquals(250, world.get(nansen, Hull.class).points());
        assertArrayEquals(new short[] {1, 2, 3}, world.get(nansen, Hull.class).steel());
        assertTrue(world.has(nansen, Sealed.class));
        assertEquals(
                Map.of("harbour", 2), world.get(nansen, Level.Captain.class).visits());
        long bow = tree.firstChild(nansen);
        assertEquals(bow, world.get(nansen, Mount.class).on());
        assertEquals(new Place(0, 9), world.get(tree.firstChild(bow), Place.class));
        assertEquals(
                tree.firstChild(harbour),
                world.get(tree.firstChild(bow), Mount.class).on());
        long stern = tree.nextSibling(bow);
        assertTrue(world.isEnabled(stern));
        long second = tree.nextSibling(tree.firstChild(stern));
        assertFalse(world.has(second, Place.class));
        assertEquals(new Route(harbour, second, 0.1), world.get(roots[3], Route.class));
        assertFalse(world.isEnabled(roots[3], Route.class));
        assertEquals(new Route(crane, tree.lastChild(stern), 1e-40), world.get(roots[4], Route.class));
        assertEquals(Entity.NULL, world.get(roots[4], Mount.class).on());
        String written = requireStable(Level.write(text));
        requireContains(entities(roots).substring(2), written);
    }

    @Test
    void shouldReadAndWriteTheExampleOfTheDescription() throws IOException {
        String page = Files.readString(Path.of("docs", "text-format.md"));
        String example = page.substring(page.indexOf("```json\n") + 8, page.indexOf("```\n\n|"));
        try (World other = World.create()) {
            WorldText again = WorldText.of(
                    other,
                    Example.Position.class,
                    Example.Health.class,
                    Example.Tank.class,
                    Example.Frozen.class,
                    Example.Guard.class,
                    Example.Follower.class);
            Level.read(again, example);
            assertEquals(example, Level.write(again));
        }
    }

    /** The components of the example. */
    interface Example {
        record Position(float x, float y) {}

        record Health(int points, boolean shielded) {}

        record Tank(@EntityHandle long turret) {}

        record Frozen() {}

        enum Mode {
            IDLE,
            CHASING
        }

        record Guard(Position post, Mode mode, List<String> orders) {}

        record Follower(@EntityHandle long leader, float distance) {}
    }

    @Test
    void shouldWriteInstancesAsTheirDifference() {
        Level.read(text, harbour());
        Prefab ship = text.prefab("ship");
        long made = ship.spawn(new Hull(99, Level.Kind.STEEL, new short[] {1, 2, 3}));
        String whole = """
                    {
                      "prefab": "ship",
                      "Hull": {"points": 99}
                    }
                """;
        requireContains(whole.stripTrailing(), entities(made));
        requireStable(Level.write(text));
        world.destroy(tree.lastChild(made));
        requireContains("\"InstanceOf\": {\"prefab\": \"ship\"}", entities(made));
        requireStable(Level.write(text));
        assertThrows(IllegalArgumentException.class, () -> text.prefab("sheep"));
    }

    @Test
    void shouldTakeAPrefabOfTheProgram() {
        long root = world.spawn(new Place(1, 2));
        tree.attach(world.spawn(new Name("mast"), new Mount(root)), root);
        Prefab boat = text.register("boat", tree.prefab(root));
        world.destroy(root);
        requireContains("    {\n      \"prefab\": \"boat\"\n    }\n", entities(boat.spawn()));
        long[] read = Level.read(text, """
                {"entities": [{"prefab": "boat", "parts": {"mast": {"Place": {}}}}]}""");
        assertEquals(read[0], world.get(tree.firstChild(read[0]), Mount.class).on());
        StringWriter none = new StringWriter();
        text.writePrefabs(none);
        assertEquals("{}\n", none.toString());
        String written = Level.write(text);
        try (World other = World.create()) {
            WorldText again = Level.of(other);
            assertThrows(TextFormatException.class, () -> Level.read(again, written));
            Prefab copy = again.register("boat", boat);
            Level.read(again, written);
            assertEquals(written, Level.write(again));
            copy.spawn();
            assertEquals(world.entityCount() + 2, other.entityCount());
        }
        long squad = world.spawn();
        Hierarchy squads = world.hierarchy(Level.SQUADS);
        squads.attach(world.spawn(), squad);
        Prefab ofSquads = squads.prefab(squad);
        assertThrows(IllegalArgumentException.class, () -> text.register("squad", ofSquads));
    }

    record Road(@EntityHandle long from, @EntityHandle long to) {}

    @Test
    void shouldRefuseAPrefabThatTextsCannotDescribe() {
        long edges = world.spawn();
        long end = world.spawn();
        tree.attach(end, edges);
        world.manyToMany(Road.class).relate(new Road(edges, end));
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> text.register("edges", tree.prefab(edges)));
        requireContains("part 2 of prefab edges is not below its root", e.getMessage());
        Hierarchy squads = world.hierarchy(Level.SQUADS);
        squads.add(end);
        assertThrows(IllegalArgumentException.class, () -> text.register("squad", squads.prefab(end)));
        assertEquals(Set.of(), text.prefabs());
        long mount = world.spawn(new Mount(end));
        Prefab registered = text.register("mount", tree.prefab(mount));
        assertEquals(Entity.NULL, world.get(registered.spawn(), Mount.class).on());
    }

    @Test
    void shouldForgetAPrefab() {
        Level.read(text, """
                {"prefabs": {"a": {"Place": {}}, "b": {"prefab": "a"}},
                 "entities": [{"prefab": "a"}, {"prefab": "b"}]}""");
        Prefab removed = text.remove("a");
        removed.spawn();
        assertEquals(Set.of("b"), text.prefabs());
        assertThrows(IllegalArgumentException.class, () -> text.remove("a"));
        String written = requireStable(Level.write(text));
        requireContains("\"b\": {\n      \"Place\": {\"x\": 0, \"y\": 0}", written);
        requireContains("\"InstanceOf\": {\"prefab\": \"a\"}", written);
        requireContains("\"prefab\": \"b\"", written);
    }

    @Test
    void shouldReadAndWriteFiles(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("level.json");
        assertThrows(UncheckedIOException.class, () -> text.read(file));
        Files.writeString(file, harbour());
        assertEquals(5, text.read(file).length);
        text.write(file);
        assertEquals(Level.write(text), Files.readString(file));
        Files.write(file, "{\"prefabs\": {\"caf\u00e9\": {}}}".getBytes(StandardCharsets.ISO_8859_1));
        UncheckedIOException latin = assertThrows(UncheckedIOException.class, () -> text.read(file));
        requireContains("it must be UTF-8: file=" + file, latin.getMessage());
        StringReader reader = new StringReader(harbour());
        assertEquals(5, text.read(reader).length);
        assertThrows(UncheckedIOException.class, () -> text.write(folder));
    }

    @Test
    void shouldLeaveOutObjectsThatAPrefabShares() {
        long root = world.spawn(new Coded(Thread.currentThread(), 1));
        Prefab prefab = text.register("coded", tree.prefab(root));
        world.destroy(root);
        long made = prefab.spawn();
        world.set(made, new Coded(Thread.currentThread(), 2));
        requireContains("Coded\": {\"number\": 2}", entities(made));
        long[] read = Level.read(text, entities(made));
        assertEquals(new Coded(Thread.currentThread(), 2), world.get(read[0], Coded.class));
        world.set(made, new Coded(new Thread(), 2));
        assertThrows(IllegalStateException.class, () -> entities(made));
    }

    @Test
    void shouldWriteThePrefabsThatItHasRead() {
        Level.read(text, harbour());
        StringWriter prefabs = new StringWriter();
        text.writePrefabs(prefabs);
        try (World other = World.create()) {
            WorldText again = Level.of(other);
            assertEquals(0, Level.read(again, prefabs.toString()).length);
            StringWriter same = new StringWriter();
            again.writePrefabs(same);
            assertEquals(prefabs.toString(), same.toString());
        }
    }

    @Test
    void shouldReplacePrefabs() {
        Level.read(text, """
                {"prefabs": {"a": {"Place": {"x": 1}}, "b": {"prefab": "a", "children": [{}]}}}""");
        long old = text.prefab("a").spawn();
        Level.read(text, """
                {"prefabs": {"a": {"prefab": "b", "Place": {"x": 2}}}}""");
        assertEquals(1, world.get(old, Place.class).x());
        assertEquals(new Place(2, 0), world.get(text.prefab("a").spawn(), Place.class));
        String written = requireStable(Level.write(text));
        requireContains("    \"a\": {\n      \"prefab\": \"b\",\n      \"Place\": {\"x\": 2}\n", written);
        requireContains("    \"b\": {\n      \"Place\": {\"x\": 1, \"y\": 0}", written);
    }

    @Test
    void shouldKeepTheBaseOfAReplacedPrefab() {
        Level.read(text, """
                {"prefabs": {"zz": {}, "a": {"Place": {"x": 1}}}}""");
        Level.read(text, """
                {"prefabs": {"zz": {"prefab": "a"}}}""");
        requireContains("\"zz\": {\n      \"prefab\": \"a\"\n    }", requireStable(Level.write(text)));
        Level.read(text, """
                {"prefabs": {"zz": {"children": [{"prefab": "a"}]}}}""");
        String written = requireStable(Level.write(text));
        requireContains("\"children\": [\n        {\n          \"prefab\": \"a\"\n        }", written);
    }

    @Test
    void shouldWriteReplacedPrefabsThatDoNotFitTheirBases() {
        Level.read(text, """
                {"prefabs": {"a": {"prefab": "z", "Place": {"x": 1}}, "z": {}}}""");
        Level.read(text, """
                {"prefabs": {"z": {"children": [{"prefab": "a"}]}}}""");
        String written = requireStable(Level.write(text));
        requireContains("\"a\": {\n      \"Place\": {\"x\": 1, \"y\": 0}\n    }", written);
        requireContains("\"prefab\": \"a\"", written);
    }

    @Test
    void shouldWriteReplacedPrefabsThatAreMadeOfEachOtherAsTheyAreRead() {
        Random random = new Random(1);
        for (int round = 0; round < Soak.times(10, 50); round++) {
            try (World other = World.create()) {
                WorldText texts = Level.of(other);
                for (int i = 0; i < 12; i++) {
                    String name = "p" + random.nextInt(6);
                    List<String> members = new ArrayList<>(List.of("\"Place\": {\"x\": " + i + "}"));
                    List<String> children = new ArrayList<>();
                    for (String base : texts.prefabs()) {
                        int use = base.equals(name) ? -1 : random.nextInt(8);
                        if (use == 0 && members.size() == 1) {
                            members.add("\"prefab\": \"" + base + "\"");
                        } else if (use == 1) {
                            children.add("{\"prefab\": \"" + base + "\", \"children\": [{}]}");
                        }
                    }
                    members.add("\"children\": " + children);
                    String document = "{\"prefabs\": {\"" + name + "\": {" + String.join(", ", members) + "}}}";
                    Level.read(texts, document);
                    requireStable(Level.write(texts));
                }
            }
        }
    }

    @Test
    void shouldWriteNoMorePrefabsOfEachOtherThanCanBeRead() {
        Level.read(text, "{\"prefabs\": {\"p250\": {\"Place\": {}}}}");
        for (int i = 249; i >= 100; i--) {
            Level.read(text, "{\"prefabs\": {\"p" + i + "\": {\"prefab\": \"p" + (i + 1) + "\"}}}");
        }
        requireStable(Level.write(text));
    }

    @Test
    void shouldAddToAWorld() {
        List<Long> added = new ArrayList<>();
        world.observers().onAdd(Place.class, added::add);
        var mounts = world.relation(Mount.class, OnTargetDestroy.CLEAR);
        try (Query changed = world.query(Place.class).changed(Place.class).rows()) {
            changed.count();
            long before = world.spawn(new Place(0, 0), new Name("a"));
            long[] roots = Level.read(text, """
                    {"entities": [{"name": "a", "Place": {}}, {"Mount": {"on": "a"}, "children": [{}]}]}""");
            assertEquals(List.of(before, roots[0]), added);
            assertEquals(2, changed.count());
            assertEquals(1, mounts.count(roots[0]));
            assertEquals(0, mounts.count(before));
            world.destroy(roots[0]);
            assertEquals(Entity.NULL, world.get(roots[1], Mount.class).on());
            world.destroy(roots[1]);
            assertEquals(1, world.entityCount());
        }
    }

    @Test
    void shouldKeepOtherTrees() {
        Hierarchy squads = world.hierarchy(Level.SQUADS);
        TreeType fleets = TreeType.of("fleets of texts", TreeType.OnParentDestroy.DETACH);
        long leader = world.spawn(new Name("leader"));
        squads.attach(world.spawn(), leader);
        squads.attachBefore(world.spawn(new Name("first")), squads.firstChild(leader));
        squads.add(world.spawn());
        String written = requireStable(Level.write(text));
        requireContains("\"squads of texts\": [\"first\", \"#1\"]", written);
        requireContains("\"squads of texts\": []", written);
        world.hierarchy(fleets).add(leader);
        requireContains("\"trees\": {\n        \"fleets of texts\": [],\n        \"squads", Level.write(text));
        TextFormatException cycle = assertThrows(TextFormatException.class, () -> Level.read(text, """
                        {"entities": [{"name": "a", "trees": {"squads of texts": ["a"]}}]}"""));
        assertTrue(cycle.getMessage().contains("itself"), cycle.getMessage());
    }

    @Test
    void shouldRefuseReferencesToEntitiesElsewhere() {
        long target = world.spawn();
        long mount = world.spawn(new Mount(target));
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> entities(mount));
        requireContains(Entity.toString(target) + ", to which a " + Mount.class.getName() + " points", e.getMessage());
        tree.attach(mount, target);
        assertThrows(IllegalArgumentException.class, () -> entities(target, mount));
        requireContains("\"Mount\": {\"on\": \"#1\"}", entities(target));
        world.set(mount, new Mount(world.spawn()));
        world.destroy(world.get(mount, Mount.class).on());
        requireContains("\"Mount\": {\"on\": null}", entities(target));
    }

    record Coded(@WithCodec(NoCodec.class) Thread value, int number) {}

    record InList(List<Mount> mounts) {}

    static final class NoCodec implements ReferenceCodec<Thread> {
        @Override
        public int write(Thread value, MutableDirectBuffer to, int offset) {
            return 0;
        }

        @Override
        public Thread read(DirectBuffer from, int offset, int length) {
            return null;
        }
    }

    @Test
    void shouldRefuseObjectsWithoutText() {
        long entity = world.spawn(new Coded(null, 0));
        requireContains("{\"value\": null, \"number\": 0}", entities(entity));
        world.set(entity, new Coded(Thread.currentThread(), 0));
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> entities(entity));
        requireContains(Coded.class.getName(), e.getMessage());
        requireContains("a codec of its own, which has no text", e.getMessage());
        long holder = world.spawn(new InList(List.of(new Mount(entity))));
        assertThrows(IllegalStateException.class, () -> entities(holder, entity));
    }

    /** A value of any depth. */
    record Nested(List<Nested> inner) {
        static Nested of(int depth) {
            Nested nested = new Nested(null);
            for (int i = 0; i < depth; i++) {
                nested = new Nested(List.of(nested));
            }
            return nested;
        }
    }

    /** Entities below each other; the lowest one has a value that is as deep as possible. */
    private long chain(int below) {
        long root = world.spawn();
        long at = root;
        for (int i = 0; i < below; i++) {
            long child = world.spawn();
            tree.attach(child, at);
            at = child;
        }
        world.add(at, Nested.of(49));
        return root;
    }

    @Test
    void shouldReadAndWriteEqualDepths() {
        long most = chain(250);
        requireStable(Level.write(text));
        world.destroy(most);
        IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> entities(chain(251)));
        requireContains("250 below each other", thrown.getMessage());
        TextFormatException e = assertThrows(
                TextFormatException.class,
                () -> Level.read(
                        text, "{\"entities\": [" + "{\"children\": [".repeat(251) + "{}" + "]}".repeat(251) + "]}"));
        requireContains("250 below each other", e.getMessage());
        assertThrows(IllegalStateException.class, () -> entities(chain(100_000)));
        long value = world.spawn(Nested.of(51));
        requireContains(
                "100 records or collections in each other",
                assertThrows(IllegalStateException.class, () -> entities(value)).getMessage());
        String nested = "{\"inner\": [".repeat(51) + "{}" + "]}".repeat(51);
        e = assertThrows(
                TextFormatException.class,
                () -> Level.read(text, "{\"entities\": [{\"" + Nested.class.getName() + "\": " + nested + "}]}"));
        requireContains("100 records or collections in each other", e.getMessage());
    }

    @Test
    void shouldReadAndWritePartsOfTheLowestEntities() {
        Level.read(text, """
                {"prefabs": {"gun": {"children": [{"name": "barrel"}, {"name": "rear"}]}}}""");
        Level.read(
                text,
                "{\"entities\": [" + "{\"children\": [".repeat(250)
                        + "{\"prefab\": \"gun\", \"parts\": {\"rear\": {\"Place\": {\"x\": 3}}}}" + "]}".repeat(250)
                        + "]}");
        requireContains("\"rear\"", requireStable(Level.write(text)));
    }

    @Test
    void shouldLimitPrefabsThatAreMadeOfEachOther() {
        StringBuilder chain = new StringBuilder("{\"prefabs\": {");
        for (int i = 0; i < 99; i++) {
            chain.append("\"p" + i + "\": {\"prefab\": \"p" + (i + 1) + "\"}, ");
        }
        Level.read(text, chain + "\"p99\": {\"Place\": {}}}}");
        assertTrue(world.has(text.prefab("p0").spawn(), Place.class));
        requireStable(Level.write(text));
        TextFormatException e = assertThrows(
                TextFormatException.class,
                () -> Level.read(text, chain + "\"p99\": {\"prefab\": \"p100\"}, \"p100\": {}}}"));
        requireContains("more than 100 prefabs", e.getMessage());
        String onOther = chain.toString().replaceAll("\"p(\\d)", "\"q$1");
        Level.read(text, onOther + "\"q99\": {\"prefab\": \"p0\"}}}");
        assertTrue(world.has(text.prefab("q0").spawn(), Place.class));
    }

    @Test
    void shouldHandOnFailuresOfStreams() {
        Reader reader = new Reader() {
            @Override
            public int read(char[] to, int offset, int length) throws IOException {
                throw new IOException("torn");
            }

            @Override
            public void close() {
                throw new AssertionError("the reader belongs to the caller");
            }
        };
        assertThrows(UncheckedIOException.class, () -> text.read(reader));
        Writer writer = new Writer() {
            @Override
            public void write(char[] from, int offset, int length) throws IOException {
                throw new IOException("full");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {
                throw new AssertionError("the writer belongs to the caller");
            }
        };
        assertThrows(UncheckedIOException.class, () -> text.write(writer));
    }

    @Test
    void shouldNameTheLibraryThatIsMissing() throws Exception {
        URL[] urls = {location(World.class), location(WorldTextTest.class), location(MutableDirectBuffer.class)};
        try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
            Object message = loader.loadClass(WithoutLibrary.class.getName())
                    .getDeclaredMethod("use")
                    .invoke(null);
            requireContains("com.fasterxml.jackson.core:jackson-core", (String) message);
        }
    }

    private static URL location(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    /** Runs in a class loader without the library. */
    public static final class WithoutLibrary {
        private WithoutLibrary() {}

        public static String use() {
            try (World world = World.create()) {
                world.spawn(new Place(1, 2));
                WorldText text = Level.of(world);
                Level.write(text);
                Level.read(text, "{}");
                return "it was read";
            } catch (IllegalStateException e) {
                return e.getMessage();
            }
        }
    }

    @Test
    void shouldNotReferToANameThatIsLeftOut() {
        long[] roots = Level.read(text, """
                {"prefabs": {"tank": {"name": "tank"}},
                 "entities": [{"prefab": "tank", "without": ["Name"]}, {"children": [{"name": "tank"}]},
                              {"Mount": {"on": "tank"}}]}""");
        assertEquals(tree.firstChild(roots[1]), world.get(roots[2], Mount.class).on());
        requireStable(Level.write(text));
    }

    @Test
    void shouldFindManyEntitiesByTheirPaths() {
        long parent = world.spawn(new Name("parent"));
        long last = parent;
        int count = Soak.times(5_000, 20_000);
        for (int i = 0; i < count; i++) {
            long child = world.spawn(new Name("child " + i), new Mount(last));
            tree.attach(child, parent);
            last = world.spawn(new Name("all"));
            tree.attach(last, child);
        }
        String written = requireStable(Level.write(text));
        requireContains("\"Mount\": {\"on\": \"child " + (count - 2) + "/all\"}", written);
    }

    @Test
    void shouldRefuseASecondParentInATree() {
        TextFormatException thrown = assertThrows(TextFormatException.class, () -> Level.read(text, """
                {"entities": [{"name": "a", "trees": {"squads of texts": ["c"]}},
                              {"name": "b", "trees": {"squads of texts": ["c"]}}, {"name": "c"}]}"""));
        assertTrue(thrown.getMessage().contains("has a parent"), thrown.getMessage());
        assertEquals(2, thrown.line());
        assertEquals(0, world.entityCount());
    }

    /** Records whose names others have. */
    interface Others {
        record Place(int floor) {}

        record Sealed() {
            static final Component<Sealed> TYPE =
                    Component.builder(Sealed.class).name("Mount").build();
        }
    }

    @Test
    void shouldNameComponentsByWhatItWasGiven() {
        long entity = world.spawn(new Place(1, 2), new Others.Place(3));
        String written = requireStable(Level.write(text));
        requireContains("\"Place\": {\"x\": 1, \"y\": 2}", written);
        requireContains("\"" + Others.Place.class.getName() + "\": {\"floor\": 3}", written);
        long[] read = Level.read(text, """
                {"entities": [{"Place": {"x": 4}}]}""");
        assertEquals(new Place(4, 0), world.get(read[0], Place.class));
        world.add(entity, Others.Sealed.TYPE);
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> Level.write(text));
        requireContains("the name Mount already means " + Mount.class.getName(), e.getMessage());
        WorldText both = WorldText.of(world, Place.class, Others.Place.class, Mount.class, Others.Sealed.class);
        requireContains("\"Mount\": {}", Level.write(both));
        requireContains("\"" + Place.class.getName() + "\": {\"x\": 1", Level.write(both));
        TextFormatException ambiguous = assertThrows(TextFormatException.class, () -> Level.read(both, """
                {"entities": [{"Place": {}}]}"""));
        String names = Place.class.getName() + " or " + Others.Place.class.getName();
        assertTrue(ambiguous.getMessage().endsWith("are called Place; write " + names), ambiguous.getMessage());
    }

    @Test
    void shouldKnowThePrefabsWhenObserversAreCalled() {
        List<Prefab> seen = new ArrayList<>();
        world.observers().onAdd(Place.class, entity -> {
            seen.add(text.prefab("tank"));
            assertThrows(IllegalStateException.class, () -> text.remove("tank"));
            throw new IllegalStateException("observer");
        });
        assertThrows(RuntimeException.class, () -> Level.read(text, """
                {"prefabs": {"tank": {"Sealed": {}}}, "entities": [{"prefab": "tank", "Place": {}}]}"""));
        assertEquals(List.of(text.prefab("tank")), seen);
        assertEquals(1, world.entityCount());
        requireContains("\"prefab\": \"tank\"", Level.write(text));
    }

    @Test
    void shouldReadAndWriteEdges() {
        ManyToMany<Road> roads = world.manyToMany(Road.class);
        long from = world.spawn(new Name("from"));
        long to = world.spawn(new Name("to"));
        roads.relate(new Road(from, to));
        String written = Level.write(text);
        requireContains("Road\": {\"from\": \"from\", \"to\": \"to\"}", written);
        try (World other = World.create()) {
            ManyToMany<Road> read = other.manyToMany(Road.class);
            WorldText again = Level.of(other);
            long[] roots = Level.read(again, written);
            assertTrue(read.has(roots[0], roots[1]));
            assertEquals(written, Level.write(again));
        }
    }
}
