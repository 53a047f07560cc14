package basalt.hostile;

import basalt.command.Commands;
import basalt.component.Component;
import basalt.component.EventType;
import basalt.memory.CountingMemory;
import basalt.memory.Deadline;
import basalt.memory.Elsewhere;
import basalt.memory.ForwardingMemory;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.selection.Selection;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Rarer;
import basalt.system.Access;
import basalt.system.RunCondition;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.world.EventChannel;
import basalt.world.RemovedComponents;
import basalt.world.Subscription;
import basalt.world.Template;
import basalt.world.World;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * From each place where a world calls its user, the user does each thing that does not belong there: throws, closes
 * what is in use, changes what is iterated over, or calls again what has called. Each pair ends in a result or an error
 * that is documented; the world is as a world must be afterwards, goes on, and gives all of its memory back.
 */
final class Callbacks {
    private static final int ROWS = 200;

    private final Watchdog watchdog = new Watchdog();
    private final TreeMap<String, String> survivors = new TreeMap<>();
    private int attacks;

    /** A world and what the misdeeds use. */
    private static final class Stage {
        private final Misbehaving memory = new Misbehaving();
        private final World world = World.builder().memory(memory).build();
        private final Template template =
                world.template().with(new Position(1, 2), new Health(3)).build();
        private final Query all = world.query().all(Health.TYPE).build();
        private final long first;
        private Schedule schedule;
        private Runnable place = () -> {};
        private Runnable misdeed = () -> {};
        private RowCursor leftOpen;
        private RowCursor outer;
        private int left;
        private boolean isNested;

        Stage() {
            template.spawn(ROWS);
            first = all.first();
            world.add(first, new Rare(1, "rare"));
        }

        /** Called back: misbehaves, but not for ever. */
        void strike() {
            if (left > 0) {
                left--;
                misdeed.run();
            }
        }
    }

    /** Calls back in the midst of an allocation, as trackers do that tell of pressure. */
    private static final class Misbehaving extends ForwardingMemory {
        private final CountingMemory counting;

        Misbehaving() {
            this(new CountingMemory(MemorySource.direct()));
        }

        private Misbehaving(CountingMemory counting) {
            super(counting);
            this.counting = counting;
        }

        private Runnable strike = () -> {};

        @Override
        public long allocate(long bytes, int alignment) {
            strike.run();
            return super.allocate(bytes, alignment);
        }
    }

    /** In a JVM of its own. */
    public static void main(String... arguments) {
        Callbacks callbacks = new Callbacks();
        String only = arguments.length > 0 ? arguments[0] : "";
        places().forEach((place, setUp) -> misdeeds().forEach((misdeed, deed) -> {
            String name = misdeed + " in " + place;
            if (name.contains(only)) {
                callbacks.attack(name, setUp, deed, !only.isEmpty());
            }
        }));
        callbacks.survivors.forEach((what, how) -> System.out.println("SURVIVOR " + what + " -> " + how));
        System.out.println("attacks=" + callbacks.attacks);
        System.exit(callbacks.survivors.isEmpty() ? 0 : 1);
    }

    private void attack(
            String name, BiConsumer<Stage, Runnable> setUp, BiConsumer<Stage, Runnable> deed, boolean isVerbose) {
        watchdog.next(name);
        attacks++;
        Stage stage = new Stage();
        stage.misdeed = () -> deed.accept(stage, stage.place);
        try {
            setUp.accept(stage, stage::strike);
            stage.left = 1;
            stage.place.run();
        } catch (Throwable e) {
            if (isVerbose) {
                e.printStackTrace(System.out);
            }
            judge(name, e);
        }
        stage.left = 0;
        stage.memory.strike = () -> {};
        try {
            goOn(stage);
        } catch (Throwable e) {
            survivors.put(name + " leaves a world that does not go on", e.toString());
            if (isVerbose) {
                e.printStackTrace(System.out);
            }
        }
        end(name, stage);
    }

