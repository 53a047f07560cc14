package basalt.world;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.memory.ForwardingMemory;
import basalt.memory.NativeMemoryException;
import basalt.memory.Soak;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowBody;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.query.Span;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random changes of all kinds, also inside loops, and readers with different intervals: change queries, readers of
 * removals, and observers. Each finds exactly the changes of a model in plain collections; with refused memory, at
 * least these.
 */
class ChangeModelTest {
    private static final int STEPS = Soak.times(120, 1_500);

    /** Refuses some of the pages for changes. */
    private final class Refusing extends ForwardingMemory {
        Refusing() {
            super(DirtyMemory.atBothEnds(0xA5));
        }

        @Override
        public long allocate(long bytes, int alignment) {
            if (bytes == 64 + 2048 && refuses && random.nextBoolean()) {
                throw new NativeMemoryException("a page of changes is refused", bytes, allocatedBytes());
            }
            return super.allocate(bytes, alignment);
        }
    }

    private final World world = World.builder().memory(new Refusing()).build();
    private final ChangeModel model = new ChangeModel();
    private final List<Template> templates = new ArrayList<>();
    private final List<List<Component<?>>> templateComponents = new ArrayList<>();
    private final Map<Component<?>, RowKernel> kernels = new HashMap<>();
    private final Map<Component<?>, Query> having = new HashMap<>();
    private final Map<ChangeModel.Reader, Query> queries = new HashMap<>();
    private final Map<ChangeModel.Reader, RowKernel> readingKernels = new HashMap<>();
    private final List<RemovedComponents> removals = new ArrayList<>();
    private final Map<RemovedComponents, Integer> read = new HashMap<>();
    private final List<String> told = new ArrayList<>();
    private final List<ChangeModel.Reader> readers = new ArrayList<>();
    private final Deque<Visit> visits = new ArrayDeque<>();
    private Random random = new Random(0);
    private boolean refuses;
    private boolean exact = true;

