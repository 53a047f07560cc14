package basalt.inspect;

import static basalt.inspect.InspectedScene.encoded;
import static basalt.inspect.InspectedScene.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.inspect.InspectedScene.Title;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.World;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may use the interface, and what they may send. */
class InspectorAccessTest {
    private static final String WITH_TOKEN = "/api/v1/status?token=" + InspectedScene.TOKEN;

    private InspectedScene scene = InspectedScene.of(World.create(), InspectorBuilder::editable);

    @AfterEach
    void close() {
        scene.close();
    }

    private HttpResponse<String> send(String path, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + scene.inspector.port() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return scene.send(request.build());
    }

    private void assertStatus(int status, String path, String... headers) {
        assertEquals(status, send(path, headers).statusCode(), path);
    }

    private void assertStatus(int status, HttpRequest.Builder request) {
        HttpResponse<String> answer = scene.send(request.build());
        assertEquals(status, answer.statusCode(), answer::body);
    }

    @Test
    void shouldServeThePageAndItsFilesToEveryone() {
        HttpResponse<String> page = send("/");
        assertEquals(200, page.statusCode());
        assertTrue(page.body().contains("<script type=\"module\" src=\"/main.js\">"));
        assertEquals(
                "text/html; charset=utf-8",
                page.headers().firstValue("Content-Type").orElseThrow());
        for (String file : List.of(
                "style.css",
                "main.js",
                "api.js",
                "choices.js",
                "dom.js",
                "query.js",
                "entities.js",
                "entity.js",
                "systems.js",
                "memory.js",
                "time.js")) {
            assertStatus(200, "/" + file);
        }
        for (String file : List.of("/nothing.js", "/../Inspector.class", "/./main.js", "/page")) {
            assertStatus(404, file);
        }
    }

    @Test
    void shouldForbidBrowsersToLoadAnythingFromElsewhere() {
        HttpResponse<String> page = send("/");
        String policy = page.headers().firstValue("Content-Security-Policy").orElseThrow();
        assertTrue(policy.startsWith("default-src 'none'; script-src 'self'; style-src 'self';"), policy);
        assertTrue(policy.contains("frame-ancestors 'none'"), policy);
        assertEquals("no-store", page.headers().firstValue("Cache-Control").orElseThrow());
        assertEquals("no-referrer", page.headers().firstValue("Referrer-Policy").orElseThrow());
        assertFalse(page.headers().firstValue("Set-Cookie").isPresent());
        assertFalse(page.headers().firstValue("Access-Control-Allow-Origin").isPresent());
        assertFalse(page.body().contains("http://") || page.body().contains("https://"));
    }

    @Test
    void shouldRequireTheToken() {
        assertStatus(403, "/api/v1/status");
        assertStatus(403, "/api/v1/status?token=wrong");
        assertStatus(403, WITH_TOKEN + "&token=" + InspectedScene.TOKEN);
        assertStatus(403, "/api/v1/status", "Authorization", "Bearer " + InspectedScene.TOKEN + "0");
        assertStatus(403, "/api/v1/watch?view=status");
        assertStatus(200, WITH_TOKEN);
        assertStatus(200, "/api/v1/status", "Authorization", "Bearer " + InspectedScene.TOKEN);
    }

    @Test
    void shouldRefusePagesOfOtherSites() {
        assertStatus(403, WITH_TOKEN, "Origin", "http://evil.example");
        assertStatus(403, WITH_TOKEN, "Origin", "null");
        assertStatus(403, "/", "Origin", "http://evil.example");
        assertStatus(200, WITH_TOKEN, "Origin", "http://127.0.0.1:" + scene.inspector.port());
    }

    @ParameterizedTest
    @CsvSource({
        "403, Host: evil.example:#",
        "403, Host: 127.0.0.1.evil.example",
        "403, Accept: text/html",
        "200, Host: 127.0.0.1:#",
        "200, Host: localhost:#",
        "200, Host: [::1]:#"
    })
    void shouldRefuseNamesThatOtherSitesLetPointHere(int status, String header) {
        int port = scene.inspector.port();
        assertEquals(status, new RawRequest(port).get("/", header.replace("#", "" + port)));
    }

