package basalt.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventStreamTest {
    private static final int FAST = 1_000_000_000;

    /** Takes events up to a number, and then fails as a connection does that was closed. */
    private static final class Browser implements Connection.EventStream.Sink {
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private final int most;
        private int writes;

        Browser(int most) {
            this.most = most;
        }

        @Override
        public void write(byte[] bytes) throws IOException {
            if (kept.size() < 10_000) {
                kept.write(bytes, 0, bytes.length);
            }
            if (++writes > most) {
                throw new IOException("closed");
            }
        }

        String text() {
            return kept.toString(StandardCharsets.UTF_8);
        }
    }

    private static Browser run(int events, View... views) {
        Browser browser = new Browser(events);
        assertThrows(IOException.class, () -> new Connection.EventStream(List.of(views), FAST, browser).run());
        return browser;
    }

    @Test
    void shouldNumberTheEventsOfEachView() {
        int[] count = {0};
        Browser browser = run(
                5,
                json -> json.startObject().put("a", count[0]++).endObject(),
                json -> json.startArray().value(count[0]).endArray());
        assertTrue(
                browser.text()
                        .startsWith("retry: 1000\n\nevent: 0\ndata: {\"a\":0}\n\nevent: 1\ndata: [1]\n\n"
                                + "event: 0\ndata: {\"a\":1}\n\nevent: 1\ndata: [2]\n\n"),
                browser::text);
    }

    @Test
    void shouldLeaveOutWhatIsTheSame() {
        int[] count = {0};
        Browser browser = run(3, json -> json.value(count[0]++ / 100));
        assertTrue(browser.text().contains("data: 0\n\nevent: 0\ndata: 1\n\n"), browser::text);
    }

    @Test
    void shouldSendRefusalsAndGoOn() {
        int[] count = {0};
        Browser browser = run(4, json -> {
            if (count[0]++ == 1) {
                throw new ApiException(404, "gone");
            }
            json.value(count[0]);
        });
        assertTrue(
                browser.text().contains("data: 1\n\nevent: 0\ndata: {\"error\":\"gone\"}\n\nevent: 0\ndata: 3"),
                browser::text);
    }

    /** So that the world answers all of them after one tick. */
    @Test
    void shouldAskAllViewsBeforeItWaitsForOne() {
        List<String> calls = new ArrayList<>();
        run(2, noting("a", calls), noting("b", calls));
        assertEquals(List.of("ask a", "ask b", "update a", "update b"), calls.subList(0, 4));
    }

    private static View noting(String name, List<String> calls) {
        return new View() {
            @Override
            public void ask() {
                calls.add("ask " + name);
            }

            @Override
            public boolean update(long nanos) {
                calls.add("update " + name);
                return true;
            }

            @Override
            public void write(JsonWriter json) {
                json.value(calls.size());
            }
        };
    }

    /** Ten events a second for nine hours. */
    @Test
    void shouldSendEventsForANightWithoutKeepingMemory() {
        int[] count = {0};
        View view = json -> json.startObject().put("tick", count[0]++).endObject();
        run(10_000, view);
        long before = usedBytes();
        Browser browser = run(324_000, view);
        assertEquals(324_001, browser.writes);
        assertTrue(usedBytes() - before < 8 << 20, () -> "bytes kept: " + (usedBytes() - before));
    }

    private static long usedBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
