package basalt.save;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.SaveFormatException;
import basalt.memory.Soak;
import basalt.query.Query;
import basalt.storage.MovedRows;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rarer;
import basalt.world.Template;
import basalt.world.World;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Saved worlds in which rows have moved. */
class SavedMovesTest extends LoadedFixture {
    private static final int BODY = FileChunks.HEADER;
    private static final int VERSION = 8;
    private static final Component<?>[] COMPONENTS = {Position.TYPE, Health.TYPE, Rarer.TYPE, Frozen.TYPE, Named.TYPE};

    record Named(String name) {
        static final Component<Named> TYPE = Component.of(Named.class);
    }

    private static Template[] templates(World of) {
        return new Template[] {
            of.template().with(new Position(1, 2)).build(),
            of.template().with(new Position(3, 4), new Health(5)).build(),
            of.template().with(new Rarer(8)).with(Frozen.TYPE).build()
        };
    }

    private static void spawn(World of, Template[] templates, Random random, int count) {
        for (int i = 0; i < count; i++) {
            switch (random.nextInt(4)) {
                case 0 -> of.spawn(new Position(i, -i), new Health(i));
                case 1 -> of.spawn(new Rarer(i), new Named("name " + i));
                default -> templates[random.nextInt(templates.length)].spawn();
            }
        }
    }

    private static List<Long> handles(World of) {
        List<Long> handles = new ArrayList<>();
        try (Query all = of.query().includeDisabled().build()) {
            all.forEach(row -> handles.add(row.entity()));
        }
        return handles;
    }

    private static void change(World of, Template[] templates, long seed) {
        Random random = new Random(seed);
        for (long entity : handles(of)) {
            switch (random.nextInt(12)) {
                case 0 -> of.destroy(entity);
                case 1 -> of.disable(entity);
                case 2 -> of.add(entity, new Health(random.nextInt()));
                case 3 -> of.remove(entity, Position.TYPE);
                default -> {}
            }
        }
        spawn(of, templates, random, random.nextInt(200));
        if (random.nextInt(4) == 0) {
            templates[random.nextInt(templates.length)].spawn(random.nextInt(ROWS));
        }
        switch (random.nextInt(3)) {
            case 0 -> MovedRows.shuffle(of, random, random.nextInt(400));
            case 1 -> MovedRows.compact(of);
            default -> {}
        }
        StoreInvariants.check(of);
    }

    private static void assertSame(World one, World other) {
        assertEquals(Contents.byHandle(one, COMPONENTS), Contents.byHandle(other, COMPONENTS));
        assertEquals(handles(one), handles(other), "the order of the rows");
        assertEquals(MovedRows.indices(one), MovedRows.indices(other));
        assertEquals(MovedRows.spareBlocks(one), MovedRows.spareBlocks(other));
        for (long entity : handles(one)) {
            assertEquals(MovedRows.row(one, entity), MovedRows.row(other, entity));
        }
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Soak.times(1, 6));
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("seeds")
    void shouldGoOnAsIfNeverSaved(long seed) {
        Random random = new Random(seed);
        Template[] templates = templates(world);
        spawn(world, templates, random, 2_000);
        for (int i = 0; i < 6; i++) {
            change(world, templates, random.nextLong());
        }
        MovedRows.shuffle(world, random, 100);
        byte[] bytes = Saving.bytes(world);
        World loaded = load(bytes);
        StoreInvariants.check(loaded);
        assertSame(world, loaded);
        assertArrayEquals(bytes, Saving.bytes(loaded));
        Template[] again = templates(loaded);
        for (int i = 0; i < 6; i++) {
            long step = random.nextLong();
            change(world, templates, step);
            change(loaded, again, step);
            assertSame(world, loaded);
        }
    }

    @Test
    void shouldTakeNotAByteMoreIfNothingMoved() {
        long first = world.spawn(new Position(1, 2));
        long second = world.spawn(new Position(3, 4));
        byte[] before = Saving.bytes(world);
        MovedRows.move(world, new int[] {0, 1}, new int[] {1, 0});
        byte[] moved = Saving.bytes(world);
        assertEquals(1, before[VERSION]);
        assertEquals(2, moved[VERSION]);
        assertTrue(new FileChunks(before).find("INDX") < 0);
        World loaded = load(moved);
        assertEquals(new Position(1, 2), loaded.get(first, Position.TYPE));
        assertEquals(new Position(3, 4), loaded.get(second, Position.TYPE));
        assertEquals(List.of(second, first), handles(loaded));
        MovedRows.move(world, new int[] {0, 1}, new int[] {1, 0});
        assertArrayEquals(before, Saving.bytes(world));
    }

