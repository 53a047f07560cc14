package basalt.examples.framework.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityHandle;
import basalt.component.Length;
import basalt.memory.MemorySource;
import basalt.save.LoadOptions;
import basalt.save.SaveBuffer;
import basalt.save.SaveOptions;
import basalt.save.Saves;
import basalt.world.World;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WorldJsonTest {
    record Place(float x, double y) {
        static final Component<Place> TYPE = Component.of(Place.class);
    }

    record Aim(
            @EntityHandle long target,
            @Length(2) @EntityHandle long[] others) {
        static final Component<Aim> TYPE = Component.of(Aim.class);
    }

    record Kinds(
            byte small,
            short medium,
            int large,
            long huge,
            boolean flag,
            @Length(3) float[] vector) {
        static final Component<Kinds> TYPE = Component.of(Kinds.class);
    }

    record Tag() {
        static final Component<Tag> TYPE = Component.of(Tag.class);
    }

    private static final Component<?>[] ALL = {Tag.TYPE, Place.TYPE, Kinds.TYPE, Aim.TYPE};

    private final World world = World.create();
    private final long first = world.spawn(new Place(0.1f, 0.1));
    private final long second = world.spawn(
            new Kinds((byte) -1, (short) 2, 3, Long.MAX_VALUE, true, new float[] {1, -0f, Float.MIN_VALUE}),
            new Place(Float.NaN, Double.NEGATIVE_INFINITY),
            new Aim(first, new long[] {Entity.NULL, first}),
            new Tag());

    @BeforeEach
    void disableSome() {
        world.time().advance(0.5);
        long destroyed = world.spawn();
        world.destroy(destroyed);
        long third = world.spawn(new Place(16_777_217, 1e300));
        world.disable(third);
        world.disable(second, Place.TYPE);
    }

    @AfterEach
    void closeWorld() {
        world.close();
    }

    private static String text(World of) {
        StringWriter text = new StringWriter();
        new WorldJson(of, ALL).world(text);
        return text.toString();
    }

    private static String expected() throws IOException {
        try (var golden = WorldJsonTest.class.getResourceAsStream("world.json")) {
            return new String(golden.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void shouldWriteAWorldAsInTheGoldenFile() throws IOException {
        assertEquals(expected(), text(world));
    }

    @Test
    void shouldWriteTheSameAfterSavingAndLoading() throws IOException {
        try (SaveBuffer buffer = new SaveBuffer(MemorySource.direct())) {
            Saves.save(world, buffer, new SaveOptions());
            try (World loaded = Saves.load(buffer.source(), new LoadOptions())) {
                assertEquals(expected(), text(loaded));
            }
        }
    }

    @Test
    void shouldWriteTheSameForAnyOrderOfComponents() {
        StringWriter other = new StringWriter();
        new WorldJson(world, Aim.TYPE, Kinds.TYPE, Place.TYPE, Tag.TYPE).world(other);
        assertEquals(text(world), other.toString());
    }

    @Test
    void shouldWriteExactNumbers() throws IOException {
        JsonNode root = new ObjectMapper().readTree(text(world));
        assertEquals(0.1f, root.at("/entities/0/Place/x").floatValue());
        assertEquals(16_777_217f, root.at("/entities/2/Place/x").floatValue());
        JsonNode vector = root.at("/entities/1/Kinds/vector");
        assertEquals(0x8000_0000, Float.floatToRawIntBits((float) vector.get(1).doubleValue()));
        assertEquals(Float.MIN_VALUE, Float.parseFloat(vector.get(2).asText()));
        assertEquals(Long.MAX_VALUE, root.at("/entities/1/Kinds/huge").longValue());
    }

    @Test
    void shouldReportAWriterThatFails() {
        Writer full = new Writer() {
            @Override
            public void write(char[] text, int from, int length) throws IOException {
                throw new IOException("no space left");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        assertTrue(assertThrows(UncheckedIOException.class, () -> new WorldJson(world, ALL).world(full))
                .getMessage()
                .contains("no space left"));
    }
}
