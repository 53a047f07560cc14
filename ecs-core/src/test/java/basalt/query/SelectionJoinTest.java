package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.internal.Strict;
import basalt.memory.MemoryScope;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Vectors;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class SelectionJoinTest {
    private World world;
    private Query targets;
    private Query seekers;
    private Selection selection;

    @BeforeEach
    void create() {
        world = World.builder().memory(new DirtyMemory(0xFF)).build();
        targets = world.query().all(Health.TYPE).none(Frozen.TYPE).build();
        seekers = world.query().all(Kinds.TYPE).build();
        selection = Selection.of(seekers);
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldKeepRowsWhosePartnerIsAliveAndMatches() {
        long good = world.spawn(new Health(1));
        long dead = world.spawn(new Health(2));
        long frozen = world.spawn(new Health(3), new Frozen());
        long other = world.spawn(new Position(1, 2));
        long disabled = world.spawn(new Health(4));
        world.disable(disabled);
        world.destroy(dead);
        List<Long> named = List.of(
                good, dead, frozen, good, other, disabled, Entity.NULL, Entity.of(Entity.index(good), 3), -1L, 12345L);
        List<Long> rows = named.stream().map(this::seeker).toList();

        assertSame(selection, selection.collect().join(Kinds.TARGET, targets));

        assertEquals(List.of(rows.get(0), rows.get(3)), entities());
        assertEquals(List.of(good, good), partners());
        assertEquals(1, selection.partnerRow(1).get(Health.POINTS));
    }

    @Test
    void shouldFindPartnersInOtherBlocks() {
        int count = 2 * ROWS + 100;
        List<Long> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(world.spawn(new Health(i)));
        }
        List<Long> expected = new ArrayList<>();
        for (int i = 0; i < count; i += 101) {
            long target = all.get(count - 1 - i);
            seeker(target);
            expected.add(target);
        }
        selection.collect().join(Kinds.TARGET, targets);

        assertEquals(expected, partners());
    }

    @Test
    void shouldJoinWithItself() {
        long first = seeker(Entity.NULL);
        long second = seeker(first);
        world.set(first, Kinds.TARGET, second);
        long alone = seeker(Entity.NULL);
        world.set(alone, Kinds.TARGET, alone);
        selection.collect().join(Kinds.TARGET, seekers);

        assertEquals(List.of(first, second, alone), entities());
        assertEquals(List.of(second, first, alone), partners());
    }

    @Test
    void shouldKeepTheOrderOfTheRows() {
        long target = world.spawn(new Health(1));
        List<Long> rows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            rows.add(0, seeker(i % 3 == 0 ? Entity.NULL : target));
            world.set(rows.get(0), Kinds.I32, i);
        }
        rows.removeIf(row -> world.get(row, Kinds.TARGET) == Entity.NULL);
        selection.collect().sortByDescending(Kinds.I32).join(Kinds.TARGET, targets);

        assertEquals(rows, entities());
    }

    @Test
    void shouldSortPartnersWithTheirRows() {
        for (int i = 0; i < 100; i++) {
            long row = seeker(world.spawn(new Health(i)));
            world.set(row, Kinds.I32, i * 37 % 100);
            world.set(row, Kinds.I64, i);
        }
        selection.collect().join(Kinds.TARGET, targets).sortBy(Kinds.I32);
        assertPaired(100);
        selection.groupBy(Kinds.I32);
        assertPaired(100);
        selection.top(10, Kinds.I32);
        assertPaired(10);
        selection.join(Kinds.TARGET, targets);
        assertPaired(10);
    }

    private void assertPaired(int count) {
        assertEquals(count, selection.size());
        for (int i = 0; i < count; i++) {
            assertEquals(
                    selection.row(i).get(Kinds.I64), selection.partnerRow(i).get(Health.POINTS));
        }
    }

    @Test
    void shouldDropRowsOfDestroyedEntities() {
        long target = world.spawn(new Health(1));
        List<Long> rows = List.of(seeker(target), seeker(target), seeker(target));
        selection.collect();
        world.destroy(rows.get(0));
        world.remove(rows.get(1), Kinds.TYPE);
        selection.join(Kinds.TARGET, targets);

        assertEquals(List.of(rows.get(2)), entities());
    }

    @Test
    void shouldKeepTheHandlesOfDestroyedPartners() {
        long target = world.spawn(new Health(1));
        long other = world.spawn(new Health(2));
        long row = seeker(target);
        long stays = seeker(other);
        long goes = seeker(other);
        selection.collect().join(Kinds.TARGET, targets);
        world.destroy(target);
        world.destroy(goes);
        for (int i = 0; i < 200; i++) {
            world.spawn(new Health(9)); // also in rows of destroyed entities
        }

        assertEquals(List.of(target, other, other), partners());
        assertEquals(row, selection.row(0).entity());
        assertThrows(DeadEntityException.class, () -> selection.partnerRow(0));
        List<Long> visited = new ArrayList<>();
        selection.forEachPair((left, right) -> {
            visited.add(left.entity());
            visited.add(right.entity());
        });
        assertEquals(List.of(stays, other), visited);
    }

    @Test
    void shouldReturnWritableRows() {
        long target = world.spawn(new Health(1));
        seeker(target);
        selection.collect().join(Kinds.TARGET, targets).forEachPair((row, partner) -> {
            row.set(Kinds.I32, 5);
            partner.set(Health.POINTS, 6);
        });
        assertEquals(5, selection.row(0).get(Kinds.I32));
        assertEquals(6, world.get(target, Health.POINTS));
    }

    @Test
    void shouldJoinNothing() {
        selection.collect().join(Kinds.TARGET, targets);
        assertEquals(0, selection.size());
        seeker(Entity.NULL);
        selection.collect().join(Kinds.TARGET, targets);
        assertEquals(0, selection.size());
        assertThrows(IndexOutOfBoundsException.class, () -> selection.partner(0));
    }

    @Test
    void shouldHaveNoPartnersUnlessItIsJoined() {
        seeker(world.spawn(new Health(1)));
        selection.collect();
        assertNoPartners("not joined");
        selection.join(Kinds.TARGET, targets);
        assertEquals(1, partners().size());
        selection.collect();
        assertNoPartners("not joined");
    }

    @Test
    void shouldLosePartnersWithTheScopeItWasJoinedIn() {
        seeker(world.spawn(new Health(1)));
        selection.collect();
        MemoryScope scope = world.frame().open();
        selection.join(Kinds.TARGET, targets);
        assertEquals(1, partners().size());
        scope.close();

        assertNoPartners("partners used after its scope had ended; join() again");
        assertEquals(1, selection.sortBy(Kinds.I32).size(), "the rows are still there");
        assertNoPartners("partners used after its scope had ended; join() again");
        selection.join(Kinds.TARGET, targets);
        assertEquals(1, partners().size());
    }

    private void assertNoPartners(String mentioned) {
        List<Executable> uses = List.of(
                () -> selection.partner(0),
                () -> selection.partnerRow(0),
                () -> selection.forEachPair((row, partner) -> {}));
        for (Executable use : uses) {
            var failure = assertThrows(IllegalStateException.class, use);
            assertTrue(failure.getMessage().contains(mentioned), failure.getMessage());
        }
    }

    @Test
    void shouldReuseItsMemoryInTheSameScope() {
        seeker(world.spawn(new Health(1)));
        selection.collect().join(Kinds.TARGET, targets);
        long used = world.frame().usedBytes();
        for (int i = 0; i < 50; i++) {
            selection.collect().join(Kinds.TARGET, targets);
        }
        assertEquals(used, world.frame().usedBytes());
    }

    @Test
    void shouldRejectOtherWorldsAndANullQuery() {
        selection.collect();
        try (World other = World.create()) {
            Query foreign = other.query().build();
            assertRejects("same world", () -> selection.join(Kinds.TARGET, foreign));
        }
        assertRejects("same world", () -> selection.join(Kinds.TARGET, null));
    }

    @Test
    void shouldRejectColumnsThatARowMayLack() {
        assertRejects("all()", () -> Selection.of(targets).collect().join(Kinds.TARGET, seekers));
        Query vectors = world.query().all(Vectors.TYPE).build();
        assertRejects(
                "vector of length 2", () -> Selection.of(vectors).collect().join(Vectors.TARGETS, seekers));
        assertRejects("must not be null", () -> selection.collect().join(null, seekers));
    }

    @Test
    void shouldNotBeChangedByItsOwnBody() {
        seeker(world.spawn(new Health(1)));
        selection.collect().join(Kinds.TARGET, targets);
        var failure = assertThrows(
                IllegalStateException.class,
                () -> selection.forEachPair((row, partner) -> selection.join(Kinds.TARGET, targets)));
        assertTrue(failure.getMessage().contains("has changed the selection"), failure.getMessage());
    }

    @Test
    void shouldCheckPartnersAgainstTheirQueryInStrictMode() {
        assumeTrue(Strict.ON);
        long target = world.spawn(new Health(1), Kinds.ZERO);
        seeker(target);
        selection.collect().join(Kinds.TARGET, targets);
        Row partner = selection.partnerRow(0);
        assertEquals(1, partner.get(Health.POINTS));
        assertThrows(IllegalStateException.class, () -> partner.get(Kinds.I32));
        AtomicReference<Row> kept = new AtomicReference<>();
        selection.forEachPair((left, right) -> kept.set(right));
        assertThrows(IllegalStateException.class, () -> kept.get().get(Health.POINTS));
    }

    private long seeker(long target) {
        long row = world.spawn(Kinds.ZERO);
        world.set(row, Kinds.TARGET, target);
        return row;
    }

    private static void assertRejects(String mentioned, Executable attempt) {
        var rejection = assertThrows(IllegalArgumentException.class, attempt);
        assertTrue(rejection.getMessage().contains(mentioned), rejection.getMessage());
    }

    private List<Long> entities() {
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < selection.size(); i++) {
            entities.add(selection.entity(i));
        }
        return entities;
    }

    private List<Long> partners() {
        List<Long> partners = new ArrayList<>();
        for (int i = 0; i < selection.size(); i++) {
            partners.add(selection.partner(i));
        }
        return partners;
    }
}
