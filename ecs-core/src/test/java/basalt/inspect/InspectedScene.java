package basalt.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.world.World;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A world with a schedule and an inspector, and a browser that asks it. While an answer is awaited, the calling thread
 * ticks, since it owns the world.
 */
final class InspectedScene implements AutoCloseable {
    static final String TOKEN = "0123456789abcdef0123456789abcdef";

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final float SECONDS = 1 / 60f;

    final World world;
    final Schedule schedule;
    final Inspector inspector;
    Runnable tick;
    private String announced;

    InspectedScene(World world, UnaryOperator<ScheduleBuilder> systems, Consumer<InspectorBuilder> options) {
        this.world = world;
        schedule = systems.apply(Schedule.builder(world)).build();
        InspectorBuilder builder = Inspector.of(schedule).token(TOKEN).announce(line -> announced = line);
        options.accept(builder);
        inspector = builder.build();
        tick = () -> schedule.tick(SECONDS);
    }

    /** A world without systems. */
    static InspectedScene of(World world, Consumer<InspectorBuilder> options) {
        return new InspectedScene(world, systems -> systems.workers(1), options);
    }

    /** The line with the address. */
    String announced() {
        return announced;
    }

    /** A request to an address below the version. */
    HttpRequest.Builder request(String address) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + inspector.port() + "/api/v1/" + address))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + TOKEN);
    }

    /** The answer to a request, while the world ticks. */
    HttpResponse<String> send(HttpRequest request) {
        CompletableFuture<HttpResponse<String>> answer = CLIENT.sendAsync(request, BodyHandlers.ofString());
        while (true) {
            tick.run();
            try {
                return answer.get(1, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                // the world goes on
            } catch (InterruptedException | ExecutionException e) {
                throw new AssertionError("the inspector did not answer " + request, e);
            }
        }
    }

    /** The answer to a {@code GET}, which must succeed. */
    String get(String address) {
        HttpResponse<String> answer = send(request(address).GET().build());
        assertEquals(200, answer.statusCode(), answer::body);
        return answer.body();
    }

    /** The refusal of a {@code GET}. */
    String refused(int status, String address) {
        HttpResponse<String> answer = send(request(address).GET().build());
        assertEquals(status, answer.statusCode(), answer::body);
        return answer.body();
    }

    /** The answer to a {@code POST} of names and values. */
    HttpResponse<String> tryPost(String address, String... form) {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < form.length; i += 2) {
            body.append(i == 0 ? "" : "&").append(form[i]).append('=').append(encoded(form[i + 1]));
        }
        return send(request(address)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
                .build());
    }

    /** The answer to a {@code POST}, which must succeed; afterwards the change is made. */
    String post(String address, String... form) {
        HttpResponse<String> answer = tryPost(address, form);
        assertEquals(200, answer.statusCode(), answer::body);
        tick.run();
        return answer.body();
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** A handle as the interface writes it. */
    static String text(long entity) {
        return Integer.toUnsignedString((int) entity) + ":" + Integer.toUnsignedString((int) (entity >>> 32));
    }

    @Override
    public void close() {
        inspector.close();
        schedule.close();
        world.close();
    }
}