    @Test
    void shouldTakeFewBytesForFewMoves() {
        world.template().with(new Position(1, 2)).build().spawn(4 * ROWS);
        int before = Saving.bytes(world).length;
        MovedRows.move(world, new int[] {5, 3 * ROWS + 7}, new int[] {3 * ROWS + 7, 5});
        int moved = Saving.bytes(world).length;
        assertTrue(moved < before + 100, "bytes: " + (moved - before));
        MovedRows.shuffle(world, new Random(1), 4_000);
        assertTrue(Saving.bytes(world).length < before + 24 + 4 * (6 + 2 * ROWS), "16 bits an index");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSaveToFiles(boolean inBackground, @TempDir Path directory) {
        Path file = directory.resolve("moved");
        spawn(world, templates(world), new Random(1), 500);
        MovedRows.shuffle(world, new Random(2), 200);
        List<Long> then = handles(world);
        List<Integer> indices = MovedRows.indices(world);
        if (inBackground) {
            BackgroundSave saving = Saves.saveInBackground(world, file, new SaveOptions());
            MovedRows.shuffle(world, new Random(3), 200);
            saving.join();
        } else {
            world.save(file);
        }
        try (World loaded = Saves.load(file, new LoadOptions())) {
            assertEquals(then, handles(loaded));
            assertEquals(indices, MovedRows.indices(loaded));
        }
    }

    @Test
    void shouldKeepSpareBlocks() {
        Template template = templates(world)[0];
        template.spawn(3 * ROWS);
        List<Long> all = handles(world);
        for (int i = 0; i < all.size(); i++) {
            if (i % 3 != 0) {
                world.destroy(all.get(i));
            }
        }
        assertEquals(2, MovedRows.compact(world));
        World loaded = load(Saving.bytes(world));
        assertSame(world, loaded);
        assertEquals(2, MovedRows.spareBlocks(loaded));
        assertEquals(
                world.statistics().memory().reservedBytes(),
                loaded.statistics().memory().reservedBytes() + MovedRows.bufferBytes(world));
        loaded.template().with(new Health(1)).build().spawn(ROWS);
        loaded.template().with(new Rarer(1)).build().spawn(ROWS);
        assertEquals(3, loaded.statistics().memory().blocks());
        assertEquals(0, MovedRows.spareBlocks(loaded));
        StoreInvariants.check(loaded);
    }

    /** Blocks become spare without a move if all their entities were destroyed. */
    @Test
    void shouldKeepSpareBlocksIfNothingMoved() {
        Template template = templates(world)[0];
        template.spawn(2 * ROWS);
        List<Long> all = handles(world);
        all.subList(ROWS, 2 * ROWS).forEach(world::destroy);
        assertEquals(1, MovedRows.compact(world));
        assertEquals(0, MovedRows.movedBlocks(world));
        byte[] bytes = Saving.bytes(world);
        assertEquals(2, bytes[VERSION]);
        assertSame(world, load(bytes));
        templates(world)[2].spawn(ROWS);
        assertEquals(1, Saving.bytes(world)[VERSION]);
    }

    /** A shared block that became spare, and was given to a template, has rows of which a small one has old claims. */
    @Test
    void shouldKeepOldClaimsOfABlockThatIsNotSharedAnyMore() {
        Template[] templates = templates(world);
        List<Long> gone = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            gone.add(templates[0].spawn());
        }
        templates[0].spawn(1); // gives back what is claimed
        handles(world).forEach(world::destroy);
        assertEquals(1, MovedRows.compact(world));
        templates[2].spawn(ROWS);
        assertEquals(1, world.statistics().memory().blocks());
        byte[] bytes = Saving.bytes(world);
        World loaded = load(bytes);
        assertSame(world, loaded);
        assertArrayEquals(bytes, Saving.bytes(loaded));
        for (int i = 0; i < 300; i++) {
            long entity = templates[0].spawn();
            assertTrue(world.isAlive(entity));
        }
    }

