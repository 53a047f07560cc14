package basalt.save;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.SaveFormatException;
import basalt.storage.SavedRows;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Position;
import basalt.world.Template;
import basalt.world.World;
import java.io.ByteArrayOutputStream;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are made to do harm, with checksums that are right. */
class HostileFileTest {
    private static final int BODY = FileChunks.HEADER;
    private static final int BLOCKS = BODY + 4;
    private static final int COMPONENTS = BODY + 12;
    private static final int OWNERS = BODY + 16;

    record Gone(int value) {
        static final Component<Gone> TYPE = Component.of(Gone.class);
    }

    record Score(int points) {}

    private static FileChunks empty() {
        try (World world = World.create()) {
            return new FileChunks(Saving.bytes(world));
        }
    }

    private static SaveFormatException assertRefused(FileChunks file, LoadOptions options, String message) {
        long block = SavedRows.blockBytes(new int[] {Position.TYPE.id()}); // larger the later it was registered
        return Saving.assertRefused(file.complete(), options, message, (2 << 20) + block);
    }

    private static ByteBuffer contents(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static final int TICK = BODY + 28;

    @Test
    void shouldRefuseTimesThatOverflow() {
        for (long tick : new long[] {-1, Long.MAX_VALUE, (1L << 62) + 1}) {
            FileChunks file = empty();
            file.get("WRLD").putLong(TICK, tick);
            assertRefused(file, new LoadOptions(), "time");
        }
        double[][] times = {{0, 1e-300}, {1, 1e300}, {1, -1e300}, {1, 0.01}, {1, -1}, {Double.MAX_VALUE, 0}, {1e301, 0}
        };
        for (double[] time : times) {
            FileChunks file = empty();
            file.get("WRLD").putDouble(TICK + 8, time[0]).putDouble(TICK + 16, time[1]);
            assertRefused(file, new LoadOptions(), "time");
        }
    }

    @Test
    void shouldSaveAgainWhatHasTheGreatestTime() {
        FileChunks file = empty();
        file.get("WRLD")
                .putLong(TICK, (1L << 62) - 1)
                .putDouble(TICK + 8, 1e300)
                .putDouble(TICK + 16, 1e284);
        try (World world = Saving.load(file.complete())) {
            world.time().advance(Float.MAX_VALUE);
            assertTrue(world.time().elapsedSeconds() > 0);
            assertThrows(IllegalStateException.class, () -> world.time().advance(1));
            try (World again = Saving.load(Saving.bytes(world))) {
                assertEquals(1L << 62, again.time().tick());
            }
        }
    }

    @Test
    void shouldLoadWhateverTimesAddUpTo() {
        Random random = new Random(3);
        for (int times = 0; times < 300; times++) {
            try (World world = World.create()) {
                for (int ticks = random.nextInt(50); ticks > 0; ticks--) {
                    world.time().advance(random.nextFloat() * Math.pow(10, random.nextInt(80) - 42));
                }
                try (World again = Saving.load(Saving.bytes(world))) {
                    assertEquals(world.time().elapsedSeconds(), again.time().elapsedSeconds());
                }
            }
        }
    }

    @Test
    void shouldLimitTemplates() {
        FileChunks file = empty();
        file.get("WRLD").putInt(OWNERS, 65_537);
        assertRefused(file, new LoadOptions(), "maxTemplates");
        file.get("WRLD").putInt(OWNERS, 2);
        assertRefused(file, new LoadOptions().maxTemplates(1), "maxTemplates");
        assertThrows(IllegalArgumentException.class, () -> new LoadOptions().maxTemplates(0));
    }

    /** Some thousand of them would need much heap, though they are a few bytes in the file. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldRefuseOwnersWithoutBlocksAndClaims(int kind) {
        FileChunks file = empty();
        assertEquals(-1, file.find("OWNR"), "no allocator has blocks");
        file.get("WRLD").putInt(OWNERS, 1);
        byte[] owner = new byte[kind == 0 ? 1 : 30 - 4];
        owner[0] = (byte) kind;
        file.insertBefore("END ", "OWNR", owner);
        assertRefused(file, new LoadOptions(), "neither blocks nor claims");
    }

    /** Few bytes of a compressed file would need much heap. */
    @Test
    void shouldLimitTheComponentsOfTemplates() {
        FileChunks file = empty();
        int count = 200;
        file.get("WRLD").putInt(COMPONENTS, count).putInt(OWNERS, 10);
        ByteBuffer schema = contents(count * 15);
        ByteBuffer owners = contents(10 * (26 + count * 4));
        for (int i = 0; i < count; i++) {
            schema.putInt(6).put("q%05d".formatted(i).getBytes(StandardCharsets.US_ASCII));
            schema.put((byte) 0).putInt(0);
        }
        for (int owner = 0; owner < 10; owner++) {
            owners.put((byte) 1).putInt(owner).putInt(count);
            for (int i = 1; i <= count; i++) {
                owners.putInt(i);
            }
            owners.putInt(0).putInt(0).putLong(0).put((byte) 0);
        }
        file.insertBefore("END ", "SCHM", schema.array());
        file.insertBefore("END ", "OWNR", owners.array());
        assertRefused(file, new LoadOptions().skipUnknown(), "neither blocks nor claims");
        assertRefused(file, new LoadOptions().skipUnknown().maxTemplates(10).maxComponents(200), "maxTemplates");
    }

    @Test
    void shouldNotSaveTemplatesThatWereNeverUsed() {
        try (World world = World.create()) {
            byte[] bytes = Saving.bytes(world);
            Template unused = world.template().with(new Position(1, 2)).build();
            assertArrayEquals(bytes, Saving.bytes(world));
            unused.spawn(3);
            assertTrue(new FileChunks(Saving.bytes(world)).find("OWNR") > 0);
        }
    }

    @Test
    void shouldLimitTheBytesOfRowsThatAreSkipped() {
        FileChunks file = empty();
        int count = 4_000;
        file.get("WRLD").putInt(COMPONENTS, count);
        ByteBuffer schema = contents(count * 40);
        for (int i = 0; i < count; i++) {
            schema.putInt(6).put("q%05d".formatted(i).getBytes(StandardCharsets.US_ASCII));
            schema.put((byte) 0).putInt(1);
            schema.putInt(1).put((byte) 'x').put((byte) 3).putInt(1 << 17);
        }
        file.insertBefore("END ", "SCHM", Arrays.copyOf(schema.array(), schema.position()));
        assertRefused(file, new LoadOptions().skipUnknown(), "too long");
    }

    private static byte[] given(int block, int generation) {
        return contents(12)
                .putInt(block)
                .putShort((short) 1)
                .putShort((short) 16383)
                .putInt(generation)
                .array();
    }

    @Test
    void shouldRefuseBlocksWithoutGenerations() {
        FileChunks file = empty();
        file.insertBefore("END ", "GIVN", given(0, 0));
        assertRefused(file, new LoadOptions(), "has none");
    }

    @Test
    void shouldCountGenerationsAsMemory() {
        FileChunks file = empty();
        ByteArrayOutputStream given = new ByteArrayOutputStream();
        for (int block = 0; block < 100; block++) {
            given.writeBytes(given(block, 7));
        }
        file.insertBefore("END ", "GIVN", given.toByteArray());
        assertRefused(file, new LoadOptions().maxBytes(65_536 * 10), "maxBytes");
        try (World world = Saving.load(file.complete(), new LoadOptions().maxBytes(65_536 * 100))) {
            assertEquals(0, world.entityCount());
        }
    }

    /** The last claims of a template are of the rows that it uses next: otherwise a later spawn would fail. */
    @Test
    void shouldRefuseClaimedRowsThatAreNotTheLastClaims() {
        assertRefused(claiming(), new LoadOptions(), "last claims of its owner");
        assertRefused(claiming(64, 65, 66), new LoadOptions(), "last claims of its owner");
        assertRefused(claiming(64, 65, 67, 66), new LoadOptions(), "last claims of its owner");
        assertRefused(claiming(64, 65, 66, 67, 0), new LoadOptions(), "last claims of its owner");
        try (World world = Saving.load(claiming(0, 64, 65, 66, 67).complete())) {
            Template template = world.template().with(new Position(1, 2)).build();
            for (int i = 0; i < 4; i++) {
                assertEquals(64 + i, (int) template.spawn());
            }
            template.spawn(20);
            StoreInvariants.checkLoaded(world);
        }
    }

    /** A world with an entity at 0, in a file that says that its template has claimed rows 64 to 67. */
    private static FileChunks claiming(int... claims) {
        FileChunks file;
        try (World world = World.create()) {
            Template template = world.template().with(new Position(1, 2)).build();
            template.spawn();
            file = new FileChunks(Saving.bytes(world));
            Reference.reachabilityFence(template); // a template that is unreachable has no owner in the file
        }
        ByteBuffer owner = file.get("OWNR");
        int at = BODY + 9 + Integer.BYTES * owner.getInt(BODY + 5);
        owner.putInt(at, 0).putInt(at + 4, 1).putLong(at + 8, 0xF);
        assertEquals(1, owner.get(at + 16), "it shares blocks");
        ByteBuffer claimed = contents(at + 17 - BODY + 4 + 4 * claims.length);
        claimed.put(owner.array(), BODY, at + 17 - BODY).putInt(claims.length);
        for (int claim : claims) {
            claimed.putInt(claim | 1 << 31);
        }
        file.set("OWNR", claimed.array());

        ByteBuffer entities = file.get("ENTS");
        int held = BODY + 3 + 6 * entities.getShort(BODY + 1);
        assertEquals(0, entities.get(held), "no rows");
        ByteBuffer changed = contents(entities.capacity() - BODY + 6);
        changed.put(entities.array(), BODY, held - BODY);
        changed.put((byte) 2).putShort((short) 1).putShort((short) 64).putShort((short) 3);
        changed.put(entities.array(), held + 1, entities.capacity() - held - 1);
        file.set("ENTS", changed.array());
        return file;
    }

    @Test
    void shouldRefuseMoreBlocksThanAWorldCanHave() {
        FileChunks file = empty();
        file.get("WRLD").putInt(BLOCKS, 1 << 17);
        assertRefused(file, new LoadOptions().maxRows(Long.MAX_VALUE), "blocks=131072");
    }

    @Test
    void shouldRefusePartsThatAreThereTwice() {
        FileChunks file;
        try (World world = World.create()) {
            world.resources().put(new Score(1));
            file = new FileChunks(Saving.bytes(world));
        }
        byte[] part = file.chunks.get(file.find("PART"));
        byte[] again = part.clone();
        file.chunks.add(file.find("PART"), again);
        assertRefused(file, new LoadOptions(), "another number");
        FileChunks.wrap(part).putInt(BODY, 1);
        assertRefused(file, new LoadOptions(), "there twice");
    }

    @Test
    void shouldSayWhereDamagedResourcesAre() {
        FileChunks file;
        try (World world = World.create()) {
            world.resources().put(new Score(1));
            file = new FileChunks(Saving.bytes(world));
        }
        byte[] part = file.chunks.get(file.find("PART"));
        part[part.length - 13] = 'Q'; // the type of the field
        var refused = assertRefused(file, new LoadOptions().resources(Score.class), "chunk PART at byte");
        assertEquals(file.offset(file.find("PART")), refused.offset());
        assertEquals("PART", refused.chunk());
    }

    @Test
    void shouldSayWhereEntitiesAreMissing() {
        FileChunks file;
        try (World world = World.create()) {
            world.spawn(new Position(1, 2));
            file = new FileChunks(Saving.bytes(world));
        }
        file.get("WRLD").putInt(BODY + 8, 2);
        var refused = assertRefused(file, new LoadOptions(), "fewer entities");
        assertEquals(file.offset(file.find("ENTS")), refused.offset());
    }

    /** A template with a component that was skipped cannot be made again: what it had claimed is free. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 300})
    void shouldSaveAgainWhatWasLoadedWithoutAComponent(int count) {
        FileChunks file;
        try (World world = World.create()) {
            world.spawn(new Position(3, 4));
            Template template =
                    world.template().with(new Gone(1), new Position(1, 2)).build();
            template.spawn();
            template.spawn(count);
            file = new FileChunks(Saving.bytes(world));
        }
        byte[] schema = file.chunks.get(file.find("SCHM"));
        int name = new String(schema, StandardCharsets.ISO_8859_1).indexOf("Gone");
        schema[name] = 'D';
        try (World skipped = Saving.load(file.complete(), new LoadOptions().skipUnknown())) {
            StoreInvariants.checkLoaded(skipped);
            byte[] again = Saving.bytes(skipped);
            try (World loaded = Saving.load(again)) {
                StoreInvariants.checkLoaded(loaded);
                assertEquals(count + 2, loaded.entityCount());
                assertArrayEquals(again, Saving.bytes(loaded));
                for (World world : new World[] {skipped, loaded}) {
                    world.spawn(new Position(5, 6));
                    world.template().with(new Position(7, 8)).build().spawn(70);
                    StoreInvariants.checkLoaded(world);
                }
                assertEquals(Saves.stateHash(skipped), Saves.stateHash(loaded));
            }
        }
    }

    @Test
    void shouldNotLetSinksAndSourcesKeepTheBuffer() {
        DirectBuffer[] kept = new DirectBuffer[2];
        try (World world = World.create()) {
            Saves.save(world, (SaveSink) (from, offset, length) -> kept[0] = from, new SaveOptions());
            SaveSource bytes = Saving.source(Saving.bytes(world));
            Saves.load(
                            (MutableDirectBuffer to, int offset, int length) -> {
                                kept[1] = to;
                                return bytes.read(to, offset, length);
                            },
                            new LoadOptions())
                    .close();
        }
        for (DirectBuffer buffer : kept) {
            assertEquals(0, buffer.capacity());
            assertEquals(null, buffer.byteBuffer());
        }
    }
}
