package basalt.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityHandle;
import basalt.component.Length;
import basalt.component.TreeType;
import basalt.memory.LeakCheck;
import basalt.memory.Soak;
import basalt.text.Level.Hull;
import basalt.text.Level.Kind;
import basalt.text.Level.Mount;
import basalt.text.Level.Place;
import basalt.text.Level.Sealed;
import basalt.world.Hierarchy;
import basalt.world.Name;
import basalt.world.Prefab;
import basalt.world.World;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random worlds with values of all types are written and read to another world, which is compared with them. */
@ExtendWith(LeakCheck.class)
class TextModelTest {
    private static final List<String> NAMES =
            List.of("", "a", "b", "c d", "#1", "a#b", "null", "\"\\\n\u0001", "\ud83d\ude80", "\ud83d");

    private static final String PREFABS = """
            {"prefabs": {
                "gun": {"name": "a", "Place": {"x": 1}, "children": [
                    {"name": "b", "Sealed": {}},
                    {"Mount": {"on": "a"}, "children": [{"Hull": {}}]}
                ]},
                "ship": {"children": [{"prefab": "gun"}, {"prefab": "gun", "disabled": true}]}
            }}""";

    record Inner(double weight, @EntityHandle long target, Kind kind) {}

    record Lists(
            float[] f32,
            char[] letters,
            long[] i64,
            boolean[] flags,
            @EntityHandle long[] targets,
            Seat[] seats,
            List<String> words,
            String[] names,
            Part[] parts) {}

    record Seat(@EntityHandle long by, float height, short row) {}

    record Part(String name, Kind kind) {}

    record Item(String name, int count, Optional<Kind> kind) {}

    record Plain(
            float f32,
            double f64,
            byte i8,
            short i16,
            char letter,
            int i32,
            long i64,
            boolean flag,
            Kind kind,
            Inner inner,
            @EntityHandle long target) {}

    record Vectors(
            @Length(2) float[] f32,
            @Length(2) double[] f64,
            @Length(3) byte[] i8,
            @Length(3) short[] i16,
            @Length(2) char[] letters,
            @Length(2) int[] i32,
            @Length(1) long[] i64,
            @Length(3) boolean[] flags,
            @Length(2) @EntityHandle long[] targets) {}

    record Objects(
            String text,
            UUID id,
            Instant at,
            Integer box,
            Double number,
            Optional<String> maybe,
            List<Item> items,
            Set<Kind> kinds,
            Map<String, List<Integer>> byName,
            Map<Integer, Item> byNumber) {}

    static IntStream seeds() {
        return IntStream.range(0, Soak.times(8, 40));
    }

    private Random random;
    private World world;
    private Hierarchy tree;
    private final List<Long> entities = new ArrayList<>();