    /** Generations that were given out before a restoration belong to indices, wherever their rows are. */
    @Test
    void shouldNotGiveOutAbandonedHandles() {
        Template[] templates = templates(world);
        try (Snapshots ring = Saves.snapshots(world, 1)) {
            spawn(world, templates, new Random(1), 300);
            ring.capture();
            Set<Long> abandoned = new HashSet<>();
            for (int i = 0; i < 5; i++) {
                handles(world).forEach(world::destroy);
                spawn(world, templates, new Random(i), 300);
                abandoned.addAll(handles(world));
            }
            ring.restore(0);
            abandoned.removeAll(handles(world));
            MovedRows.shuffle(world, new Random(2), 200);
            World loaded = load(Saving.bytes(world));
            for (World each : List.of(world, loaded)) {
                Template[] its = each == world ? templates : templates(each);
                for (int i = 0; i < 5; i++) {
                    handles(each).forEach(each::destroy);
                    spawn(each, its, new Random(i), 300);
                    handles(each).forEach(entity -> assertFalse(abandoned.contains(entity)));
                }
            }
            assertSame(world, loaded);
        }
    }

    @Test
    void shouldRefuseNewerVersions() {
        byte[] bytes = Saving.bytes(world);
        for (int version : new int[] {0, 3, -1}) {
            FileChunks.wrap(bytes).putInt(VERSION, version);
            String message = assertRefused(bytes, "reads versions 1 to 2");
            assertTrue(message.contains("version " + Integer.toUnsignedString(version)), message);
        }
    }

    private static String assertRefused(byte[] bytes, String message) {
        return Saving.assertRefused(bytes, new LoadOptions(), message).getMessage();
    }

    private static byte[] withVersion(byte[] bytes, int version) {
        FileChunks.wrap(bytes).putInt(VERSION, version);
        return bytes;
    }

    /** A world of three blocks, of which two have exchanged two rows. */
    private FileChunks exchanged() {
        world.template().with(new Position(1, 2)).build().spawn(3 * ROWS);
        MovedRows.move(world, new int[] {5, 2 * ROWS + 7}, new int[] {2 * ROWS + 7, 5});
        return new FileChunks(Saving.bytes(world));
    }

    /** An entry of runs: pairs of the number of rows and the first index. */
    private static byte[] runs(int block, int... runs) {
        ByteBuffer bytes = FileChunks.wrap(new byte[6 + 3 * runs.length]);
        bytes.putInt(block).putShort((short) (runs.length / 2));
        for (int i = 0; i < runs.length; i += 2) {
            bytes.putShort((short) (runs[i] - 1)).putInt(runs[i + 1]);
        }
        return bytes.array();
    }

