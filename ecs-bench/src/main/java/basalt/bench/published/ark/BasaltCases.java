package basalt.bench.published.ark;

import basalt.bench.published.Library;
import basalt.bench.published.ops.Task;
import basalt.component.Component;
import basalt.component.DoubleColumn;
import basalt.query.BulkChange;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.world.Template;
import basalt.world.TemplateBuilder;
import basalt.world.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;

/** The cases in Basalt: as the guide shows it first, and tuned where that differs. */
final class BasaltCases {
    private static final DoubleColumn X = Component.of(Position.class).float64("x");
    private static final DoubleColumn Y = Component.of(Position.class).float64("y");
    private static final DoubleColumn DX = Component.of(Velocity.class).float64("x");
    private static final DoubleColumn DY = Component.of(Velocity.class).float64("y");
    private static final int SEED = 42;

    private final boolean isTuned;
    private final int number;
    private final int rounds;
    private final long[] handles;
    private final Map<Integer, Template> templates = new HashMap<>();
    private World world = World.create();
    private Template template;
    private Query all;

    BasaltCases(Library library, int number, int rounds) {
        isTuned = library == Library.TUNED;
        this.number = number;
        this.rounds = rounds;
        handles = new long[number];
    }

    /** The components. */
    public record Position(double x, double y) {}

    public record Velocity(double x, double y) {}

    public record C1(double x, double y) {}

    public record C2(double x, double y) {}

    public record C3(double x, double y) {}

    public record C4(double x, double y) {}

    public record C5(double x, double y) {}

    public record C6(double x, double y) {}

    public record C7(double x, double y) {}

    public record C8(double x, double y) {}

    public record C9(double x, double y) {}

    public record C10(double x, double y) {}

    private static Record[] others() {
        return new Record[] {
            new C1(0, 0),
            new C2(0, 0),
            new C3(0, 0),
            new C4(0, 0),
            new C5(0, 0),
            new C6(0, 0),
            new C7(0, 0),
            new C8(0, 0),
            new C9(0, 0),
            new C10(0, 0)
        };
    }

    Task task(Case which) {
        return switch (which) {
            case QUERY -> {
                spawn(Case.MORE * number, false, i -> 0);
                spawn(number, true, i -> 0);
                yield steady(run(move()));
            }
            case QUERY_32 -> {
                spawn(number, true, i -> i % (1 << Case.IN_32));
                yield steady(run(move()));
            }
            case QUERY_256 -> {
                spawn(number, true, i -> 0);
                spawn(Case.MORE_IN_256 * number, false, i -> i % (1 << Case.IN_256));
                yield steady(run(move()));
            }
            case RANDOM -> {
                spawn(number, false, i -> 0);
                shuffle();
                yield steady(isTuned ? this::sumColumn : this::sumRecords);
            }
            case ADD_REMOVE -> {
                spawn(number, false, i -> 0);
                yield steady(toggle());
            }
            case ADD_REMOVE_LARGE -> {
                spawn(number, false, i -> (1 << Case.OTHERS) - 1);
                yield steady(toggle());
            }
            case CREATE_2 -> prepared(this::destroyInBulk, create2());
            case CREATE_2_NEW -> prepared(this::reopen, create2());
            case CREATE_10 -> prepared(this::destroyInBulk, create10());
            case DELETE_2 -> prepared(create2()::getAsLong, isTuned ? this::destroyInBulk : this::destroy);
            case DELETE_10 -> prepared(create10()::getAsLong, isTuned ? this::destroyInBulk : this::destroy);
        };
    }

    private Task steady(LongSupplier operation) {
        return Task.steady(Case.repeat(rounds, operation), sum(), () -> world.close());
    }

    private Task prepared(Runnable prepare, LongSupplier run) {
        return new Task(prepare, run, sum(), () -> world.close());
    }

    private DoubleSupplier sum() {
        return () -> world.query(Position.class).sum(at -> at.x() + at.y());
    }

