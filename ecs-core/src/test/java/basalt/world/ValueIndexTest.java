package basalt.world;

import static basalt.memory.Refusal.assertThrowsWith;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.component.Column;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityHandle;
import basalt.component.IntColumn;
import basalt.component.Length;
import basalt.component.LongColumn;
import basalt.internal.Strict;
import basalt.memory.CountingMemory;
import basalt.memory.ForwardingMemory;
import basalt.memory.LeakCheck;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.SteadyRounds;
import basalt.memory.frame.FrameLongList;
import basalt.query.RowKernel;
import basalt.save.LoadOptions;
import basalt.save.MergeReport;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.save.Snapshots;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.system.SystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LeakCheck.class)
final class ValueIndexTest extends WorldFixture {
    private enum Rank {
        LOW,
        MIDDLE,
        HIGH
    }

    private record Account(long id, int score, float balance) {
        static final Component<Account> TYPE = Component.of(Account.class);
        static final LongColumn ID = TYPE.int64("id");
        static final IntColumn SCORE = TYPE.int32("score");
    }

    private record Every(
            byte b,
            short s,
            char c,
            int i,
            long l,
            float f,
            double d,
            boolean z,
            boolean other,
            Rank rank,
            Rank second,
            @EntityHandle long entity,
            String text,
            @Length(2) int[] vector) {}

    private record Inner(int x, int y) {}

    private record Outer(Inner one, Inner two) {}

    private record Bounded(int least, int greatest) {
        Bounded {
            if (least > greatest) {
                throw new IllegalArgumentException("least > greatest");
            }
        }
    }

    private record Natural(int number, long other, boolean isFlat, boolean isRound) {
        Natural {
            if (number < 0 || other < 0) {
                throw new IllegalArgumentException("negative");
            }
            assert !(isFlat && isRound);
        }
    }

    private record Choosy(int number) {
        Choosy {
            if (number != 4711) {
                throw new IllegalArgumentException("another number");
            }
        }
    }

    private static void assertRefused(Executable call, String... parts) {
        assertThrowsWith(IllegalArgumentException.class, call, parts);
    }

    private List<Long> asked(int capacity, ToIntFunction<FrameLongList> ask) {
        MemoryScope scope = world.frame().open();
        try {
            FrameLongList list = FrameLongList.in(world.frame(), capacity);
            assertEquals(ask.applyAsInt(list), list.size());
            return IntStream.range(0, list.size()).mapToObj(list::get).toList();
        } finally {
            scope.close();
        }
    }

    private List<Long> asked(ToIntFunction<FrameLongList> ask) {
        return asked(1000, ask);
    }

    private static Every every(int number) {
        return new Every(
                (byte) number,
                (short) (100 * number),
                (char) (65_535 - number),
                1000 * number,
                -1_000_000_000_000L * number,
                number / 3f,
                number / 7.0,
                number % 2 == 0,
                number % 3 == 0,
                number == 0 ? null : Rank.values()[number % 3],
                Rank.HIGH,
                number,
                "text",
                new int[2]);
    }

    @Test
    void shouldFindTheColumnOfAnAccessor() {
        Component<Every> type = Component.of(Every.class);
        assertSame(world.index(type.int8("b")), world.index(Every.class, Every::b));
        assertSame(world.index(type.int16("s")), world.index(Every.class, Every::s));
        assertSame(world.index(type.int16("c")), world.index(Every.class, Every::c));
        assertSame(world.index(type.int32("i")), world.index(Every.class, Every::i));
        assertSame(world.index(type.int64("l")), world.index(Every.class, Every::l));
        assertSame(world.index(type.float32("f")), world.index(Every.class, Every::f));
        assertSame(world.index(type.float64("d")), world.index(Every.class, Every::d));
        assertSame(world.index(type.bool("z")), world.index(Every.class, Every::z));
        assertSame(world.index(type.bool("other")), world.index(Every.class, Every::other));
        assertSame(world.index(type.enumeration("rank", Rank.class)), world.index(Every.class, Every::rank));
        assertSame(world.index(type.enumeration("second", Rank.class)), world.index(Every.class, Every::second));
        assertSame(world.index(type.entity("entity")), world.index(Every.class, Every::entity));
        assertEquals(
                "two.y",
                world.index(Outer.class, (Outer outer) -> outer.two().y())
                        .column()
                        .field());
        assertEquals(
                "greatest",
                world.index(Bounded.class, Bounded::greatest).column().field());
        assertEquals(
                "least", world.index(Bounded.class, Bounded::least).column().field());
        Component<Natural> naturals = Component.of(Natural.class);
        assertSame(world.index(naturals.int32("number")), world.index(Natural.class, Natural::number));
        assertSame(world.index(naturals.int64("other")), world.index(Natural.class, Natural::other));
        assertSame(world.index(naturals.bool("isFlat")), world.index(Natural.class, Natural::isFlat));
        assertSame(world.index(naturals.bool("isRound")), world.index(Natural.class, Natural::isRound));
    }

