package basalt.component;

import static basalt.component.Rejection.assertRejects;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.component.layout.RecordAccess;
import basalt.storage.fixture.WideRecord;
import basalt.world.World;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RecordAccessTest {
    @Test
    void shouldReachPrivateRecord() throws Throwable {
        RecordAccess access = RecordAccess.of(Secret.class);

        assertEquals(new Secret(1, "a"), access.constructor().invoke(1, "a"));
        assertEquals(1, access.accessors().get(0).invoke(new Secret(1, "a")));
        assertEquals("a", access.accessors().get(1).invoke(new Secret(1, "a")));
    }

    @Test
    void shouldReachLocalRecordWithoutFields() throws Throwable {
        record Tag() {}
        assertEquals(new Tag(), RecordAccess.of(Tag.class).constructor().invoke());
    }

    @Test
    void shouldReachPublicRecordOfExportedPackage() throws Throwable {
        Class<? extends Record> reading = FixtureModule.exported("Reading");
        RecordAccess access = RecordAccess.of(reading);

        Object record = access.constructor().invoke(20f, 1f);

        assertSame(reading, record.getClass());
        assertEquals(20f, access.accessors().get(0).invoke(record));
    }

    @Test
    void shouldReachHiddenRecordOfOpenPackage() throws Throwable {
        RecordAccess access = RecordAccess.of(FixtureModule.opened("Tally"));

        assertEquals(5, access.accessors().get(0).invoke(access.constructor().invoke(5)));
    }

    @Test
    void shouldMakeRecordsOfAnotherModuleByTheSameClass() throws Throwable {
        Class<? extends Record> tally = FixtureModule.opened("Tally");
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(tally, MethodHandles.lookup());
        for (int i = 0; i < 3; i++) {
            Class<?> maker =
                    lookup.revealDirect(RecordAccess.of(tally).constructor()).getDeclaringClass();
            assertEquals(tally.getName() + "$BasaltMaker", maker.getName());
            assertSame(tally.getModule(), maker.getModule());
        }
    }

    @Test
    void shouldRunKernelsOverRecordsOfAnotherModule() {
        try (World world = World.create()) {
            long a = runKernels(world, FixtureModule.exported("Reading"), 20f, 1f);
            long b = runKernels(world, FixtureModule.opened("Tally"), 5);

            assertEquals(List.of(a, b), List.of(world.query().build().first(), b));
        }
    }

    /** All that makes records and writes them: kernels, predicates, reductions, and spawns. */
    private static <T extends Record> long runKernels(World world, Class<T> type, Object... fields) {
        T made = made(type, fields);
        T zero = made(
                type,
                Stream.of(fields).map(x -> x instanceof Float ? (Object) 0f : 0).toArray());
        long entity = world.spawn(zero);
        assertEquals(zero, world.get(entity, type));
        world.query(type).update(old -> made).run();
        assertEquals(made, world.get(entity, type));
        List<T> read = new ArrayList<>();
        world.query(type)
                .where(type, made::equals)
                .each(record -> read.add(record))
                .run();
        world.query(type).forEach(record -> read.add(record));
        assertEquals(List.of(made, made), read);
        assertEquals(1, world.query(type).count(made::equals));
        world.template().with(zero).build().kernel(type, (i, old) -> made).spawn(2);
        assertEquals(3, world.query(type).count(made::equals));
        return entity;
    }

    private static <T extends Record> T made(Class<T> type, Object... fields) {
        try {
            return type.cast(RecordAccess.of(type).constructor().invokeWithArguments(fields));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldSuggestToOpenAClosedPackage() {
        for (Class<? extends Record> unreachable : List.of(
                FixtureModule.closed("Reading"), FixtureModule.closed("Tally"), FixtureModule.exported("Tally"))) {
            assertRejects(
                    () -> RecordAccess.of(unreachable),
                    unreachable.getName(),
                    "opens " + FixtureModule.PACKAGE,
                    "module-info of " + FixtureModule.NAME);
        }
    }

    @Test
    void shouldRejectRecordWithMoreFieldsThanAMethodHandleTakes() {
        assertRejects(() -> RecordAccess.of(WideRecord.of("long", 127)), "record Wide ", "fields=127", "split it");
    }

    @Test
    void shouldRethrowExceptionsOfTheRecord() {
        RecordAccess access = RecordAccess.of(Strict.class);
        Strict instance = new Strict(1);

        assertSame(
                Strict.TOO_LOW,
                assertThrows(RuntimeException.class, () -> access.constructor().invoke(-1)));
        assertSame(
                Strict.UNREADABLE,
                assertThrows(Error.class, () -> access.accessors().get(0).invoke(instance)));
    }

    private record Secret(int number, String text) {}

    private record Strict(int level) {
        static final RuntimeException TOO_LOW = new IllegalStateException("too low");
        static final Error UNREADABLE = new AssertionError("unreadable");

        Strict {
            if (level < 0) {
                throw TOO_LOW;
            }
        }

        @Override
        public int level() {
            throw UNREADABLE;
        }
    }
}
