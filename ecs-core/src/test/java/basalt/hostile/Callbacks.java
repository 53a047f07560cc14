package basalt.hostile;

import basalt.component.Component;
import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.EventType;
import basalt.component.SaveFormatException;
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
import basalt.system.SystemException;
import basalt.text.TextFormatException;
import basalt.world.EventChannel;
import basalt.world.Observers;
import basalt.world.RemovedComponents;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
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

    private final Map<String, Place> places = new LinkedHashMap<>();
    private final Walk walk = new Walk();
    private final boolean isVerbose;

    /** Makes the code that has the misuse called by a callback. */
    interface Place {
        Runnable of(State state, Runnable misuse);
    }

    /** The world of one attack, and the objects that the misuse needs. */
    static final class State {
        final CountingMemory memory = new CountingMemory(MemorySource.direct());
        final World world = World.builder().memory(memory).build();
        final Template template =
                world.template().with(new Position(1, 2), new Health(3)).build();
        final Query all = world.query().all(Health.TYPE).build();
        final long first;
        Schedule schedule;

        /** The handle of an entity of a server. */
        long controlled;

        private final Deque<AutoCloseable> opened = new ArrayDeque<>();
        private Runnable place = () -> {};
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

        /** A schedule without systems. */
        Schedule schedule() {
            schedule = Schedule.builder(world).workers(1).build();
            return schedule;
        }

        /** The callback: runs the misuse, a limited number of times. */
        void misuse() {
            if (left > 0) {
                left--;
                action.run();
            }
        }
    }

    private Callbacks(boolean isVerbose) {
        this.isVerbose = isVerbose;
        loops();
        observers();
        schedules();
        helpers();
        records();
        places.put("the text of an object that an inspector shows", Callbacks::inspect);
        FileCallbacks.add(places);
    }

    /** Runs in a separate JVM. */
    public static void main(String... arguments) {
        String only = arguments.length > 0 ? arguments[0] : "";
        Callbacks callbacks = new Callbacks(!only.isEmpty());
        Map<String, BiConsumer<State, Runnable>> kinds = kinds();
        callbacks.places.forEach((place, setUp) -> kinds.forEach((kind, action) -> {
            String name = kind + " in " + place;
            if (name.contains(only)) {
                callbacks.attack(name, setUp, action);
            }
        }));
        callbacks.walk.end();
    }

    private void attack(String name, Place setUp, BiConsumer<State, Runnable> action) {
        walk.count(name);
        State state = new State();
        state.action = () -> action.accept(state, state.place);
        try {
            state.place = setUp.of(state, state::misuse);
            state.left = 1;
            state.place.run();
        } catch (Throwable e) {
            print(e);
            check(name, e);
        }
        state.left = 0;
        try {
            checkUsable(state);
        } catch (Throwable e) {
            print(e);
            walk.fail(name + " leaves an unusable world", e.toString());
        }
        end(name, state);
    }

    private void print(Throwable e) {
        if (isVerbose) {
            e.printStackTrace(System.out);
        }
    }

    private void check(String name, Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof Values.Deliberate || cause instanceof DeliberateError) {
                return;
            }
        }
        Throwable cause = e instanceof SystemException ? e.getCause() : e;
        boolean isClear = cause instanceof IllegalStateException
                || e.getClass() == IllegalArgumentException.class
                || cause instanceof DeadEntityException
                || e instanceof SaveFormatException // it was refused
                || e instanceof TextFormatException
                || e instanceof StackOverflowError;
        if (!isClear || e.getMessage() == null && !(e instanceof StackOverflowError)) {
            walk.fail(name, "throws " + e + (e.getCause() == null ? "" : " by " + e.getCause()));
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
        Walk.require(count == seen[0], "a query counts " + count + " and visits " + seen[0]);
        Walk.require(world.get(entity, Health.POINTS) == 7, "a new entity has other values");
        state.template.spawn(ROWS);
        Walk.require(state.all.count() == count + ROWS, "a bulk spawn of " + ROWS + " is not found");
        world.swapEvents();
        world.destroy(entity);
        Walk.require(!world.isAlive(entity), "a destroyed entity is alive");
        StoreInvariants.check(world);
    }

    private void end(String name, State state) {
        try {
            for (RowCursor cursor : new RowCursor[] {state.leftOpen, state.outer}) {
                closeLeftOpen(cursor);
            }
            CloseHelper.closeAll(state.opened);
            CloseHelper.close(state.schedule);
            state.world.close();
            World.trimRetainedMemory();
            if (state.memory.outstanding() > 0) {
                walk.fail(name + " leaks", state.memory.outstanding() + " allocations");
            }
        } catch (Throwable e) {
            walk.fail(name + " cannot be closed", e.toString());
        }
    }

    private static void closeLeftOpen(RowCursor cursor) {
        try {
            CloseHelper.close(cursor);
        } catch (IllegalStateException e) {
            // of a system that has ended, which has closed it
        }
    }

    private void loops() {
        places.put("forEach", (s, misuse) -> () -> s.all.forEach(row -> misuse.run()));
        places.put("forEachSpan", (s, misuse) -> () -> s.all.forEachSpan(span -> misuse.run()));
        places.put("a cursor's loop", (s, misuse) -> () -> {
            try (RowCursor rows = s.all.cursor()) {
                s.outer = rows;
                while (rows.next()) {
                    misuse.run();
                }
            }
        });
        places.put("a kernel", (s, misuse) -> s.all.kernel(row -> misuse.run())::run);
        places.put("a kernel with commands", (s, misuse) -> s.all.kernel((row, commands) -> misuse.run())::run);
        places.put("an initialiser", (s, misuse) -> () -> s.template.spawn(100, row -> misuse.run()));
        places.put("a spawn kernel", (s, misuse) -> {
            var kernel = s.template.kernel(row -> misuse.run());
            return () -> kernel.spawn(100);
        });
        places.put("a removals' loop", (s, misuse) -> {
            RemovedComponents removals = s.world.removed(Health.TYPE);
            return () -> {
                s.world.destroy(s.world.spawn(new Health(1)));
                removals.forEach(entity -> misuse.run());
            };
        });
        places.put("an event reader's loop", (s, misuse) -> {
            var reader = s.world.events(CallingEvent.TYPE).reader();
            return () -> {
                s.world.events(CallingEvent.TYPE).send(new CallingEvent(1));
                reader.forEach(event -> misuse.run());
            };
        });
        places.put("a join", (s, misuse) -> () -> {
            Query linked = s.world.query().all(Kinds.TYPE).build();
            s.world.spawn(new Kinds(0, 0, (byte) 0, (short) 0, 0, 0, false, s.first, null));
            Selection.of(linked).collect().join(Kinds.TARGET, s.all).forEachPair((one, other) -> misuse.run());
        });
        places.put("a selection's loop", (s, misuse) -> () -> {
            Selection sorted = Selection.of(s.all).collect().sortBy(Health.POINTS);
            sorted.forEach(row -> misuse.run());
        });
    }

    private interface On {
        void on(Observers observers, Component<?> component, LongConsumer observer);
    }

    private void observed(String place, On on, Component<?> component, Consumer<State> change) {
        places.put(place, (s, misuse) -> {
            on.on(s.world.observers(), component, entity -> misuse.run());
            return () -> change.accept(s);
        });
    }

    private void observers() {
        On onDestroy = (observers, component, observer) -> observers.onDestroy(observer);
        observed("an onAdd observer", Observers::onAdd, Frozen.TYPE, s -> s.world.add(s.world.spawn(), Frozen.TYPE));
        observed(
                "an onAdd observer of a bulk add",
                Observers::onAdd,
                Frozen.TYPE,
                s -> s.all.bulk().add(Frozen.TYPE));
        observed("an onAdd observer of a bulk spawn", Observers::onAdd, Health.TYPE, s -> s.template.spawn(100));
        observed("an onAdd observer of commands", Observers::onAdd, Frozen.TYPE, s -> {
            Commands commands = s.world.commands();
            commands.add(commands.spawn(), Frozen.TYPE);
            commands.add(commands.spawn(), Frozen.TYPE);
            s.world.applyCommands();
        });
        observed(
                "an onRemove observer",
                Observers::onRemove,
                Health.TYPE,
                s -> s.world.remove(s.world.spawn(new Health(1)), Health.TYPE));
        observed(
                "an onSet observer",
                Observers::onSet,
                Health.TYPE,
                s -> s.world.set(s.world.spawn(new Health(1)), Health.POINTS, 5));
        observed("an onDestroy observer", onDestroy, null, s -> s.world.destroy(s.world.spawn(new Health(1))));
        observed(
                "an onDestroy observer of a bulk destroy",
                onDestroy,
                null,
                s -> s.all.bulk().destroy());
    }

    private void helpers() {
        places.put("a helper's system", (s, misuse) -> together(s, isHelper -> isHelper, misuse));
        places.put(
                "the world's thread, while a helper works", (s, misuse) -> together(s, isHelper -> !isHelper, misuse));
        places.put(
                "a thread outside the schedule, while systems run",
                (s, misuse) -> together(s, isHelper -> !isHelper, () -> Elsewhere.run("outside", misuse)));
    }

    /** Two systems at the same time on two threads; one misuses, the other reads when it has. */
    private static Runnable together(State s, Predicate<Boolean> runsMisuse, Runnable misuse) {
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
        return () -> s.schedule.tick(0.1f);
    }

    /** Two workers, and no system is too short for a helper. */
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

    /** A component whose record calls code when it is made and when it is read. */
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

        static void in(Runnable read, Runnable make, Runnable work) {
            onRead = read;
            onMake = make;
            try {
                work.run();
            } finally {
                onRead = () -> {};
                onMake = () -> {};
            }
        }
    }

    /** An event whose record calls the same code. */
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

    private void reading(String use, Consumer<State> read) {
        places.put("a record's accessor, called by " + use, (s, misuse) -> {
            s.world.add(s.first, new Calling(1, 0));
            return () -> Calling.in(misuse, () -> {}, () -> read.accept(s));
        });
    }

    private void making(String use, Consumer<State> make) {
        places.put("a record's constructor, called by " + use, (s, misuse) -> {
            s.world.add(s.first, new Calling(1, 0));
            s.world.events(CallingEvent.TYPE).send(new CallingEvent(2));
            return () -> Calling.in(() -> {}, misuse, () -> make.accept(s));
        });
    }

    private void records() {
        Calling value = new Calling(1, 0);
        reading("spawn()", s -> s.world.spawn(new Health(1), value, new Rare(1, "x")));
        reading("add()", s -> s.world.add(s.first, value));
        reading("set()", s -> s.world.set(s.first, value));
        reading("a template", s -> {
            Template made = s.world.template().with(new Health(1), value).build();
            made.spawn(10);
        });
        reading("a bulk add", s -> s.all.bulk().add(value));
        reading("recording add()", s -> {
            s.world.commands().add(s.world.commands().spawn(), value);
            s.world.commands().add(s.first, value);
            s.world.applyCommands();
        });
        reading("recording set()", s -> {
            s.world.commands().add(s.first, Calling.TYPE);
            s.world.commands().set(s.first, Calling.TYPE.int32("value"), 7);
            s.world.commands().add(s.first, value);
            s.world.applyCommands();
        });
        reading("send()", s -> s.world.events(CallingEvent.TYPE).send(new CallingEvent(1)));
        reading("recording send()", s -> {
            s.world.commands().send(new CallingEvent(1));
            s.world.applyCommands();
        });
        making("get()", s -> s.world.get(s.first, Calling.TYPE));
        making("an event's get()", s -> {
            EventChannel<CallingEvent> channel = s.world.events(CallingEvent.TYPE);
            channel.get(channel.firstLive());
        });
        places.put("a record's accessor, in a system's kernel", (s, misuse) -> {
            var kernel = s.all.kernel((row, commands) -> commands.add(row.entity(), value));
            s.schedule = Schedule.builder(s.world)
                    .workers(2)
                    .add("record", kernel, Access.restructures(Calling.TYPE))
                    .build();
            return () -> Calling.in(misuse, () -> {}, () -> s.schedule.tick(0.1f));
        });
    }

    private static Runnable inspect(State s, Runnable misuse) {
        s.world.add(s.first, new Label(new Object() {
            @Override
            public String toString() {
                misuse.run();
                return "object";
            }
        }));
        s.schedule();
        String entity = "/api/v1/entity?id=" + Entity.index(s.first) + ":" + Entity.generation(s.first) + "&token=";
        return () -> {
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
    }

    private interface Systems {
        ScheduleBuilder add(ScheduleBuilder builder, State state, Runnable misuse);
    }

    private void ticked(String place, int workers, Systems systems) {
        places.put(place, (s, misuse) -> {
            ScheduleBuilder builder = Schedule.builder(s.world).workers(workers);
            s.schedule = systems.add(builder, s, misuse).build();
            return () -> s.schedule.tick(0.1f);
        });
    }

    private void schedules() {
        ticked("a system", 1, (builder, s, misuse) -> builder.add("body", misuse));
        ticked("an exclusive system", 1, (builder, s, misuse) -> builder.add("body", misuse, Access.exclusive()));
        ticked("a system's kernel", 2, (builder, s, misuse) -> {
            var kernel = s.all.kernel(row -> misuse.run());
            return builder.add("kernel", kernel, Access.writes(Health.TYPE));
        });
        ticked("a condition", 2, (builder, s, misuse) -> {
            RunCondition condition = RunCondition.when(() -> {
                misuse.run();
                return true;
            });
            return builder.add("body", () -> {}, condition);
        });
        ticked(
                "an executor",
                2,
                (builder, s, misuse) -> builder.executor(task -> {
                            misuse.run();
                            task.run();
                        })
                        .add("one", s.all.kernel(row -> {}), Access.writes(Health.TYPE))
                        .add("two", () -> {}, Access.reads(Position.TYPE)));
    }

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
        kinds.put("a nested query", (s, again) -> {
            Query positions = s.world.query().all(Position.TYPE).build();
            positions.forEach(row -> row.set(Position.X, 2));
        });
        kinds.put("a cursor left open", (s, again) -> {
            s.leftOpen = s.all.cursor();
            s.leftOpen.next();
        });
        kinds.put("a scope left open", (s, again) -> s.world.frame().open().allocate(64, 8));
        kinds.put("a mark left open", (s, again) -> s.world.frame().mark());
        kinds.put("the reset of the frame", (s, again) -> s.world.frame().reset());
        kinds.put("the frame's close()", (s, again) -> s.world.frame().close());
        kinds.put("the world's close()", (s, again) -> s.world.close());
        kinds.put("the schedule's close()", (s, again) -> CloseHelper.close(s.schedule));
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
            var subscription = s.world.observers().onAdd(Health.TYPE, entity -> {});
            subscription.close();
        });
        kinds.put("a new schedule", (s, again) -> {
            ScheduleBuilder late = Schedule.builder(s.world).workers(2).add("late", () -> {});
            late.build().close();
        });
        kinds.put("a trim", (s, again) -> World.trimRetainedMemory());
        return kinds;
    }

    private static final class DeliberateError extends AssertionError {
        private static final long serialVersionUID = 1;

        DeliberateError() {
            super("an error thrown by a callback on purpose");
        }
    }
}
