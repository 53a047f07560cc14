package basalt.save;

import static basalt.memory.Refusal.assertIllegal;
import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.ReferenceCodec;
import basalt.component.SaveFormatException;
import basalt.component.WithCodec;
import basalt.storage.SavedRows;
import basalt.storage.fixture.Kinds;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Managed columns in files. */
class SavedReferencesTest {
    /** A value with a codec that refuses some bytes. */
    record Pair(int a, int b) {}

    /** Writes pairs as two bytes; throws for those that begin with 99. */
    public static final class PairCodec implements ReferenceCodec<Pair> {
        @Override
        public int write(Pair value, MutableDirectBuffer to, int offset) {
            to.putByte(offset, (byte) value.a());
            to.putByte(offset + 1, (byte) value.b());
            return 2;
        }

        @Override
        public Pair read(DirectBuffer from, int offset, int length) {
            if (from.getByte(offset) == 99) {
                throw new IllegalArgumentException("it begins with 99");
            }
            return from.getByte(offset) == 98 ? null : new Pair(from.getByte(offset), from.getByte(offset + 1));
        }
    }

    /** Says that it has written another number of bytes than it has. */
    static final class WrongCodec implements ReferenceCodec<String> {
        private static int length;

        @Override
        public int write(String value, MutableDirectBuffer to, int offset) {
            to.putByte(offset, (byte) 1);
            return length;
        }

        @Override
        public String read(DirectBuffer from, int offset, int length) {
            return "";
        }
    }

    record Wrong(@WithCodec(WrongCodec.class) String text) {
        static final Component<Wrong> TYPE = Component.of(Wrong.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {-5, -1, 100_000, 200_000_000, Integer.MAX_VALUE})
    void shouldRefuseALengthThatACodecHasNotWritten(int length) {
        world.spawn(new Wrong("text"));
        WrongCodec.length = length;
        assertIllegal(() -> Saving.bytes(world), "Wrong.text", "length=" + length);
    }

    enum Mood {
        GOOD,
        BAD
    }

    record Managed(int number, @WithCodec(PairCodec.class) Pair pair, String text, Mood mood) {
        static final Component<Managed> TYPE = Component.of(Managed.class);
    }

    record Text(String text) {
        static final Component<Text> TYPE = Component.of(Text.class);
    }

    record Plain(int number, Object anything) {
        static final Component<Plain> TYPE = Component.of(Plain.class);
    }

    private final World world = World.create();

    @AfterEach
    void close() {
        world.close();
    }

    private static Managed sample(int i) {
        return new Managed(
                i,
                i % 3 == 0 ? null : new Pair(i % 90, -i % 90),
                i % 5 == 0 ? null : i % 7 == 0 ? "" : "text " + i,
                i % 4 == 0 ? null : i % 2 == 0 ? Mood.GOOD : Mood.BAD);
    }

    @Test
    void shouldLoadReferences() {
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            entities.add(i % 11 == 0 ? world.spawn() : world.spawn(sample(i)));
        }
        world.remove(entities.get(1), Managed.TYPE);
        try (World loaded = Saving.load(Saving.bytes(world))) {
            assertNull((loaded.has(entities.get(1), Managed.TYPE) ? loaded.get(entities.get(1), Managed.TYPE) : null));
            for (int i = 2; i < 20_000; i++) {
                assertEquals(
                        i % 11 == 0 ? null : sample(i),
                        (loaded.has(entities.get(i), Managed.TYPE) ? loaded.get(entities.get(i), Managed.TYPE) : null));
            }
            loaded.add(entities.get(1), Managed.TYPE);
            assertEquals(new Managed(0, null, null, Mood.GOOD), loaded.get(entities.get(1), Managed.TYPE));
        }
    }

