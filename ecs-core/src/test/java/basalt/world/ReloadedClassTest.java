package basalt.world;

import static basalt.component.Rejection.assertMentions;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.component.Component;
import basalt.component.CopyLoader;
import basalt.component.EventType;
import basalt.component.FloatColumn;
import basalt.component.SaveFormatException;
import basalt.component.TreeType;
import basalt.memory.MemorySource;
import basalt.memory.Unreachable;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.RecordQuery;
import basalt.save.LoadOptions;
import basalt.save.SaveBuffer;
import basalt.save.SaveOptions;
import basalt.save.Saves;
import basalt.storage.fixture.SourceCompiler;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Classes of a plugin, which are loaded again. */
class ReloadedClassTest {
    @Test
    void shouldRegisterAgainOnceTheFirstClassesAreGarbage() throws Exception {
        Object first = load();
        WeakReference<Object> unused = new WeakReference<>(first);
        Throwable refused = assertThrows(ExceptionInInitializerError.class, ReloadedClassTest::load)
                .getCause();
        assertMentions(refused, Plugin.Cart.class.getName(), "garbage collected", "name(\"...\")");
        Reference.reachabilityFence(first);
        first = null;
        Unreachable.await(unused);

        Component.release(load());
    }

    @Test
    void shouldRegisterAgainOnceTheFirstLoaderIsGivenUp() throws Exception {
        assertThrows(IllegalArgumentException.class, () -> Component.release(null));
        assertThrows(IllegalArgumentException.class, () -> Component.release(Component.class.getClassLoader()));
        ClassLoader first = load();
        Class<? extends Record> old = cart(first);
        try (World world = World.create();
                SaveBuffer file = new SaveBuffer(MemorySource.direct())) {
            long entity = spawn(world, old, 5);
            Saves.save(world, file, new SaveOptions());
            assertEquals(2, Component.release(first));
            assertEquals(0, Component.release(first));
            ClassLoader second = load();
            Class<? extends Record> changed = cart(second);
            assertNotEquals(Component.of(old), Component.of(changed));
            assertEquals(Component.of(changed), Component.tryFind(changed.getName()));
            assertMentions(
                    assertThrows(IllegalStateException.class, () -> spawn(world, changed, 6)), "load it", "given up");
            spawn(world, old, 7);
            assertEquals(2, world.query().all(Component.of(old)).build().count());
            try (World loaded = Saves.load(file.source(), new LoadOptions())) {
                assertEquals(newCart(changed, 5), loaded.get(entity, Component.of(changed)));
            }
            Component.release(second);
        }
    }

    @Test
    void shouldReadFilesIntoChangedFields(@TempDir Path folder) throws Exception {
        try (URLClassLoader first = compile("public record Wagon(float load, int axles, long built) {}", folder, "a");
                URLClassLoader second =
                        compile("public record Wagon(long built, double load, int[] seats) {}", folder, "b");
                World world = World.create();
                SaveBuffer file = new SaveBuffer(MemorySource.direct())) {
            Record wagon = (Record) first.loadClass("Wagon")
                    .getDeclaredConstructor(float.class, int.class, long.class)
                    .newInstance(2.5f, 4, 1999L);
            long entity = world.spawn(wagon);
            Saves.save(world, file, new SaveOptions());
            assertEquals(1, Component.release(first));
            Class<? extends Record> changed = second.loadClass("Wagon").asSubclass(Record.class);
            Component.of(changed);
            assertMentions(
                    assertThrows(SaveFormatException.class, () -> Saves.load(file.source(), new LoadOptions())),
                    "Wagon.axles",
                    "skipUnknown()");
            try (World loaded = Saves.load(file.source(), new LoadOptions().skipUnknown())) {
                assertEquals(
                        "Wagon[built=1999, load=2.5, seats=[]]",
                        loaded.get(entity, Component.of(changed)).toString().replaceAll("\\[I@\\w+", "[]"));
            }
            Component.release(second);
        }
    }

    private static URLClassLoader compile(String source, Path folder, String name) throws IOException {
        Path classes = Files.createDirectory(folder.resolve(name));
        assertEquals("", SourceCompiler.compile("Wagon", source, classes));
        return new URLClassLoader(new URL[] {classes.toUri().toURL()}, null);
    }

