package basalt.inspect;

import static basalt.inspect.InspectedScene.assertMatches;
import static basalt.inspect.InspectedScene.encoded;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Length;
import basalt.inspect.InspectedScene.Title;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.World;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The address {@code points}. */
class ScatterPointsTest {
    private static final String PLACES = "points?x=Position.x&y=Position.y";

    record Shape(@Length(3) double[] size, long mass, byte flags) {}

    private final World world = World.create();
    private final InspectedScene scene = InspectedScene.of(world, options -> {});

    @AfterEach
    void close() {
        scene.close();
    }

    private static ByteBuffer decoded(String json, String member) {
        String base64 = json.replaceAll(".*\"" + member + "\":\"([^\"]*)\".*", "$1");
        return ByteBuffer.wrap(Base64.getDecoder().decode(base64)).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static double[] values(String json) {
        double[] values = new double[decoded(json, "values").limit() / Double.BYTES];
        decoded(json, "values").asDoubleBuffer().get(values);
        return values;
    }

    private static long[] entities(String json) {
        LongBuffer buffer = decoded(json, "entities").asLongBuffer();
        long[] entities = new long[buffer.limit()];
        buffer.get(entities);
        return entities;
    }

    private static long number(String json, String member) {
        return Long.parseLong(json.replaceAll(".*\"" + member + "\":(\\d+).*", "$1"));
    }

    @Test
    void shouldShowTheColumnsOfMatchingRows() {
        long first = world.spawn(new Position(1, 2), new Health(10));
        world.spawn(new Position(9, 9), new Health(5), new Frozen());
        long second = world.spawn(new Position(-1.5f, Float.MAX_VALUE), new Health(-3));
        String flat = scene.get(PLACES + "&query=" + encoded("Health, !Frozen"));
        assertMatches(
                "{'tick':#,'query':'Health, !Frozen','count':2,'incomplete':0,'notFinite':0,'every':1,'points':2,"
                        + "'complete':true,'entities':'~','values':'~'}",
                flat);
        assertArrayEquals(new long[] {first, second}, entities(flat));
        assertArrayEquals(new double[] {1, 2, -1.5, Float.MAX_VALUE}, values(flat));
        assertArrayEquals(
                new double[] {1, 2, 10, -1.5, Float.MAX_VALUE, -3},
                values(scene.get(PLACES + "&z=Health.points&query=" + encoded("!Frozen"))));
    }

    @Test
    void shouldReadAllKindsOfNumbers() {
        world.spawn(new Shape(new double[] {1, 1e300, 3}, 1L << 40, (byte) -1));
        assertArrayEquals(
                new double[] {1e300, 1L << 40, -1},
                values(scene.get("points?x=" + encoded("Shape.size[1]") + "&y=Shape.mass&z=Shape.flags")));
    }

    @Test
    void shouldLeaveOutWhatHasNoPlace() {
        world.spawn(new Health(1));
        world.spawn(new Position(Float.NaN, 1), new Health(2));
        world.spawn(new Position(1, Float.NEGATIVE_INFINITY));
        world.spawn(new Position(3, 4));
        String points = scene.get(PLACES);
        assertMatches("~'count':3,'incomplete':1,'notFinite':2,'every':1,'points':1,~", points);
        assertArrayEquals(new double[] {3, 4}, values(points));
    }

    @Test
    void shouldShowAWorldWithoutEntities() {
        world.destroy(world.spawn(new Position(1, 2)));
        scene.assertShows(
                "~'count':0,'incomplete':0,'notFinite':0,'every':1,'points':0,'complete':true,'entities':'',"
                        + "'values':''}",
                PLACES);
    }

    @Test
    void shouldTakeAPartOfManyEntitiesAndKeepIt() {
        long[] all = new long[1_000];
        Arrays.setAll(all, i -> world.spawn(new Position(i, i)));
        String points = scene.get(PLACES + "&limit=200");
        long every = number(points, "every");
        assertEquals(8, every, points);
        assertEquals(1_000, number(points, "count"));
        long[] taken = entities(points);
        assertEquals(1_000 / every, taken.length, 20);
        for (int i = 0; i < 100; i++) {
            world.destroy(all[i]);
            world.spawn(new Frozen());
        }
        Set<Long> later = LongStream.of(entities(scene.get(PLACES + "&limit=200")))
                .boxed()
                .collect(Collectors.toSet());
        assertEquals(
                LongStream.of(taken).filter(world::isAlive).boxed().collect(Collectors.toSet()),
                later,
                "the same entities, without those that are gone");
        assertEquals(1_000, number(scene.get(PLACES + "&limit=1000&query=disabled"), "count") + 100);
    }

    @Test
    void shouldCountAllRowsWithoutAPlaceThoughAPartIsTaken() {
        int sparse = 0;
        int disabled = 0;
        int notFinite = 0;
        for (int i = 0; i < 20_000; i++) {
            boolean isNumber = i % 7 != 0;
            long entity = world.spawn(new Position(i, isNumber ? i : Float.NaN));
            if (i % 3 == 0) {
                world.destroy(entity);
            } else if (i % 10 == 0) {
                world.disable(entity);
                disabled++;
            } else if (i % 11 == 0) {
                world.remove(entity, Position.class);
                sparse++;
            } else {
                notFinite += isNumber ? 0 : 1;
            }
        }
        int count = 20_000 - 6_667 - disabled - sparse;
        String points = scene.get(PLACES + "&limit=500");
        assertMatches(
                "~'count':" + count + ",'incomplete':" + sparse + ",'notFinite':" + notFinite + ",'every':#,~", points);
        assertEquals((count - notFinite) / (double) number(points, "every"), number(points, "points"), 100);
        for (double value : values(points)) {
            assertTrue(value % 7 != 0 && value % 3 != 0 && value % 10 != 0 && value % 11 != 0, "taken: " + value);
        }
    }

    @Test
    void shouldTakeAllUpToTheLimit() {
        for (int i = 0; i < 100; i++) {
            world.spawn(new Position(i, i));
        }
        assertEquals(100, number(scene.get(PLACES + "&limit=100"), "points"));
        world.spawn(new Position(0, 0));
        assertEquals(2, number(scene.get(PLACES + "&limit=100"), "every"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400 | x=Position.x | parameter y is missing",
                "400 | x=Position.x&y= | a column is a component and a field",
                "400 | x=Position.x&y=Position | a column is a component and a field",
                "404 | x=Position.x&y=Position.z | has no field z",
                "404 | x=Positoin.x&y=Position.y | there is no component Positoin; did you mean Position?",
                "400 | x=Position.x&y=Title.text | Title.text has no numbers: it is of kind string",
                "400 | x=Position.x&y=Title.kind | Title.kind has no numbers: it is of kind enum",
                "400 | x=Position.x&y=Shape.size | Shape.size: choose an element from [0] to [2]",
                "400 | x=Position.x&y=Shape.size[3] | Shape.size[3]: choose an element from [0] to [2]",
                "400 | x=Position.x&y=Position.y[1] | choose an element from [0] to [0]",
                "400 | x=Position.x&y=Position.y&query=Positoin | 'at':0,'length':8",
                "400 | x=Position.x&y=Position.y&limit=99 | limit must be a whole number from 100 to 20000: 99"
            },
            quoteCharacter = '`')
    void shouldRefuseWhatIsWrong(int status, String parameters, String message) {
        world.spawn(new Position(1, 2), new Title("a", null, null), new Shape(new double[3], 1, (byte) 1));
        assertMatches(
                "~" + message + "~",
                scene.get(status, "points?" + parameters.replace("[", "%5B").replace("]", "%5D")));
    }
}