    @Test
    void shouldLoadObjectsOfAnyLength() {
        List<Long> entities = new ArrayList<>();
        for (int length : new int[] {0, 1, 1_000_000, 1 << 20, (1 << 20) + 1, 5_000_000}) {
            entities.add(world.spawn(new Text("x".repeat(length))));
        }
        try (World loaded = Saving.load(Saving.bytes(world))) {
            entities.forEach(entity -> assertEquals(world.get(entity, Text.TYPE), loaded.get(entity, Text.TYPE)));
        }
        assertThrowsWith(
                SaveFormatException.class,
                () -> Saving.load(Saving.bytes(world), new LoadOptions().maxObjectBytes(1_000_000)),
                "maxObjectBytes");
    }

    @Test
    void shouldCountStringsAsMemory() {
        long block = SavedRows.blockBytes(new int[] {Text.TYPE.id()});
        for (int i = 0; i < 10; i++) {
            world.spawn(new Text("x".repeat(1_000_000)));
        }
        byte[] bytes = Saving.bytes(world);
        assertThrowsWith(
                SaveFormatException.class,
                () -> Saving.load(bytes, new LoadOptions().maxBytes(block + (10 << 20) - 1)),
                "maxBytes");
        Saving.load(bytes, new LoadOptions().maxBytes(block + (10 << 20) + 16)).close();
    }

    @Test
    void shouldLoadAllKindsOfScalars() {
        List<Long> entities = new ArrayList<>();
        Kinds.SAMPLES.forEach(sample -> entities.add(world.spawn(sample)));
        try (World loaded = Saving.load(Saving.bytes(world))) {
            for (int i = 0; i < entities.size(); i++) {
                assertEquals(Kinds.SAMPLES.get(i), loaded.get(entities.get(i), Kinds.TYPE));
            }
        }
    }

    @Test
    void shouldLeaveOutWhatIsExcluded() {
        long one = world.spawn(sample(4));
        byte[] bytes = Saving.bytes(world, new SaveOptions().exclude(Managed.class));
        try (World loaded = Saving.load(bytes)) {
            assertEquals(new Managed(4, null, "text 4", null), loaded.get(one, Managed.TYPE));
        }
    }

    @Test
    void shouldRefuseReferencesWithoutACodec() {
        long one = world.spawn(new Plain(3, "anything"));
        assertIllegal(
                () -> Saving.bytes(world),
                "Plain.anything has no codec",
                "java.lang.Object",
                "SaveOptions.exclude(Plain.class)");
        try (World loaded = Saving.load(Saving.bytes(world, new SaveOptions().exclude(Plain.class)))) {
            assertEquals(new Plain(3, null), loaded.get(one, Plain.TYPE));
        }
    }

    @Test
    void shouldNameACodecThatRefuses() {
        world.spawn(new Managed(1, new Pair(99, 1), null, null));
        var refused = assertThrowsWith(
                SaveFormatException.class,
                () -> Saving.load(Saving.bytes(world)),
                "it begins with 99",
                Managed.TYPE.name() + ".pair");
        assertEquals("REFS", refused.chunk());
        assertEquals(IllegalArgumentException.class, refused.getCause().getClass());
        try (World other = World.create()) {
            other.spawn(new Managed(1, new Pair(98, 1), null, null));
            assertThrows(SaveFormatException.class, () -> Saving.load(Saving.bytes(other)));
        }
    }

    @Test
    void shouldSurviveAnyDamage() {
        for (int i = 0; i < 60; i++) {
            world.spawn(sample(i));
        }
        byte[] bytes = Saving.bytes(world);
        LoadOptions small = new LoadOptions().maxBytes(1 << 24).maxObjectBytes(1 << 20);
        int loaded = DamagedFile.accepted(
                1_000,
                seed -> DamagedFile.of(bytes, seed),
                (damaged, which) ->
                        Saving.isLoaded(damaged, small, which, world -> Contents.byHandle(world, Managed.TYPE)));
        assertTrue(loaded < 500, "loaded: " + loaded);
    }
}
