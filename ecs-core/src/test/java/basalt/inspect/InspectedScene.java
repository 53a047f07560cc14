package basalt.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.EnumColumn;
import basalt.component.Length;
import basalt.component.StringColumn;
import basalt.storage.fixture.Position;
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
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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

    InspectedScene(World world, UnaryOperator<ScheduleBuilder> systems, Consumer<InspectorBuilder> options) {
        this.world = world;
        schedule = systems.apply(Schedule.builder(world)).build();
        InspectorBuilder builder = Inspector.of(schedule).token(TOKEN).announce(line -> {});
        options.accept(builder);
        inspector = builder.build();
        tick = () -> schedule.tick(SECONDS);
    }

    /** A world without systems. */
    static InspectedScene of(World world, Consumer<InspectorBuilder> options) {
        return new InspectedScene(world, systems -> systems.workers(1), options);
    }

    /** A request to an address below the version. */
    HttpRequest.Builder request(String address) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + inspector.port() + "/api/v1/" + address))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + TOKEN);
    }

    /** The answer to a request, while the world ticks. */
    HttpResponse<String> send(HttpRequest request) {
        tick.run(); // so that the inspector knows the components that the test has added
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
        return get(200, address);
    }

    /** The answer to a {@code GET}, which must have a status. */
    String get(int status, String address) {
        HttpResponse<String> answer = send(request(address).build());
        assertEquals(status, answer.statusCode(), answer::body);
        return answer.body();
    }

    /** The answer to a {@code POST} of names and values, which are not encoded: {@code "name=value&name=value"}. */
    HttpResponse<String> tryPost(String address, String form) {
        String body = Arrays.stream(form.split("&"))
                .map(part -> part.split("=", 2))
                .map(part -> part[0] + (part.length > 1 ? "=" + encoded(part[1]) : ""))
                .collect(Collectors.joining("&"));
        return send(request(address)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    /** A {@code POST} for an entity, and more names and values; it must succeed, and afterwards the change is made. */
    void post(String address, long entity, String... more) {
        post(address, on(entity, more));
    }

    void post(String address, String form) {
        HttpResponse<String> answer = tryPost(address, form);
        assertEquals(200, answer.statusCode(), answer::body);
        tick.run();
    }

    /** Sets a value of a field as {@code Health.points}. */
    void set(long entity, String field, String value) {
        post("set", on(entity, setting(field, value)));
    }

    static String setting(String field, String value) {
        return "component=" + field.replaceFirst("[.]", "&field=") + "&value=" + value;
    }

    static String on(long entity, String... more) {
        return "entity=" + text(entity) + (more.length > 0 ? "&" : "") + String.join("&", more);
    }

    /** A {@code POST} that must be refused with a message. */
    void assertRefused(int status, String message, String address, String form) {
        HttpResponse<String> answer = tryPost(address, form);
        assertEquals(status, answer.statusCode(), answer::body);
        assertTrue(answer.body().contains(message), answer::body);
    }

    /**
     * Compares JSON with a pattern, in which an apostrophe is a quotation mark, {@code #} is a number, and {@code ~}
     * any text.
     */
    static void assertMatches(String pattern, String json) {
        String regex = ("\\Q" + pattern.replace('\'', '"') + "\\E")
                .replace("#", "\\E-?[\\d.]+(E-?\\d+)?\\Q")
                .replace("~", "\\E.*\\Q");
        assertTrue(Pattern.compile(regex, Pattern.DOTALL).matcher(json).matches(), () -> pattern + "\n" + json);
    }

    /** The answer to a {@code GET} must match a pattern. */
    void assertShows(String pattern, String address) {
        assertMatches(pattern, get(address));
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

    /** An entity that points at another one. */
    record Aim(@EntityHandle long target) {
        static final Component<Aim> TYPE = Component.of(Aim.class);
        static final EntityColumn TARGET = TYPE.entity("target");
    }

    /** Characters, and a nested record. */
    record Glyph(char letter, @Length(3) char[] word, Position at) {
        static final Component<Glyph> TYPE = Component.of(Glyph.class);
    }

    /** A text, an enum, and another object. */
    record Title(String text, Kind kind, Object object) {
        static final Component<Title> TYPE = Component.of(Title.class);
        static final StringColumn TEXT = TYPE.string("text");
        static final EnumColumn<Kind> KIND = TYPE.enumeration("kind", Kind.class);

        /** Constants, of which one has a class and a text of its own. */
        enum Kind {
            ORC,
            ELF {
                @Override
                public String toString() {
                    throw new IllegalStateException("no code of the program is needed to show a constant");
                }
            }
        }
    }
}