    @Test
    void shouldRefuseWhatIsNoAccessor() {
        assertRefused(() -> world.index(Account.class, (Account account) -> account.id() * 2), "Account::id");
        assertRefused(() -> world.index(Account.class, (Account account) -> 1L), "Account::id");
        List<ToLongFunction<Account>> longs = List.of(
                account -> Math.abs(account.score()),
                account -> Math.max(account.id(), account.score()),
                account -> Math.min(account.id(), account.score()),
                account -> Math.min(account.score(), 100),
                account -> Math.max(account.score(), -100),
                account -> account.score() > 0 ? account.score() : 0,
                account -> (int) account.id(),
                account -> Math.round(account.balance()));
        longs.forEach(function -> assertRefused(() -> world.index(Account.class, function), "Account::id"));
        List<ToDoubleFunction<Account>> doubles = List.of(
                account -> Math.abs(account.balance()),
                account -> Math.rint(account.balance()),
                account -> Math.max(account.score(), account.balance()),
                account -> (float) account.score());
        doubles.forEach(function -> assertRefused(() -> world.index(Account.class, function), "Account::id"));
        assertRefused(() -> world.index(Every.class, (Every every) -> every.z() || every.other()), "Every::b");
        assertRefused(() -> world.index(Every.class, (Every every) -> every.z() && every.other()), "Every::b");
        assertRefused(
                () -> world.index(Natural.class, (Natural natural) -> Math.max(natural.number(), natural.other())),
                "Natural::number");
        assertRefused(
                () -> world.index(Natural.class, (Natural natural) -> Math.min(natural.number(), 100)),
                "Natural::number");
        assertRefused(() -> world.index(Choosy.class, Choosy::number), "Choosy::number");
        world.index(Component.of(Choosy.class).int32("number"));
    }

    @Test
    void shouldRefuseColumnsWithoutOneValue() {
        Component<Every> type = Component.of(Every.class);
        assertRefused(() -> world.index(type.int32("vector")), "vector", "is a vector");
        assertRefused(() -> world.index((Column) null), "null");
        assertRefused(() -> world.index(ChildOf.PARENT), "tree");
    }

