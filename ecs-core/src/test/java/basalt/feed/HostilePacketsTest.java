package basalt.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.feed.Things.Bag;
import basalt.feed.Things.Frozen;
import basalt.feed.Things.Place;
import basalt.feed.Things.Speed;
import basalt.internal.Utf8;
import basalt.memory.Soak;
import basalt.query.Query;
import basalt.query.Row;
import basalt.world.World;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Packets that no feed has made: they are refused, or show values that a server could have sent. */
class HostilePacketsTest {
    private static final long SESSION = 0x1234_5678_9ABC_DEF0L;
    private static final int CHECKSUM = 4;

    private final FeedSchema schema = Things.schema(8);
    private final World server = World.create();
    private final World client = World.create();
    private final WorldFeed feed = WorldFeed.of(
            server, schema, server.query().any(Place.TYPE, Frozen.TYPE).build());
    private final FeedClient peer = feed.connect(SESSION);
    private final WorldMirror mirror = WorldMirror.of(client, schema, SESSION);
    private final Random random = new Random(3);
    private final List<Long> entities = new ArrayList<>();

    @BeforeEach
    void begin() {
        for (int i = 0; i < 100; i++) {
            entities.add(server.spawn(new Place(i, -i), new Speed(1, 2)));
        }
        for (int i = 0; i < 4; i++) {
            assertEquals(Received.APPLIED, apply(packet()));
        }
        mirror.show();
    }

    @AfterEach
    void close() {
        server.close();
        client.close();
    }

    /** The next frame for the client. */
    private byte[] packet() {
        for (int i = 0; i < 10; i++) {
            server.set(entities.get(random.nextInt(90)), new Place(random.nextInt(50), random.nextInt(50)));
        }
        server.destroy(entities.remove(random.nextInt(entities.size())));
        long[] friends = random.longs(random.nextInt(Bag.MOST + 1)).toArray();
        entities.add(server.spawn(new Place(1, 1), Things.bag(random, friends)));
        return packet(mirror.tick());
    }

    private byte[] full() {
        return packet(WorldFeed.NONE);
    }

