package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.component.Column;
import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.memory.MemoryScope;
import basalt.memory.Soak;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.WorldFixture;
import basalt.world.Template;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random steps on a selection and on a plain list of records. */
class SelectionModelTest extends WorldFixture {
    @Override
    protected void checkFrame() {}

    private static final int STEPS = Soak.times(60, 400);
    private static final List<Column> COLUMNS = List.of(
            Kinds.F32, Kinds.F64, Kinds.I8, Kinds.I16, Kinds.I32, Kinds.I64, Kinds.FLAG, Kinds.TARGET, Rare.CHARGE);

    /** One row of the selection. */
    private record Line(long entity, long partner) {}

    /** An entity's values and components. */
    private static final class Thing {
        private Kinds kinds;
        private int charge;
        private boolean rare;
        private boolean frozen;
        private boolean disabled;
    }

    private final Template elsewhere = world.template().with(Kinds.ZERO).build();
    // in blocks of its own
    private final Query query =
            world.query().all(Kinds.TYPE, Rare.TYPE).none(Frozen.TYPE).build();
    private final Query partners =
            world.query().all(Kinds.TYPE).none(Frozen.TYPE).build();
    private final Selection selection = Selection.of(query);
    private final Map<Long, Thing> alive = new HashMap<>();
    private final List<Long> handles = new ArrayList<>(List.of(Entity.NULL));
    private List<Line> model = new ArrayList<>();
    private boolean joined;
    private Column grouped;
    private boolean groupedNow;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldAgreeWithPlainLists(long seed) {
        try (world) {
            Random random = new Random(seed);
            for (int i = 0; i < 300; i++) {
                spawn(random);
            }
            selection.collect();
            collectModel();
            for (int i = 0; i < STEPS; i++) {
                String step = step(random);
                check("seed " + seed + ", step " + i + ": " + step);
            }
        }
    }

    private String step(Random random) {
        Column column = COLUMNS.get(random.nextInt(COLUMNS.size()));
        groupedNow = false;
        switch (random.nextInt(12)) {
            case 0, 1 -> {
                if (random.nextInt(8) == 0) {
                    world.frame().reset();
                }
                selection.collect();
                collectModel();
                return "collect";
            }
            case 2 -> {
                selection.sortBy(column);
                sortModel(column, false);
                return "sort by " + column.field();
            }
            case 3 -> {
                MemoryScope scope = world.frame().open();
                selection.sortByDescending(column);
                scope.close();
                sortModel(column, true);
                return "sort by descending " + column.field();
            }
            case 4, 5 -> {
                if (column != Kinds.F32 && column != Kinds.F64) {
                    selection.groupBy(column);
                    sortModel(column, false);
                    grouped = column;
                    groupedNow = true;
                }
                return "group by " + column.field();
            }
            case 6 -> {
                int count = 1 + random.nextInt(400);
                boolean greatest = random.nextBoolean();
                if (greatest) {
                    selection.top(count, column);
                } else {
                    selection.bottom(count, column);
                }
                sortModel(column, greatest);
                model = new ArrayList<>(model.subList(0, Math.min(count, model.size())));
                return (greatest ? "top " : "bottom ") + count + " of " + column.field();
            }
            case 7 -> {
                selection.join(Kinds.TARGET, partners);
                joinModel();
                return "join";
            }
            case 8 -> {
                for (int i = 0; i < 30; i++) {
                    spawn(random);
                }
                return "spawn";
            }
            default -> {
                for (int i = 0; i < 8; i++) {
                    change(random);
                }
                return "change";
            }
        }
    }

    private void spawn(Random random) {
        Thing thing = new Thing();
        thing.kinds = kinds(random);
        long entity = random.nextBoolean() ? world.spawn(thing.kinds) : elsewhere.spawn();
        world.set(entity, thing.kinds);
        if (random.nextInt(10) > 0) {
            thing.rare = true;
            thing.charge = random.nextInt(30) - 15;
            world.add(entity, new Rare(thing.charge, null));
        }
        alive.put(entity, thing);
        handles.add(entity);
    }

    private Kinds kinds(Random random) {
        int value = random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(21) - 10;
        double number = switch (random.nextInt(12)) {
            case 0 -> Double.NaN;
            case 1 -> -0.0;
            case 2 -> Double.NEGATIVE_INFINITY;
            case 3 -> random.nextGaussian() * 1e30;
            default -> value / 2.0;
        };
        long target = handles.get(random.nextInt(handles.size()));
        long wide = random.nextBoolean() ? value : random.nextLong();
        return new Kinds(
                (float) number, number, (byte) value, (short) value, value, wide, random.nextBoolean(), target, null);
    }

