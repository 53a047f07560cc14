package basalt.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.LeakCheck;
import basalt.save.Saves;
import basalt.text.Level.Place;
import basalt.world.World;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong texts: each error has its place, says what to do, and changes nothing. */
@ExtendWith(LeakCheck.class)
class TextErrorsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | 1 | 1 | there is no document",
                "{'entities': [] | 1 | 16 | this is no JSON: Unexpected end-of-input",
                "{'entities': []} {} | 1 | 18 | has ended before",
                "[] | 1 | 1 | a document must be an object",
                "{'entitis': []} | 1 | 2 | did you mean entities?",
                "{ // all~'entities': []} | 1 | 3 | JSON has no comments: remove this one",
                "{'entities': [/* none */]} | 1 | 15 | JSON has no comments: remove this one",
                "{'entities': {}} | 1 | 14 | entities must be an array, as [1, 2], not an object",
                "{'entities': [3]} | 1 | 15 | an entity must be an object",
                "{'entities': [{'Place': {}, 'Place': {}}]} | 1 | 29 | is there twice",
                "{'entities': [{'Plaice': {}}]} | 1 | 16 | did you mean Place?",
                "{'entities': [{'Place': []}]} | 1 | 25 | Place must be an object",
                "{'entities': [{'Place': {'zz': 1}}]} | 1 | 26 | record Place has no field zz; its fields are [x, y]",
                "{'entities': [{'Place': {'x': 'a'}}]} | 1 | 31 | x (float) must be a number, 'NaN'",
                "{'entities': [{'Place': {'x': 1e39}}]} | 1 | 31 | x (float) must be 0, from 1.4E-45 to 3.4028235E38",
                "{'entities': [{'Place': {'x': 1e-99}}]} | 1 | 31 | x (float) must be 0, from 1.4E-45 to 3.4028235E38",
                "{'entities': [{'Place': {'x': 1e-9999999999}}]} | 1 | 31 | or minus that: 1e-9999999999",
                "{'entities': [{'Place': {'x': 1e9999999999}}]} | 1 | 31 | or minus that: 1e9999999999",
                "{'entities': [{'Place': {'x': null}}]} | 1 | 31 | x (float) must not be null",
                "{'entities': [{'Hull': {'points': 1.5}}]} | 1 | 35 | points (int) must be a whole number, not 1.5",
                "{'entities': [{'Hull': {'points': 2147483648}}]} | 1 | 35 | must be from -2147483648 to 2147483647",
                "{'entities': [{'Hull': {'points': 9223372036854775808}}]} | 1 | 35 | must be from -2147483648 to",
                "{'entities': [{'Hull': {'kind': 'STEAL'}}]} | 1 | 33 | did you mean STEEL?",
                "{'entities': [{'Hull': {'kind': 1}}]} | 1 | 33 | kind (Kind) must be one of [STEEL, WOOD], not 1",
                "{'entities': [{'Hull': {'steel': [1]}}]} | 1 | 34 | steel (short[]) must have 3 elements, not 1",
                "{'entities': [{'Hull': {'steel': [1, 2, 99999]}}]} | 1 | 41 | steel (short) must be from -32768",
                "{'entities': [{'Captain': {'letters': null}}]} | 1 | 39 | letters (List) must not be null",
                "{'entities': [{'Captain': {'letters': [1]}}]} | 1 | 40 | letters (String) must be text, not 1",
                "{'entities': [{'Sets': {'names': ['a', 'b', 'a']}}]} | 1 | 45 | names has this element twice",
                "{'entities': [{'Sets': {'byNumber': [[1, 2], [1, 3]]}}]} | 1 | 47 | byNumber has this key twice",
                "{'entities': [{'name': 1}]} | 1 | 24 | name must be text, not 1",
                "{'entities': [{'name': 'a/b'}]} | 1 | 24 | a name must not contain /",
                "{'entities': [{'id': 'a'}]} | 1 | 22 | an id must begin with #",
                "{'entities': [{'id': '#a'}, {'id': '#a'}]} | 1 | 36 | another entity has the id #a",
                "{'entities': [{'disabled': 1}]} | 1 | 28 | disabled must be true or false, not 1",
                "{'entities': [{'disabledComponents': ['Place']}]} | 1 | 39 | has no component Place that could be",
                "{'entities': [{'without': ['Place']}]} | 1 | 28 | has no component Place that could be left out",
                "{'entities': [{'children': {}}]} | 1 | 28 | children must be an array",
                "{'entities': [{'parts': {}}]} | 1 | 16 | only an instance of a prefab has parts",
                "{'entities': [{'prefab': 'tank'}]} | 1 | 26 | there is no prefab tank; its prefabs are [gun]",
                "{'entities': [{'prefab': 'gin'}]} | 1 | 26 | there is no prefab gin; did you mean gun?",
                "{'entities': [{'prefab': 'gun', 'parts': {'barel': {}}}]} | 1 | 43 | did you mean barrel?",
                "{'entities': [{'prefab': 'gun', 'parts': {'rear': {}}}]} | 1 | 43 | there is no entity 'rear'",
                "{'entities': [{'prefab': 'gun', 'parts': {'barrel/#0': {}}}]} | 1 | 43 | there is no entity '#0'",
                "{'entities': [{'prefab': 'gun', 'parts': {'#0': {'prefab': 'gun'}}}]} | 1 | 50 | no member 'prefab'",
                "{'entities': [{'prefab': 'gun', 'parts': {'#0': {}, 'barrel': {}}}]} | 1 | 53 | described twice",
                "{'entities': [{'Mount': {'on': 'a'}}]} | 1 | 32 | there is no entity 'a' for the reference 'a'",
                "{'entities': [{'Mount': {'on': '#7'}}]} | 1 | 32 | there is no entity '#7'",
                "{'entities': [{'Mount': {'on': 7}}]} | 1 | 32 | a reference must be null, a name, a path",
                "{'entities': [{'name': 'a'}, {'name': 'a', 'Mount': {'on': 'a'}}]} | 1 | 60 | 2 entities are",
                "{'entities': [{'name': 'ab', 'Mount': {'on': 'abc'}}]} | 1 | 46 | did you mean ab?",
                "{'entities': [{'trees': {'x': []}}]} | 1 | 26 | there is no tree type x",
                "{'entities': [{'basalt.component.ChildOf': {}}]} | 1 | 16 | is written as the member children",
                "{'entities': [{'basalt.world.Name': {}}]} | 1 | 16 | is written as the member name",
                "{'entities': [{'Odd': {'value': {}}}]} | 1 | 33 | has type java.lang.Object, which has no text",
                "{'entities': [{'Strict': {'least': 2, 'most': 1}}]} | 1 | 26 | refuses these values",
                "{'prefabs': {'a': {'prefab': 'b'}, 'b': {'prefab': 'a'}}} | 1 | 52 | prefab a is made of itself",
                "{'prefabs': {'a': {'children': [{'prefab': 'a'}]}}} | 1 | 44 | prefab a is made of itself",
                "{'prefabs': {'a': {'Mount': {'on': 'a'}}}, 'entities': [{'name': 'a'}]} | 1 | 36 | no entity 'a'",
                "{'prefabs': {'a': {'trees': {}}}} | 1 | 20 | a prefab has no other tree",
                "{'prefabs': {'a': {'children': [{'Place': {'x':~~ 'q'}}]}}} | 3 | 2 | x (float) must be a number",
            })
    void shouldSayWhereAndWhat(String text, int line, int column, String message) {
        String document = text.replace('\'', '"').replace('~', '\n');
        try (World world = World.create()) {
            WorldText ofWorld = WorldText.of(
                    world,
                    Place.class,
                    Level.Hull.class,
                    Level.Mount.class,
                    Level.Captain.class,
                    Sets.class,
                    Odd.class,
                    Strict.class);
            Level.read(ofWorld, "{\"prefabs\": {\"gun\": {\"children\": [{\"name\": \"barrel\"}]}}}");
            world.spawn(new Place(1, 2));
            long hash = Saves.stateHash(world);
            TextFormatException e =
                    assertThrows(TextFormatException.class, () -> Level.read(ofWorld, document), document);
            assertEquals(line + ":" + column, e.line() + ":" + e.column(), e.getMessage());
            assertTrue(e.getMessage().startsWith("line " + line + ", column " + column + ": "), e.getMessage());
            assertTrue(e.getMessage().contains(message.replace('\'', '"')), e.getMessage());
            assertEquals(hash, Saves.stateHash(world));
            assertEquals(1, world.entityCount());
            assertEquals("[gun]", ofWorld.prefabs().toString());
        }
    }

    @Test
    void shouldSayWhereTheLimitsOfTheLibraryAre() {
        try (World world = World.create()) {
            WorldText text = Level.of(world);
            Level.read(text, "{\"entities\": [{\"Place\": {\"x\": 0e-9999999999}}]}");
            for (String tooMuch : new String[] {"[".repeat(2000), "1".repeat(2000)}) {
                TextFormatException e =
                        assertThrows(TextFormatException.class, () -> Level.read(text, "{\n\"entities\": " + tooMuch));
                assertEquals(2, e.line(), e.getMessage());
                assertTrue(e.column() > 10, e.getMessage());
            }
            String key = "k".repeat(100_000);
            long[] read = Level.read(text, "{\"entities\": [{\"Captain\": {\"visits\": {\"" + key + "\": 1}}}]}");
            assertEquals(Map.of(key, 1), world.get(read[0], Level.Captain.class).visits());
        }
    }

    @Test
    void shouldQuoteTheBeginningsOfLongValues() {
        try (World world = World.create()) {
            WorldText text = Level.of(world);
            String longText = "l".repeat(100_000);
            for (String entity : new String[] {
                "'Place': {'x': '%s'}",
                "'Place': {'%s': 1}",
                "'%s': {}",
                "'Mount': {'on': '%s'}",
                "'id': '%s'",
                "'prefab': '%s'",
                "'disabled': '%s'",
                "'without': ['%s']",
                "'trees': {'%s': []}"
            }) {
                String document = "{'entities': [{" + entity.formatted(longText) + "}]}";
                TextFormatException e =
                        assertThrows(TextFormatException.class, () -> Level.read(text, document.replace('\'', '"')));
                assertTrue(e.getMessage().length() < 500, e.getMessage());
                assertTrue(e.getMessage().contains("l".repeat(99)), e.getMessage());
            }
        }
    }

    record Sets(Set<String> names, Map<Integer, Integer> byNumber) {}

    record Odd(Object value) {}

    record Strict(int least, int most) {
        Strict {
            if (least > most) {
                throw new IllegalArgumentException("least=" + least + " is more than most=" + most);
            }
        }
    }

    @Test
    void shouldSkipAByteOrderMark() {
        try (World world = World.create()) {
            assertEquals(1, Level.read(Level.of(world), "\ufeff{\"entities\": [{}]}").length);
        }
    }

    @Test
    void shouldReadNoTruncatedText() {
        String text = WorldTextTest.harbour();
        try (World world = World.create()) {
            WorldText ofWorld = Level.of(world);
            for (int length = 0; length < text.stripTrailing().length(); length++) {
                String part = text.substring(0, length);
                assertThrows(TextFormatException.class, () -> Level.read(ofWorld, part), part);
            }
            assertEquals(0, world.entityCount());
        }
    }

    @Test
    void shouldReadDamagedTextOrNothing() {
        Random random = new Random(1);
        String text = WorldTextTest.harbour();
        int errors = 0;
        try (World world = World.create()) {
            WorldText ofWorld = Level.of(world);
            for (int i = 0; i < 300; i++) {
                StringBuilder damaged = new StringBuilder(text);
                int at = random.nextInt(text.length());
                String other = "\"{}[],:#/-0e\\n ab".substring(random.nextInt(12));
                int end = Math.min(text.length(), at + random.nextInt(3));
                damaged.replace(at, end, other.substring(0, random.nextInt(3)));
                try {
                    for (long root : Level.read(ofWorld, damaged.toString())) {
                        world.destroy(root);
                    }
                    Level.write(ofWorld);
                } catch (TextFormatException e) {
                    errors++;
                }
                assertEquals(0, world.entityCount(), damaged.toString());
            }
        }
        assertTrue(errors > 100 && errors < 300, "errors=" + errors);
    }
}
