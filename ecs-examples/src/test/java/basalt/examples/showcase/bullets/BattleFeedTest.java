package basalt.examples.showcase.bullets;

import static basalt.feed.Quantisation.quantised;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.showcase.bullets.Battle.BattleSettings;
import basalt.examples.showcase.bullets.Battle.Stage;
import basalt.examples.showcase.bullets.Components.Position;
import basalt.examples.showcase.bullets.Components.Velocity;
import basalt.examples.showcase.bullets.bulletml.Pattern;
import basalt.feed.FeedClient;
import basalt.feed.FeedSchema;
import basalt.feed.Received;
import basalt.feed.WorldFeed;
import basalt.feed.WorldMirror;
import basalt.world.World;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The size of packets with all bullets, about 20,000, sent 20 times a second and acknowledged 100 ms later. */
class BattleFeedTest {
    private static final int BYTES_PER_BULLET = 4 * Float.BYTES;
    private static final int TICKS_PER_FRAME = 3;
    private static final int FRAMES_BEHIND = 2;
    private static final int FIRST_FRAMES = 10;
    private static final int FRAMES = 40;

    private static final FeedSchema SCHEMA = FeedSchema.builder()
            .column(Velocity.DX, quantised(1 / 512f))
            .column(Velocity.DY, quantised(1 / 512f))
            .moving(Position.X, quantised(1 / 64f), Velocity.DX, 1)
            .moving(Position.Y, quantised(1 / 64f), Velocity.DY, 1)
            .build();

    @Tag("slow")
    @Test
    void shouldSendFifteenPercentOfTheColumns() throws IOException {
        List<Pattern> patterns = new ArrayList<>();
        for (String name : Pattern.shippedNames()) {
            patterns.add(Pattern.shipped(name));
        }
        BattleSettings settings = new BattleSettings(new Stage(3_840, 2_160), patterns, 20_000, 100, 240, 0.5f, 1);
        try (Battle battle = new Battle(World.create(), settings);
                World client = World.create()) {
            battle.start(1);
            for (int tick = 0; tick < 600; tick++) {
                battle.tick();
            }
            WorldFeed feed = WorldFeed.of(battle.world(), SCHEMA, battle.bullets());
            FeedClient peer = feed.connect(1);
            WorldMirror mirror = WorldMirror.of(client, SCHEMA, 1);
            Deque<Long> acks = new ArrayDeque<>();
            for (int i = 0; i < FRAMES_BEHIND; i++) {
                acks.add(WorldFeed.NONE);
            }
            UnsafeBuffer buffer = new UnsafeBuffer(new byte[1 << 20]);
            long bytes = 0;
            long raw = 0;
            for (int frame = 0; frame < FRAMES; frame++) {
                for (int tick = 0; tick < TICKS_PER_FRAME; tick++) {
                    battle.tick();
                }
                feed.capture();
                int size = feed.encode(peer, acks.remove(), buffer, 0);
                assertEquals(Received.APPLIED, mirror.apply(buffer, 0, size), mirror.problem());
                assertEquals(peer.hash(mirror.tick()), mirror.hash());
                acks.add(mirror.tick());
                if (frame >= FIRST_FRAMES) {
                    bytes += size;
                    raw += (long) mirror.count() * BYTES_PER_BULLET;
                }
            }
            mirror.show();
            assertEquals(battle.bullets().count(), client.entityCount());
            long bullets = raw / (FRAMES - FIRST_FRAMES) / BYTES_PER_BULLET;
            String sizes = "%.2f percent of raw, %d bytes a frame for %d bullets"
                    .formatted(100.0 * bytes / raw, bytes / (FRAMES - FIRST_FRAMES), bullets);
            assertTrue(bullets > 10_000, sizes);
            assertTrue(100 * bytes <= 15 * raw, sizes);
        }
    }
}