    private static byte[] both(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    @Test
    void shouldRefuseIndicesThatAreNoPermutation() {
        FileChunks file = exchanged();
        int far = 2 * ROWS;
        byte[] first = runs(0, 5, 0, 1, far + 7, ROWS - 6, 6);
        byte[] last = runs(2, 7, far, 1, 5, ROWS - 8, far + 8);
        assertArrayEquals(
                both(first, last),
                Arrays.copyOfRange(file.chunks.get(file.find("INDX")), BODY, BODY + first.length + last.length));
        assertIndices(file, both(first, runs(2, 7, far, 1, 6, ROWS - 8, far + 8)), "that of another one, too: index=6");
        assertIndices(file, both(first, runs(2, 7, far, 1, far + 6, ROWS - 8, far + 8)), "another one, too: index=");
        assertIndices(file, both(first, runs(2, 7, far, 1, ROWS + 1, ROWS - 8, far + 8)), "another one, too: index=");
        assertIndices(file, first, "another one, too");
        assertIndices(file, last, "another one, too");
        assertIndices(file, both(first, runs(2, 7, far, 1, 3 * ROWS, ROWS - 8, far + 8)), "out of range: index=49152");
        assertIndices(file, both(first, runs(2, 7, far, 1, -1, ROWS - 8, far + 8)), "out of range: index=4294967295");
        assertIndices(file, both(first, runs(2, 7, far, ROWS - 7, Integer.MAX_VALUE)), "out of range");
        assertIndices(file, both(first, runs(2, 7, far, 1, 5, ROWS - 7, far + 8)), "more indices than rows");
        assertIndices(file, both(first, runs(2, 7, far, 1, 5, ROWS - 9, far + 8)), "fewer indices than rows");
        assertIndices(file, both(last, first), "not ascending");
        assertIndices(file, both(first, first), "not ascending");
        assertIndices(file, runs(3, ROWS, 0), "a block of indices is out of range");
        assertIndices(file, runs(-1, ROWS, 0), "a block of indices is out of range");
        assertIndices(file, runs(1, ROWS, ROWS), "no row that has moved");
        assertIndices(file, both(first, new byte[] {2, 0, 0, 0, 0, 0, 1}), "end too early");
        assertIndices(file, Arrays.copyOf(first, 5), "end too early");
        file.set("INDX", both(first, last));
        load(file.complete());
        assertRefused(withVersion(file.complete(), 1), "another chunk is missing here");
    }

    private static void assertIndices(FileChunks file, byte[] contents, String message) {
        file.set("INDX", contents);
        assertRefused(file.complete(), message);
    }

    @Test
    void shouldLimitTheMemoryOfIndices() {
        byte[] file = exchanged().complete();
        long bytes = world.statistics().memory().reservedBytes() - MovedRows.bufferBytes(world);
        assertThrows(SaveFormatException.class, () -> Saving.load(file, new LoadOptions().maxBytes(bytes - 3 * ROWS)));
        Saving.load(file, new LoadOptions().maxBytes(bytes)).close();
    }

    @Test
    void shouldRefuseSpareBlocksThatAreInUse() {
        Template template = templates(world)[0];
        template.spawn(2 * ROWS);
        handles(world).subList(ROWS, 2 * ROWS).forEach(world::destroy);
        MovedRows.compact(world);
        FileChunks file = new FileChunks(Saving.bytes(world));
        int owner = BODY + 4; // of the first run of blocks, which has one component
        assertEquals(1, file.get("BLKS").getInt(owner));
        int spare = BODY + 16 + 4;
        assertEquals(-1, file.get("BLKS").getInt(spare));
        file.get("BLKS").putInt(owner, -1);
        assertRefused(file.complete(), "the components of a block is out of range");
        file.get("BLKS").putInt(owner, 1).putInt(spare, -2);
        assertRefused(file.complete(), "the owner of a block is out of range");
        file.get("BLKS").putInt(spare, 2);
        assertRefused(file.complete(), "the owner of a block is out of range");
        file.get("BLKS").putInt(spare, -1);
        assertRefused(withVersion(file.complete(), 1), "the owner of a block is out of range");
        load(file.complete());

        world.spawn();
        file = new FileChunks(Saving.bytes(world)); // the block has an owner now
        assertEquals(1, file.get("BLKS").getInt(spare));
        file.get("BLKS").putInt(spare, -1);
        assertRefused(withVersion(file.complete(), 2), "a spare block has entities");
    }

    /** Each byte of the indices, with several changes: the file is refused, or its world is like any other. */
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = {6, 2_000})
    void shouldSurviveDamageOfIndices(int moves) {
        Template[] templates = templates(world);
        spawn(world, templates, new Random(1), 3_000);
        MovedRows.shuffle(world, new Random(2), moves);
        byte[] bytes = Saving.bytes(world);
        FileChunks file = new FileChunks(bytes);
        byte[] indices = file.chunks.get(file.find("INDX")).clone();
        assertEquals(moves > 1_000, indices.length > ROWS, "packed");
        int loaded = 0;
        for (int at = BODY; at < indices.length; at += Soak.times(16, 1) + (at - BODY) / 100) {
            for (int change : new int[] {1, 0x80, 0xFF}) {
                byte[] damaged = indices.clone();
                damaged[at] ^= (byte) change;
                file.set("INDX", Arrays.copyOfRange(damaged, BODY, damaged.length));
                boolean isLoaded =
                        Saving.isLoaded(file.complete(), new LoadOptions(), "byte " + at, StoreInvariants::checkLoaded);
                loaded += isLoaded ? 1 : 0;
            }
        }
        assertEquals(0, loaded, "another permutation needs two changes");
    }
}
