package basalt.inspect;

import static basalt.inspect.InspectedScene.encoded;
import static basalt.inspect.InspectedScene.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.inspect.web.WebServer;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.World;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Numbers and texts of requests that are out of range: each is refused by an error that names the parameter. */
class InspectorParametersTest {
    private static final List<String> VALUES = List.of(
            "",
            " ",
            "-5",
            "-1",
            "0",
            "7.5",
            "2147483647",
            "2147483648",
            "9223372036854775807",
            "99999999999999999999",
            "NaN",
            "1e999",
            "-Infinity",
            "null",
            "true",
            "x",
            "\0",
            "\ud83d",
            "\u202e",
            ":",
            "1:",
            "-1:-1",
            "4294967295:4294967295",
            "99999999999:1",
            "1:2:3",
            ".",
            "..",
            "a.b.c",
            "[",
            "Matrix.m[99999999999] > 1",
            "Health.points < 99999999999999999999",
            "Title.text = x",
            "Title.text",
            "Health.points",
            "Position.x",
            "../../etc/passwd",
            "x".repeat(900));

    private final World world = World.create();
    private final InspectedScene scene = InspectedScene.of(
            world,
            options -> options.editable().history(10).limits = new WebServer.Limits(10_000, 10_000, 1_000_000, 8));
    private final long entity =
            world.spawn(new Health(1), new Position(1, 2), new Title("text", Title.Kind.ORC, new Object()));

    @AfterEach
    void close() {
        scene.close();
    }

    private void assertNoFault(HttpResponse<String> answer, String what) {
        assertTrue(answer.statusCode() < 500, () -> what + ": " + answer.statusCode() + " " + answer.body());
        assertTrue(
                answer.statusCode() == 200 || answer.body().startsWith("{\"error\":\""),
                () -> what + ": " + answer.body());
        assertTrue(!answer.body().contains("Exception") && !answer.body().contains("\"error\":null"), answer::body);
    }

    @Test
    void shouldRefuseWhatNoQuestionCanHave() {
        List<String> questions = List.of(
                "entities?query=*",
                "entities?offset=*",
                "entities?limit=*",
                "entities?query=Health&sort=*",
                "entities?query=Health&sort=Health.points&descending=*",
                "entities?query=Health&sort=Health.points&offset=*",
                "entities?show=*",
                "complete?query=*",
                "complete?query=Health&at=*",
                "entity?id=*",
                "find?text=*",
                "blocks?query=*",
                "blocks?offset=*",
                "blocks?limit=*",
                "difference?first=*&second=*",
                "watch?hz=*&view=nothing&view=nothing&view=nothing&view=nothing&view=nothing&view=nothing&view=a&view=b"
                        + "&view=c");
        for (String question : questions) {
            for (String value : VALUES) {
                String address = question.replace("*", encoded(value));
                assertNoFault(scene.send(scene.request(address).GET().build()), address);
            }
        }
    }

    @Test
    void shouldRefuseWhatNoChangeCanHave() {
        Map<String, String> parameters = new TreeMap<>();
        parameters.put("set", "entity component field lane value");
        parameters.put("add", "entity component");
        parameters.put("remove", "entity component");
        parameters.put("enable", "entity component");
        parameters.put("attach", "entity parent");
        parameters.put("destroy", "entity");
        parameters.put("spawn", "template prefab");
        parameters.put("name", "entity name");
        parameters.put("system", "name enabled");
        parameters.put("step", "count");
        parameters.put("speed", "scale");
        parameters.put("restore", "tick");
        Map<String, String> right =
                Map.of("entity", text(entity), "component", "Health", "field", "points", "lane", "0", "value", "1");
        for (String address : parameters.keySet()) {
            String[] names = parameters.get(address).split(" ");
            for (String wrong : names) {
                for (String value : VALUES) {
                    String[] form = new String[2 * names.length];
                    for (int i = 0; i < names.length; i++) {
                        form[2 * i] = names[i];
                        form[2 * i + 1] = names[i].equals(wrong) ? value : right.getOrDefault(names[i], "true");
                    }
                    assertNoFault(scene.tryPost(address, form), address + " " + String.join(" ", form));
                }
            }
        }
    }

    @Test
    void shouldSayThatATickIsNotNegative() {
        HttpResponse<String> answer = scene.tryPost("restore", "tick", "-5");
        assertEquals(400, answer.statusCode());
        assertEquals("{\"error\":\"parameter tick must be the number of a tick, 0 or more: -5\"}", answer.body());
    }
}