    private byte[] packet(long acked) {
        Things.tick(server);
        feed.capture();
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[1 << 16]);
        byte[] packet = new byte[feed.encode(peer, acked, buffer, 0)];
        buffer.getBytes(0, packet);
        return packet;
    }

    private Received apply(byte[] packet) {
        return mirror.apply(new UnsafeBuffer(packet), 0, packet.length);
    }

    /** Gives a packet the checksum that it should have. */
    private byte[] forged(byte[] packet) {
        CRC32C crc = new CRC32C();
        ByteBuffer seed = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
        seed.putLong(SESSION).putInt(schema.fingerprint());
        crc.update(seed.array());
        crc.update(packet, CHECKSUM, packet.length - CHECKSUM);
        ByteBuffer.wrap(packet).order(ByteOrder.LITTLE_ENDIAN).putInt((int) crc.getValue());
        return packet;
    }

    @Test
    void shouldForgeChecksums() {
        byte[] packet = packet();
        byte[] copy = packet.clone();
        copy[0] ^= 1;
        assertEquals(Received.DAMAGED, apply(copy));
        assertEquals(Received.APPLIED, apply(forged(copy)));
    }

    @Test
    void shouldRefuseEachFlippedBit() {
        byte[] packet = packet();
        long before = mirror.hash();
        for (int bit = 0; bit < packet.length * 8; bit++) {
            byte[] copy = packet.clone();
            copy[bit >> 3] ^= (byte) (1 << (bit & 7));
            assertEquals(Received.DAMAGED, apply(copy), "bit " + bit);
            assertTrue(mirror.problem().contains("checksum"), mirror.problem());
        }
        assertEquals(before, mirror.hash());
        assertEquals(Received.APPLIED, apply(packet));
        assertEquals(peer.hash(mirror.tick()), mirror.hash());
    }

    @Test
    void shouldRefusePacketsThatAreCutOff() {
        byte[] packet = packet();
        for (int length = 0; length < packet.length; length++) {
            byte[] copy = Arrays.copyOf(packet, length);
            assertEquals(Received.DAMAGED, apply(length < CHECKSUM ? copy : forged(copy)), "length " + length);
        }
        byte[] longer = Arrays.copyOf(packet, packet.length + 1);
        assertEquals(Received.DAMAGED, apply(forged(longer)));
        assertEquals(Received.APPLIED, apply(packet));
    }

    private static final int FORGED = Soak.times(400, 4_000);

    @Test
    void shouldSurviveForgedPackets() {
        Query bags = client.query().all(Bag.TYPE).build();
        int applied = 0;
        int damaged = 0;
        for (int i = 0; i < FORGED; i++) {
            byte[] packet = packet();
            byte[] copy = packet.clone();
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                int bit = 8 * CHECKSUM + random.nextInt(8 * (copy.length - CHECKSUM));
                copy[bit >> 3] ^= (byte) (1 << (bit & 7));
            }
            long hash = mirror.hash();
            long tick = mirror.tick();
            Received received = apply(forged(copy));
            if (received == Received.APPLIED) {
                applied++;
                mirror.show(); // shows whatever it says
                bags.forEach(row -> assertTrue(isShort(row), () -> Entity.toString(row.entity())));
                mirror.rejoin(SESSION);
                assertEquals(Received.APPLIED, apply(full()));
                assertEquals(peer.hash(mirror.tick()), mirror.hash());
            } else {
                damaged++;
                assertEquals(hash, mirror.hash(), () -> received + " " + mirror.problem());
                assertEquals(tick, mirror.tick());
                assertEquals(Received.APPLIED, apply(packet));
                assertEquals(peer.hash(mirror.tick()), mirror.hash());
            }
        }
        assertTrue(applied > FORGED / 40 && damaged > FORGED / 4, applied + " applied, " + damaged + " damaged");
        mirror.show();
        assertEquals(client.entityCount(), mirror.count());
    }

    /** Reads all of it. */
    private static boolean isShort(Row row) {
        int longest = Math.max(row.get(Bag.COUNTS).length, row.get(Bag.FRIENDS).length);
        longest = Math.max(longest, Math.max(row.get(Bag.KINDS).length, row.get(Bag.WEIGHTS).length));
        longest = Math.max(longest, Math.max(row.get(Bag.FLAGS).length, row.get(Bag.WAY).length));
        String name = row.get(Bag.NAME);
        return longest <= Bag.MOST
                && Bag.bytes(row.get(Bag.NOTES)) <= Bag.MOST_NOTE_BYTES
                && (name == null || Utf8.encode(name).length <= Bag.MOST_BYTES);
    }

    @Test
    void shouldSurviveRandomBytes() {
        long hash = mirror.hash();
        for (int i = 0; i < 20_000; i++) {
            byte[] packet = new byte[random.nextInt(200)];
            random.nextBytes(packet);
            if (packet.length > CHECKSUM) {
                packet[CHECKSUM] = (byte) (packet[CHECKSUM] & 0xF0 | 1); // the format
                forged(packet);
            }
            if (apply(packet) == Received.APPLIED) {
                mirror.rejoin(SESSION);
                assertEquals(Received.APPLIED, apply(full()));
                hash = mirror.hash();
            }
            assertEquals(hash, mirror.hash());
        }
    }

    private void assertTooLarge(String problem, int mostEntities, int mostIndex, long mostBytes) {
        mirror.limit(mostEntities, mostIndex, mostBytes);
        assertEquals(Received.DAMAGED, apply(full()));
        assertTrue(mirror.problem().contains(problem), mirror.problem());
    }

    @Test
    void shouldLimitWhatAPacketMakesItAllocate() {
        mirror.rejoin(SESSION);
        assertTooLarge("more than 99", 99, 1 << 20, 1 << 30);
        assertTooLarge("at most 10", 100, 10, 1 << 30);
        mirror.rejoin(SESSION);
        assertTooLarge("limit of 5000 bytes; raise it by mirror.limit(...)", 100, 1 << 20, 5_000);
        mirror.limit(100, 1 << 20, 1 << 30);
        assertEquals(Received.APPLIED, apply(full()));
        assertThrows(IllegalArgumentException.class, () -> mirror.limit(-1, 0, 0));
    }

    @Test
    void shouldIgnoreOldPacketsAndThoseOfAnotherSessionOrSchema() {
        byte[] packet = packet();
        assertEquals(Received.APPLIED, apply(packet));
        assertEquals(Received.OLD, apply(packet));
        byte[] next = packet();
        WorldMirror other = WorldMirror.of(client, schema, SESSION + 1);
        assertEquals(Received.DAMAGED, other.apply(new UnsafeBuffer(next), 0, next.length));
        FeedSchema others =
                FeedSchema.builder().column(Place.X).column(Place.Y).frames(8).build();
        other = WorldMirror.of(client, others, SESSION);
        assertEquals(Received.DAMAGED, other.apply(new UnsafeBuffer(next), 0, next.length));
        other = WorldMirror.of(client, schema, SESSION);
        assertEquals(Received.WITHOUT_BASE, other.apply(new UnsafeBuffer(next), 0, next.length));
        assertEquals(WorldFeed.NONE, other.tick());
        assertThrows(IndexOutOfBoundsException.class, () -> mirror.apply(new UnsafeBuffer(next), 1, next.length));
    }
}
