package basalt.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.world.World;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who may use the interface, and what they may send. */
class InspectorAccessTest {
    private InspectedScene scene = InspectedScene.of(World.create(), InspectorBuilder::editable);

    @AfterEach
    void close() {
        scene.close();
    }

    private RawRequest raw() {
        return new RawRequest(scene.inspector.port());
    }

    private HttpResponse<String> send(String path, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + scene.inspector.port() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return scene.send(request.build());
    }

    @Test
    void shouldServeThePageAndItsFilesToEveryone() {
        HttpResponse<String> page = send("/");
        assertEquals(200, page.statusCode());
        assertTrue(page.body().contains("<script type=\"module\" src=\"/main.js\">"));
        assertEquals(
                "text/html; charset=utf-8",
                page.headers().firstValue("Content-Type").orElseThrow());
        for (String file : new String[] {"/style.css", "/main.js", "/entities.js", "/time.js"}) {
            assertEquals(200, send(file).statusCode());
        }
        assertEquals(404, send("/nothing.js").statusCode());
        assertEquals(404, send("/../Inspector.class").statusCode());
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
        assertEquals(403, send("/api/v1/status").statusCode());
        assertEquals(403, send("/api/v1/status?token=wrong").statusCode());
        assertEquals(
                403,
                send("/api/v1/status", "Authorization", "Bearer " + InspectedScene.TOKEN + "0")
                        .statusCode());
        assertEquals(403, send("/api/v1/watch?view=status").statusCode());
        assertEquals(200, send("/api/v1/status?token=" + InspectedScene.TOKEN).statusCode());
        assertEquals(
                200,
                send("/api/v1/status", "Authorization", "Bearer " + InspectedScene.TOKEN)
                        .statusCode());
    }

    @Test
    void shouldRefusePagesOfOtherSites() {
        String here = "http://127.0.0.1:" + scene.inspector.port();
        String token = "?token=" + InspectedScene.TOKEN;
        assertEquals(
                403,
                send("/api/v1/status" + token, "Origin", "http://evil.example").statusCode());
        assertEquals(403, send("/api/v1/status" + token, "Origin", "null").statusCode());
        assertEquals(403, send("/", "Origin", "http://evil.example").statusCode());
        assertEquals(200, send("/api/v1/status" + token, "Origin", here).statusCode());
    }

    @Test
    void shouldRefuseNamesThatOtherSitesLetPointHere() {
        assertEquals(403, raw().get("/", "Host: evil.example:" + scene.inspector.port()));
        assertEquals(403, raw().get("/", "Host: 127.0.0.1.evil.example"));
        assertEquals(403, raw().get("/", "Accept: text/html"));
        assertEquals(200, raw().get("/", "Host: 127.0.0.1:" + scene.inspector.port()));
        assertEquals(200, raw().get("/", "Host: localhost:" + scene.inspector.port()));
        assertEquals(200, raw().get("/", "Host: [::1]:" + scene.inspector.port()));
    }

    @Test
    void shouldRefuseOtherMethodsAndTypes() {
        assertEquals(
                405,
                scene.send(scene.request("status")
                                .PUT(BodyPublishers.ofString("x"))
                                .build())
                        .statusCode());
        assertEquals(
                405,
                scene.send(scene.request("status")
                                .method("OPTIONS", BodyPublishers.noBody())
                                .build())
                        .statusCode());
        assertEquals(
                404,
                scene.send(scene.request("nothing")
                                .POST(BodyPublishers.noBody())
                                .build())
                        .statusCode());
        HttpResponse<String> json = scene.send(scene.request("destroy")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"entity\":\"1:1\"}"))
                .build());
        assertEquals(400, json.statusCode());
        assertTrue(json.body().contains("application/x-www-form-urlencoded"), json.body());
    }

    @Test
    void shouldRefuseWhatIsTooLarge() {
        assertEquals(
                413,
                scene.send(scene.request("status?x=" + "x".repeat(9_000)).build())
                        .statusCode());
        assertEquals(
                413,
                scene.tryPost("name", "entity", "1:1", "name", "x".repeat(70_000))
                        .statusCode());
        assertEquals(
                400,
                scene.send(scene.request("status?" + "a&".repeat(70)).build()).statusCode());
        assertEquals(
                400,
                scene.send(scene.request("entities?query=" + "x".repeat(1_001)).build())
                        .statusCode());
        assertEquals(400, scene.send(scene.request("watch").build()).statusCode());
        assertEquals(
                400,
                scene.send(scene.request("watch?" + "view=status&".repeat(9)).build())
                        .statusCode());
        assertEquals(
                400,
                scene.send(scene.request("watch?hz=31&view=status").build()).statusCode());
    }

    @Test
    void shouldListenWhereItIsTold() throws Exception {
        scene.close();
        InetAddress all = InetAddress.getByName("0.0.0.0");
        scene = InspectedScene.of(World.create(), options -> options.address(all));
        assertTrue(scene.inspector.address().startsWith("http://127.0.0.1:"), scene.inspector.address());
        assertEquals(200, send("/").statusCode());
    }
}
