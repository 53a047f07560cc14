package basalt.save;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.Component;
import basalt.component.WithCodec;
import basalt.storage.fixture.TextCodec;
import basalt.world.StateHashes;
import basalt.world.World;
import org.junit.jupiter.api.Test;

/** Strings in files, where they are objects. */
class SavedStringsTest {
    private static final String LONG = "\u00e4".repeat(70_000);

    record Label(String text, int number, String other) {
        static final Component<Label> TYPE = Component.of(Label.class);
    }

    /** As a label, but its strings are references, as those of earlier versions. */
    record Old(
            @WithCodec(TextCodec.class) String text,
            int number,
            @WithCodec(TextCodec.class) String other) {
        static final Component<Old> TYPE = Component.of(Old.class);
    }

    record Short(int number, String other) {
        static final Component<Short> TYPE = Component.of(Short.class);
    }

    private static byte[] file(Record... records) {
        try (World world = World.create()) {
            for (Record record : records) {
                world.spawn(record);
            }
            return Saving.bytes(world);
        }
    }

    private static void assertFirst(Record expected, byte[] file, LoadOptions options) {
        try (World loaded = Saving.load(file, options)) {
            loaded.query()
                    .all(expected.getClass().asSubclass(Record.class))
                    .build()
                    .forEach(row -> {
                        if (row.index() == 0) {
                            assertEquals(
                                    expected,
                                    loaded.get(row.entity(), expected.getClass().asSubclass(Record.class)));
                        }
                    });
            assertEquals(1, loaded.entityCount());
            StateHashes.requireExact(loaded);
        }
    }

    @Test
    void shouldBeReadFromReferences() {
        LoadOptions options = new LoadOptions().rename(Old.TYPE.name(), Label.TYPE.name());
        assertFirst(new Label("text \u00e4", 4, null), file(new Old("text \u00e4", 4, null)), options);
        assertFirst(new Label("", 5, LONG), file(new Old("", 5, LONG)), options);
        LoadOptions back = new LoadOptions().rename(Label.TYPE.name(), Old.TYPE.name());
        assertFirst(new Old("", 5, LONG), file(new Label("", 5, LONG)), back);
    }

    @Test
    void shouldBeSkippedAndAdded() {
        LoadOptions less =
                new LoadOptions().rename(Label.TYPE.name(), Short.TYPE.name()).skipUnknown();
        assertFirst(new Short(4, LONG), file(new Label("text", 4, LONG)), less);
        LoadOptions more = new LoadOptions()
                .rename(Short.TYPE.name(), Label.TYPE.name())
                .defaults(new Label("default", 1, "unused"));
        assertFirst(new Label("default", 4, LONG), file(new Short(4, LONG)), more);
    }

    @Test
    void shouldBeRefusedIfTheyAreNoText() {
        FileChunks chunks = new FileChunks(file(new Label("abc", 4, null)));
        chunks.get("REFS").put(FileChunks.HEADER + 5, (byte) 0xFF);
        Saving.assertRefused(chunks.complete(), new LoadOptions(), "no text");
    }

    @Test
    void shouldCountTheirMemory() {
        byte[] file = file(new Label("x".repeat((1 << 22) + 1), 4, null)); // takes twice as much
        Saving.assertRefused(file, new LoadOptions().maxBytes(5 << 20), "maxBytes", 4 << 20);
    }
}
