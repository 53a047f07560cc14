package basalt.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.internal.Internal;
import basalt.memory.Soak;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.runtime.Worker;
import basalt.storage.fixture.Declared;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import org.agrona.collections.LongArrayList;
import org.agrona.collections.LongHashSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the commands of several recorders with the same changes made one by one on a second world, in the order of
 * recording. Both worlds must be equal at the end.
 */
class PlaybackModelTest {
    private static final int BATCHES = Soak.times(30, 60);
    private static final int RECORDERS = 3;
    private static final List<Component<?>> COMPONENTS =
            List.of(Position.TYPE, Health.TYPE, Kinds.TYPE, Rare.TYPE, Label.TYPE, Frozen.TYPE);

    private final Random random = new Random();
    private final Side commanded = new Side();
    private final Side direct = new Side();
    private final LongArrayList handles = new LongArrayList();
    private final LongHashSet notYetSpawned = new LongHashSet();
    private final List<Runnable> changes = new ArrayList<>();
    private final LongArrayList changed = new LongArrayList();
    private int recorded;
    private int dropped;

    /** How many of the applied commands may count as dropped, since their entity was destroyed by later ones. */
    private int either;

    /** One of the two worlds. */
    private static final class Side {
        private final World world = World.builder()
                .memory(DirtyMemory.atBothEnds(0xFF))
                .distinctHandles(false)
                .build();
        private final List<Template> templates = List.of(
                world.template().with(new Position(1, 2), new Health(3)).build(),
                world.template().with(new Rare(4, "rare"), new Label("label")).build());
        private final Query all = world.query().includeDisabled().build();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldEqualDirectCalls(long seed) {
        run(seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {6, 7})
    void shouldCountInOrderWhereRemovalsAreSeen(long seed) {
        commanded.world.removed(Health.TYPE);
        run(seed);
    }

    private void run(long seed) {
        random.setSeed(seed);
        Worker[] workers = new Worker[RECORDERS];
        for (int i = 0; i < RECORDERS; i++) {
            workers[i] = Internal.of(commanded.world).worker(DirtyMemory.atBothEnds(0xFF), Long.MAX_VALUE);
            workers[i].enter(new Declared("worker " + i)
                    .changing(COMPONENTS.toArray(Component<?>[]::new))
                    .spawning()
                    .destroying());
        }
        try {
            for (int batch = 0; batch < BATCHES; batch++) {
                run(workers);
                assertSame("seed " + seed + ", batch " + batch + ": ");
            }
            assertTrue(dropped > 1000 && recorded > 2 * dropped, () -> recorded + " recorded, dropped " + dropped);
        } finally {
            for (Worker worker : workers) {
                worker.leave(false);
                worker.close();
            }
            commanded.world.close();
            direct.world.close();
        }
    }

    /** Records changes with one worker after the other, plays them back, and makes them directly. */
    private void run(Worker[] workers) {
        changes.clear();
        changed.clear();
        Playback playback = Internal.of(commanded.world).playback();
        for (int i = random.nextInt(12); i >= 0; i--) {
            CommandQueue queue = workers[random.nextInt(RECORDERS)].queue();
            long from = queue.position();
            int runs = random.nextInt(20);
            for (int j = 0; j < runs; j++) {
                recordSeveral(Internal.recorder(queue));
            }
            playback.add(queue, from, queue.position(), 0);
        }
        playback.run();
        changes.forEach(Runnable::run);
        changed.forEachLong(entity -> either += direct.world.isAlive(entity) ? 0 : 1);
    }

    /** Records the same command for several entities, often neighbours, sometimes one of them twice. */
    private void recordSeveral(Commands commands) {
        int count = 1 + random.nextInt(random.nextInt(8) == 0 ? 150 : 6);
        int kind = random.nextInt(handles.isEmpty() ? 2 : 14);
        if (kind < 2) {
            for (int i = 0; i < count; i++) {
                spawn(commands, random.nextInt(3));
            }
            return;
        }
        int at = random.nextInt(handles.size());
        int step = random.nextInt(6) == 0 ? random.nextInt(handles.size()) : 1;
        Component<?> component = COMPONENTS.get(random.nextInt(COMPONENTS.size()));
        int number = random.nextInt(1000);
        for (int i = 0; i < count; i++) {
            long entity = random.nextInt(30) == 0 ? Entity.of(random.nextInt(50_000), 4) : handles.getLong(at);
            record(commands, kind, entity, component, number);
            if (random.nextInt(10) != 0) {
                at = (at + step) % handles.size();
            }
        }
    }

    private void record(Commands commands, int kind, long entity, Component<?> component, int number) {
        switch (kind) {
            case 2 -> {
                commands.destroy(entity);
                change(entity, null, World::destroy);
            }
            case 3, 4 -> {
                commands.add(entity, component);
                change(entity, null, (world, e) -> world.add(e, component));
            }
            case 5 -> {
                Record value = value(component, number);
                commands.add(entity, value);
                change(entity, null, (world, e) -> world.add(e, value));
            }
            case 6, 7 -> {
                commands.remove(entity, component);
                change(entity, null, (world, e) -> world.remove(e, component));
            }
            case 8 -> {
                commands.enable(entity);
                change(entity, null, World::enable);
            }
            case 9 -> {
                commands.disable(entity);
                change(entity, null, World::disable);
            }
            case 10 -> {
                commands.enable(entity, component);
                change(entity, null, (world, e) -> enable(world, e, component, true));
            }
            case 11 -> {
                commands.disable(entity, component);
                change(entity, null, (world, e) -> enable(world, e, component, false));
            }
            default -> set(commands, number % 5, entity, number);
        }
    }

    /** Enabling a missing component is no error for commands. */
    private static void enable(World world, long entity, Component<?> component, boolean on) {
        if (world.has(entity, component) && on) {
            world.enable(entity, component);
        } else if (world.has(entity, component)) {
            world.disable(entity, component);
        }
    }

    private void set(Commands commands, int column, long entity, int number) {
        switch (column) {
            case 0 -> {
                commands.set(entity, Position.Y, number);
                change(entity, Position.TYPE, (world, e) -> world.set(e, Position.Y, number));
            }
            case 1 -> {
                commands.set(entity, Kinds.I8, (byte) number);
                change(entity, Kinds.TYPE, (world, e) -> world.set(e, Kinds.I8, (byte) number));
            }
            case 2 -> {
                commands.set(entity, Kinds.TARGET, entity);
                change(entity, Kinds.TYPE, (world, e) -> world.set(e, Kinds.TARGET, entity));
            }
            case 3 -> {
                commands.set(entity, Rare.CHARGE, number);
                change(entity, Rare.TYPE, (world, e) -> world.set(e, Rare.CHARGE, number));
            }
            default -> {
                commands.set(entity, Rare.NOTE, "note " + number);
                change(entity, Rare.TYPE, (world, e) -> world.set(e, Rare.NOTE, "note " + number));
            }
        }
    }

    private static Record value(Component<?> component, int number) {
        if (component == Position.TYPE) {
            return new Position(number, -number);
        }
        if (component == Health.TYPE) {
            return new Health(number);
        }
        if (component == Kinds.TYPE) {
            return Kinds.SAMPLES.get(number % Kinds.SAMPLES.size());
        }
        if (component == Rare.TYPE) {
            return new Rare(number, "value " + number);
        }
        return component == Label.TYPE ? new Label(number) : new Frozen();
    }

    /**
     * The direct spawn is made immediately, so that it does not reuse a row that the same commands free. Until playback
     * it is treated as not spawned.
     */
    private void spawn(Commands commands, int template) {
        boolean loose = template == commanded.templates.size();
        long reserved =
                loose ? commands.spawn() : commanded.templates.get(template).spawn(commands);
        long spawned =
                loose ? direct.world.spawn() : direct.templates.get(template).spawn();
        assertEquals(spawned, reserved);
        handles.addLong(reserved);
        recorded++;
        notYetSpawned.add(spawned);
        changes.add(() -> notYetSpawned.remove(spawned));
    }

    /** Adds a change, to be made if the entity is alive then and has the needed component, if any. */
    private void change(long entity, Component<?> needed, BiConsumer<World, Long> directly) {
        recorded++;
        changes.add(() -> {
            boolean alive = direct.world.isAlive(entity) && !notYetSpawned.contains(entity);
            if (alive && (needed == null || direct.world.has(entity, needed))) {
                directly.accept(direct.world, entity);
                if (direct.world.isAlive(entity)) {
                    changed.addLong(entity);
                }
            } else {
                dropped++;
            }
        });
    }

    private void assertSame(String where) {
        Commands.Stats stats = commanded.world.statistics().commands();
        assertEquals(recorded, stats.applied() + stats.dropped(), where);
        int most = Internal.of(commanded.world).store().removals().count() > 0 ? dropped : dropped + either;
        assertTrue(
                stats.dropped() >= dropped && stats.dropped() <= most, () -> where + stats + " instead of " + dropped);
        assertEquals(direct.world.entityCount(), commanded.world.entityCount(), where);
        assertEquals(entities(direct), entities(commanded), where);
        for (long entity : entities(direct)) {
            assertEquals(description(direct.world, entity), description(commanded.world, entity), where);
        }
        for (Component<?> component : COMPONENTS) {
            assertEquals(
                    direct.world.query().all(component).build().count(),
                    commanded.world.query().all(component).build().count(),
                    where + component.name());
        }
    }

    private static List<Long> entities(Side side) {
        List<Long> entities = new ArrayList<>();
        side.all.forEach(row -> entities.add(row.entity()));
        return entities;
    }

    private static String description(World world, long entity) {
        StringBuilder text = new StringBuilder(Entity.toString(entity) + " enabled " + world.isEnabled(entity));
        for (Component<?> component : COMPONENTS) {
            text.append(' ')
                    .append((world.has(entity, component) ? world.get(entity, component) : null))
                    .append(world.isEnabled(entity, component));
        }
        return text.toString();
    }
}