    @Test
    void shouldFindValuesOfAllKinds() {
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            entities.add(world.spawn(every(i)));
        }
        long third = entities.get(3);
        Every values = every(3);
        assertEquals(third, world.index(Every.class, Every::b).find(values.b()));
        assertEquals(third, world.index(Every.class, Every::s).find(values.s()));
        assertEquals(third, world.index(Every.class, Every::c).find(values.c()));
        assertEquals(third, world.index(Every.class, Every::i).find(values.i()));
        assertEquals(third, world.index(Every.class, Every::l).find(values.l()));
        assertEquals(third, world.index(Every.class, Every::f).find(values.f()));
        assertEquals(third, world.index(Every.class, Every::d).find(values.d()));
        assertEquals(third, world.index(Every.class, Every::entity).find(values.entity()));
        ValueIndex even = world.index(Every.class, Every::z);
        assertEquals(List.of(entities.get(1), third, entities.get(5)), asked(list -> even.collect(false, list)));
        assertEquals(4, even.count(true));
        assertEquals(entities.get(0), even.find(true));
        ValueIndex byRank = world.index(Every.class, Every::rank);
        assertEquals(List.of(third, entities.get(6)), asked(list -> byRank.collect(Rank.LOW, list)));
        assertEquals(entities.get(0), byRank.find((Rank) null));
        assertEquals(2, byRank.count(Rank.HIGH));
        assertEquals(
                List.of(entities.get(0), third, entities.get(6), entities.get(1)),
                asked(list -> byRank.lowest(4, list)));
        assertEquals(
                List.of(entities.get(0), third, entities.get(6), entities.get(1), entities.get(4)),
                asked(list -> byRank.collectRange(null, Rank.MIDDLE, list)));
        assertEquals(4, byRank.countRange(Rank.MIDDLE, Rank.HIGH));
        ValueIndex letters = world.index(Every.class, Every::c);
        assertEquals(
                List.of(entities.get(1), entities.get(0)), asked(list -> letters.collectRange(65_534, 65_535, list)));
        assertEquals(List.of(entities.get(0), entities.get(1)), asked(list -> letters.highest(2, list)));
        ValueIndex longs = world.index(Every.class, Every::l);
        assertEquals(List.of(entities.get(6), entities.get(5)), asked(list -> longs.lowest(2, list)));
        assertEquals(7, longs.countRange(Long.MIN_VALUE, Long.MAX_VALUE));
        assertEquals(0, longs.countRange(5, -5));
    }

    @Test
    void shouldRefuseValuesOfAnotherKind() {
        ValueIndex byId = world.index(Account.ID);
        assertRefused(() -> byId.find(1.0), "the index over Account.id", "pass a long", "1.0");
        assertRefused(() -> byId.count(true), "pass a long", "true");
        assertRefused(() -> byId.countRange(Rank.LOW, Rank.HIGH), "pass a long", "LOW");
        assertRefused(() -> asked(list -> byId.collect(Rank.LOW, list)), "pass a long", "LOW");
        ValueIndex byRank = world.index(Every.class, Every::rank);
        assertRefused(() -> byRank.find(1), "constants");
        assertRefused(() -> byRank.find(Thread.State.NEW), "NEW");
        assertRefused(() -> world.index(Every.class, Every::z).countRange(0, 1), "booleans");
        assertRefused(() -> byId.collect(1, null), "null");
        assertRefused(() -> asked(list -> byId.lowest(-1, list)), "-1");
    }

    @Test
    void shouldTakeZerosForOneAndNanForTheGreatest() {
        ValueIndex byBalance = world.index(Account.class, Account::balance);
        float[] balances = {Float.NaN, 1, 0f, -0f, -1, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, -Float.NaN};
        long[] entities = new long[balances.length];
        for (int i = 0; i < balances.length; i++) {
            entities[i] = world.spawn(new Account(i, 0, balances[i]));
        }
        world.set(entities[7], Account.TYPE.float32("balance"), Float.intBitsToFloat(0xFFC0_1234));
        assertEquals(List.of(entities[2], entities[3]), asked(list -> byBalance.collect(-0.0, list)));
        assertEquals(2, byBalance.count(0));
        assertEquals(List.of(entities[0], entities[7]), asked(list -> byBalance.collect(Float.NaN, list)));
        assertEquals(
                List.of(
                        entities[6],
                        entities[4],
                        entities[2],
                        entities[3],
                        entities[1],
                        entities[5],
                        entities[0],
                        entities[7]),
                asked(list -> byBalance.lowest(100, list)));
        assertEquals(6, byBalance.countRange(Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY));
        assertEquals(2, byBalance.countRange(0.0f, -0.0f));
    }

    @Test
    void shouldNameBothEntitiesOfADuplicate() {
        long first = world.spawn(new Account(7, 0, 0));
        long second = world.spawn(new Account(8, 0, 0));
        ValueIndex byId = world.index(Account.ID).unique();
        assertTrue(byId.isUnique());
        assertEquals(second, byId.find(8));
        world.set(second, Account.ID, 7);
        for (Runnable look : List.<Runnable>of(
                () -> byId.find(1), () -> byId.count(7), byId::size, () -> asked(list -> byId.lowest(3, list)))) {
            String message =
                    assertThrows(IllegalStateException.class, look::run).getMessage();
            for (String part :
                    List.of("the index over Account.id", Entity.toString(first), Entity.toString(second), "value 7")) {
                assertTrue(message.contains(part), message);
            }
        }
        world.set(first, Account.ID, 9);
        assertEquals(second, byId.find(7));
        ValueIndex byScore = world.index(Account.class, Account::score);
        assertThrows(IllegalStateException.class, byScore::unique);
        assertFalse(byScore.isUnique());
        assertEquals(2, byScore.count(0));
    }

    @Test
    void shouldFollowEachWayToChange() {
        ValueIndex byId = world.index(Account.ID);
        long entity = world.spawn(new Account(1, 0, 0));
        assertEquals(entity, byId.find(1));
        world.set(entity, Account.ID, 2);
        assertEquals(Entity.NULL, byId.find(1));
        assertEquals(entity, byId.find(2));
        world.set(entity, new Account(3, 0, 0));
        assertEquals(entity, byId.find(3));
        world.commands().set(entity, Account.ID, 4);
        world.applyCommands();
        assertEquals(entity, byId.find(4));
        world.query(Account.class).update(account -> new Account(5, 0, 0)).run();
        assertEquals(entity, byId.find(5));
        world.row(entity).set(Account.ID, 6);
        assertEquals(entity, byId.find(6));
        world.query(Account.class).rows().bulk().remove(Account.TYPE);
        assertEquals(Entity.NULL, byId.find(6));
        world.query().build().bulk().add(new Account(7, 0, 0));
        assertEquals(entity, byId.find(7));
        world.disable(entity);
        assertEquals(entity, byId.find(7), "a disabled entity");
        world.enable(entity);
        world.disable(entity, Account.TYPE);
        assertEquals(entity, byId.find(7), "a disabled component");
        world.remove(entity, Account.TYPE);
        assertEquals(Entity.NULL, byId.find(7));
        assertEquals(0, byId.size());
        world.add(entity, Account.TYPE);
        assertEquals(entity, byId.find(0));
        world.destroy(entity);
        assertEquals(Entity.NULL, byId.find(0));
        long next = world.spawn(new Account(0, 0, 0));
        assertEquals(next, byId.find(0));
        world.destroy(next);
        long successor = world.spawn(new Account(0, 0, 0)); // perhaps in the same row, without a look-up in between
        assertEquals(successor, byId.find(0));
    }

    @Test
    void shouldForgetWhatIsDestroyedBeforeRowsMove() {
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            entities.add(world.spawn(new Account(i, 0, 0)));
        }
        ValueIndex byId = world.index(Account.ID);
        assertEquals(500, byId.size());
        for (int i = 0; i < 500; i += 2) {
            world.destroy(entities.get(i));
        }
        world.rows().compact();
        assertEquals(250, byId.size());
        for (int i = 0; i < 500; i++) {
            assertEquals(i % 2 == 0 ? Entity.NULL : entities.get(i), byId.find(i));
        }
        for (int i = 0; i < 250; i++) {
            world.spawn(new Account(1000 + i, 0, 0));
        }
        assertEquals(500, byId.size());
        assertEquals(250, byId.countRange(0, 999));
    }

    @Test
    void shouldCollectTheFewThatAreLeftOfMany() {
        long[] entities = new long[20_000];
        world.template().with(new Account(0, 1, 0)).build().spawn(entities);
        ValueIndex byScore = world.index(Account.class, Account::score);
        assertEquals(entities.length, byScore.size());
        int kept = entities.length - 10;
        for (int i = 0; i < kept; i++) {
            world.destroy(entities[i]);
        }
        FrameLongList list = FrameLongList.in(world.frame(), 10);
        assertEquals(10, byScore.collect(1, list));
        for (int i = 0; i < 10; i++) {
            assertEquals(entities[kept + i], list.get(i));
        }
    }

    @Test
    void shouldGiveNothingToAListWithoutRoom() {
        ValueIndex byScore = world.index(Account.class, Account::score);
        for (int i = 0; i < 5; i++) {
            world.spawn(new Account(i, 1, 0));
        }
        FrameLongList list = FrameLongList.in(world.frame(), 5);
        list.add(42);
        for (ToIntFunction<FrameLongList> look : List.<ToIntFunction<FrameLongList>>of(
                to -> byScore.collect(1, to), to -> byScore.collectRange(0, 9, to), to -> byScore.lowest(5, to))) {
            String message = assertThrows(IllegalStateException.class, () -> look.applyAsInt(list))
                    .getMessage();
            assertTrue(message.contains("room for 4 of 5"), message);
            assertEquals(1, list.size());
        }
        assertEquals(4, byScore.highest(4, list));
    }

    @Test
    void shouldFreeItsMemory() {
        ValueIndex byId = world.index(Account.ID);
        long before = world.statistics().memory().reservedBytes();
        long entity = world.spawn(new Account(1, 0, 0));
        assertEquals(1, asked(list -> byId.lowest(1, list)).size());
        byId.close();
        byId.close();
        assertThrows(IllegalStateException.class, () -> byId.find(1));
        assertThrows(IllegalStateException.class, byId::unique);
        ValueIndex again = world.index(Account.ID);
        assertNotSame(byId, again);
        assertEquals(entity, again.find(1));
        assertTrue(world.statistics().memory().reservedBytes() > before);
        world.close();
        assertThrows(IllegalStateException.class, () -> again.find(1));
        again.close();
    }

    /** A source that takes all memory back, but throws for one piece of it. */
    private static final class Throwing extends ForwardingMemory {
        private final CountingMemory counting;
        private long complaintAt;

        Throwing(CountingMemory counting) {
            super(counting);
            this.counting = counting;
        }

        @Override
        public void free(long address, long bytes) {
            super.free(address, bytes);
            if (counting.frees() == complaintAt) {
                throw new IllegalStateException("damaged, on purpose");
            }
        }
    }

    @Test
    void shouldFreeTheRestIfTheSourceThrows() {
        int thrown = 0;
        for (int nth = 1; thrown == nth - 1; nth++) {
            CountingMemory counting = new CountingMemory(MemorySource.direct());
            Throwing memory = new Throwing(counting);
            World damaged = World.builder().memory(memory).build();
            damaged.template().with(Account.TYPE).build().spawn(3000);
            ValueIndex byId = damaged.index(Account.ID);
            MemoryScope scope = damaged.frame().open();
            FrameLongList list = FrameLongList.in(damaged.frame(), 10);
            byId.lowest(1, list);
            damaged.query(Account.class)
                    .update(account -> new Account(account.id() + 1, 0, 0))
                    .run();
            byId.lowest(1, list);
            damaged.set(list.get(0), Account.ID, 7);
            assertEquals(2999, byId.count(1));
            scope.close();
            memory.complaintAt = counting.frees() + nth;
            try {
                byId.close();
                memory.complaintAt = 0;
            } catch (IllegalStateException e) {
                thrown++;
            }
            damaged.close();
            assertEquals(0, counting.outstanding(), "after free " + nth);
        }
        assertTrue(thrown > 20, "so few: " + thrown);
    }

    @Test
    void shouldBeExactInObserversAndLoops() {
        ValueIndex byScore = world.index(Account.class, Account::score);
        List<Integer> counts = new ArrayList<>();
        world.observers().onAdd(Account.TYPE, entity -> counts.add(byScore.count(1)));
        world.observers().onRemove(Account.TYPE, entity -> counts.add(byScore.count(1)));
        for (int i = 0; i < 3; i++) {
            world.spawn(new Account(i, 1, 0));
        }
        assertEquals(List.of(1, 2, 3), counts);
        world.query().all(Account.TYPE).build().forEach(row -> {
            int before = byScore.count(1);
            row.set(Account.SCORE, 2);
            assertEquals(before - 1, byScore.count(1));
        });
        assertEquals(3, byScore.count(2));
    }

    @Test
    void shouldFollowSnapshotsFilesAndMerges() {
        Snapshots snapshots = Saves.snapshots(world, 3);
        long captured = snapshots.capture();
        ValueIndex byId = world.index(Account.ID);
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            entities.add(world.spawn(new Account(i, i % 10, 0)));
        }
        assertEquals(100, asked(list -> byId.lowest(100, list)).size());
        snapshots.restore(captured);
        assertEquals(0, byId.size());
        assertEquals(Entity.NULL, byId.find(7));
        entities.clear();
        for (int i = 0; i < 100; i++) {
            entities.add(world.spawn(new Account(i, i % 10, 0)));
        }
        long full = snapshots.capture();
        entities.subList(0, 50).forEach(world::destroy);
        world.set(entities.get(50), Account.ID, 7);
        assertEquals(entities.get(50), byId.find(7));
        snapshots.restore(full);
        assertEquals(entities, asked(list -> byId.collectRange(0, 99, list)));
        byte[] file = Saving.bytes(world);
        MergeReport report = Saves.merge(world, Saving.source(file), new LoadOptions());
        assertEquals(List.of(entities.get(7), report.handleOf(entities.get(7))), asked(list -> byId.collect(7, list)));
        try (World loaded = Saving.load(file)) {
            ValueIndex ofLoaded = loaded.index(Account.ID).unique();
            assertEquals(entities.get(7), ofLoaded.find(7));
            assertEquals(10, loaded.index(Account.class, Account::score).count(3));
        }
    }

    /** In systems, on several workers, and in ticks that make no garbage. */
    @Nested
    class InSystems {
        private static final int ENTITIES = 40_000;
        private static final int ASKING = 4;

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 4})
        void shouldFindWhatAKernelHasWrittenOnAnyNumberOfWorkers(int workers) {
            long[] entities = new long[ENTITIES];
            world.template().with(new Account(0, 0, 0)).build().spawn(entities);
            int[] number = {0};
            world.query(Account.class)
                    .update(account -> new Account(number[0]++, 0, 0))
                    .run();
            ValueIndex byId = world.index(Account.ID);
            ValueIndex byScore = world.index(Account.class, Account::score);
            int[] tick = {0};
            RowKernel change = world.query()
                    .all(Account.TYPE)
                    .build()
                    .kernel(row -> row.set(Account.SCORE, (int) (row.get(Account.ID) * 31 + tick[0]) % 1000));
            ScheduleBuilder builder =
                    Schedule.builder(world).workers(workers).add("change", change, writes(Account.class));
            boolean[] isRight = new boolean[ASKING];
            for (int i = 0; i < ASKING; i++) {
                int asking = i;
                builder.add(
                        "ask " + i,
                        () -> {
                            FrameLongList list = FrameLongList.in(world.frame(), ENTITIES);
                            int expected = 0;
                            for (int k = 0; k < ENTITIES; k++) {
                                expected += (k * 31 + tick[0]) % 1000 == asking ? 1 : 0;
                            }
                            boolean isSame = byScore.collect(asking, list) == expected
                                    && byScore.countRange(asking, asking) == expected
                                    && byId.find(asking) == entities[asking];
                            for (int k = 0; k < list.size(); k++) {
                                isSame &= (world.get(list.get(k), Account.ID) * 31 + tick[0]) % 1000 == asking;
                            }
                            isRight[asking] = isSame;
                        },
                        reads(Account.class));
            }
            try (Schedule schedule = builder.build()) {
                for (; tick[0] < 10; tick[0]++) {
                    schedule.tick(1);
                    for (boolean right : isRight) {
                        assertTrue(right);
                    }
                }
            }
        }

        @Test
        void shouldDeclareWhatABodyHasCaptured() {
            long entity = world.spawn(new Account(1, 0, 0));
            ValueIndex byId = world.index(Account.ID);
            long[] found = new long[2];
            RowKernel write = world.query(Account.class).update(account -> new Account(account.id() + 1, 0, 0));
            RowKernel read = world.query(Inner.class).update(inner -> new Inner((int) byId.find(2), 0));
            world.spawn(new Inner(0, 0));
            try (Schedule schedule = Schedule.builder(world)
                    .workers(2)
                    .add("write", write)
                    .add("body", () -> found[0] = byId.find(2))
                    .add("kernel", read)
                    .build()) {
                schedule.tick(1);
                assertEquals(entity, found[0]);
                String graph = schedule.graph().toString();
                assertTrue(graph.contains("Account"), graph);
            }
            OneSystem.run(world, () -> found[1] = byId.find(2), exclusive());
            assertEquals(entity, found[1]);
        }

        @Test
        void shouldRefuseToChangeTheIndexInASystem() {
            ValueIndex byId = world.index(Account.ID);
            assertThrows(SystemException.class, () -> OneSystem.run(world, byId::close, reads(Account.class)));
            assertThrows(SystemException.class, () -> OneSystem.run(world, byId::unique, reads(Account.class)));
            assertEquals(0, byId.size());
            if (Strict.ON) {
                List<ValueIndex> hidden = List.of(byId);
                assertThrows(
                        SystemException.class,
                        () -> OneSystem.run(world, () -> hidden.get(0).find(1), reads(Inner.class)));
            }
        }

        @Test
        void shouldMakeNoGarbage() {
            long[] entities = new long[2000];
            world.template().with(Account.TYPE).build().spawn(entities);
            ValueIndex byId = world.index(Account.ID);
            ValueIndex byScore = world.index(Account.class, Account::score);
            int[] round = {0};
            long[] found = {0};
            FrameLongList list = FrameLongList.in(world.frame(), 4000);
            assertEquals(0, SteadyRounds.medianBytes(60, 0, 1, () -> {
                round[0]++;
                for (int i = 0; i < entities.length; i++) {
                    world.set(entities[i], Account.ID, (i + round[0] * 7) % 1500);
                    world.set(entities[i], Account.SCORE, (i + round[0]) % 10);
                }
                list.clear();
                for (int i = 0; i < 100; i++) {
                    found[0] += byId.find(i) == Entity.NULL ? 1 : 0;
                }
                found[0] += byScore.count(3) - byScore.collect(3, list);
                list.clear();
                byId.collectRange(100, 300, list);
                byId.lowest(10, list);
                byId.highest(10, list);
                world.destroy(entities[round[0]]);
                entities[round[0]] = world.spawn();
                world.add(entities[round[0]], Account.TYPE);
            }));
            assertEquals(0, found[0]);
        }
    }
}