    private void change(Random random) {
        long entity = handles.get(random.nextInt(handles.size()));
        Thing thing = alive.get(entity);
        if (thing == null) {
            return;
        }
        switch (random.nextInt(6)) {
            case 0, 1 -> {
                world.destroy(entity);
                alive.remove(entity);
            }
            case 2 -> {
                thing.kinds = kinds(random);
                world.set(entity, thing.kinds);
            }
            case 3 -> {
                thing.frozen = !thing.frozen;
                if (thing.frozen) {
                    world.add(entity, Frozen.TYPE);
                } else {
                    world.remove(entity, Frozen.TYPE);
                }
            }
            case 4 -> {
                thing.rare = !thing.rare;
                thing.charge = 0;
                if (thing.rare) {
                    world.add(entity, Rare.TYPE);
                } else {
                    world.remove(entity, Rare.TYPE);
                }
            }
            default -> {
                thing.disabled = !thing.disabled;
                if (thing.disabled) {
                    world.disable(entity);
                } else {
                    world.enable(entity);
                }
            }
        }
    }

    private void collectModel() {
        model = new ArrayList<>();
        alive.forEach((entity, thing) -> {
            if (thing.rare && !thing.frozen && !thing.disabled) {
                model.add(new Line(entity, 0));
            }
        });
        model.sort(Comparator.comparing(line -> Entity.index(line.entity)));
        joined = false;
        grouped = null;
    }

    private void sortModel(Column column, boolean descending) {
        model.removeIf(line -> !has(line.entity, column));
        Comparator<Line> order = Comparator.comparing(line -> value(line.entity, column), SelectionModelTest::compare);
        order = descending ? order.reversed() : order;
        model.sort(Comparator.<Line, Boolean>comparing(line -> isNaN(value(line.entity, column)))
                .thenComparing(order));
        grouped = null;
    }

    private void joinModel() {
        List<Line> kept = new ArrayList<>();
        for (Line line : model) {
            Thing thing = alive.get(line.entity);
            if (thing != null) {
                long target = thing.kinds.target();
                Thing partner = alive.get(target);
                if (partner != null && !partner.frozen && !partner.disabled) {
                    kept.add(new Line(line.entity, target));
                }
            }
        }
        model = kept;
        joined = true;
        grouped = null;
    }

    private boolean has(long entity, Column column) {
        return alive.containsKey(entity) && (column != Rare.CHARGE || alive.get(entity).rare);
    }

    /** The value, in a form that {@link #compare} orders like the column. */
    private Object value(long entity, Column column) {
        Thing thing = alive.get(entity);
        return switch (column.kind()) {
            case FLOAT32 -> thing.kinds.f32();
            case FLOAT64 -> thing.kinds.f64();
            case INT8 -> (long) thing.kinds.i8();
            case INT16 -> (long) thing.kinds.i16();
            case INT32 -> (long) (column == Rare.CHARGE ? thing.charge : thing.kinds.i32());
            case INT64 -> thing.kinds.i64();
            case BOOLEAN -> thing.kinds.flag();
            default -> Entity.toString(thing.kinds.target());
        };
    }

    private static int compare(Object a, Object b) {
        if (a instanceof Float) {
            return Float.compare((Float) a, (Float) b);
        } else if (a instanceof Double) {
            return Double.compare((Double) a, (Double) b);
        } else if (a instanceof Long) {
            return Long.compare((Long) a, (Long) b);
        } else if (a instanceof Boolean) {
            return Boolean.compare((Boolean) a, (Boolean) b);
        }
        return Long.compareUnsigned(handleOrder((String) a), handleOrder((String) b));
    }

    private static long handleOrder(String handle) {
        String[] parts = handle.equals("NULL") ? new String[] {"0", "0"} : handle.split("v");
        return Long.parseLong(parts[0]) << 32 | Long.parseLong(parts[1]);
    }

    private static boolean isNaN(Object value) {
        return value instanceof Float f && f.isNaN() || value instanceof Double d && d.isNaN();
    }

    private void check(String step) {
        assertEquals(model.size(), selection.size(), step);
        List<Long> living = new ArrayList<>();
        for (int i = 0; i < model.size(); i++) {
            long entity = model.get(i).entity;
            assertEquals(entity, selection.entity(i), step);
            if (joined) {
                assertEquals(model.get(i).partner, selection.partner(i), step);
            }
            int index = i;
            if (alive.containsKey(entity)) {
                living.add(entity);
                assertEquals(alive.get(entity).kinds.i64(), selection.row(i).get(Kinds.I64), step);
            } else {
                assertThrows(DeadEntityException.class, () -> selection.row(index), step);
            }
        }
        List<Long> visited = new ArrayList<>();
        selection.forEach(row -> visited.add(row.entity()));
        assertEquals(living, visited, step);
        if (groupedNow) {
            checkGroups(step);
        } else if (grouped == null) {
            assertThrows(IllegalStateException.class, selection::groupCount, step);
        }
    }

    /** Must be called right after grouping: later the values may have changed. */
    private void checkGroups(String step) {
        Set<Object> values = new HashSet<>();
        int end = 0;
        for (int group = 0; group < selection.groupCount(); group++) {
            assertEquals(end, selection.groupStart(group), step);
            end = selection.groupEnd(group);
            Object value = value(selection.entity(end - 1), grouped);
            values.add(value);
            for (int i = selection.groupStart(group); i < end; i++) {
                assertEquals(value, value(selection.entity(i), grouped), step);
            }
            if (value instanceof Long number) {
                assertEquals(number, selection.groupKey(group), step);
            }
        }
        assertEquals(selection.size(), end, step);
        assertEquals(values.size(), selection.groupCount(), step);
    }
}
