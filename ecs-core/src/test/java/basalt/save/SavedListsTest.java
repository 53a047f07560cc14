package basalt.save;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.Component;
import basalt.world.World;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists in files. */
class SavedListsTest {
    record Signs(byte[] bytes, boolean[] flags, int[] numbers) {
        static final Component<Signs> TYPE = Component.of(Signs.class);
    }

    /** The contents of its chunk of lists: 3, the bytes; 1, the flag; 8, the numbers. */
    private static byte[] sample(byte[] bytes) {
        try (World world = World.create()) {
            world.spawn(new Signs(bytes, new boolean[] {true}, new int[] {4, 5}));
            return Saving.bytes(world);
        }
    }

    private static void refuse(int at, int value, String message) {
        FileChunks file = new FileChunks(sample(new byte[] {1, 2, 3}));
        ByteBuffer lists = file.get("LIST");
        if (value > 0 && value < Byte.MAX_VALUE) {
            lists.put(FileChunks.HEADER + at, (byte) value);
        } else {
            lists.putInt(FileChunks.HEADER + at, value);
        }
        Saving.assertRefused(file.complete(), new LoadOptions(), message);
    }

    @Test
    void shouldRefuseListsThatCannotBe() {
        refuse(0, -1, "wrong length");
        refuse(0, 1 << 27, "a list of basalt.save.SavedListsTest$Signs.bytes has too many");
        refuse(0, 4, "");
        refuse(11, 2, "Signs.flags has too many");
        refuse(12, 7, "Signs.numbers has too many");
        refuse(12, 12, "");
    }

    @Test
    void shouldCountTheMemoryOfListsBeforeItIsTaken() {
        byte[] file = sample(new byte[(1 << 25) + 1]); // takes twice as much
        Saving.assertRefused(file, new LoadOptions().maxBytes(48 << 20), "maxBytes", 48 << 20);
        try (World world = Saving.load(file, new LoadOptions().maxBytes(200 << 20))) {
            assertEquals(1, world.entityCount());
        }
    }

    @Test
    void shouldReadAListOfSeveralChunks() {
        byte[] bytes = new byte[3_000_000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31 >> 8);
        }
        try (World world = Saving.load(sample(bytes), new LoadOptions())) {
            world.query(Signs.class).forEach(signs -> {
                assertArrayEquals(bytes, signs.bytes);
                assertArrayEquals(new int[] {4, 5}, signs.numbers);
            });
        }
    }

    record Old(int[] items) {
        static final Component<Old> TYPE = Component.of(Old.class);
    }

    record New(int[] items, float weight) {
        static final Component<New> TYPE = Component.of(New.class);
    }

    @Test
    void shouldStayEmptyWhenAnotherFieldHasADefault() {
        byte[] file;
        try (World world = World.create()) {
            world.spawn(new Old(new int[0]));
            world.spawn(new Old(new int[] {7}));
            file = Saving.bytes(world);
        }
        LoadOptions options =
                new LoadOptions().rename(Old.TYPE.name(), New.TYPE.name()).defaults(new New(new int[] {1, 2}, 5));
        try (World world = Saving.load(file, options)) {
            List<String> loaded = new ArrayList<>();
            world.query(New.class).forEach(each -> loaded.add(Arrays.toString(each.items) + each.weight));
            assertEquals(List.of("[]5.0", "[7]5.0"), loaded);
        }
    }
}