    private static WorldText text(World world) {
        return WorldText.of(
                world,
                Plain.class,
                Vectors.class,
                Lists.class,
                Objects.class,
                Place.class,
                Sealed.class,
                Hull.class,
                Mount.class);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldReadWhatItWrites(int seed) {
        random = new Random(seed);
        try (World made = World.create();
                World copy = World.create()) {
            world = made;
            tree = world.hierarchy();
            WorldText text = text(world);
            Level.read(text, PREFABS);
            for (int i = 0; i < 60; i++) {
                spawn(text.prefab("gun"), text.prefab("ship"));
            }
            entities.forEach(this::change);
            String written = Level.write(text);
            WorldText ofCopy = text(copy);
            Level.read(ofCopy, written);
            assertEquals(written, Level.write(ofCopy), "seed=" + seed);
            assertEquals(contents(world), contents(copy), "seed=" + seed);
            assertEquals(written, Level.write(text), "seed=" + seed);
        }
    }

    private void spawn(Prefab gun, Prefab ship) {
        int kind = random.nextInt(6);
        long entity = kind == 0 ? gun.spawn() : kind == 1 ? ship.spawn() : world.spawn();
        if (random.nextBoolean() && !entities.isEmpty()) {
            tree.attach(entity, any());
        }
        entities.add(entity);
        tree.forEachBelow(entity, entities::add);
    }

    private long any() {
        return entities.get(random.nextInt(entities.size()));
    }

    private long target() {
        return random.nextInt(5) == 0 ? Entity.NULL : any();
    }

    private void change(long entity) {
        if (random.nextInt(3) == 0) {
            world.add(entity, new Name(NAMES.get(random.nextInt(NAMES.size()))));
        }
        if (random.nextInt(4) == 0) {
            world.add(entity, new Place(random.nextInt(4), number()));
        }
        if (random.nextInt(5) == 0) {
            world.remove(entity, Place.class);
        }
        if (random.nextInt(4) == 0) {
            world.add(entity, plain());
        }
        if (random.nextInt(4) == 0) {
            world.add(entity, vectors());
        }
        if (random.nextInt(4) == 0) {
            world.add(entity, lists());
        }
        if (random.nextInt(4) == 0) {
            world.add(entity, objects());
        }
        if (random.nextInt(5) == 0) {
            world.add(entity, Sealed.class);
            world.disable(entity, Sealed.class);
        }
        if (random.nextInt(8) == 0) {
            world.disable(entity);
        }
        if (random.nextInt(8) == 0) {
            long leader = any();
            Hierarchy squads = world.hierarchy(Level.SQUADS);
            if (leader != entity && !squads.isAncestor(entity, leader)) {
                squads.attach(entity, leader);
            }
        }
        if (random.nextInt(10) == 0) {
            tree.add(entity);
        }
    }

    private float number() {
        return switch (random.nextInt(5)) {
            case 0 -> Float.intBitsToFloat(random.nextInt());
            case 1 -> -0f;
            case 2 -> random.nextFloat();
            case 3 -> Float.MIN_VALUE;
            default -> random.nextInt();
        };
    }

    private double wide() {
        return random.nextInt(3) == 0 ? number() : Double.longBitsToDouble(random.nextLong());
    }

    private char letter() {
        return (char) (random.nextBoolean() ? random.nextInt() : 'a' + random.nextInt(26));
    }

    private Kind kind() {
        return new Kind[] {Kind.STEEL, Kind.WOOD, null}[random.nextInt(3)];
    }

    private Plain plain() {
        return new Plain(
                number(),
                wide(),
                (byte) random.nextInt(),
                (short) random.nextInt(),
                letter(),
                random.nextInt(),
                random.nextLong(),
                random.nextBoolean(),
                kind(),
                new Inner(wide(), target(), kind()),
                target());
    }

    private Vectors vectors() {
        return new Vectors(
                new float[] {number(), number()},
                new double[] {wide(), wide()},
                new byte[] {1, Byte.MIN_VALUE, 0},
                new short[] {(short) random.nextInt(), 0, -1},
                new char[] {letter(), 0},
                new int[] {random.nextInt(), Integer.MIN_VALUE},
                new long[] {random.nextLong()},
                new boolean[] {true, false, random.nextBoolean()},
                new long[] {target(), target()});
    }

    private Lists lists() {
        int length = random.nextInt(4);
        float[] numbers = new float[length];
        long[] targets = new long[length];
        Seat[] seats = new Seat[length];
        for (int i = 0; i < length; i++) {
            numbers[i] = number();
            targets[i] = target();
            seats[i] = new Seat(target(), number(), (short) i);
        }
        String[] names = new String[length];
        Arrays.setAll(names, i -> string());
        Part[] parts = new Part[random.nextInt(3)];
        Arrays.setAll(parts, i -> new Part(string(), kind()));
        return new Lists(
                numbers,
                new char[] {letter()},
                new long[] {random.nextLong()},
                new boolean[length],
                targets,
                seats,
                Arrays.asList(string(), "x").subList(0, random.nextInt(3)),
                names,
                parts);
    }

    private String string() {
        return random.nextInt(4) == 0 ? null : NAMES.get(random.nextInt(NAMES.size())) + random.nextInt(10);
    }

    private Item item() {
        return random.nextInt(4) == 0 ? null : new Item(string(), random.nextInt(), Optional.ofNullable(kind()));
    }

    private Objects objects() {
        boolean isNull = random.nextInt(5) == 0;
        List<Item> items = new ArrayList<>(List.of());
        Map<String, List<Integer>> byName = new HashMap<>();
        Map<Integer, Item> byNumber = new HashMap<>();
        Set<Kind> kinds = new HashSet<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            items.add(item());
            byName.put("n" + string(), List.of(i, -i));
            byNumber.put(random.nextInt(5), item());
            kinds.add(kind());
        }
        return new Objects(
                string(),
                isNull ? null : new UUID(random.nextLong(), random.nextLong()),
                isNull ? null : Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000)),
                isNull ? null : random.nextInt(),
                isNull ? null : wide(),
                isNull ? null : Optional.ofNullable(string()),
                isNull ? null : items,
                isNull ? null : kinds,
                isNull ? null : byName,
                isNull ? null : byNumber);
    }

    /** All entities, each before its children, with their values; handles are numbers in this order. */
    static List<Object> contents(World world) {
        List<Long> all = new ArrayList<>();
        try (var roots = world.query().none(ChildOf.TYPE).includeDisabled().build()) {
            roots.forEach(row -> all.add(row.entity()));
        }
        all.sort((a, b) -> Integer.compareUnsigned(Entity.index(a), Entity.index(b)));
        List<Long> order = new ArrayList<>();
        for (long root : all) {
            order.add(root);
            world.hierarchy().forEachBelow(root, order::add);
        }
        List<Object> contents = new ArrayList<>();
        for (long entity : order) {
            Map<String, Object> values = new HashMap<>();
            values.put("enabled", world.isEnabled(entity));
            for (Component<?> component : List.of(
                    Name.TYPE,
                    InstanceOf.TYPE,
                    ChildOf.TYPE,
                    TreeType.DEFAULT.node(),
                    Level.SQUADS.node(),
                    Level.SQUADS.childOf(),
                    Component.of(Plain.class),
                    Component.of(Vectors.class),
                    Component.of(Lists.class),
                    Component.of(Objects.class),
                    Component.of(Place.class),
                    Component.of(Sealed.class),
                    Component.of(Hull.class),
                    Component.of(Mount.class))) {
                if (world.has(entity, component)) {
                    List<Object> value = new ArrayList<>();
                    value.add(world.isEnabled(entity, component));
                    value.add(plain(world.get(entity, component), null, order));
                    values.put(component.name(), value);
                }
            }
            contents.add(values);
        }
        return contents;
    }

    private static Object plain(Object value, RecordComponent field, List<Long> order) {
        if (value instanceof Record record && !(record instanceof Item)) {
            List<Object> fields = new ArrayList<>();
            for (RecordComponent each : record.getClass().getRecordComponents()) {
                each.getAccessor().setAccessible(true);
                try {
                    fields.add(plain(each.getAccessor().invoke(record), each, order));
                } catch (ReflectiveOperationException e) {
                    throw new AssertionError(e);
                }
            }
            return fields;
        } else if (value != null && value.getClass().isArray()) {
            List<Object> elements = new ArrayList<>();
            for (int i = 0; i < Array.getLength(value); i++) {
                elements.add(plain(Array.get(value, i), field, order));
            }
            return elements;
        }
        boolean isHandle = field != null && field.isAnnotationPresent(EntityHandle.class);
        return isHandle ? order.indexOf(value) : value;
    }
}