    @AfterEach
    void close() {
        world.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldAgreeWithTheModel(long seed) {
        run(seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldFindNoLessWithoutMemory(long seed) {
        refuses = true;
        exact = false;
        run(seed);
    }

    private void run(long seed) {
        random = new Random(seed);
        build();
        for (int step = 0; step < STEPS; step++) {
            try {
                change();
                assertEquals(model.takeEvents(), List.copyOf(told), "what observers are told");
                told.clear();
                read(step);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed=" + seed + ", step=" + step, e);
            }
        }
        readers.forEach(this::run);
        removals.forEach(this::read);
    }

    private void build() {
        for (List<Component<?>> components : List.<List<Component<?>>>of(
                List.of(Position.TYPE), List.of(Position.TYPE, Health.TYPE), List.of(Rare.TYPE, Frozen.TYPE))) {
            templates.add(world.template()
                    .with(components.toArray(Component<?>[]::new))
                    .build());
            templateComponents.add(components);
        }
        for (Component<?> component : ChangeModel.COMPONENTS) {
            having.put(component, world.query().all(component).build());
            kernels.put(component, unknown(having.get(component), row -> {}));
            removals.add(world.removed(component));
            removals.add(world.removed(component));
            world.observers().onAdd(component, e -> told.add("add " + component.name() + " " + e));
            world.observers().onRemove(component, e -> told.add("remove " + component.name() + " " + e));
            world.observers().onSet(component, e -> told.add("set " + component.name() + " " + e));
        }
        removals.forEach(each -> read.put(each, 0));
        world.observers().onDestroy(e -> told.add("destroy " + e));
        reader(
                world.query().added(Health.TYPE).none(Frozen.TYPE).build(),
                being -> !being.hasEnabled(Frozen.TYPE),
                new ChangeModel.Condition(true, Health.TYPE));
        reader(
                world.query().all(Position.TYPE).changed(Health.TYPE, Rare.TYPE).build(),
                being -> being.hasEnabled(Position.TYPE),
                new ChangeModel.Condition(false, Health.TYPE, Rare.TYPE));
        reader(
                world.query()
                        .changed(Position.TYPE)
                        .added(Rare.TYPE, Frozen.TYPE)
                        .build(),
                being -> true,
                new ChangeModel.Condition(false, Position.TYPE),
                new ChangeModel.Condition(true, Rare.TYPE, Frozen.TYPE));
        reader(
                world.query().changed(Position.TYPE).build(),
                being -> true,
                new ChangeModel.Condition(false, Position.TYPE));
    }

    private void reader(Query query, Predicate<ChangeModel.Being> matches, ChangeModel.Condition... conditions) {
        ChangeModel.Reader reader = new ChangeModel.Reader(matches, List.of(conditions));
        model.add(reader);
        readers.add(reader);
        queries.put(reader, query);
        readingKernels.put(reader, unknown(query, row -> visits.peek().at(row.entity())));
    }

    /** A kernel that counts as writing all components, since an element of an array is not known. */
    private static RowKernel unknown(Query query, RowBody body) {
        RowBody[] bodies = {body};
        return query.kernel((Row row) -> bodies[0].accept(row));
    }

    // changes

    private void change() {
        switch (random.nextInt(14)) {
            case 0 -> born();
            case 1 -> destroy();
            case 2, 3 -> add();
            case 4 -> remove();
            case 5, 6, 7 -> set();
            case 8 -> writeRows();
            case 9 -> runKernel();
            case 10 -> bulk();
            case 11 -> disable();
            case 12 -> commands();
            default -> population();
        }
    }

    private ChangeModel.Being pick() {
        List<ChangeModel.Being> all = List.copyOf(model.beings());
        return all.isEmpty() ? null : all.get(random.nextInt(all.size()));
    }

    private Component<?> component() {
        return ChangeModel.COMPONENTS.get(random.nextInt(ChangeModel.COMPONENTS.size()));
    }

    private static Record value(Component<?> component) {
        return component == Position.TYPE
                ? new Position(1, 2)
                : component == Health.TYPE ? new Health(3) : component == Rare.TYPE ? new Rare(4, "x") : new Frozen();
    }

    private void born() {
        if (random.nextBoolean()) {
            Component<?> one = component();
            Component<?> two = component();
            List<Component<?>> components = one == two ? List.of(one) : List.of(one, two);
            Record[] values = components.stream().map(ChangeModelTest::value).toArray(Record[]::new);
            model.born(world.spawn(values), components);
        } else {
            int template = random.nextInt(templates.size());
            model.born(templates.get(template).spawn(), templateComponents.get(template));
        }
    }

    private void population() {
        int template = random.nextInt(templates.size());
        if (model.beings().size() > 600) {
            Component<?> component = component();
            having.get(component).bulk().destroy();
            model.matching(being -> !being.isDisabled && being.hasEnabled(component))
                    .forEach(model::destroy);
            return;
        }
        int count = random.nextInt(4) == 0 ? 150 : random.nextInt(5);
        List<Long> born = new ArrayList<>();
        templates.get(template).spawn(count, row -> born.add(row.entity()));
        born.forEach(entity -> model.born(entity, templateComponents.get(template)));
    }

    private void destroy() {
        ChangeModel.Being being = pick();
        if (being != null) {
            world.destroy(being.handle);
            model.destroy(being);
        }
    }

    private void add() {
        ChangeModel.Being being = pick();
        Component<?> component = component();
        if (being == null) {
            return;
        }
        if (random.nextBoolean()) {
            world.add(being.handle, component);
            model.add(being, component);
        } else if (world.add(being.handle, value(component))) {
            model.add(being, component);
        } else {
            model.set(being, component);
        }
    }

    private void remove() {
        ChangeModel.Being being = pick();
        Component<?> component = component();
        if (being != null) {
            world.remove(being.handle, component);
            model.remove(being, component);
        }
    }

    private void set() {
        ChangeModel.Being being = pick();
        Component<?> component = component();
        if (being != null && being.has.contains(component)) {
            switch (random.nextInt(3)) {
                case 0 -> world.set(being.handle, value(component));
                default -> setColumn(being.handle, component);
            }
            model.set(being, component);
        }
    }

    private void setColumn(long entity, Component<?> component) {
        if (component == Position.TYPE) {
            world.set(entity, Position.X, 5);
        } else if (component == Health.TYPE) {
            world.set(entity, Health.POINTS, 5);
        } else if (component == Rare.TYPE) {
            world.set(entity, Rare.NOTE, "y");
        } else {
            world.set(entity, new Frozen());
        }
    }

    /** Writes some rows of a loop: by a query without change filters, or by a cursor. */
    private void writeRows() {
        int every = 1 + random.nextInt(10);
        List<ChangeModel.Being> written = model.matching(being -> !being.isDisabled && being.hasEnabled(Health.TYPE));
        if (random.nextBoolean()) {
            int[] at = {0};
            having.get(Health.TYPE).forEach(row -> {
                if (at[0]++ % every == 0) {
                    row.set(Health.POINTS, 7);
                }
            });
        } else {
            try (RowCursor rows = having.get(Health.TYPE).cursor()) {
                for (int at = 0; rows.next(); at++) {
                    if (at % every == 0) {
                        rows.row().set(Health.POINTS, 8);
                    }
                }
            }
        }
        for (int at = 0; at < written.size(); at += every) {
            model.write(written.get(at), Health.TYPE, null);
        }
    }

    private void runKernel() {
        Component<?> component = component();
        if (random.nextBoolean()) {
            kernels.get(component).run();
        } else {
            having.get(component).forEachSpan(Span::baseUnchecked);
        }
        model.matching(being -> !being.isDisabled && being.hasEnabled(component))
                .forEach(being -> model.write(being, component, null));
    }

    private void bulk() {
        Component<?> of = component();
        Component<?> component = component();
        List<ChangeModel.Being> matching = model.matching(being -> !being.isDisabled && being.hasEnabled(of));
        if (random.nextInt(3) == 0) {
            having.get(of).bulk().remove(component);
            matching.forEach(being -> model.remove(being, component));
        } else {
            if (random.nextBoolean()) {
                having.get(of).bulk().add(component);
                matching.forEach(being -> model.add(being, component));
            } else {
                having.get(of).bulk().add(value(component));
                matching.stream()
                        .collect(groupingBy(being -> Entity.index(being.handle) >>> 6, TreeMap::new, toList()))
                        .values()
                        .forEach(word -> put(word, component));
            }
        }
    }

    /** Observers are told of 64 rows at a time, first of those that lacked the component. */
    private void put(List<ChangeModel.Being> word, Component<?> component) {
        List<ChangeModel.Being> had =
                word.stream().filter(being -> being.has.contains(component)).toList();
        word.forEach(being -> model.add(being, component));
        had.forEach(being -> model.set(being, component));
    }

    private void disable() {
        ChangeModel.Being being = pick();
        Component<?> component = component();
        if (being == null) {
            return;
        }
        boolean on = random.nextBoolean();
        if (random.nextBoolean()) {
            if (on) {
                world.enable(being.handle);
            } else {
                world.disable(being.handle);
            }
            being.isDisabled = !on;
        } else if (being.has.contains(component) && on) {
            world.enable(being.handle, component);
            being.disabled.remove(component);
        } else if (being.has.contains(component)) {
            world.disable(being.handle, component);
            being.disabled.add(component);
        }
    }

    /** Several commands about different entities, so that their order does not matter. */
    private void commands() {
        ChangeModel.Being one = pick();
        ChangeModel.Being two = pick();
        ChangeModel.Being three = pick();
        if (one == null || one == two || two == three || three == one) {
            return;
        }
        Component<?> component = component();
        Component<?> other = component();
        world.commands().destroy(three.handle);
        world.commands().add(one.handle, component);
        world.commands().remove(two.handle, other);
        boolean hasHealth = one.has.contains(Health.TYPE) || component == Health.TYPE;
        world.commands().set(one.handle, Health.POINTS, 9);
        world.applyCommands();
        model.destroy(three);
        model.add(one, component);
        model.remove(two, other);
        if (hasHealth) {
            model.set(one, Health.TYPE);
        }
    }

    // readers, each with its own interval

    private void read(int step) {
        for (int i = 0; i < readers.size(); i++) {
            ChangeModel.Reader reader = readers.get(i);
            if (random.nextInt(1 + 4 * i * i) == 0) {
                run(reader);
            } else if (exact && step % 7 == 0) {
                assertEquals(model.pending(reader).size(), queries.get(reader).count());
            }
        }
        if (step % 5 == 0) {
            read(removals.get(random.nextInt(removals.size())));
        }
    }

    /** One run of a reader: the entities that it must still find. Changes during the run may remove some. */
    private final class Visit {
        private final ChangeModel.Reader reader;
        private final Set<Long> expected;
        private final Collection<Component<?>> written;
        private int last = -1;

        Visit(ChangeModel.Reader reader, Collection<Component<?>> written) {
            this.reader = reader;
            this.expected = new LinkedHashSet<>(model.pending(reader));
            this.written = written;
        }

        void at(long entity) {
            assertTrue(model.matches(reader, model.being(entity)), "it matches the rest of the condition");
            assertTrue(Entity.index(entity) > last, "in ascending order, each once");
            last = Entity.index(entity);
            assertTrue(
                    expected.remove(entity) || !exact, () -> "reader " + readers.indexOf(reader) + " found too many");
            if (visits.size() < 3 && random.nextInt(12) == 0) {
                nested();
            }
        }

        private void nested() {
            ChangeModel.Reader other = readers.get(random.nextInt(readers.size()));
            if (random.nextBoolean() && other != reader) {
                run(other);
            } else {
                change();
                visits.forEach(Visit::strike);
            }
        }

        private void strike() {
            expected.removeIf(entity -> !model.matches(reader, model.being(entity)));
        }

        void end() {
            assertEquals(Set.of(), expected, () -> "reader " + readers.indexOf(reader) + " has missed some");
        }
    }

    private void run(ChangeModel.Reader reader) {
        Query query = queries.get(reader);
        int way = random.nextInt(4);
        Visit visit = new Visit(reader, way == 2 ? query.components() : List.of());
        reader.seen(visits.stream()
                .filter(outer -> outer.reader != reader)
                .flatMap(outer -> outer.written.stream())
                .toList());
        for (long entity : visit.expected) {
            visit.written.forEach(component -> model.write(model.being(entity), component, reader));
        }
        visits.push(visit);
        switch (way) {
            case 0 -> query.forEach(row -> visit.at(row.entity()));
            case 1 -> {
                try (RowCursor rows = query.cursor()) {
                    while (rows.next()) {
                        visit.at(rows.entity());
                    }
                }
            }
            case 2 -> readingKernels.get(reader).run();
            default -> {
                boolean writes = query.components().contains(Position.TYPE);
                query.forEach(row -> {
                    long entity = row.entity();
                    if (writes) {
                        row.set(Position.X, 3);
                        model.write(model.being(entity), Position.TYPE, reader);
                    }
                    visit.at(entity);
                });
            }
        }
        visits.pop();
        visit.end();
    }

    private void read(RemovedComponents each) {
        List<Long> losses = model.losses(each.component());
        int from = read.get(each);
        assertEquals(losses.size() - from, each.remaining());
        List<Long> found = new ArrayList<>();
        if (random.nextBoolean()) {
            each.forEach(found::add);
        } else {
            for (int i = random.nextInt(200); i > 0 && each.next(); i--) {
                found.add(each.entity());
            }
        }
        assertEquals(losses.subList(from, from + found.size()), found);
        read.put(each, from + found.size());
    }

    /** A model in plain collections: the components of each entity, and the pending changes of each reader. */
    static final class ChangeModel {

        /** The components, in the order of their ids. */
        static final List<Component<?>> COMPONENTS =
                List.of(Position.TYPE, Health.TYPE, Rare.TYPE, Frozen.TYPE).stream()
                        .sorted((a, b) -> a.id() - b.id())
                        .toList();

        /** An entity: its components, and which of them are disabled. */
        static final class Being {
            final long handle;
            final Set<Component<?>> has = new HashSet<>();
            final Set<Component<?>> disabled = new HashSet<>();
            boolean isDisabled;

            Being(long handle) {
                this.handle = handle;
            }

            boolean hasEnabled(Component<?> component) {
                return has.contains(component) && !disabled.contains(component);
            }
        }

        /**
         * The entities that a reader must still find for one of its conditions: one of several components was
         * gained, or gained or written.
         */
        static final class Condition {
            final boolean isGained;
            final Map<Component<?>, Set<Long>> pending = new HashMap<>();

            Condition(boolean isGained, Component<?>... choice) {
                this.isGained = isGained;
                for (Component<?> component : choice) {
                    pending.put(component, new HashSet<>());
                }
            }

            boolean isMetBy(Being being) {
                return pending.entrySet().stream()
                        .anyMatch(each -> being.hasEnabled(each.getKey())
                                && each.getValue().contains(being.handle));
            }
        }

        /** A reader of changes; {@code matches} is the rest of its condition. */
        record Reader(Predicate<Being> matches, List<Condition> conditions) {
            /** The reader has seen all changes, except later writes of enclosing kernels. */
            void seen(Collection<Component<?>> beingWritten) {
                for (Condition condition : conditions) {
                    condition.pending.forEach((component, entities) -> {
                        if (condition.isGained || !beingWritten.contains(component)) {
                            entities.clear();
                        }
                    });
                }
            }
        }

        private final TreeMap<Integer, Being> byIndex = new TreeMap<>();
        private final List<Reader> readers = new ArrayList<>();

        /** The losses of each component since the start. */
        private final Map<Component<?>, List<Long>> losses = new HashMap<>();

        /** The expected calls of observers of everything so far. */
        private final List<String> events = new ArrayList<>();

        ChangeModel() {
            COMPONENTS.forEach(component -> losses.put(component, new ArrayList<>()));
        }

        void add(Reader reader) {
            readers.add(reader);
        }

        Collection<Being> beings() {
            return byIndex.values();
        }

        List<Being> matching(Predicate<Being> condition) {
            return byIndex.values().stream().filter(condition).toList();
        }

        List<Long> losses(Component<?> component) {
            return losses.get(component);
        }

        List<String> takeEvents() {
            List<String> all = List.copyOf(events);
            events.clear();
            return all;
        }

        /** The entities that a reader would find now. */
        List<Long> pending(Reader reader) {
            List<Long> found = new ArrayList<>();
            for (Being being : byIndex.values()) {
                if (matches(reader, being) && reader.conditions().stream().allMatch(each -> each.isMetBy(being))) {
                    found.add(being.handle);
                }
            }
            return found;
        }

        /** Whether an entity could be found if everything had changed; null for a dead one. */
        boolean matches(Reader reader, Being being) {
            return being != null
                    && !being.isDisabled
                    && reader.matches().test(being)
                    && reader.conditions().stream()
                            .allMatch(each -> each.pending.keySet().stream().anyMatch(being::hasEnabled));
        }

        Being being(long handle) {
            Being being = byIndex.get(Entity.index(handle));
            return being != null && being.handle == handle ? being : null;
        }

        void born(long handle, Collection<Component<?>> components) {
            Being being = new Being(handle);
            byIndex.put(Entity.index(handle), being);
            for (Component<?> component : COMPONENTS) {
                if (components.contains(component)) {
                    gain(being, component);
                }
            }
        }

        void add(Being being, Component<?> component) {
            if (!being.has.contains(component)) {
                gain(being, component);
            }
        }

        private void gain(Being being, Component<?> component) {
            being.has.add(component);
            mark(being, component, true, null);
            events.add("add " + component.name() + " " + being.handle);
        }

        void remove(Being being, Component<?> component) {
            if (being.has.contains(component)) {
                events.add("remove " + component.name() + " " + being.handle);
                losses.get(component).add(being.handle);
                being.has.remove(component);
                being.disabled.remove(component);
            }
        }

        void destroy(Being being) {
            events.add("destroy " + being.handle);
            for (Component<?> component : COMPONENTS) {
                remove(being, component);
            }
            byIndex.remove(Entity.index(being.handle));
        }

        /** A write of a component by entity. */
        void set(Being being, Component<?> component) {
            mark(being, component, false, null);
            events.add("set " + component.name() + " " + being.handle);
        }

        /** A write by a row or a kernel, for all readers but one. */
        void write(Being being, Component<?> component, Reader except) {
            mark(being, component, false, except);
        }

        private void mark(Being being, Component<?> component, boolean isGained, Reader except) {
            for (Reader reader : readers) {
                if (reader != except) {
                    for (Condition condition : reader.conditions()) {
                        Set<Long> pending = condition.pending.get(component);
                        if (pending != null && (isGained || !condition.isGained)) {
                            pending.add(being.handle);
                        }
                    }
                }
            }
        }
    }
}