    @Test
    void shouldRefuseTheNewClassInAWorldOfTheOldOne() throws Exception {
        ClassLoader first = load();
        try (World world = World.create();
                SaveBuffer file = new SaveBuffer(MemorySource.direct())) {
            Class<? extends Record> old = cart(first);
            Class<? extends Record> oldBump = of(first, Plugin.Bump.class);
            RemovedComponents removed = world.removed(old);
            Query changed = world.query().changed(Component.of(old)).build();
            world.events(oldBump).send();
            Component.release(first);
            ClassLoader second = load();
            Class<? extends Record> cart = cart(second);
            Class<? extends Record> bump = of(second, Plugin.Bump.class);
            assertRefused(() -> world.removed(cart));
            assertRefused(() -> world.query().changed(Component.of(cart)).build());
            assertRefused(() -> world.query().added(Component.of(cart)).build());
            assertRefused(() -> world.events(bump));
            assertEquals(0, removed.skipAll());
            assertEquals(0, changed.count());

            Saves.save(world, file, new SaveOptions());
            try (World loaded = Saves.load(file.source(), new LoadOptions())) {
                assertEquals(1, loaded.events(bump).sent());
                assertEquals(0, loaded.removed(cart).skipAll());
            }
            Component.release(second);
        }
    }

    private static void assertRefused(Executable use) {
        assertMentions(assertThrows(IllegalStateException.class, use), "load it", "given up");
    }

    @Test
    void shouldLoseNoOtherCommands() throws Exception {
        ClassLoader first = load();
        try (World world = World.create()) {
            long entity = spawn(world, cart(first), 5);
            long other = spawn(world, cart(first), 6);
            Component.release(first);
            ClassLoader second = load();
            world.commands().add(entity, newCart(cart(second), 7));
            world.commands().add(entity, newCart(cart(second), 8));
            world.commands().remove(other, cart(first));
            world.commands().disable(other);
            assertMentions(assertThrows(IllegalStateException.class, world::applyCommands), "given up");
            assertEquals(new Commands.Stats(2, 2), world.statistics().commands());
            assertFalse(world.has(other, cart(first)));
            assertFalse(world.isEnabled(other));
            Component.release(second);
        }
    }

    private static Class<? extends Record> of(ClassLoader loader, Class<?> type) throws ClassNotFoundException {
        return loader.loadClass(type.getName()).asSubclass(Record.class);
    }

    private static Class<? extends Record> cart(ClassLoader loader) throws ClassNotFoundException {
        return of(loader, Plugin.Cart.class);
    }

    private static Record newCart(Class<? extends Record> type, float load) {
        try {
            return type.getDeclaredConstructor(float.class).newInstance(load);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static long spawn(World world, Class<? extends Record> type, float load) {
        return world.spawn(newCart(type, load));
    }

    /** Loads the plugin and runs it; returns its class loader. */
    private static ClassLoader load() throws Exception {
        CopyLoader loader = new CopyLoader(
                Plugin.class.getName(),
                Plugin.Cart.class.getName(),
                Plugin.Bump.class.getName(),
                Plugin.Settings.class.getName());
        Callable<?> plugin = (Callable<?>) loader.loadClass(Plugin.class.getName())
                .getDeclaredConstructor()
                .newInstance();
        assertEquals(6.0, plugin.call());
        return loader;
    }

    /** Uses a component, an event type, a resource and a tree type of its own. */
    public static final class Plugin implements Callable<Double> {
        private static final TreeType TRAINS = TreeType.of("trains", TreeType.OnParentDestroy.DETACH);

        public record Cart(float load) {
            public static final Component<Cart> TYPE = Component.of(Cart.class);
            public static final FloatColumn LOAD = TYPE.float32("load");
        }

        public record Bump(float force) {
            public static final EventType<Bump> TYPE = EventType.of(Bump.class);
        }

        public record Settings(float friction) {}

        @Override
        public Double call() {
            try (World world = World.create()) {
                world.resources().put(Settings.class, new Settings(1));
                long first = world.spawn(new Cart(1));
                world.hierarchy(TRAINS).attach(world.spawn(new Cart(2)), first);
                world.events(Bump.TYPE).send(new Bump(1));
                Shared.useRecords(world.query(Cart.class));
                world.query()
                        .all(Cart.TYPE)
                        .build()
                        .kernel(row -> row.set(Cart.LOAD, 3))
                        .run();
                return world.query().all(Cart.TYPE).build().reduce().sum(Cart.LOAD);
            }
        }
    }

    /** Not reloaded. Its bodies and functions get records of classes that are. */
    public static final class Shared {
        private static int count;

        private Shared() {}

        public static <A extends Record> void useRecords(RecordQuery.Of1<A> records) {
            count = 0;
            records.update(record -> record).run();
            records.each(record -> count++).run();
            records.forEach(record -> count++);
            assertEquals(2.0, records.sum(record -> 1));
            assertEquals(4, count);
        }
    }
}
