package basalt.save;

import static basalt.component.Rejection.assertMentions;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.CopyLoader;
import basalt.component.EventType;
import basalt.component.Length;
import basalt.component.SaveFormatException;
import basalt.storage.fixture.Health;
import basalt.world.World;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file's components are found by the names of their records. Each test renames the saved component to a record that
 * nothing has used before, as if the file were of another run.
 */
class LoadByNameTest {
    /** The classes that were initialised. */
    private static final Set<String> INITIALISED = new HashSet<>();

    private record Saved(int x) {}

    private record Found(int x) {
        static final Component<Found> TYPE = Component.of(Found.class);

        static {
            INITIALISED.add("Found");
        }
    }

    private record Plain(int x) {}

    private record Merged(int x) {}

    private record InContext(int x) {}

    private record WithoutContext(int x) {}

    private record Refused(int x) {
        static {
            INITIALISED.add("Refused");
        }
    }

    private record Allowed(int x) {}

    private record Sent(int x) {
        static final EventType<Sent> TYPE = EventType.of(Sent.class);
    }

    private record Unstorable(@Length(0) int[] x) {}

    private record Failing(int x) {
        static final int NUMBER = Integer.parseInt("no number");
    }

    private record Named(int x) {
        static final Component<Named> TYPE =
                Component.builder(Named.class).name("a name of its own").build();
    }

    private static final class NoRecord {
        static {
            INITIALISED.add("NoRecord");
        }
    }

    private final ClassLoader context = Thread.currentThread().getContextClassLoader();
    private final long entity;
    private final byte[] file;

    LoadByNameTest() {
        try (World world = World.create()) {
            entity = world.spawn(new Saved(5), new Health(6));
            file = Saving.bytes(world);
        }
    }

    @AfterEach
    void restore() {
        Thread.currentThread().setContextClassLoader(context);
    }

    private static LoadOptions as(String name) {
        return new LoadOptions().rename(Saved.class.getName(), name);
    }

    private static LoadOptions as(Class<?> type) {
        return as(type.getName());
    }

    @Test
    void shouldFindRecordsByTheirNames() {
        assertFalse(INITIALISED.contains("Found"));
        try (World world = Saving.load(file, as(Found.class))) {
            assertTrue(INITIALISED.contains("Found"));
            assertEquals(new Found(5), world.get(entity, Found.class));
            assertSame(Found.TYPE, Component.tryFind(Found.class.getName()));
            assertEquals(new Health(6), world.get(entity, Health.class));
        }
        try (World world = Saving.load(file, as(Plain.class))) {
            assertEquals(new Plain(5), world.get(entity, Plain.class));
        }
    }

    @Test
    void shouldFindThemForAMerge() {
        try (World world = World.create()) {
            world.spawn();
            Saves.merge(world, Saving.source(file), as(Merged.class));
            assertEquals(
                    1, world.query().all(Merged.class, Health.class).build().count());
        }
    }

    @Test
    void shouldLoadWithoutAnyList(@TempDir Path folder) {
        Path level = folder.resolve("level");
        try (World world = World.create()) {
            long saved = world.spawn(new Saved(7));
            world.save(level);
            try (World again = World.load(level)) {
                assertEquals(new Saved(7), again.get(saved, Saved.class));
            }
        }
        assertThrows(IllegalArgumentException.class, () -> World.load(null));
    }

    @Test
    void shouldLookInTheContextClassLoader() {
        CopyLoader plugin = new CopyLoader(InContext.class.getName());
        Thread.currentThread().setContextClassLoader(plugin);
        try (World world = Saving.load(file, as(InContext.class))) {
            Component<?> found = Component.tryFind(InContext.class.getName());
            assertSame(plugin, found.type().getClassLoader());
            assertTrue(world.has(entity, found));
        }
        Thread.currentThread().setContextClassLoader(null);
        try (World world = Saving.load(file, as(WithoutContext.class))) {
            assertTrue(world.has(entity, WithoutContext.class));
        }
    }

    private void assertRefused(LoadOptions options, String... mentioned) {
        SaveFormatException refused = assertThrows(
                SaveFormatException.class, () -> Saving.load(file, options).close());
        assertMentions(refused, mentioned);
        assertEquals("SCHM", refused.chunk());
    }

    @Test
    void shouldLookInAllowedPackagesOnly() {
        String name = Refused.class.getName();
        for (LoadOptions options : List.of(
                as(name).packages(),
                as(name).packages("basalt.world"),
                as(name).packages("basalt.sav"),
                as(name).packages(name))) {
            assertRefused(options, name, "LoadOptions.packages(...) does not allow");
            try (World world = Saving.load(file, options.skipUnknown())) {
                assertEquals(new Health(6), world.get(entity, Health.class), "known ones need no package");
            }
        }
        assertFalse(INITIALISED.contains("Refused"));
        assertNull(Component.tryFind(name));
        try (World world = Saving.load(file, as(Allowed.class).packages("basalt.world", "basalt"))) {
            assertTrue(world.has(entity, Allowed.class));
        }
        for (String wrong : new String[] {null, "", " "}) {
            assertThrows(IllegalArgumentException.class, () -> new LoadOptions().packages(wrong));
        }
        assertThrows(IllegalArgumentException.class, () -> new LoadOptions().packages((String[]) null));
    }

    @Test
    void shouldRefuseWhatIsNoComponent() {
        assertRefused(
                as("basalt.save.Missing"), "basalt.save.Missing", "no record has this name", "LoadOptions.components");
        assertRefused(as("basalt.SAVE.LoadByNameTest$Plain"), "no record has this name");
        assertRefused(as("[I"), "no record has this name");
        assertRefused(as(NoRecord.class), "no record has this name");
        assertFalse(INITIALISED.contains("NoRecord"), "only records are initialised");
        assertRefused(as(Sent.class), "cannot be used", "event type");
        assertRefused(as(Unstorable.class), "cannot be used", "@Length(0)");
        assertRefused(as(Failing.class), "cannot be used", Failing.class.getName());
        assertRefused(as(Named.class), "no record has this name", "LoadOptions.components");
        assertNotNull(Component.tryFind("a name of its own"));
        try (World world = Saving.load(file, as("a name of its own").components(Named.class))) {
            assertEquals(new Named(5), world.get(entity, Named.class));
        }
        try (World world = Saving.load(file, as(NoRecord.class).skipUnknown())) {
            assertEquals(6, world.get(entity, Health.POINTS));
        }
    }
}