    private void judge(String name, Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof Values.Deliberate || cause instanceof DeliberateError) {
                return;
            }
        }
        boolean isClear = e instanceof IllegalStateException
                || e instanceof NativeMemoryException // of a source that has undone what it gave memory for
                || e.getClass() == IllegalArgumentException.class
                || e instanceof basalt.component.DeadEntityException
                || e instanceof basalt.system.SystemException && e.getCause() instanceof IllegalStateException
                || e instanceof basalt.system.SystemException
                        && e.getCause() instanceof basalt.component.DeadEntityException
                || e instanceof StackOverflowError;
        if (!isClear || e.getMessage() == null && !(e instanceof StackOverflowError)) {
            survivors.put(name, "throws " + e + (e.getCause() == null ? "" : " by " + e.getCause()));
        }
    }

    /** If the world is open still, it must be right, and usable. */
    private static void goOn(Stage stage) {
        World world = stage.world;
        try {
            world.entityCount();
        } catch (IllegalStateException closed) {
            return;
        }
        world.applyCommands();
        StoreInvariants.check(world);
        long entity = world.spawn(new Position(1, 1), new Health(7), new Rare(2, "two"));
        int count = stage.all.count();
        int[] seen = new int[1];
        stage.all.forEach(row -> seen[0]++);
        require(count == seen[0], "a query counts " + count + " and visits " + seen[0]);
        require(world.get(entity, Health.POINTS) == 7, "a new entity has other values");
        stage.template.spawn(ROWS);
        require(stage.all.count() == count + ROWS, "a burst of " + ROWS + " is not found");
        world.swapEvents();
        world.destroy(entity);
        require(!world.isAlive(entity), "an entity outlives its death");
        StoreInvariants.check(world);
    }

    private static void require(boolean isSo, String what) {
        if (!isSo) {
            throw new IllegalStateException(what);
        }
    }

    private void end(String name, Stage stage) {
        try {
            closeLeftOpen(stage);
            if (stage.schedule != null) {
                stage.schedule.close();
            }
            stage.world.close();
            World.trimRetainedMemory();
            if (stage.memory.counting.outstanding() > 0) {
                survivors.put(name + " leaks", stage.memory.counting.outstanding() + " allocations");
            }
        } catch (Throwable e) {
            survivors.put(name + " cannot be closed", e.toString());
        }
    }

    private static void closeLeftOpen(Stage stage) {
        for (RowCursor cursor : new RowCursor[] {stage.leftOpen, stage.outer}) {
            try {
                if (cursor != null) {
                    cursor.close();
                }
            } catch (IllegalStateException e) {
                // of a system that has ended: closed with it
            }
        }
    }

    /** Where users are called: each sets {@code place} up so that it calls {@code strike}. */
    private static Map<String, BiConsumer<Stage, Runnable>> places() {
        Map<String, BiConsumer<Stage, Runnable>> places = new LinkedHashMap<>();
        places.put("forEach", (s, strike) -> s.place = () -> s.all.forEach(row -> strike.run()));
        places.put("forEachSpan", (s, strike) -> s.place = () -> s.all.forEachSpan(span -> strike.run()));
        places.put(
                "a cursor's loop",
                (s, strike) -> s.place = () -> {
                    try (RowCursor rows = s.all.cursor()) {
                        s.outer = rows;
                        while (rows.next()) {
                            strike.run();
                        }
                    }
                });
        places.put("a kernel", (s, strike) -> s.place = s.all.kernel(row -> strike.run())::run);
        places.put("a span kernel", (s, strike) -> s.place = s.all.spanKernel(span -> strike.run())::run);
        places.put(
                "a kernel with commands", (s, strike) -> s.place = s.all.kernel((row, commands) -> strike.run())::run);
        places.put("an initialiser", (s, strike) -> s.place = () -> s.template.spawn(100, row -> strike.run()));
        places.put("a spawn kernel", (s, strike) -> {
            var kernel = s.template.kernel(row -> strike.run());
            s.place = () -> kernel.spawn(100);
        });
        places.put("an observer of adding", (s, strike) -> {
            s.world.observers().onAdd(Frozen.TYPE, entity -> strike.run());
            s.place = () -> s.world.add(s.world.spawn(), Frozen.TYPE);
        });
        places.put("an observer of a bulk change", (s, strike) -> {
            s.world.observers().onAdd(Frozen.TYPE, entity -> strike.run());
            s.place = () -> s.all.bulk().add(Frozen.TYPE);
        });
        places.put("an observer of a burst", (s, strike) -> {
            s.world.observers().onAdd(Health.TYPE, entity -> strike.run());
            s.place = () -> s.template.spawn(100);
        });
        places.put("an observer of removing", (s, strike) -> {
            s.world.observers().onRemove(Health.TYPE, entity -> strike.run());
            s.place = () -> s.world.remove(s.world.spawn(new Health(1)), Health.TYPE);
        });
        places.put("an observer of writing", (s, strike) -> {
            s.world.observers().onSet(Health.TYPE, entity -> strike.run());
            s.place = () -> s.world.set(s.world.spawn(new Health(1)), Health.POINTS, 5);
        });
        places.put("an observer of deaths", (s, strike) -> {
            s.world.observers().onDestroy(entity -> strike.run());
            s.place = () -> s.world.destroy(s.world.spawn(new Health(1)));
        });
        places.put("an observer of deaths in bulk", (s, strike) -> {
            s.world.observers().onDestroy(entity -> strike.run());
            s.place = () -> s.all.bulk().destroy();
        });
        places.put("an observer of commands", (s, strike) -> {
            s.world.observers().onAdd(Frozen.TYPE, entity -> strike.run());
            s.place = () -> {
                Commands commands = s.world.commands();
                commands.add(commands.spawn(), Frozen.TYPE);
                commands.add(commands.spawn(), Frozen.TYPE);
                s.world.applyCommands();
            };
        });
        places.put("a removals' loop", (s, strike) -> {
            RemovedComponents removals = s.world.removed(Health.TYPE);
            s.place = () -> {
                s.world.destroy(s.world.spawn(new Health(1)));
                removals.forEach(entity -> strike.run());
            };
        });
        places.put("an event reader's loop", (s, strike) -> {
            var reader = s.world.events(CallingEvent.TYPE).reader();
            s.place = () -> {
                s.world.events(CallingEvent.TYPE).send(new CallingEvent(1));
                reader.forEach(event -> strike.run());
            };
        });
        schedules(places);
        helpers(places);
        records(places);
        places.put(
                "a join",
                (s, strike) -> s.place = () -> {
                    Query linked = s.world.query().all(Kinds.TYPE).build();
                    s.world.spawn(new Kinds(0, 0, (byte) 0, (short) 0, 0, 0, false, s.first, null));
                    Selection.of(linked).collect().join(Kinds.TARGET, s.all).forEachPair((one, other) -> strike.run());
                });
        places.put(
                "a selection's loop",
                (s, strike) -> s.place = () ->
                        Selection.of(s.all).collect().sortBy(Health.POINTS).forEach(row -> strike.run()));
        places.put(
                "the memory source while spawning",
                (s, strike) -> s.place = () -> {
                    s.memory.strike = strike;
                    s.template.spawn(40_000);
                });
        places.put(
                "the memory source while a query runs",
                (s, strike) -> s.place = () -> {
                    s.memory.strike = strike;
                    s.world.query().all(Position.TYPE).build().forEach(row -> {});
                });
        places.put(
                "the memory source while a component grows",
                (s, strike) -> s.place = () -> {
                    s.memory.strike = strike;
                    s.world.add(s.first, new Rarer(2));
                    s.world.add(s.first, Kinds.ODD);
                });
        places.put(
                "the memory source while commands are recorded",
                (s, strike) -> s.place = () -> {
                    s.memory.strike = strike;
                    for (int i = 0; i < 5_000; i++) {
                        s.world.commands().set(s.first, Health.POINTS, i);
                    }
                    s.world.applyCommands();
                });
        places.put(
                "the memory source of the frame",
                (s, strike) -> s.place = () -> {
                    s.memory.strike = strike;
                    try (MemoryScope scope = s.world.frame().open()) {
                        scope.allocate(1 << 20, 64);
                    }
                });
        return places;
    }

    /** Two systems run at once, on the world's thread and on a helper's: both stay inside until one misbehaves. */
    private static void helpers(Map<String, BiConsumer<Stage, Runnable>> places) {
        places.put("a helper's system", (s, strike) -> together(s, isHelper -> isHelper, strike));
        places.put(
                "the world's thread, while a helper works", (s, strike) -> together(s, isHelper -> !isHelper, strike));
        places.put(
                "a thread of its own, while systems run",
                (s, strike) -> together(s, isHelper -> !isHelper, () -> Elsewhere.run("outside", strike)));
    }

    private static void together(Stage s, Predicate<Boolean> misbehaves, Runnable strike) {
        Thread owner = Thread.currentThread();
        AtomicInteger inside = new AtomicInteger();
        AtomicBoolean isDone = new AtomicBoolean();
        Runnable body = () -> {
            inside.incrementAndGet();
            Deadline deadline = new Deadline("the other system");
            while (inside.get() < 2) {
                deadline.pause();
            }
            if (misbehaves.test(Thread.currentThread() != owner)) {
                try {
                    strike.run();
                } finally {
                    isDone.set(true);
                }
            } else {
                while (!isDone.get()) {
                    deadline.pause();
                }
                s.world.get(s.first, Health.POINTS);
            }
        };
        s.schedule = shared(Schedule.builder(s.world))
                .add("one", body, Access.reads(Health.TYPE))
                .add("two", body, Access.reads(Health.TYPE))
                .build();
        s.place = () -> s.schedule.tick(0.1f);
    }

    /** Shares each stage with a helper, however small it is. */
    private static ScheduleBuilder shared(ScheduleBuilder builder) {
        try {
            Method thresholds = ScheduleBuilder.class.getDeclaredMethod("thresholds", long.class, long.class);
            thresholds.setAccessible(true);
            thresholds.invoke(builder, 0, 0);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
        return builder.workers(2).executor(task -> new Thread(task, "helper").start());
    }

    /** A component, or an event, whose record runs code of its own. */
    record Calling(int value, long entity) {
        static final Component<Calling> TYPE = Component.of(Calling.class);

        private static Runnable onRead = () -> {};
        private static Runnable onMake = () -> {};

        Calling {
            onMake.run();
        }

        @Override
        public int value() {
            onRead.run();
            return value;
        }

        /** Its accessors call {@code strike} while {@code work} runs. */
        static void readIn(Runnable strike, Runnable work) {
            onRead = strike;
            try {
                work.run();
            } finally {
                onRead = () -> {};
            }
        }

        /** Its constructor calls {@code strike} while {@code work} runs. */
        static void makeIn(Runnable strike, Runnable work) {
            onMake = strike;
            try {
                work.run();
            } finally {
                onMake = () -> {};
            }
        }
    }

    /** An event whose record runs the code of {@link Calling}. */
    record CallingEvent(int value) {
        static final EventType<CallingEvent> TYPE = EventType.of(CallingEvent.class);

        CallingEvent {
            Calling.onMake.run();
        }

        @Override
        public int value() {
            Calling.onRead.run();
            return value;
        }
    }

    private static void records(Map<String, BiConsumer<Stage, Runnable>> places) {
        Map<String, Consumer<Stage>> reads = new LinkedHashMap<>();
        Calling value = new Calling(1, 0);
        reads.put("spawn()", s -> s.world.spawn(new Health(1), value, new Rare(1, "x")));
        reads.put("add()", s -> s.world.add(s.first, value));
        reads.put("set()", s -> s.world.set(s.first, value));
        reads.put(
                "a template",
                s -> s.world.template().with(new Health(1), value).build().spawn(10));
        reads.put("a bulk add", s -> s.all.bulk().add(value));
        reads.put("recording add()", s -> {
            s.world.commands().add(s.world.commands().spawn(), value);
            s.world.commands().add(s.first, value);
            s.world.applyCommands();
        });
        reads.put("recording set()", s -> {
            s.world.commands().add(s.first, Calling.TYPE);
            s.world.commands().set(s.first, Calling.TYPE.int32("value"), 7);
            s.world.commands().add(s.first, value);
            s.world.applyCommands();
        });
        reads.put("send()", s -> s.world.events(CallingEvent.TYPE).send(new CallingEvent(1)));
        reads.put("recording send()", s -> {
            s.world.commands().send(new CallingEvent(1));
            s.world.applyCommands();
        });
        reads.forEach((name, use) -> places.put("a record's accessor, called by " + name, (s, strike) -> {
            s.world.add(s.first, value);
            s.place = () -> Calling.readIn(strike, () -> use.accept(s));
        }));
        Map<String, Consumer<Stage>> makes = new LinkedHashMap<>();
        makes.put("get()", s -> s.world.get(s.first, Calling.TYPE));
        makes.put("tryGet()", s -> s.world.tryGet(s.first, Calling.TYPE));
        makes.put("an event's get()", s -> {
            EventChannel<CallingEvent> channel = s.world.events(CallingEvent.TYPE);
            channel.get(channel.firstLive());
        });
        makes.forEach((name, use) -> places.put("a record's constructor, called by " + name, (s, strike) -> {
            s.world.add(s.first, value);
            s.world.events(CallingEvent.TYPE).send(new CallingEvent(2));
            s.place = () -> Calling.makeIn(strike, () -> use.accept(s));
        }));
        places.put("a record's accessor, in a system's kernel", (s, strike) -> {
            s.schedule = Schedule.builder(s.world)
                    .workers(2)
                    .add(
                            "record",
                            s.all.kernel((row, commands) -> commands.add(row.entity(), value)),
                            Access.restructures(Calling.TYPE))
                    .build();
            s.place = () -> Calling.readIn(strike, () -> s.schedule.tick(0.1f));
        });
    }

    private static void schedules(Map<String, BiConsumer<Stage, Runnable>> places) {
        places.put("a system", (s, strike) -> {
            s.schedule =
                    Schedule.builder(s.world).workers(1).add("body", strike).build();
            s.place = () -> s.schedule.tick(0.1f);
        });
        places.put("an exclusive system", (s, strike) -> {
            s.schedule = Schedule.builder(s.world)
                    .workers(1)
                    .add("body", strike, Access.exclusive())
                    .build();
            s.place = () -> s.schedule.tick(0.1f);
        });
        places.put("a system's kernel", (s, strike) -> {
            s.schedule = Schedule.builder(s.world)
                    .workers(2)
                    .add("kernel", s.all.kernel(row -> strike.run()), Access.writes(Health.TYPE))
                    .build();
            s.place = () -> s.schedule.tick(0.1f);
        });
        places.put("a condition", (s, strike) -> {
            s.schedule = Schedule.builder(s.world)
                    .workers(2)
                    .add("body", () -> {}, RunCondition.when(() -> {
                        strike.run();
                        return true;
                    }))
                    .build();
            s.place = () -> s.schedule.tick(0.1f);
        });
        places.put("an executor", (s, strike) -> {
            s.schedule = Schedule.builder(s.world)
                    .workers(2)
                    .executor(task -> {
                        strike.run();
                        task.run();
                    })
                    .add("one", s.all.kernel(row -> {}), Access.writes(Health.TYPE))
                    .add("two", () -> {}, Access.reads(Position.TYPE))
                    .build();
            s.place = () -> s.schedule.tick(0.1f);
        });
    }

    /** What users do there. The second argument is the place: calls it again. */
    private static Map<String, BiConsumer<Stage, Runnable>> misdeeds() {
        Map<String, BiConsumer<Stage, Runnable>> deeds = new LinkedHashMap<>();
        deeds.put("an exception", (s, again) -> {
            throw new Values.Deliberate();
        });
        deeds.put("an error", (s, again) -> {
            throw new DeliberateError();
        });
        deeds.put("the same again", (s, again) -> {
            if (!s.isNested) {
                s.isNested = true;
                s.left = 1;
                again.run();
            }
        });
        deeds.put("spawn()", (s, again) -> s.world.spawn(new Health(1), new Rare(2, "x")));
        deeds.put("a burst", (s, again) -> s.template.spawn(20_000));
        deeds.put("a destroy()", (s, again) -> s.world.tryDestroy(s.first));
        deeds.put("the death of all", (s, again) -> s.all.bulk().destroy());
        deeds.put("an add()", (s, again) -> s.world.add(s.all.first(), new Rarer(1)));
        deeds.put("a remove()", (s, again) -> s.world.remove(s.all.first(), Health.TYPE));
        deeds.put("a bulk add", (s, again) -> s.all.bulk().add(new Rarer(2)));
        deeds.put("a set()", (s, again) -> s.world.set(s.all.first(), Health.POINTS, 9));
        deeds.put("commands", (s, again) -> {
            s.world.commands().destroy(s.first);
            s.world.commands().add(s.world.commands().spawn(), new Health(2));
        });
        deeds.put("applyCommands()", (s, again) -> s.world.applyCommands());
        deeds.put("swapEvents()", (s, again) -> s.world.swapEvents());
        deeds.put(
                "a query within",
                (s, again) -> s.world.query().all(Position.TYPE).build().forEach(row -> row.set(Position.X, 2)));
        deeds.put("a cursor left open", (s, again) -> {
            s.leftOpen = s.all.cursor();
            s.leftOpen.next();
        });
        deeds.put("a scope left open", (s, again) -> s.world.frame().open().allocate(64, 8));
        deeds.put("a mark left open", (s, again) -> s.world.frame().mark());
        deeds.put("the end of the frame", (s, again) -> s.world.frame().reset());
        deeds.put("the frame's close()", (s, again) -> s.world.frame().close());
        deeds.put("the world's close()", (s, again) -> s.world.close());
        deeds.put("the schedule's close()", (s, again) -> {
            if (s.schedule != null) {
                s.schedule.close();
            }
        });
        deeds.put("a tick", (s, again) -> {
            if (s.schedule != null) {
                s.schedule.tick(0.1f);
            }
        });
        deeds.put("another world", (s, again) -> {
            try (World other = World.create()) {
                other.spawn(new Health(1));
                other.query().all(Health.TYPE).build().forEach(row -> row.set(Health.POINTS, 4));
            }
        });
        deeds.put(
                "an event sent", (s, again) -> s.world.events(CallingEvent.TYPE).send(new CallingEvent(1)));
        deeds.put("the death of it, and another birth", (s, again) -> {
            s.world.tryDestroy(s.first);
            s.world.spawn(new Rare(4, "heir"), new Calling(2, 0));
        });
        deeds.put("a new observer", (s, again) -> s.world.observers().onDestroy(entity -> {}));
        deeds.put("an observer come and gone", (s, again) -> {
            Subscription subscription = s.world.observers().onAdd(Health.TYPE, entity -> {});
            subscription.close();
        });
        deeds.put(
                "a new schedule",
                (s, again) -> Schedule.builder(s.world)
                        .workers(2)
                        .add("late", () -> {})
                        .build()
                        .close());
        deeds.put("a trim", (s, again) -> World.trimRetainedMemory());
        return deeds;
    }

    /** An error, which is passed on as well. */
    private static final class DeliberateError extends AssertionError {
        private static final long serialVersionUID = 1;

        DeliberateError() {
            super("an error thrown by a callback on purpose");
        }
    }
}
