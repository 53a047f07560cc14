package basalt.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.query.Query;
import basalt.storage.fixture.Health;
import basalt.world.World;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Browsers that are slow, dead, many, or none. */
class InspectorRobustnessTest {
    private static final WebServer.Limits SHORT = new WebServer.Limits(500, 500, 200, 3);

    private final World world = World.create();
    private volatile boolean spawnSoon;
    private InspectedScene scene = InspectedScene.of(world, options -> options.limits = SHORT);

    @AfterEach
    void close() {
        scene.close();
    }

    private RawRequest open() {
        return new RawRequest(scene.inspector.port());
    }

    private RawRequest watch(String views) throws IOException {
        return open().send("GET /api/v1/watch?token=" + InspectedScene.TOKEN + "&" + views
                + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    }

    /** Ticks beside the work of a test, which runs on another thread. */
    private void whileTicking(Work work) throws Exception {
        FutureTask<Void> task = new FutureTask<>(() -> {
            work.run();
            return null;
        });
        new Thread(task).start();
        while (!task.isDone()) {
            if (spawnSoon) {
                world.spawn(new Health(1));
                spawnSoon = false;
            }
            scene.tick.run();
            Thread.sleep(1);
        }
        task.get();
    }

    /** Tries to watch until another browser has lost its place. */
    private void awaitPlace(Work meanwhile) {
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            boolean isFree = false;
            while (!isFree) {
                try (RawRequest next = watch("view=status&hz=30")) {
                    isFree = next.readUntil("}").contains("event: 0");
                }
                meanwhile.run();
            }
        });
    }

    private interface Work {
        void run() throws Exception;
    }

    @Test
    void shouldServeTwoBrowsersAtOnce() throws Exception {
        world.spawn(new Health(1));
        whileTicking(() -> {
            try (RawRequest first = watch("view=status&hz=30");
                    RawRequest second = watch("view=entities%3Fquery%3DHealth&view=status&hz=30")) {
                first.readUntil("event: 0\ndata: {\"version\":1");
                first.readUntil("event: 0\ndata: {\"version\":1");
                second.readUntil("event: 0\ndata: {\"tick\":");
                second.readUntil("event: 1\ndata: {\"version\":1");
            }
        });
    }

    @Test
    void shouldLimitTheStreamsAndFreeThoseOfDeadBrowsers() throws Exception {
        whileTicking(() -> {
            List<RawRequest> streams = new ArrayList<>();
            for (int i = 0; i < SHORT.streams(); i++) {
                streams.add(watch("view=status&hz=30"));
                streams.get(i).readUntil("event: 0");
            }
            try (RawRequest refused = watch("view=status&hz=30")) {
                assertTrue(refused.readUntil("}").contains("429"));
            }
            streams.forEach(RawRequest::close);
            awaitPlace(() -> {});
        });
    }

    @Test
    void shouldCloseConnectionsThatSendNothingOrHalfOfARequest() throws Exception {
        whileTicking(() -> {
            List<RawRequest> halves = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                halves.add(open().send(i % 2 == 0 ? "" : "GET /api/v1/status HTTP/1.1\r\nHost: 127"));
            }
            for (RawRequest half : halves) {
                assertEquals("", half.readAll());
                half.close();
            }
            assertEquals(200, open().get("/", "Host: 127.0.0.1"));
        });
    }

    /** No time limit ends them, and none of them has shown the token. */
    @Test
    void shouldAnswerAmongManyConnectionsThatSendNothingOrHalfOfARequest() throws Exception {
        scene.close();
        scene = InspectedScene.of(
                World.create(), options -> options.limits = new WebServer.Limits(60_000, 60_000, 200, 3));
        whileTicking(() -> {
            List<RawRequest> open = new ArrayList<>();
            try (RawRequest stream = watch("view=status&hz=30")) {
                stream.readUntil("event: 0");
                for (int i = 0; i < 400; i++) {
                    open.add(open());
                    if (i % 2 == 0) {
                        open.get(i).send("GET /api/v1/status HTTP/1.1\r\nHost: 127");
                    }
                    if (i % 40 == 0) {
                        assertTrue(read("status").contains("200 OK"));
                        stream.readUntil("event: 0");
                    }
                }
                for (int i = 0; i < 300; i++) {
                    assertEquals("", open.get(i).readAll(), "the oldest ones are closed");
                }
                assertEquals(200, open().get("/", "Host: 127.0.0.1"));
                stream.readUntil("event: 0");
            } finally {
                open.forEach(RawRequest::close);
            }
        });
    }

    @Test
    void shouldRefuseWhatIsNoRequest() throws Exception {
        Map<String, List<String>> garbage = Map.of(
                "400",
                List.of(
                        "\r\n\r\n",
                        "GET\r\n\r\n",
                        "GET / HTTP/2.0\r\n\r\n",
                        "GET index.html HTTP/1.1\r\n\r\n",
                        "GET mailto:x HTTP/1.1\r\n\r\n",
                        "GET /%zz HTTP/1.1\r\n\r\n",
                        "GET / HTTP/1.1\r\nno header\r\n\r\n",
                        post("Content-Length: x"),
                        post("Content-Length: -1"),
                        post("Transfer-Encoding: chunked")),
                "413",
                List.of("GET /" + "x".repeat(20_000), post("Content-Length: 9999999999999")));
        for (String status : garbage.keySet()) {
            for (String text : garbage.get(status)) {
                try (RawRequest request = open()) {
                    assertTrue(request.send(text).readAll().startsWith("HTTP/1.1 " + status + " "), text);
                }
            }
        }
    }

    private static String post(String header) {
        return "POST /api/v1/destroy HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + InspectedScene.TOKEN
                + "\r\n" + header + "\r\n\r\n";
    }

    @Test
    void shouldLoseABrowserThatTakesNothing() throws Exception {
        for (int i = 0; i < 2_000; i++) {
            world.spawn(new Health(i));
        }
        int[] value = {0};
        Query all = world.query().all(Health.TYPE).build();
        scene.tick = () -> {
            scene.schedule.tick(1);
            all.forEach(row -> row.set(Health.POINTS, value[0]++)); // so that each answer is another one
        };
        whileTicking(() -> {
            List<RawRequest> open = new ArrayList<>();
            open.add(watch("hz=30" + "&view=entities%3Flimit%3D500".repeat(8))); // of which nothing is read
            for (int i = 1; i < SHORT.streams(); i++) {
                open.add(watch("view=status&hz=30"));
                open.get(i).readUntil("event: 0");
            }
            awaitPlace(() -> {
                open.get(1).readUntil("event: 0");
                open.get(2).readUntil("event: 0");
            });
            open.forEach(RawRequest::close);
        });
    }

    @Test
    void shouldSendRefusalsOfAViewBesideTheOthers() throws Exception {
        whileTicking(() -> {
            try (RawRequest stream = watch("view=entities%3Fquery%3DHealth&view=status&view=nothing&hz=30")) {
                stream.readUntil("event: 0\ndata: {\"error\":\"there is no component Health\"");
                stream.readUntil("event: 1\ndata: {\"version\":1");
                stream.readUntil("event: 2\ndata: {\"error\":\"the interface has no nothing\"}");
                spawnSoon = true;
                stream.readUntil("event: 0\ndata: {\"tick\":");
            }
        });
    }

    @Test
    void shouldAnswerAfterGarbage() throws Exception {
        Random random = new Random(19);
        whileTicking(() -> {
            for (int i = 0; i < 60; i++) {
                byte[] bytes = new byte[1 + random.nextInt(400)];
                random.nextBytes(bytes);
                try (RawRequest garbage = open()) {
                    if (i % 3 == 0) {
                        garbage.send("GET /api/v1/entities?query=");
                    }
                    garbage.send(bytes).send("\r\n\r\n");
                } catch (IOException e) {
                    // the server has closed the connection already
                }
            }
            assertEquals(200, open().get("/", "Host: 127.0.0.1"));
        });
    }

    @Test
    void shouldRefuseAFloodAndAnswerAfterIt() throws Exception {
        whileTicking(() -> {
            int refused = 0;
            for (int i = 0; i < 1_000; i++) {
                int status = open().get("/style.css", "Host: 127.0.0.1");
                refused += status == 429 ? 1 : 0;
                assertTrue(status == 200 || status == 429, "status " + status);
            }
            assertTrue(refused > 0);
            assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
                while (open().get("/", "Host: 127.0.0.1") != 200) {
                    Thread.sleep(50);
                }
            });
        });
    }

    @Tag("slow")
    @Test
    void shouldShowATickThatHangs() throws Exception {
        scene.close();
        CountDownLatch isHanging = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        scene = new InspectedScene(
                World.create(),
                systems -> systems.workers(1).add("hang", () -> {
                    if (mayEnd.getCount() > 0) {
                        isHanging.countDown();
                        await(mayEnd);
                    }
                }),
                options -> {});
        FutureTask<List<String>> browser = new FutureTask<>(() -> {
            isHanging.await();
            try {
                Thread.sleep(1_200);
                return List.of(read("status"), read("entities"), read("graph"), read("complete"));
            } finally {
                mayEnd.countDown();
            }
        });
        new Thread(browser).start();
        scene.tick.run();
        List<String> seen = browser.get();
        String status = seen.get(0);
        assertTrue(status.contains("\"state\":\"stalled\""), status);
        assertTrue(status.contains("\"running\":[{\"worker\":0,\"system\":\"hang\"}]"), status);
        assertTrue(status.contains("InspectorRobustnessTest"), status);
        assertTrue(seen.get(1).contains("503"), seen.get(1));
        assertTrue(seen.get(2).contains("[[\"hang\"]]"), seen.get(2));
        assertTrue(seen.get(3).contains("disabled entities"), seen.get(3));
        scene.assertShows("~'state':'running'~", "status");
    }

    private String read(String address) throws IOException {
        try (RawRequest request = open()) {
            request.send("GET /api/v1/" + address + "?token=" + InspectedScene.TOKEN
                    + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
            return request.readAll();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldEndStreamsWhenItIsClosed() throws Exception {
        try (RawRequest stream = watch("view=status&hz=30")) {
            whileTicking(() -> stream.readUntil("event: 0"));
            scene.inspector.close();
            assertTimeoutPreemptively(Duration.ofSeconds(20), stream::readAll);
        }
    }
}
