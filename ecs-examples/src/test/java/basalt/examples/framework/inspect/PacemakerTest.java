package basalt.examples.framework.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.system.Schedule;
import basalt.world.World;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PacemakerTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final InputStream keyboard = System.in;

    /** No keyboard. */
    @BeforeEach
    void takeKeyboard() {
        System.setIn(InputStream.nullInputStream());
    }

    @AfterEach
    void giveKeyboardBack() {
        System.setIn(keyboard);
    }

    private static CompletableFuture<HttpResponse<String>> send(Pacemaker pace, String address, boolean isPost) {
        String[] parts = pace.inspector().address().split("#");
        HttpRequest.Builder request = HttpRequest.newBuilder(
                URI.create(parts[0] + "api/v1/" + address + (address.contains("?") ? "&" : "?") + "token=" + parts[1]));
        if (isPost) {
            request.POST(HttpRequest.BodyPublishers.noBody());
        }
        return CLIENT.sendAsync(request.build(), BodyHandlers.ofString());
    }

    @Test
    void shouldKeepTicksInTimeAndAnswerThePage() {
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world).workers(1).build();
                Pacemaker pace = new Pacemaker(schedule, 1 / 1000f, 0, options -> options.announce(line -> {}))) {
            CompletableFuture<HttpResponse<String>> status = send(pace, "status", false);
            while (!status.isDone()) {
                schedule.tick(1 / 1000f);
                assertTrue(pace.await());
            }
            assertTrue(
                    status.join().body().contains("\"editable\":true"),
                    () -> status.join().body());
            CompletableFuture<HttpResponse<String>> resumed = send(pace, "pause", true)
                    .thenCompose(paused -> send(pace, "step?count=2", true))
                    .thenCompose(stepped -> send(pace, "resume", true));
            while (!resumed.isDone()) {
                schedule.tick(1 / 1000f);
                assertTrue(pace.await());
            }
            assertEquals(200, resumed.join().statusCode());
        }
    }

    @Test
    void shouldEndWhenALineIsTyped() {
        System.setIn(new ByteArrayInputStream("\n".getBytes(StandardCharsets.UTF_8)));
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world).workers(1).build()) {
            int[] ticks = {0};
            Inspected.run(schedule, 1 / 1000f, 0, () -> ticks[0]++, "--inspect");
            assertTrue(ticks[0] > 0);
        }
    }

    @Test
    void shouldRunTicksAtOnceWithoutTheArgument() {
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world).workers(1).build()) {
            Inspected.ticks(schedule, 1, 5);
            assertEquals(5, world.time().tick());
        }
        try (World world = World.create()) {
            int[] steps = {0};
            Inspected.steps(world, 1, 3, () -> steps[0]++, "other");
            assertEquals(3, steps[0]);
            assertFalse(Inspected.isAsked("a", "b"));
            assertTrue(Inspected.isAsked("--inspect=7070"));
        }
    }
}