    @Test
    void shouldRefuseOtherMethodsAndTypes() {
        assertStatus(405, scene.request("status").PUT(BodyPublishers.ofString("x")));
        assertStatus(405, scene.request("status").DELETE());
        assertStatus(405, scene.request("status").method("OPTIONS", BodyPublishers.noBody()));
        assertStatus(404, scene.request("nothing").POST(BodyPublishers.noBody()));
        HttpResponse<String> json = scene.send(scene.request("destroy")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"entity\":\"1:1\"}"))
                .build());
        assertEquals(400, json.statusCode());
        assertTrue(json.body().contains("application/x-www-form-urlencoded"), json.body());
    }

    @Test
    void shouldRefuseWhatIsTooLarge() {
        scene.get(413, "status?x=" + "x".repeat(9_000));
        scene.assertRefused(413, "at most", "name", "entity=1:1&name=" + "x".repeat(70_000));
        scene.get(400, "status?" + "a&".repeat(70));
        scene.get(400, "entities?query=" + "x".repeat(1_001));
        scene.get(400, "watch");
        scene.get(400, "watch?" + "view=status&".repeat(9));
        scene.get(400, "watch?hz=31&view=status");
    }

    @Test
    void shouldListenWhereItIsTold() throws Exception {
        scene.close();
        InetAddress all = InetAddress.getByName("0.0.0.0");
        scene = InspectedScene.of(World.create(), options -> options.address(all));
        assertTrue(scene.inspector.address().startsWith("http://127.0.0.1:"), scene.inspector.address());
        assertStatus(200, "/");
    }

    /** Goes on without a limit of the requests in a second, with an entity. */
    private long restartWithoutLimits() {
        scene.close();
        WebServer.Limits limits = new WebServer.Limits(10_000, 10_000, 1_000_000, 8);
        scene = InspectedScene.of(World.create(), options -> options.editable().history(10).limits = limits);
        return scene.world.spawn(new Health(1), new Position(1, 2), new Title("text", Title.Kind.ORC, new Object()));
    }

    private static final String WRONG = "| |-5|-1|0|7.5|2147483647|2147483648|9223372036854775807|99999999999999999999"
            + "|NaN|1e999|-Infinity|null|true|x|\0|\ud83d|\u202e|:|1:|-1:-1|4294967295:4294967295|99999999999:1|1:2:3"
            + "|.|..|a.b.c|[|Matrix.m[99999999999] > 1|Health.points < 99999999999999999999|Title.text = x|Title.text"
            + "|Health.points|Position.x|../../etc/passwd|";
    private static final List<String> VALUES = List.of((WRONG + "x".repeat(900)).split("\\|"));

    private void assertNoFault(HttpResponse<String> answer, String what) {
        assertTrue(answer.statusCode() < 500, () -> what + ": " + answer.statusCode() + " " + answer.body());
        assertTrue(
                answer.statusCode() == 200 || answer.body().startsWith("{\"error\":\""),
                () -> what + ": " + answer.body());
        assertTrue(!answer.body().contains("Exception") && !answer.body().contains("\"error\":null"), answer::body);
    }

    @Tag("slow")
    @Test
    void shouldRefuseWhatNoQuestionCanHave() {
        restartWithoutLimits();
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

    @Tag("slow")
    @Test
    void shouldRefuseWhatNoChangeCanHave() {
        long entity = restartWithoutLimits();
        List<String> changes = List.of(
                "set entity component field lane value",
                "add entity component",
                "remove entity component",
                "enable entity component",
                "attach entity parent",
                "spawn template prefab",
                "name entity name",
                "system name enabled",
                "step count",
                "speed scale",
                "restore tick",
                "destroy entity");
        Map<String, String> right =
                Map.of("entity", text(entity), "component", "Health", "field", "points", "lane", "0", "value", "1");
        for (String change : changes) {
            String address = change.substring(0, change.indexOf(' '));
            String[] names = change.substring(address.length() + 1).split(" ");
            for (String wrong : names) {
                for (String value : VALUES) {
                    String form = Arrays.stream(names)
                            .map(name -> name + "=" + (name.equals(wrong) ? value : right.getOrDefault(name, "true")))
                            .collect(Collectors.joining("&"));
                    assertNoFault(scene.tryPost(address, form), address + " " + form);
                }
            }
        }
    }

    @Test
    void shouldSayThatATickIsNotNegative() {
        scene.assertRefused(
                400, "\"parameter tick must be the number of a tick, 0 or more: -5\"", "restore", "tick=-5");
    }
}
