package basalt.hostile;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EventType;
import basalt.inspect.Inspector;
import basalt.memory.CountingMemory;
import basalt.memory.Deadline;
import basalt.memory.Elsewhere;
import basalt.memory.MemorySource;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.query.Selection;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
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
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.agrona.CloseHelper;

/**
 * Runs each kind of misuse in each callback of a world: throws an exception, closes an object in use, changes the
 * iterated entities, or calls the caller again. Each pair ends in a documented result or error. Afterwards the world is
 * consistent and usable, and frees all of its memory.
 */
final class Callbacks {
    private static final int ROWS = 200;
    private static final HttpClient BROWSER = HttpClient.newHttpClient();

    private final Watchdog watchdog = new Watchdog();
    private final TreeMap<String, String> failures = new TreeMap<>();
    private int attacks;

    /** The world of one attack, and the objects that the misuse needs. */
    static final class State {
        final CountingMemory memory = new CountingMemory(MemorySource.direct());
        final World world = World.builder().memory(memory).build();
        final Template template =
                world.template().with(new Position(1, 2), new Health(3)).build();
        final Query all = world.query().all(Health.TYPE).build();
        final long first;
        Schedule schedule;
        Runnable place = () -> {};

        /** The handle of an entity of a server. */
        long controlled;

        private final Deque<AutoCloseable> opened = new ArrayDeque<>();
        private Runnable action = () -> {};
        private RowCursor leftOpen;
        private RowCursor outer;
        private int left;
        private boolean isNested;

        State() {
            template.spawn(ROWS);
            first = all.first();
            world.add(first, new Rare(1, "rare"));
        }

        /** Is closed at the end. */
        <T extends AutoCloseable> T opened(T made) {
            opened.push(made);
            return made;
        }

        /** The callback: runs the misuse, a limited number of times. */
        void misuse() {
            if (left > 0) {
                left--;
                action.run();
            }
        }
    }

    /** Runs in a separate JVM. */
    public static void main(String... arguments) {
        Callbacks callbacks = new Callbacks();
        String only = arguments.length > 0 ? arguments[0] : "";
        places().forEach((place, setUp) -> kinds().forEach((kind, action) -> {
            String name = kind + " in " + place;
            if (name.contains(only)) {
                callbacks.attack(name, setUp, action, !only.isEmpty());
            }
        }));
        callbacks.failures.forEach((what, how) -> System.out.println("FAILED " + what + " -> " + how));
        System.out.println("attacks=" + callbacks.attacks);
        System.exit(callbacks.failures.isEmpty() ? 0 : 1);
    }

    private void attack(
            String name, BiConsumer<State, Runnable> setUp, BiConsumer<State, Runnable> action, boolean isVerbose) {
        watchdog.next(name);
        attacks++;
        State state = new State();
        state.action = () -> action.accept(state, state.place);
        try {
            setUp.accept(state, state::misuse);
            state.left = 1;
            state.place.run();
        } catch (Throwable e) {
            if (isVerbose) {
                e.printStackTrace(System.out);
            }
            check(name, e);
        }
        state.left = 0;
        try {
            checkUsable(state);
        } catch (Throwable e) {
            failures.put(name + " leaves an unusable world", e.toString());
            if (isVerbose) {
                e.printStackTrace(System.out);
            }
        }
        end(name, state);
    }

