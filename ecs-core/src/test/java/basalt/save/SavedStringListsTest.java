package basalt.save;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.system.Schedule;
import basalt.world.StateHashes;
import basalt.world.World;
import java.lang.annotation.RetentionPolicy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Lists of strings in files, where they are objects. */
class SavedStringListsTest {
    private static final int HEADER = FileChunks.HEADER + Integer.BYTES;

    record Quest(int number, List<String> steps) {
        static final Component<Quest> TYPE = Component.of(Quest.class);
    }

    /** As a quest of earlier versions, whose list was an object: files have sets and lists in the same form. */
    record Old(int number, Set<String> steps) {
        static final Component<Old> TYPE = Component.of(Old.class);
    }

    record Numbers(int number, List<Integer> steps) {
        static final Component<Numbers> TYPE = Component.of(Numbers.class);
    }

    record Plain(int number, int[] steps) {
        static final Component<Plain> TYPE = Component.of(Plain.class);
    }

    record Text(int number, String steps) {
        static final Component<Text> TYPE = Component.of(Text.class);
    }

    record Number(int number, int steps) {
        static final Component<Number> TYPE = Component.of(Number.class);
    }

    record Constant(int number, RetentionPolicy steps) {
        static final Component<Constant> TYPE = Component.of(Constant.class);
    }

    private static byte[] file(Record record) {
        try (World world = World.create()) {
            world.spawn(record);
            return Saving.bytes(world);
        }
    }

    private static LoadOptions as(Component<?> from, Component<?> to) {
        return new LoadOptions().rename(from.name(), to.name());
    }

    private static <T extends Record> T load(byte[] file, LoadOptions options, Component<T> type) {
        try (World world = Saving.load(file, options)) {
            StateHashes.requireExact(world);
            return world.get(world.query().all(type).build().first(), type);
        }
    }

    @Test
    void shouldBeReadFromObjects() {
        Set<String> steps = new LinkedHashSet<>(Arrays.asList("first", null, "", "\u00e4\ud800"));
        LoadOptions options = as(Old.TYPE, Quest.TYPE);
        assertEquals(new Quest(3, new ArrayList<>(steps)), load(file(new Old(3, steps)), options, Quest.TYPE));
        assertEquals(new Quest(4, List.of()), load(file(new Old(4, Set.of())), options, Quest.TYPE));
        assertEquals(new Quest(5, List.of()), load(file(new Old(5, null)), options, Quest.TYPE));
        LoadOptions back = as(Quest.TYPE, Old.TYPE);
        assertEquals(new Old(6, Set.of("a")), load(file(new Quest(6, List.of("a"))), back, Old.TYPE));
    }

    @Test
    void shouldBeRefusedAsAnotherType() {
        byte[] quest = file(new Quest(1, List.of("a")));
        Saving.assertRefused(quest, as(Quest.TYPE, Numbers.TYPE), "Numbers.steps refuses an object");
        Saving.assertRefused(file(new Numbers(1, List.of(5))), as(Numbers.TYPE, Quest.TYPE), "has another type there");
        String plain = "is a list of strings in the file, and a list of INT32 in this process, which is not converted";
        Saving.assertRefused(quest, as(Quest.TYPE, Plain.TYPE), plain);
        String strings =
                "is a list of INT32 in the file, and a list of strings in this process, which is not converted";
        Saving.assertRefused(file(new Plain(1, new int[1])), as(Plain.TYPE, Quest.TYPE), strings);
        Saving.assertRefused(file(new Text(1, "abc")), as(Text.TYPE, Quest.TYPE), "has another type there");
        Saving.assertRefused(file(new Text(1, "N")), as(Text.TYPE, Quest.TYPE), "null in the file");
        for (Component<?> other : List.of(Text.TYPE, Number.TYPE, Constant.TYPE)) {
            Saving.assertRefused(quest, as(Quest.TYPE, other), "steps is a list of strings in the file");
        }
        Saving.assertRefused(
                file(new Number(1, 2)),
                as(Number.TYPE, Quest.TYPE),
                "is INT32 in the file, and a list of strings in this process, which is not converted: rename it");
        LoadOptions skipping =
                as(Quest.TYPE, Number.TYPE).rename(Number.TYPE, "steps", "old").skipUnknown();
        assertEquals(new Number(1, 0), load(quest, skipping, Number.TYPE));
    }

