package basalt.component;

import static basalt.component.Rejection.assertRejects;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.component.layout.RecordAccess;
import basalt.storage.fixture.WideRecord;
import java.util.List;
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
