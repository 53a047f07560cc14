package basalt.examples.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.cluster.FeedServer.Request;
import io.aeron.Publication;
import io.aeron.Subscription;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Spectators of an arena that is not in a cluster. */
class FeedServerTest {
    private static final int TICKS = 120;
    private static final long TICK_MILLIS = 20;
    private static final String TOKEN = "basalt";
    private static final int MOST_TICKS = 3_000;

    private final ClusterConfig config = new ClusterConfig().set("bullets", "2000");

    @Tag("slow")
    @Test
    void shouldShowSpectatorsWhatTheyLookAt() {
        String endpoint = "localhost:" + TestCluster.freePort();
        try (Arena arena = new Arena(config.arena());
                FeedServer server = new FeedServer(config, endpoint);
                Spectators spectators = new Spectators(config, endpoint, 5)) {
            int ticks = 0;
            while (ticks < TICKS || spectators.ready() < 5 || spectators.compared() < 10) {
                assertTrue(++ticks < MOST_TICKS, () -> spectators.ready() + " spectators have a state");
                arena.tick();
                server.accept(arena.world(), arena.world().time().tick());
                spectators.watch(TICK_MILLIS);
            }
            assertEquals(5, server.viewers());
            assertTrue(spectators.packets() > 0 && server.bytes() >= spectators.bytes());
            assertTrue(spectators.entities() > 0);
            assertTrue(spectators.entities() < 5 * arena.world().entityCount() / 2, "they see a part");
            assertEquals(0, spectators.wrong());
        }
    }

    @Tag("long")
    @Test
    void shouldShowTheWorldOfAServerThatIsStartedAgain() {
        String endpoint = "localhost:" + TestCluster.freePort();
        try (Arena arena = new Arena(config.arena());
                Spectators spectators = new Spectators(config, endpoint, 3)) {
            for (int start = 0; start < 2; start++) {
                long before = spectators.packets();
                try (FeedServer server = new FeedServer(config, endpoint)) {
                    int ticks = 0;
                    while (server.viewers() < 3 || spectators.packets() < before + 120) {
                        assertTrue(++ticks < MOST_TICKS, () -> spectators.packets() + " packets after " + before);
                        arena.tick();
                        server.accept(arena.world(), arena.world().time().tick());
                        spectators.watch(TICK_MILLIS);
                    }
                }
            }
            assertEquals(3, spectators.ready());
            assertEquals(0, spectators.wrong());
        }
    }

    @Tag("long")
    @Test
    void shouldGoOnWhenPacketsHaveNoRoomForAll() {
        ClusterConfig crowded = new ClusterConfig().set("bullets", "100000");
        String endpoint = "localhost:" + TestCluster.freePort();
        try (Arena arena = new Arena(crowded.arena());
                FeedServer server = new FeedServer(crowded, endpoint);
                Spectators spectators = new Spectators(crowded, endpoint, 2)) {
            int ticks = 0;
            while (spectators.ready() < 2 || spectators.packets() < 150) {
                assertTrue(++ticks < MOST_TICKS, () -> spectators.packets() + " packets");
                arena.tick();
                server.accept(arena.world(), arena.world().time().tick());
                spectators.watch(1);
            }
            assertTrue(spectators.bytes() / spectators.packets() > 3_000, "packets are full");
            assertEquals(0, spectators.wrong());
        }
    }

    @Tag("long")
    @Test
    void shouldForgetSpectatorsWhoAreSilentAndIgnoreWrongOnes() {
        String endpoint = "localhost:" + TestCluster.freePort();
        try (Arena arena = new Arena(config.arena());
                FeedServer server = new FeedServer(config, endpoint)) {
            ClusterConfig stranger = new ClusterConfig().set("token", "guessed");
            try (Spectators wrong = new Spectators(stranger, endpoint, 3);
                    Spectators right = new Spectators(config, endpoint, 2)) {
                int ticks = 0;
                while (right.ready() < 2) {
                    assertTrue(++ticks < MOST_TICKS);
                    arena.tick();
                    server.accept(arena.world(), arena.world().time().tick());
                    right.watch(TICK_MILLIS);
                    wrong.watch(1);
                }
                assertEquals(2, server.viewers());
                assertEquals(0, wrong.ready());
            }
            int ticks = 0;
            while (server.viewers() > 0) {
                assertTrue(++ticks < MOST_TICKS);
                arena.tick();
                server.accept(arena.world(), arena.world().time().tick());
                TestCluster.sleep(TICK_MILLIS);
            }
        }
    }

    @Test
    void shouldRefuseRequestsThatAreNone() {
        assertEquals(99, read(new Request(77, 5, 1, 2, 99), 0).port());
        for (int missing = 1; missing <= 40; missing++) {
            assertNull(read(new Request(77, 5, 1, 2, 99), missing), "missing " + missing);
        }
        for (int port : new int[] {-1, 0, 65_536, Integer.MAX_VALUE}) {
            assertNull(read(new Request(77, 5, 1, 2, port), 0), "port " + port);
        }
        assertNull(read(new Request(77, 5, Float.NaN, 2, 99), 0));
    }

    /** What a server reads of a request that was cut off. */
    private Request read(Request request, int missing) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
        int length = request.write(buffer, Credentials.of(1, TOKEN));
        return Request.read(buffer, 0, Math.max(0, length - missing), TOKEN);
    }

    @Tag("slow")
    @Test
    void shouldSurviveRequestsThatMakeNoSense() {
        String endpoint = "localhost:" + TestCluster.freePort();
        byte[] credentials = Credentials.of(1, TOKEN);
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
        int listening = TestCluster.freePort();
        int deaf = TestCluster.freePort();
        try (Arena arena = new Arena(config.arena());
                FeedServer server = new FeedServer(config, endpoint);
                EmbeddedAeron embedded = new EmbeddedAeron();
                Publication requests = embedded.aeron()
                        .addPublication("aeron:udp?term-length=64k|endpoint=" + endpoint, FeedServer.REQUESTS);
                Subscription feeds = embedded.aeron()
                        .addSubscription("aeron:udp?endpoint=localhost:" + listening, FeedServer.FEEDS)) {
            long[] acked = {Long.MIN_VALUE, -1, 0, 1_000_000, Long.MAX_VALUE};
            float[] places = {0, -1e9f, Float.MAX_VALUE, -Float.MAX_VALUE, Float.MIN_VALUE};
            int ticks = 0;
            int sending = 0;
            while (server.viewers() < places.length || sending < 60) {
                assertTrue(++ticks < MOST_TICKS, () -> server.viewers() + " viewers, " + server.bytes() + " bytes");
                long before = server.bytes();
                for (int i = 0; i < places.length; i++) {
                    int port = i == 0 ? deaf : listening;
                    int length = new Request(i, acked[ticks % acked.length], places[i], -places[i], port)
                            .write(buffer, credentials);
                    requests.offer(buffer, 0, length);
                }
                arena.tick();
                server.accept(arena.world(), arena.world().time().tick());
                sending += server.bytes() > before ? 1 : 0;
                feeds.poll((from, offset, length, header) -> {}, 100);
                TestCluster.sleep(TICK_MILLIS);
            }
        }
    }
}
