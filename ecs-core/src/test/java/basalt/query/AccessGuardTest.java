package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.DeadEntityException;
import basalt.component.MissingComponentException;
import basalt.internal.Strict;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Velocity;
import basalt.storage.fixture.WorldFixture;
import basalt.world.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Accesses that strict mode rejects. */
class AccessGuardTest extends WorldFixture {
    private long entity;

    @BeforeEach
    void create() {
        assumeTrue(Strict.ON, "strict mode is off");
        entity = world.spawn(new Position(1, 2), new Velocity(3, 4));
        world.spawn(new Position(1, 2));
    }

    @ParameterizedTest
    @EnumSource
    void shouldRejectAComponentThatTheQueryDidNotDeclare(Loop loop) {
        Query query = world.query().all(Position.TYPE).none(Frozen.TYPE).build();
        loop.run(query, row -> {
            assertFails(Velocity.TYPE.name(), () -> row.get(Velocity.DX));
            assertFails("not declared", () -> row.set(Velocity.DX, 1));
            assertFails("not declared", () -> row.get(Label.TEXT));
            assertFails("not declared", () -> row.get(Rare.CHARGE));
            assertEquals(row.entity() == entity, row.has(Velocity.TYPE), "checking presence is allowed");
            assertEquals(1, row.get(Position.X));
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldRejectAComponentThatTheRowLacks(Loop loop) {
        Query query = world.query().any(Position.TYPE).optional(Velocity.TYPE).build();
        loop.run(query, row -> {
            if (row.has(Velocity.TYPE)) {
                assertEquals(3, row.get(Velocity.DX));
            } else {
                var missing = assertThrows(MissingComponentException.class, () -> row.get(Velocity.DX));
                assertEquals(row.entity(), missing.entity());
                assertSame(Velocity.TYPE, missing.component());
            }
        });
    }

    @Test
    void shouldAllowADisabledComponent() {
        world.disable(entity, Velocity.TYPE);
        world.query()
                .all(Position.TYPE)
                .optional(Velocity.TYPE)
                .build()
                .forEach(row ->
                        assertEquals(row.entity() == entity, row.has(Velocity.TYPE) && row.get(Velocity.DX) == 3));
    }

    @ParameterizedTest
    @EnumSource
    void shouldRejectARowWhoseEntityWasDestroyed(Loop loop) {
        Query query = world.query().all(Position.TYPE, Velocity.TYPE).build();
        loop.run(query, row -> {
            world.remove(row.entity(), Velocity.TYPE);
            assertThrows(MissingComponentException.class, () -> row.get(Velocity.DX));
            assertEquals(1, row.get(Position.X));
            world.destroy(row.entity());
            Class<? extends Throwable> expected =
                    loop == Loop.KERNEL ? MissingComponentException.class : DeadEntityException.class;
            assertThrows(expected, () -> row.get(Position.X));
        });
    }

    @Test
    void shouldRejectARowAfterItsCall() {
        Query query = world.query().all(Position.TYPE).build();
        AtomicReference<Row> kept = new AtomicReference<>();
        RowBody keep = row -> {
            assertTrue(row.index() == 0 || isInvalid(kept.get()));
            kept.set(row);
        };
        query.forEach(keep);
        query.kernel(keep).run();
        Selection.of(query).collect().forEach(keep);
        world.frame().reset();
    }

    @Test
    void shouldRejectThePartnersOfAPairAfterItsCall() {
        world.template().with(Kinds.ZERO).build().spawn(3);
        Query kinds = world.query().all(Kinds.TYPE).build();
        kinds.forEach(row -> row.set(Kinds.TARGET, row.entity()));
        List<Row> kept = new ArrayList<>();
        Selection.of(kinds).collect().join(Kinds.TARGET, kinds).forEachPair((row, partner) -> {
            assertTrue(kept.stream().allMatch(AccessGuardTest::isInvalid));
            kept.add(row);
            kept.add(partner);
        });
        assertEquals(6, kept.size());
        world.frame().reset();
    }

    private static boolean isInvalid(Row row) {
        assertFails("call", row::entity);
        assertFails("call", row::index);
        assertFails("call", () -> row.has(Position.TYPE));
        assertFails("call", () -> row.isEnabled(Position.TYPE));
        assertFails("call", () -> row.get(Position.X));
        assertFails("call", () -> row.set(Position.X, 1));
        assertFails("call", () -> row.get(Label.TEXT));
        assertFails("call", () -> row.set(Label.TEXT, "x"));
        return true;
    }

    @Test
    void shouldRejectARowAfterARunThatFailed() {
        AtomicReference<Row> kept = new AtomicReference<>();
        assertThrows(
                UnsupportedOperationException.class,
                () -> world.query()
                        .all(Position.TYPE)
                        .build()
                        .kernel(row -> {
                            kept.set(row);
                            throw new UnsupportedOperationException();
                        })
                        .run());

        assertDead(kept.get());
    }

    @Test
    void shouldRejectASpanAfterItsCall() {
        world.spawn(new Velocity(1, 1));
        world.spawn(new Position(5, 6));
        Query query = world.query().all(Position.TYPE).build();
        List<Span> kept = new ArrayList<>();
        query.forEachSpan(span -> {
            for (Span earlier : kept) {
                assertFails("after the call", earlier::baseUnchecked);
                assertFails("after", () -> earlier.row(0).get(Position.X));
                assertFails("after the call", () -> earlier.entity(0));
                assertFails("after the call", () -> earlier.wrap(Position.X, new UnsafeBuffer()));
            }
            kept.add(span);
        });
        assertEquals(2, kept.size());
        assertFails("after the call", kept.get(1)::baseUnchecked);
    }

    @Test
    void shouldRejectAnInitialiserThatAccessesOtherComponentsThanTheTemplates() {
        Template template = world.template().with(new Position(0, 0)).build();
        template.spawn(1, row -> assertFails("not declared", () -> row.set(Velocity.DX, 1)));
    }

    @Test
    void shouldDistinguishNestedRunsOfOneQuery() {
        Query query = world.query().all(Position.TYPE).build();
        query.forEach(outer -> {
            AtomicReference<Row> inner = new AtomicReference<>();
            query.forEach(inner::set);
            assertDead(inner.get());
            assertEquals(1, outer.get(Position.X));
        });
    }

    @Test
    void shouldRejectRowsOutsideTheSpan() {
        world.query().all(Velocity.TYPE).build().forEachSpan(span -> {
            assertThrows(IndexOutOfBoundsException.class, () -> span.row(1));
            assertThrows(IndexOutOfBoundsException.class, () -> span.entity(1));
        });
    }

    @Test
    void shouldRejectAViewThatNotAllRowsOfTheSpanHave() {
        Query query = world.query().all(Position.TYPE).optional(Velocity.TYPE).build();
        query.forEachSpan(span -> {
            assertEquals(2, span.size());
            assertThrows(MissingComponentException.class, () -> span.wrap(Velocity.DX, new UnsafeBuffer()));
            assertFails("not declared", () -> span.wrap(Kinds.F32, new UnsafeBuffer()));
        });
    }

    private static void assertDead(Row row) {
        assertFails("used after", () -> row.get(Position.X));
        assertFails("used after", () -> row.set(Position.X, 1));
        assertFails("used after", row::entity);
        assertFails("used after", () -> row.has(Position.TYPE));
        assertFails("used after", () -> row.isEnabled(Position.TYPE));
    }
}
