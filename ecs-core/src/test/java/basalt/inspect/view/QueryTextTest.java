package basalt.inspect.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryTextTest {
    private static final Friend<World, WorldRuntime> RUNTIMES = Friend.of(World.class, WorldRuntime.class);
    private static final ComponentNames NAMES = ComponentNames.of(
            List.of(Position.TYPE, Velocity.TYPE, Health.TYPE, Frozen.TYPE, Matrix.TYPE, Label.TYPE, Kinds.TYPE));

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
                "\"\" | 4",
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
                "Position.x = 0.1 | 1",
                "Matrix.m[3] > 0.5 | 1",
                "\"Health.points > 5, Health.points < 25\" | 2",
                "\"disabled\" | 5",
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
                "Label.text = 1 | 0 | 10 | reference"
            })
    void shouldPointAtErrors(String text, int at, int length, String message) {
        QueryTextException error =
                assertThrows(QueryTextException.class, () -> QueryText.parse(text.trim(), NAMES), text);
        assertTrue(error.getMessage().contains(message), error.getMessage());
        assertEquals(at, error.at(), error.getMessage());
        assertEquals(length, error.length(), error.getMessage());
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
            } catch (QueryTextException e) {
                assertTrue(e.at() >= 0 && e.at() + e.length() <= query.length(), () -> query + ": " + e.getMessage());
            }
            Completions.at(query, random.nextInt(10) - 1, NAMES);
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
        Completions found = Completions.at(marked.replace("#", ""), at, NAMES);
        assertEquals(first, found.options().get(0).text());
        assertEquals(from, found.from());
        assertEquals(to, found.to());
    }
}