    /** A list has one form in files, whether it was written or not. */
    @Test
    void shouldBeWrittenAsOneFormIfEmpty() {
        byte[] written = file(new Quest(0, List.of()));
        try (World world = World.create()) {
            world.add(world.spawn(), Quest.TYPE);
            assertArrayEquals(written, Saving.bytes(world));
        }
        FileChunks file = new FileChunks(written);
        assertEquals(5, file.get("REFS").getInt(FileChunks.HEADER));
        assertEquals(new Quest(0, List.of()), load(written, new LoadOptions(), Quest.TYPE));
    }

    /** Replays of a process in which the list was an object, of kind 9. */
    @Test
    void shouldBeReplayedFromObjects() {
        FileChunks file = new FileChunks(replayed(null));
        ByteBuffer schema = file.get("SCHM");
        int kind = new String(schema.array(), StandardCharsets.ISO_8859_1).indexOf("steps") + "steps".length();
        assertEquals(41, schema.get(kind));
        replayed(file.complete());
        schema.put(kind, (byte) 9);
        replayed(file.complete());
    }

    /** Records a replay, or plays the file of one. */
    private static byte[] replayed(byte[] file) {
        Replay.Input none = (to, from, offset, length) -> {};
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world).build()) {
            long entity = world.spawn();
            if (file != null) {
                try (Replay replay = Replay.load(Saving.source(file), schedule, none)) {
                    assertTrue(replay.play(1).isSame());
                    assertEquals(new Quest(1, List.of("b")), world.get(entity, Quest.class));
                    return file;
                }
            }
            try (Replay replay = new Replay(schedule, 1, none)) {
                world.commands().add(entity, new Quest(1, List.of("a")));
                world.commands().set(entity, Quest.TYPE.stringList("steps"), List.of("b"));
                world.commands().spawn(new Quest(2, List.of()));
                replay.tick(1, new UnsafeBuffer(new byte[1]), 0, 1);
                return Saving.bytes(replay::save);
            }
        }
    }

    /** Changes a byte or an int of the bytes of two strings: L 2, T 3 abc, T 1 d. */
    private static void refuse(int at, int bytes, int value, String message) {
        FileChunks file = new FileChunks(file(new Quest(1, List.of("abc", "d"))));
        ByteBuffer objects = file.get("REFS");
        assertEquals('L', objects.get(HEADER));
        if (bytes == 1) {
            objects.put(HEADER + at, (byte) value);
        } else {
            objects.putInt(HEADER + at, value);
        }
        Saving.assertRefused(file.complete(), new LoadOptions(), message);
    }

    @Test
    void shouldBeRefusedIfTheyAreDamaged() {
        String damaged = "is damaged in the file, or has another type there";
        for (int count : new int[] {-1, 0, 1, 3, 1000, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            refuse(1, 4, count, damaged);
        }
        for (int length : new int[] {-1, 0, 2, 4, 5, 9, 10, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            refuse(6, 4, length, damaged);
        }
        for (int length : new int[] {-1, 0, 2, Integer.MAX_VALUE}) {
            refuse(14, 4, length, damaged);
        }
        for (int kind : new int[] {'N', 'T', 'E', 'R', 0, 255}) {
            refuse(0, 1, kind, damaged);
        }
        for (int kind : new int[] {'N', 'L', 'E', 0, 255}) {
            refuse(5, 1, kind, damaged);
        }
        for (int text : new int[] {0xFF, 0x80, 0xC3, 0xED}) {
            refuse(10, 1, text, "no text");
            refuse(12, 1, text, "no text");
        }
    }

    @Test
    void shouldCountTheirMemory() {
        byte[] file = file(new Quest(4, List.of("x".repeat((1 << 22) + 1)))); // takes twice as much
        Saving.assertRefused(file, new LoadOptions().maxBytes(5 << 20), "maxBytes", 4 << 20);
    }
}
