package basalt.inspect.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.internal.Friend;
import basalt.match.MatchScan;
import basalt.runtime.WorldRuntime;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

/** Random queries as text find what going through all entities finds. */
class QueryModelTest {
    private static final Friend<World, WorldRuntime> RUNTIMES = Friend.of(World.class, WorldRuntime.class);
    private static final List<Component<?>> COMPONENTS = List.of(Position.TYPE, Health.TYPE, Frozen.TYPE, Kinds.TYPE);
    private static final ComponentNames NAMES = ComponentNames.of(COMPONENTS);
    private static final List<String> OPERATORS = List.of("<", "<=", ">", ">=", "=", "!=");
    private static final int ENTITIES = 200;
    private static final int QUERIES = 3_000;

    private final Random random = new Random(7);
    private final List<Long> entities = new ArrayList<>();

    /** A part of a query, and whether an entity fulfils it. */
    private record Part(String text, LongPredicate isFulfilled) {}

    @Test
    void shouldFindTheSameAsAModel() {
        try (World world = World.create()) {
            populate(world);
            for (int i = 0; i < QUERIES; i++) {
                List<Part> parts = new ArrayList<>();
                for (int n = random.nextInt(4); n > 0; n--) {
                    parts.add(part(world));
                }
                boolean hasDisabled = random.nextInt(4) == 0;
                List<String> texts =
                        new ArrayList<>(parts.stream().map(Part::text).toList());
                if (hasDisabled) {
                    texts.add("disabled");
                }
                String text = String.join(random.nextBoolean() ? ", " : ",", texts);
                long expected = entities.stream()
                        .filter(entity -> hasDisabled || world.isEnabled(entity))
                        .filter(entity -> parts.stream().allMatch(part -> part.isFulfilled.test(entity)))
                        .count();
                assertEquals(expected, count(world, text, parts), () -> "query " + text);
            }
        }
    }

    /** The rows that match; -1 is never expected. A query that contradicts itself is refused, and matches nothing. */
    private static long count(World world, String text, List<Part> parts) {
        WorldRuntime runtime = RUNTIMES.internal(world);
        try {
            return new MatchScan.Counts()
                    .count(
                            QueryText.parse(text, NAMES).filter(),
                            runtime.store().blocks())
                    .rows();
        } catch (QueryTextException e) {
            return e.getMessage().contains("both required and excluded") ? 0 : -1;
        }
    }

    private void populate(World world) {
        for (int i = 0; i < ENTITIES; i++) {
            long entity = world.spawn();
            entities.add(entity);
            if (random.nextBoolean()) {
                world.add(entity, new Position(random.nextInt(5), random.nextInt(5) / 10f));
            }
            if (random.nextBoolean()) {
                world.add(entity, new Health(random.nextInt(5)));
            }
            if (random.nextInt(3) == 0) {
                world.add(entity, new Frozen());
            }
            if (random.nextBoolean()) {
                world.add(
                        entity,
                        new Kinds(
                                random.nextInt(3),
                                random.nextInt(3) / 10.0,
                                (byte) random.nextInt(3),
                                (short) random.nextInt(3),
                                random.nextInt(3),
                                random.nextInt(3),
                                random.nextBoolean(),
                                random.nextBoolean() ? Entity.NULL : entities.get(random.nextInt(3) % (i + 1)),
                                "text"));
            }
            if (random.nextInt(10) == 0) {
                world.disable(entity);
            }
        }
    }

    private Part part(World world) {
        Component<?> component = COMPONENTS.get(random.nextInt(COMPONENTS.size()));
        Component<?> other = COMPONENTS.get(random.nextInt(COMPONENTS.size()));
        String name = random.nextBoolean() ? NAMES.shortName(component) : component.name();
        return switch (random.nextInt(6)) {
            case 0 -> new Part(name, entity -> world.has(entity, component));
            case 1 -> new Part("! " + name, entity -> !world.has(entity, component));
            case 2 ->
                new Part(
                        name + " or " + NAMES.shortName(other),
                        entity -> world.has(entity, component) || world.has(entity, other));
            case 3 -> number(world);
            case 4 -> flag(world);
            default -> target(world);
        };
    }

    private Part number(World world) {
        String operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
        int value = random.nextInt(6);
        boolean isTenth = random.nextBoolean();
        String written = isTenth ? "0." + value : String.valueOf(value);
        return switch (random.nextInt(isTenth ? 2 : 7)) {
            case 0 ->
                compare(
                        world,
                        Position.TYPE,
                        "Position.y",
                        operator,
                        written,
                        entity -> Float.compare(world.get(entity, Position.Y), Float.parseFloat(written)));
            case 1 ->
                compare(
                        world,
                        Kinds.TYPE,
                        "Kinds.f64",
                        operator,
                        written,
                        entity -> Double.compare(world.get(entity, Kinds.F64), Double.parseDouble(written)));
            case 2 ->
                compare(
                        world,
                        Kinds.TYPE,
                        "Kinds.i8",
                        operator,
                        written,
                        entity -> Integer.compare(world.get(entity, Kinds.I8), value));
            case 3 ->
                compare(
                        world,
                        Kinds.TYPE,
                        "Kinds.i16",
                        operator,
                        written,
                        entity -> Integer.compare(world.get(entity, Kinds.I16), value));
            case 4 ->
                compare(
                        world,
                        Kinds.TYPE,
                        "Kinds.i32",
                        operator,
                        written,
                        entity -> Integer.compare(world.get(entity, Kinds.I32), value));
            case 5 ->
                compare(
                        world,
                        Kinds.TYPE,
                        "Kinds.i64",
                        operator,
                        written,
                        entity -> Long.compare(world.get(entity, Kinds.I64), value));
            default ->
                compare(
                        world,
                        Health.TYPE,
                        "Health.points",
                        operator,
                        written,
                        entity -> Integer.compare(world.get(entity, Health.POINTS), value));
        };
    }

    private interface Comparing {
        int compare(long entity);
    }

    private static Part compare(
            World world, Component<?> component, String field, String operator, String value, Comparing comparing) {
        return new Part(field + operator + value, entity -> {
            if (!world.has(entity, component)) {
                return false;
            }
            int compared = comparing.compare(entity);
            return switch (operator) {
                case "<" -> compared < 0;
                case "<=" -> compared <= 0;
                case ">" -> compared > 0;
                case ">=" -> compared >= 0;
                case "=" -> compared == 0;
                default -> compared != 0;
            };
        });
    }

    private Part flag(World world) {
        boolean value = random.nextBoolean();
        boolean isEqual = random.nextBoolean();
        return new Part(
                "Kinds.flag" + (isEqual ? " = " : " != ") + value,
                entity -> world.has(entity, Kinds.TYPE) && (world.get(entity, Kinds.FLAG) == value) == isEqual);
    }

    private Part target(World world) {
        long value = random.nextBoolean() ? Entity.NULL : entities.get(random.nextInt(3));
        boolean isEqual = random.nextBoolean();
        String text = value == Entity.NULL ? "null" : Entity.index(value) + ":" + Entity.generation(value);
        return new Part(
                "Kinds.target" + (isEqual ? "=" : "!=") + text,
                entity -> world.has(entity, Kinds.TYPE) && (world.get(entity, Kinds.TARGET) == value) == isEqual);
    }
}