    /** Entities with a position, perhaps a velocity, and the others of a mask; tuned, by a template for each kind. */
    private void spawn(int many, boolean isMoving, IntUnaryOperator maskOf) {
        for (int i = 0; i < many; i++) {
            Position at = new Position(i, 1);
            int mask = maskOf.applyAsInt(i);
            long entity;
            if (isTuned) {
                Template kind = templates.computeIfAbsent(isMoving ? ~mask : mask, key -> template(isMoving, mask));
                entity = isMoving ? kind.spawn(at, new Velocity(i, 1)) : kind.spawn(at);
            } else {
                entity = world.spawn(records(at, isMoving ? new Velocity(i, 1) : null, mask));
            }
            if (many == number) {
                handles[i] = entity;
            }
        }
    }

    private static Record[] records(Position at, Velocity by, int mask) {
        List<Record> records = new ArrayList<>();
        records.add(at);
        if (by != null) {
            records.add(by);
        }
        Record[] others = others();
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            records.add(others[Integer.numberOfTrailingZeros(rest)]);
        }
        return records.toArray(Record[]::new);
    }

    private Template template(boolean isMoving, int mask) {
        TemplateBuilder builder = world.template();
        builder.with(records(new Position(0, 0), isMoving ? new Velocity(0, 0) : null, mask));
        return builder.build();
    }

    private RowKernel move() {
        var moving = world.query(Position.class, Velocity.class);
        return isTuned
                ? moving.rows().kernel(row -> {
                    row.set(X, row.get(X) + row.get(DX));
                    row.set(Y, row.get(Y) + row.get(DY));
                })
                : moving.update((at, by) -> new Position(at.x() + by.x(), at.y() + by.y()));
    }

    private LongSupplier run(RowKernel kernel) {
        return () -> {
            kernel.run();
            return number;
        };
    }

    private void shuffle() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = number; i > 1; i--) {
            int other = random.nextInt(i);
            long one = handles[i - 1];
            handles[i - 1] = handles[other];
            handles[other] = one;
        }
    }

    private long sumRecords() {
        double sum = 0;
        for (long entity : handles) {
            sum += world.get(entity, Position.class).x();
        }
        return (long) sum;
    }

    private long sumColumn() {
        double sum = 0;
        for (long entity : handles) {
            sum += world.get(entity, X);
        }
        return (long) sum;
    }

    private LongSupplier toggle() {
        BulkChange all = world.query(Position.class).rows().bulk();
        return isTuned
                ? () -> {
                    all.add(Velocity.class);
                    return all.remove(Velocity.class);
                }
                : this::toggleOneByOne;
    }

    private long toggleOneByOne() {
        for (long entity : handles) {
            world.add(entity, new Velocity(0, 0));
        }
        int removed = 0;
        for (long entity : handles) {
            removed += world.remove(entity, Velocity.class) ? 1 : 0;
        }
        return removed;
    }

    private void reopen() {
        world.close();
        world = World.create();
        all = null;
        if (isTuned) {
            template = world.template()
                    .with(new Position(0, 0), new Velocity(0, 0))
                    .build();
        }
    }

    private long destroyInBulk() {
        if (all == null) {
            all = world.query().build();
        }
        all.bulk().destroy();
        return world.entityCount();
    }

    private long destroy() {
        for (long entity : handles) {
            world.destroy(entity);
        }
        return world.entityCount();
    }

    private LongSupplier create2() {
        template = world.template().with(new Position(0, 0), new Velocity(0, 0)).build();
        return isTuned ? this::createInBulk : this::createPairs;
    }

    private long createPairs() {
        for (int i = 0; i < number; i++) {
            handles[i] = world.spawn(new Position(0, 0), new Velocity(0, 0));
        }
        return number;
    }

    private LongSupplier create10() {
        template = world.template().with(others()).build();
        return isTuned ? this::createInBulk : this::createTens;
    }

    private long createTens() {
        for (int i = 0; i < number; i++) {
            handles[i] = world.spawn(
                    new C1(0, 0),
                    new C2(0, 0),
                    new C3(0, 0),
                    new C4(0, 0),
                    new C5(0, 0),
                    new C6(0, 0),
                    new C7(0, 0),
                    new C8(0, 0),
                    new C9(0, 0),
                    new C10(0, 0));
        }
        return number;
    }

    private long createInBulk() {
        template.spawn(handles);
        return number;
    }
}
