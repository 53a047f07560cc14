package basalt.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.internal.Friend;
import basalt.match.MatchScan;
import basalt.runtime.WorldRuntime;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongPredicate;
import java.util.function.ToDoubleBiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryTextTest {
    private static final Friend<World, WorldRuntime> RUNTIMES = Friend.of(World.class, WorldRuntime.class);
    private static final ComponentNames NAMES = ComponentNames.of(List.of(
            Position.TYPE,
            Velocity.TYPE,
            Health.TYPE,
            Frozen.TYPE,
            Matrix.TYPE,
            Label.TYPE,
            Kinds.TYPE,
            Component.of(Bag.class)));

    record Bag(int[] items, long length) {}

    private static int count(World world, String text) {
        WorldRuntime runtime = RUNTIMES.internal(world);
        return new MatchScan.Counts()
                .count(QueryText.parse(text, NAMES).filter(), runtime.store().blocks())
                .rows();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "\"\" | 6",
                "Position | 3",
                "\"Position , Health\" | 2",
                "\"Position, !Health\" | 1",
                "Frozen or Health | 3",
                "basalt.storage.fixture.Health | 3",
                "Health.points < 20 | 1",
                "Health.points<=20 | 2",
                "Health.points > 20 | 1",
                "Health.points >= 20 | 2",
                "Health.points = 30 | 1",
                "Health.points != 30 | 2",
                "Health.points < -9223372036854775808 | 0",
                "Health.points > 9223372036854775807 | 0",
                "Health.points >= -9223372036854775808 | 3",
                "Position.x = 0.1 | 1",
                "Position.x < -Infinity | 0",
                "Position.x > Infinity | 0",
                "Position.x > -Infinity | 3",
                "Position.y = -0 | 3",
                "Position.y < 0 | 0",
                "Matrix.m[3] > 0.5 | 1",
                "\"Health.points > 5, Health.points < 25\" | 2",
                "Bag.items.length > 1 | 1",
                "Bag.items.length <= 1 | 1",
                "Bag.items.length = 0 | 1",
                "Bag.length != 7 | 1",
                "\"disabled\" | 7",
                "\"Health, disabled\" | 4"
            })
    void shouldSelectRows(String text, int expected) {
        try (World world = World.create()) {
            float[] cells = new float[16];
            cells[3] = 1;
            world.spawn(new Position(0.1f, 0), new Health(10));
            world.spawn(new Position(1, 0), new Health(20), new Frozen());
            world.spawn(new Position(2, 0), new Matrix(cells));
            world.spawn(new Health(30));
            world.spawn(new Bag(new int[] {8, 9}, 7));
            world.spawn(new Bag(new int[0], 0));
            world.disable(world.spawn(new Health(40)));
            assertEquals(expected, count(world, text.trim()), text);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "Helth | 0 | 5 | there is no component Helth; did you mean Health?",
                "\"Position, Helth\" | 10 | 5 | did you mean Health?",
                "Health.pints < 3 | 7 | 5 | it has points",
                "Frozen.x = 1 | 7 | 1 | it is a tag",
                "Health.points < x | 16 | 1 | needs a whole number: x",
                "Health.points < | 15 | 0 | the value is missing",
                "Position.x < NaN | 13 | 3 | nothing is equal to NaN",
                "Health.points | 0 | 13 | is a field",
                "\"Position,\" | 9 | 0 | the name of a component is missing",
                "Position Velocity | 9 | 1 | a comma is missing",
                "\"Position, !Position\" | 10 | 9 | both required and excluded",
                "Matrix.m > 1 | 0 | 8 | choose an element",
                "Matrix.m[16] > 1 | 9 | 2 | has the elements 0 to 15, not 16",
                "Matrix.m[99999999999] > 1 | 9 | 11 | not 99999999999",
                "Matrix.m[-1] > 1 | 9 | 0 | the number of an element is missing",
                "Matrix.m[3 > 1 | 11 | 1 | a ] is missing",
                "Matrix.m[3] | 11 | 0 | an operator is missing",
                "Health.points[1] > 1 | 14 | 1 | has the elements 0 to 0, not 1",
                "Position < 3 | 0 | 8 | only fields have values",
                "basalt.storage.fixture.Position = 3 | 0 | 31 | only fields have values",
                "Positon < 3 | 0 | 7 | did you mean Position?",
                "Positon.x < 3 | 0 | 7 | did you mean Position?",
                "points < 3 | 0 | 6 | only fields have values",
                "Bag.items = 1 | 0 | 9 | compare its length, as in Bag.items.length > 0",
                "Bag.items.length = x | 19 | 1 | needs a whole number: x",
                "Bag.length.length = 1 | 4 | 13 | it has items, length",
                "Label.text = 1 | 0 | 10 | reference"
            })
    void shouldPointAtErrors(String text, int at, int length, String message) {
        ApiException error = assertThrows(ApiException.class, () -> QueryText.parse(text.trim(), NAMES), text);
        assertTrue(error.getMessage().contains(message), error.getMessage());
        assertEquals(at, error.at, error.getMessage());
        assertEquals(length, error.length, error.getMessage());
    }

    @Test
    void shouldThrowNothingElseForAnyText() {
        Random random = new Random(1);
        String parts =
                "Position Health.points Matrix.m [ 3 ] < <= = != ! , or disabled 1 -2.5 NaN null 12:3 \u0000 . $ é";
        String[] words = parts.split(" ");
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(8); n > 0; n--) {
                text.append(words[random.nextInt(words.length)]).append(random.nextBoolean() ? " " : "");
            }
            String query = text.toString();
            try {
                QueryText.parse(query, NAMES);
            } catch (ApiException e) {
                assertTrue(e.at >= 0 && e.at + e.length <= query.length(), () -> query + ": " + e.getMessage());
            }
            QueryText.Completions.at(query, random.nextInt(10) - 1, NAMES);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Hea# | 0 | 3 | Health",
                "Position, !Fro# | 11 | 14 | Frozen",
                "Health.# | 7 | 7 | points",
                "Health.po#ints | 7 | 13 | points",
                "Bag.i# | 4 | 5 | items.length",
                "Bag.items.l# | 4 | 11 | items.length",
                "Bag.items.length # | 17 | 17 | <",
                "Health.points # | 14 | 14 | <",
                "Position # | 9 | 9 | or",
                "alt# | 0 | 3 | Health",
                "Kinds.flag = # | 13 | 13 | true",
                "Kinds.flag = tr#ue | 13 | 17 | true",
                "Kinds.flag =# true | 12 | 17 | true",
                "Kinds.flag = f#, Position | 13 | 14 | false",
                "Kinds.target != n#one | 16 | 20 | null"
            })
    void shouldComplete(String marked, int from, int to, String first) {
        int at = marked.indexOf('#');
        QueryText.Completions found = QueryText.Completions.at(marked.replace("#", ""), at, NAMES);
        assertEquals(first, found.options().get(0).text());
        assertEquals(from, found.from());
        assertEquals(to, found.to());
    }

    private static final List<Component<?>> COMPONENTS = List.of(Position.TYPE, Health.TYPE, Frozen.TYPE, Kinds.TYPE);
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
                assertEquals(expected, tryCount(world, text), () -> "query " + text);
            }
        }
    }

    /** The rows that match. A query that contradicts itself is refused, and matches nothing. */
    private static long tryCount(World world, String text) {
        try {
            return count(world, text);
        } catch (ApiException e) {
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

    /** A field of numbers, and its value. */
    private record Field(String name, Component<?> component, ToDoubleBiFunction<World, Long> value) {}

    /** The first two can have fractions. */
    private static final List<Field> FIELDS = List.of(
            new Field("Position.y", Position.TYPE, (world, entity) -> world.get(entity, Position.Y)),
            new Field("Kinds.f64", Kinds.TYPE, (world, entity) -> world.get(entity, Kinds.F64)),
            new Field("Kinds.i8", Kinds.TYPE, (world, entity) -> world.get(entity, Kinds.I8)),
            new Field("Kinds.i16", Kinds.TYPE, (world, entity) -> world.get(entity, Kinds.I16)),
            new Field("Kinds.i32", Kinds.TYPE, (world, entity) -> world.get(entity, Kinds.I32)),
            new Field("Kinds.i64", Kinds.TYPE, (world, entity) -> world.get(entity, Kinds.I64)),
            new Field("Health.points", Health.TYPE, (world, entity) -> world.get(entity, Health.POINTS)));

    private Part number(World world) {
        String operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
        boolean isTenth = random.nextBoolean();
        String written = (isTenth ? "0." : "") + random.nextInt(6);
        Field field = FIELDS.get(random.nextInt(isTenth ? 2 : FIELDS.size()));
        double number = field.name.equals("Position.y") ? Float.parseFloat(written) : Double.parseDouble(written);
        return new Part(field.name + operator + written, entity -> {
            if (!world.has(entity, field.component)) {
                return false;
            }
            int compared = Double.compare(field.value.applyAsDouble(world, entity), number);
            return compared == 0
                    ? operator.contains("=") && !operator.equals("!=")
                    : compared < 0 ? operator.matches("<=?|!=") : operator.matches(">=?|!=");
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