    private void check(String name, Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof Values.Deliberate || cause instanceof DeliberateError) {
                return;
            }
        }
        boolean isClear = e instanceof IllegalStateException
                || e.getClass() == IllegalArgumentException.class
                || e instanceof basalt.component.DeadEntityException
                || e instanceof basalt.world.SaveFormatException // it was refused
                || e instanceof basalt.system.SystemException && e.getCause() instanceof IllegalStateException
                || e instanceof basalt.system.SystemException
                        && e.getCause() instanceof basalt.component.DeadEntityException
                || e instanceof StackOverflowError;
        if (!isClear || e.getMessage() == null && !(e instanceof StackOverflowError)) {
            failures.put(name, "throws " + e + (e.getCause() == null ? "" : " by " + e.getCause()));
        }
    }

    /** Checks that the world, if still open, is consistent and usable. */
    private static void checkUsable(State state) {
        World world = state.world;
        try {
            world.entityCount();
        } catch (IllegalStateException closed) {
            return;
        }
        world.applyCommands();
        StoreInvariants.check(world);
        long entity = world.spawn(new Position(1, 1), new Health(7), new Rare(2, "two"));
        int count = state.all.count();
        int[] seen = new int[1];
        state.all.forEach(row -> seen[0]++);
        require(count == seen[0], "a query counts " + count + " and visits " + seen[0]);
        require(world.get(entity, Health.POINTS) == 7, "a new entity has other values");
        state.template.spawn(ROWS);
        require(state.all.count() == count + ROWS, "a bulk spawn of " + ROWS + " is not found");
        world.swapEvents();
        world.destroy(entity);
        require(!world.isAlive(entity), "a destroyed entity is alive");
        StoreInvariants.check(world);
    }

    private static void require(boolean isSo, String what) {
        if (!isSo) {
            throw new IllegalStateException(what);
        }
    }

    private void end(String name, State state) {
        try {
            closeLeftOpen(state);
            CloseHelper.closeAll(state.opened);
            if (state.schedule != null) {
                state.schedule.close();
            }
            state.world.close();
            World.trimRetainedMemory();
            if (state.memory.outstanding() > 0) {
                failures.put(name + " leaks", state.memory.outstanding() + " allocations");
            }
        } catch (Throwable e) {
            failures.put(name + " cannot be closed", e.toString());
        }
    }

    private static void closeLeftOpen(State state) {
        for (RowCursor cursor : new RowCursor[] {state.leftOpen, state.outer}) {
            try {
                if (cursor != null) {
                    cursor.close();
                }
            } catch (IllegalStateException e) {
                // of a system that has ended, which has closed it
            }
        }
    }

    /** The places of callbacks. Each sets {@code place} to code that calls {@code misuse}. */
    private static Map<String, BiConsumer<State, Runnable>> places() {
        Map<String, BiConsumer<State, Runnable>> places = new LinkedHashMap<>();
        places.put("forEach", (s, misuse) -> s.place = () -> s.all.forEach(row -> misuse.run()));
        places.put("forEachSpan", (s, misuse) -> s.place = () -> s.all.forEachSpan(span -> misuse.run()));
        places.put(
                "a cursor's loop",
                (s, misuse) -> s.place = () -> {
                    try (RowCursor rows = s.all.cursor()) {
                        s.outer = rows;
                        while (rows.next()) {
                            misuse.run();
                        }
                    }
                });
        places.put("a kernel", (s, misuse) -> s.place = s.all.kernel(row -> misuse.run())::run);
        places.put("a span kernel", (s, misuse) -> s.place = s.all.spanKernel(span -> misuse.run())::run);
        places.put(
                "a kernel with commands", (s, misuse) -> s.place = s.all.kernel((row, commands) -> misuse.run())::run);
        places.put("an initialiser", (s, misuse) -> s.place = () -> s.template.spawn(100, row -> misuse.run()));
        places.put("a spawn kernel", (s, misuse) -> {
            var kernel = s.template.kernel(row -> misuse.run());
            s.place = () -> kernel.spawn(100);
        });
        places.put("an onAdd observer", (s, misuse) -> {
            s.world.observers().onAdd(Frozen.TYPE, entity -> misuse.run());
            s.place = () -> s.world.add(s.world.spawn(), Frozen.TYPE);
        });
        places.put("an onAdd observer of a bulk add", (s, misuse) -> {
            s.world.observers().onAdd(Frozen.TYPE, entity -> misuse.run());
            s.place = () -> s.all.bulk().add(Frozen.TYPE);
        });
        places.put("an onAdd observer of a bulk spawn", (s, misuse) -> {
            s.world.observers().onAdd(Health.TYPE, entity -> misuse.run());
            s.place = () -> s.template.spawn(100);
        });
        places.put("an onRemove observer", (s, misuse) -> {
            s.world.observers().onRemove(Health.TYPE, entity -> misuse.run());
            s.place = () -> s.world.remove(s.world.spawn(new Health(1)), Health.TYPE);
        });
        places.put("an onSet observer", (s, misuse) -> {
            s.world.observers().onSet(Health.TYPE, entity -> misuse.run());
            s.place = () -> s.world.set(s.world.spawn(new Health(1)), Health.POINTS, 5);
        });
        places.put("an onDestroy observer", (s, misuse) -> {
            s.world.observers().onDestroy(entity -> misuse.run());
            s.place = () -> s.world.destroy(s.world.spawn(new Health(1)));
        });
        places.put("an onDestroy observer of a bulk destroy", (s, misuse) -> {
            s.world.observers().onDestroy(entity -> misuse.run());
            s.place = () -> s.all.bulk().destroy();
        });
        places.put("an onAdd observer of commands", (s, misuse) -> {
            s.world.observers().onAdd(Frozen.TYPE, entity -> misuse.run());
            s.place = () -> {
                Commands commands = s.world.commands();
                commands.add(commands.spawn(), Frozen.TYPE);
                commands.add(commands.spawn(), Frozen.TYPE);
                s.world.applyCommands();
            };
        });
        places.put("a removals' loop", (s, misuse) -> {
            RemovedComponents removals = s.world.removed(Health.TYPE);
            s.place = () -> {
                s.world.destroy(s.world.spawn(new Health(1)));
                removals.forEach(entity -> misuse.run());
            };
        });
        places.put("an event reader's loop", (s, misuse) -> {
            var reader = s.world.events(CallingEvent.TYPE).reader();
            s.place = () -> {
                s.world.events(CallingEvent.TYPE).send(new CallingEvent(1));
                reader.forEach(event -> misuse.run());
            };
        });
        schedules(places);
        inspected(places);
        helpers(places);
        records(places);
        FileCallbacks.add(places);
        places.put(
                "a join",
                (s, misuse) -> s.place = () -> {
                    Query linked = s.world.query().all(Kinds.TYPE).build();
                    s.world.spawn(new Kinds(0, 0, (byte) 0, (short) 0, 0, 0, false, s.first, null));
                    Selection.of(linked).collect().join(Kinds.TARGET, s.all).forEachPair((one, other) -> misuse.run());
                });
        places.put(
                "a selection's loop",
                (s, misuse) -> s.place = () ->
                        Selection.of(s.all).collect().sortBy(Health.POINTS).forEach(row -> misuse.run()));
        return places;
    }

    /** Two systems run in parallel, on the world's thread and on a helper. Both wait until one has run the misuse. */
    private static void helpers(Map<String, BiConsumer<State, Runnable>> places) {
        places.put("a helper's system", (s, misuse) -> together(s, isHelper -> isHelper, misuse));
        places.put(
                "the world's thread, while a helper works", (s, misuse) -> together(s, isHelper -> !isHelper, misuse));
        places.put(
                "a thread outside the schedule, while systems run",
                (s, misuse) -> together(s, isHelper -> !isHelper, () -> Elsewhere.run("outside", misuse)));
    }

    private static void together(State s, Predicate<Boolean> runsMisuse, Runnable misuse) {
        Thread owner = Thread.currentThread();
        AtomicInteger inside = new AtomicInteger();
        AtomicBoolean isDone = new AtomicBoolean();
        Runnable body = () -> {
            inside.incrementAndGet();
            Deadline deadline = new Deadline("the other system");
            while (inside.get() < 2) {
                deadline.pause();
            }
            if (runsMisuse.test(Thread.currentThread() != owner)) {
                try {
                    misuse.run();
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

    /** Shares each schedule stage with a helper, whatever its size. */
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

    /** A component whose record runs user code. */
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

        /** Its accessors call {@code misuse} while {@code work} runs. */
        static void readIn(Runnable misuse, Runnable work) {
            onRead = misuse;
            try {
                work.run();
            } finally {
                onRead = () -> {};
            }
        }

        /** Its constructor calls {@code misuse} while {@code work} runs. */
        static void makeIn(Runnable misuse, Runnable work) {
            onMake = misuse;
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

    private static void records(Map<String, BiConsumer<State, Runnable>> places) {
        Map<String, Consumer<State>> reads = new LinkedHashMap<>();
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
        reads.forEach((name, use) -> places.put("a record's accessor, called by " + name, (s, misuse) -> {
            s.world.add(s.first, value);
            s.place = () -> Calling.readIn(misuse, () -> use.accept(s));
        }));
        Map<String, Consumer<State>> makes = new LinkedHashMap<>();
        makes.put("get()", s -> s.world.get(s.first, Calling.TYPE));
        makes.put("tryGet()", s -> s.world.tryGet(s.first, Calling.TYPE));
        makes.put("an event's get()", s -> {
            EventChannel<CallingEvent> channel = s.world.events(CallingEvent.TYPE);
            channel.get(channel.firstLive());
        });
        makes.forEach((name, use) -> places.put("a record's constructor, called by " + name, (s, misuse) -> {
            s.world.add(s.first, value);
            s.world.events(CallingEvent.TYPE).send(new CallingEvent(2));
            s.place = () -> Calling.makeIn(misuse, () -> use.accept(s));
        }));
        places.put("a record's accessor, in a system's kernel", (s, misuse) -> {
            s.schedule = Schedule.builder(s.world)
                    .workers(2)
                    .add(
                            "record",
                            s.all.kernel((row, commands) -> commands.add(row.entity(), value)),
                            Access.restructures(Calling.TYPE))
                    .build();
            s.place = () -> Calling.readIn(misuse, () -> s.schedule.tick(0.1f));
        });
    }

    private static void inspected(Map<String, BiConsumer<State, Runnable>> places) {
        places.put("the text of an object that an inspector shows", (s, misuse) -> {
            s.schedule = Schedule.builder(s.world).workers(1).build();
            s.world.add(s.first, new Label(new Object() {
                @Override
                public String toString() {
                    misuse.run();
                    return "object";
                }
            }));
            String entity = "/api/v1/entity?id=" + Entity.index(s.first) + ":" + Entity.generation(s.first) + "&token=";
            s.place = () -> {
                try (Inspector inspector =
                        Inspector.of(s.schedule).announce(line -> {}).build()) {
                    URI address = URI.create(inspector.address().replace("/#", entity));
                    CompletableFuture<?> answer =
                            BROWSER.sendAsync(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
                    while (!answer.isDone()) {
                        s.schedule.tick(0.1f);
                    }
                }
            };
        });
    }

    private static void schedules(Map<String, BiConsumer<State, Runnable>> places) {
        places.put("a system", (s, misuse) -> {
            s.schedule =
                    Schedule.builder(s.world).workers(1).add("body", misuse).build();
            s.place = () -> s.schedule.tick(0.1f);
        });
        places.put("an exclusive system", (s, misuse) -> {
            s.schedule = Schedule.builder(s.world)
                    .workers(1)
                    .add("body", misuse, Access.exclusive())
                    .build();
            s.place = () -> s.schedule.tick(0.1f);
        });
        places.put("a system's kernel", (s, misuse) -> {
            s.schedule = Schedule.builder(s.world)
                    .workers(2)
                    .add("kernel", s.all.kernel(row -> misuse.run()), Access.writes(Health.TYPE))
                    .build();
            s.place = () -> s.schedule.tick(0.1f);
        });
        places.put("a condition", (s, misuse) -> {
            s.schedule = Schedule.builder(s.world)
                    .workers(2)
                    .add("body", () -> {}, RunCondition.when(() -> {
                        misuse.run();
                        return true;
                    }))
                    .build();
            s.place = () -> s.schedule.tick(0.1f);
        });
        places.put("an executor", (s, misuse) -> {
            s.schedule = Schedule.builder(s.world)
                    .workers(2)
                    .executor(task -> {
                        misuse.run();
                        task.run();
                    })
                    .add("one", s.all.kernel(row -> {}), Access.writes(Health.TYPE))
                    .add("two", () -> {}, Access.reads(Position.TYPE))
                    .build();
            s.place = () -> s.schedule.tick(0.1f);
        });
    }

    /** The kinds of misuse. The second argument calls the place again. */
    private static Map<String, BiConsumer<State, Runnable>> kinds() {
        Map<String, BiConsumer<State, Runnable>> kinds = new LinkedHashMap<>();
        kinds.put("an exception", (s, again) -> {
            throw new Values.Deliberate();
        });
        kinds.put("an error", (s, again) -> {
            throw new DeliberateError();
        });
        kinds.put("the same again", (s, again) -> {
            if (!s.isNested) {
                s.isNested = true;
                s.left = 1;
                again.run();
            }
        });
        kinds.put("spawn()", (s, again) -> s.world.spawn(new Health(1), new Rare(2, "x")));
        kinds.put("a bulk spawn", (s, again) -> s.template.spawn(20_000));
        kinds.put("a destroy()", (s, again) -> s.world.tryDestroy(s.first));
        kinds.put("a bulk destroy", (s, again) -> s.all.bulk().destroy());
        kinds.put("an add()", (s, again) -> s.world.add(s.all.first(), new Rarer(1)));
        kinds.put("a remove()", (s, again) -> s.world.remove(s.all.first(), Health.TYPE));
        kinds.put("a bulk add", (s, again) -> s.all.bulk().add(new Rarer(2)));
        kinds.put("a set()", (s, again) -> s.world.set(s.all.first(), Health.POINTS, 9));
        kinds.put("commands", (s, again) -> {
            s.world.commands().destroy(s.first);
            s.world.commands().add(s.world.commands().spawn(), new Health(2));
        });
        kinds.put("applyCommands()", (s, again) -> s.world.applyCommands());
        kinds.put("swapEvents()", (s, again) -> s.world.swapEvents());
        kinds.put(
                "a nested query",
                (s, again) -> s.world.query().all(Position.TYPE).build().forEach(row -> row.set(Position.X, 2)));
        kinds.put("a cursor left open", (s, again) -> {
            s.leftOpen = s.all.cursor();
            s.leftOpen.next();
        });
        kinds.put("a scope left open", (s, again) -> s.world.frame().open().allocate(64, 8));
        kinds.put("a mark left open", (s, again) -> s.world.frame().mark());
        kinds.put("the reset of the frame", (s, again) -> s.world.frame().reset());
        kinds.put("the frame's close()", (s, again) -> s.world.frame().close());
        kinds.put("the world's close()", (s, again) -> s.world.close());
        kinds.put("the schedule's close()", (s, again) -> {
            if (s.schedule != null) {
                s.schedule.close();
            }
        });
        kinds.put("a tick", (s, again) -> {
            if (s.schedule != null) {
                s.schedule.tick(0.1f);
            }
        });
        kinds.put("another world", (s, again) -> {
            try (World other = World.create()) {
                other.spawn(new Health(1));
                other.query().all(Health.TYPE).build().forEach(row -> row.set(Health.POINTS, 4));
            }
        });
        kinds.put(
                "an event sent", (s, again) -> s.world.events(CallingEvent.TYPE).send(new CallingEvent(1)));
        kinds.put("a destroy() and a spawn() in its row", (s, again) -> {
            s.world.tryDestroy(s.first);
            s.world.spawn(new Rare(4, "next"), new Calling(2, 0));
        });
        kinds.put("a new observer", (s, again) -> s.world.observers().onDestroy(entity -> {}));
        kinds.put("an observer added and removed", (s, again) -> {
            Subscription subscription = s.world.observers().onAdd(Health.TYPE, entity -> {});
            subscription.close();
        });
        kinds.put(
                "a new schedule",
                (s, again) -> Schedule.builder(s.world)
                        .workers(2)
                        .add("late", () -> {})
                        .build()
                        .close());
        kinds.put("a trim", (s, again) -> World.trimRetainedMemory());
        return kinds;
    }

    /** An error; errors are passed on like exceptions. */
    private static final class DeliberateError extends AssertionError {
        private static final long serialVersionUID = 1;

        DeliberateError() {
            super("an error thrown by a callback on purpose");
        }
    }
}
