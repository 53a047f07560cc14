package basalt.query;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityHandle;
import basalt.component.TreeType;
import basalt.memory.MemoryScope;
import basalt.memory.frame.FrameLongList;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Lists;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Salvo;
import basalt.storage.fixture.Shift;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.Velocity;
import basalt.world.EventChannel;
import basalt.world.EventReader;
import basalt.world.Hierarchy;
import basalt.world.ManyToMany;
import basalt.world.Name;
import basalt.world.Names;
import basalt.world.Observers;
import basalt.world.RemovedComponents;
import basalt.world.Template;
import basalt.world.Time;
import basalt.world.ValueIndex;
import basalt.world.World;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;
import org.agrona.concurrent.UnsafeBuffer;

/** Code that programs run each tick, and that must make no garbage. */
enum SteadyUse {
    KERNELS((world, moving) -> {
        RowKernel kernel =
                moving.kernel(row -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX) + row.index()));
        return kernel::run;
    }),
    KERNELS_OF_RECORDS((world, moving) -> {
        RecordQuery.Of2<Position, Velocity> records = world.query(Position.class, Velocity.class);
        RowKernel first = records.update((p, v) -> new Position(p.x() + v.dx(), p.y() - v.dy()));
        RowKernel second = records.update(Velocity.class, (entity, p, v) -> new Velocity(p.x(), (int) entity));
        float[] last = new float[1];
        RowKernel each = records.each((p, v) -> last[0] = p.x() * v.dy());
        RowKernel recording = records.where(Position.X).atMost(-1e9).each((entity, p, v, c) -> c.destroy(entity));
        return () -> {
            first.run();
            second.run();
            each.run();
            recording.run();
        };
    }),
    RECORDS_OF_PAIRS_AND_TREES((world, moving) -> {
        long root = moving.first();
        for (int i = 0; i < 100; i++) {
            long seeker = world.spawn(Kinds.ODD, new Health(1));
            world.set(seeker, Kinds.TARGET, root);
        }
        moving.forEach(row -> {
            if (row.entity() != root) {
                world.hierarchy().attach(row.entity(), root);
            }
        });
        RowKernel pairs = world.query(Health.class)
                .with(Kinds.class)
                .pairs(Kinds.TARGET, world.query(Position.class))
                .update((h, p) -> new Health(h.points() + (int) p.x()));
        CascadeKernel cascade = world.query(Velocity.class, Position.class)
                .cascade(TreeType.DEFAULT, null, (v, parent) -> new Position(parent.x() + v.dx(), parent.y()));
        CascadeKernel up = world.query(Velocity.class, Position.class)
                .cascadeUp(TreeType.DEFAULT, (v, p, parent) -> new Position(parent.x() + v.dx(), p.y()));
        return () -> {
            pairs.run();
            cascade.run();
            up.run();
        };
    }),
    NEIGHBOURS((world, moving) -> {
        for (int i = 0; i < 50; i++) {
            world.spawn(new Health(i), new Velocity(i % 7 + i * 0.1f, i % 5));
        }
        SpatialGrid grid = world.query(Velocity.class, Health.class)
                .grid(Velocity::dx, Velocity::dy)
                .radius(1);
        NeighbourKernel kernel = grid.neighbours(Velocity.class)
                .accumulate(new Health(0), (sum, mine, other) -> new Health(sum.points() + (int) other.dx()));
        NeighbourKernel pairs = grid.pairs().once().kernel((row, other, commands) -> {
            row.set(Velocity.DY, other.get(Health.POINTS) % 5);
            commands.set(other.entity(), Health.POINTS, row.get(Health.POINTS));
        });
        return () -> {
            grid.rebuild();
            kernel.run();
            world.destroy(world.spawn(Kinds.ODD));
            kernel.run();
            pairs.run();
        };
    }),
    WIDE_RECORDS((world, moving) -> {
        world.query(Position.class)
                .each((entity, p, commands) -> commands.add(entity, new Wide(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)))
                .run();
        return world.query(Wide.class)
                        .update(w -> new Wide(
                                w.b(), w.c(), w.d(), w.e(), w.f(), w.g(), w.h(), w.i(), w.j(), w.k(), w.l(), w.a()))
                ::run;
    }),
    BUNDLES((world, moving) -> {
        RecordQuery.Of1<Mover> movers = world.query(Mover.class);
        RowKernel kernel = movers.update(
                m -> new Mover(new Position(m.velocity().dx(), m.position().x()), m.velocity()));
        RowKernel mixed = world.query(Mover.class, Position.class)
                .update(
                        Velocity.class,
                        (m, p) -> new Velocity(p.x(), m.velocity().dx()));
        double[] sum = new double[1];
        return () -> {
            kernel.run();
            mixed.run();
            sum[0] += movers.sum(m -> m.position().x())
                    + movers.count(m -> m.velocity().dx() > 0);
        };
    }),
    NESTED_RECORDS((world, moving) -> {
        world.query(Position.class)
                .each((entity, p, commands) ->
                        commands.add(entity, new Body(new Position(1, 2), new Velocity(3, 4), Side.LEFT)))
                .run();
        RowKernel step = world.query(Body.class)
                .update(b -> new Body(
                        new Position(
                                b.at().x() + b.speed().dx(),
                                b.at().y() + b.speed().dy()),
                        b.speed(),
                        Side.RIGHT));
        RowKernel two = world.query(Body.class, Position.class)
                .update(
                        Position.class,
                        (b, p) -> new Position(b.at().x() + p.x(), b.speed().dy()));
        return () -> {
            step.run();
            two.run();
        };
    }),
    FIELDS_OF_NESTED_RECORDS_AND_ENUMS((world, moving) -> {
        Query shifts = shifts(world);
        Query days = shifts.where(Shift.UNIT).is(TimeUnit.DAYS);
        RowKernel rows = shifts.kernel(row -> {
            row.set(Shift.X, row.get(Shift.X) + 1);
            row.set(Shift.UNIT, row.get(Shift.UNIT) == TimeUnit.DAYS ? TimeUnit.HOURS : null);
            row.set(Shift.LETTER, (short) 'b');
        });
        RowKernel record = days.kernel((row, commands) -> commands.set(row.entity(), Shift.UNIT, TimeUnit.SECONDS));
        long entity = shifts.first();
        Shift shift = new Shift(new Position(5, 6), null, 'c');
        return () -> {
            rows.run();
            record.run();
            world.set(entity, Shift.UNIT, world.get(entity, Shift.UNIT));
            world.set(entity, shift);
            world.commands().set(entity, shift);
            world.destroy(world.spawn(shift));
            world.applyCommands();
            if (days.count() < 0) {
                throw new AssertionError();
            }
        };
    }),
    RECORDS_WITH_ENUMS((world, moving) -> {
        shifts(world);
        return world.query(Shift.class)
                .update(s -> new Shift(
                        new Position(s.by().y(), s.by().x() + 1),
                        s.unit() == TimeUnit.DAYS ? TimeUnit.HOURS : TimeUnit.DAYS,
                        s.letter()))::run;
    }),
    FUNCTIONS_OF_RECORDS((world, moving) -> {
        RecordQuery.Of1<Position> records = world.query(Position.class).where(Position.class, p -> p.x() < 1e9f);
        SpawnKernel spawn =
                world.template().with(new Health(3)).build().kernel(Health.class, (i, h) -> new Health(h.points() + i));
        Query healthy = world.query().all(Health.TYPE).build();
        double[] results = new double[4];
        return () -> {
            results[0] = records.sum(Position.class, Position::x);
            results[1] = records.sumLong(Position.class, p -> (long) p.y());
            results[2] = records.min(Position.class, Position::y, 0);
            results[3] = records.count(Position.class, p -> p.x() > 0);
            spawn.spawn(100);
            healthy.bulk().destroy();
        };
    }),
    CONDITIONS((world, moving) -> {
        DoubleBound limit = new DoubleBound(0);
        Query low = moving.where(Position.X).lessThan(limit);
        Query either = moving.where(Condition.anyOf(
                Condition.on(Position.X).lessThan(limit),
                Condition.on(Position.Y).greaterThan(limit)));
        RowKernel kernel = low.kernel(row -> row.set(Position.X, row.get(Position.X) + 1));
        return () -> {
            limit.set(limit.get() + 1);
            kernel.run();
            if (low.count() + either.count() < 0 || low.first() == -1) {
                throw new AssertionError();
            }
        };
    }),
    PAIRS((world, moving) -> {
        Query seekers = world.query().all(Kinds.TYPE).build();
        long first = moving.first();
        for (int i = 0; i < 100; i++) {
            world.set(world.spawn(Kinds.ODD), Kinds.TARGET, first);
        }
        RowKernel small = seekers.pairKernel(Kinds.TARGET, moving, (row, partner) -> {
            row.set(Kinds.F32, partner.get(Position.X));
            partner.set(Position.Y, row.get(Kinds.F32));
        });
        RowKernel large = seekers.pairKernel(Kinds.TARGET, moving, (row, partner) -> large(partner));
        PairQuery pairs = seekers.pairs(Kinds.TARGET, moving);
        return () -> {
            small.run();
            large.run();
            if (pairs.count() != 100 || pairs.isEmpty()) {
                throw new AssertionError();
            }
        };
    }),
    CASCADES((world, moving) -> {
        Hierarchy tree = world.hierarchy();
        long root = moving.first();
        moving.forEach(row -> {
            if (row.entity() != root && row.index() % 3 > 0) {
                world.commands().add(row.entity(), new Health(1));
            }
        });
        world.query().all(Health.TYPE, Velocity.TYPE).build().forEach(row -> tree.attach(row.entity(), root));
        CascadeKernel small = moving.cascade(
                TreeType.DEFAULT,
                row -> row.set(Position.Y, row.get(Position.X)),
                (row, parent) -> row.set(Position.Y, row.get(Position.X) + parent.get(Position.Y)));
        CascadeKernel large = moving.cascade(TreeType.DEFAULT, SteadyUse::large, (row, parent) -> large(row));
        CascadeKernel up =
                moving.cascadeUp(TreeType.DEFAULT, (row, parent) -> parent.set(Position.X, row.get(Position.X)));
        CascadeKernel changed = small.changedOnly(Position.TYPE);
        return () -> {
            small.run();
            large.run();
            up.run();
            changed.run(); // all, after the runs before
            world.set(root, Position.X, 1);
            changed.run();
        };
    }),
    BODIES_TOO_LARGE_TO_BE_INLINED((world, moving) -> {
        RowKernel kernel = moving.kernel(SteadyUse::large);
        RowKernel recording = moving.kernel((row, commands) -> large(row));
        Selection selection = Selection.of(moving).collect();
        return () -> {
            kernel.run();
            recording.run();
            selection.forEach(SteadyUse::large);
        };
    }),
    MANY_BODIES_IN_ONE_LOOP((world, moving) -> {
        Selection selection = Selection.of(moving).collect();
        RowBody[] bodies = {
            row -> row.set(Position.X, 1),
            row -> row.set(Position.Y, row.get(Position.X)),
            row -> row.set(Velocity.DX, row.index()),
            row -> row.set(Velocity.DY, row.has(Frozen.TYPE) ? 1 : 2)
        };
        return () -> {
            for (RowBody body : bodies) {
                selection.forEach(body);
            }
        };
    }),
    VIEWS((world, moving) -> {
        UnsafeBuffer view = new UnsafeBuffer();
        Span.Body body = span -> {
            span.wrap(Position.X, view);
            view.putFloat(0, view.getFloat(0) + 1);
        };
        Span.Body nested = outer -> moving.forEachSpan(body);
        return () -> moving.forEachSpan(nested);
    }),
    CURSORS((world, moving) -> {
        RowCursor cursor = moving.closedCursor();
        return () -> {
            try (RowCursor rows = cursor.open()) {
                while (rows.next()) {
                    rows.row().set(Position.X, rows.row().get(Position.X) + 1);
                }
            }
        };
    }),
    BIRTHS_AND_DEATHS((world, moving) -> {
        Template template = world.template()
                .with(new Health(3), Kinds.ODD)
                .with(Frozen.TYPE)
                .build();
        Template rare = world.template().with(new Rare(1, "x")).build();
        SpawnKernel kernel = template.kernel(row -> row.set(Health.POINTS, 2));
        FrameLongList wave = FrameLongList.in(world.frame(), 200);
        long[] several = new long[70];
        return () -> {
            wave.clear();
            kernel.spawn(100, wave);
            template.spawn(100, wave);
            for (int i = 0; i < wave.size(); i++) {
                world.destroy(wave.get(i));
            }
            kernel.spawn(several);
            for (long entity : several) {
                world.destroy(entity);
            }
            long one = template.spawn();
            long two = rare.spawn();
            long three = world.spawn();
            world.destroy(one);
            world.destroy(two);
            world.tryDestroy(three);
        };
    }),
    PATHS((world, moving) -> {
        Names names = world.hierarchy().names();
        long ship = world.spawn(new Name("ship"));
        world.hierarchy().attach(world.spawn(new Name("gun")), ship);
        world.hierarchy().attach(world.spawn(new Name("turret")), ship);
        long[] results = new long[1];
        return () -> {
            results[0] += names.find("ship/turret");
            results[0] += names.find(ship, "turret");
        };
    }),
    BULK_BIRTHS_AND_DEATHS((world, moving) -> {
        Template template = world.template().with(new Health(3)).build();
        SpawnKernel burst = template.kernel(row -> row.set(Health.POINTS, row.index()));
        Query healthy = world.query().all(Health.TYPE).build();
        return () -> {
            burst.spawn(100);
            template.spawn(30);
            healthy.bulk().destroy();
        };
    }),
    SCALARS_BY_ENTITY((world, moving) -> {
        long entity = world.spawn(Kinds.ODD);
        return () -> {
            world.set(entity, Kinds.F32, world.get(entity, Kinds.F32) + 1);
            world.set(entity, Kinds.I64, world.get(entity, Kinds.I64) + 1);
        };
    }),
    SPARSE_AND_REFERENCES_BY_ENTITY((world, moving) -> {
        long entity = world.spawn(new Rare(1, "x"));
        return () -> {
            world.set(entity, Rare.CHARGE, world.get(entity, Rare.CHARGE) + 1);
            world.set(entity, Rare.NOTE, world.get(entity, Rare.NOTE));
        };
    }),
    STRUCTURAL_CHANGES((world, moving) -> {
        long entity = world.spawn(new Position(1, 2));
        return () -> {
            world.add(entity, Kinds.TYPE);
            world.add(entity, Rare.TYPE);
            world.disable(entity, Kinds.TYPE);
            world.enable(entity, Kinds.TYPE);
            world.disable(entity);
            world.enable(entity);
            world.remove(entity, Kinds.TYPE);
            world.remove(entity, Rare.TYPE);
        };
    }),
    BULK_CHANGES((world, moving) -> {
        return () -> {
            moving.bulk().add(Frozen.TYPE);
            moving.bulk().remove(Frozen.TYPE);
            moving.bulk().add(Rare.TYPE);
            moving.bulk().remove(Rare.TYPE);
            moving.bulk().disable(Health.TYPE);
            moving.bulk().enable(Health.TYPE);
        };
    }),
    SELECTIONS((world, moving) -> {
        Selection selection = Selection.of(moving);
        long[] results = new long[1];
        moving.forEach(row -> row.set(Position.X, row.index() * 31 % 17));
        return () -> {
            world.frame().reset();
            selection.collect().sortBy(Position.X).sortByDescending(Velocity.DX);
            results[0] += selection.entity(7);
            selection.top(10, Position.X);
            results[0] += selection.entity(7);
        };
    }),
    ENTERED_AND_LEFT((world, moving) -> {
        Query entered = moving.where(Position.X).atMost(1e9).entered();
        LeftEntities left = moving.left();
        Template template =
                world.template().with(new Position(0, 0), new Velocity(0, 0)).build();
        long entity = moving.first();
        long[] results = new long[1];
        RowKernel count = entered.kernel(row -> results[0]++);
        LongConsumer add = gone -> results[0] += gone;
        return () -> {
            world.frame().reset();
            world.disable(entity);
            world.destroy(template.spawn());
            count.run();
            left.forEach(add);
            world.enable(entity);
            world.set(entity, Position.X, 1);
            world.destroy(template.spawn());
            count.run();
            left.forEach(add);
        };
    }),
    LISTS((world, moving) -> {
        world.template().with(Lists.pairs()).build().spawn(new long[100]);
        Query lists = world.query().all(Lists.TYPE).build();
        long[] results = new long[1];
        RowKernel sum = lists.kernel(row -> {
            ListView.OfInt ints = row.list(Lists.INTS);
            for (int i = 0; i < ints.length(); i++) {
                results[0] += ints.get(i);
            }
        });
        RowKernel change = lists.kernel(row -> {
            row.add(Lists.INTS, row.length(Lists.INTS));
            if (row.length(Lists.INTS) > 20) {
                row.clear(Lists.INTS);
                row.add(Lists.INTS, 1);
                row.set(Lists.INTS, 0, row.get(Lists.INTS, 0) + 1);
            }
        });
        return () -> {
            world.frame().reset();
            change.run();
            sum.run();
        };
    }),
    LISTS_THAT_MOVE((world, moving) -> {
        world.template().with(Lists.pairs()).build().spawn(new long[1000]);
        int[] turn = new int[1];
        RowKernel change = world.query().all(Lists.TYPE).build().kernel(row -> {
            if (row.index() % 50 == turn[0] % 50) { // in 50 ticks most become empty, in the next 50 they are filled
                row.clear(Lists.INTS);
                for (int i = 0; i < 64 && (turn[0] / 50 % 2 == 0 || row.index() % 4 == 0); i++) {
                    row.add(Lists.INTS, i);
                }
            }
        });
        return () -> {
            turn[0]++;
            change.run();
            world.rows().compactRows(20);
        };
    }),
    LISTS_BY_COMMANDS((world, moving) -> {
        long entity = world.spawn(Lists.pairs());
        Commands commands = world.commands();
        return () -> {
            commands.clear(entity, Lists.INTS);
            for (int i = 0; i < 10; i++) {
                commands.add(entity, Lists.INTS, i);
            }
            commands.set(entity, Lists.INTS, 3, 7);
            commands.remove(entity, Lists.INTS, 0);
            commands.swapRemove(entity, Lists.INTS, 0);
            world.applyCommands();
        };
    }),
    EDGES((world, moving) -> {
        ManyToMany<Edge> edges = world.manyToMany(Edge.class);
        long[] ends = spawnPath(world, edges);
        Query near =
                world.query().all(Position.TYPE).where(edges.hasTarget(ends[5])).build();
        long[] results = new long[1];
        return () -> {
            edges.relate(ends[9], ends[0]);
            edges.relate(world.commands(), ends[3], ends[5]);
            world.applyCommands();
            results[0] += edges.countTargets(ends[3]) + near.count();
            edges.unrelate(ends[9], ends[0]);
            edges.unrelate(world.commands(), ends[3], ends[5]);
            world.applyCommands();
        };
    }),
    REACHED((world, moving) -> {
        ManyToMany<Edge> edges = world.manyToMany(Edge.class);
        long[] ends = spawnPath(world, edges);
        long[] results = new long[1];
        return () -> {
            world.frame().reset();
            results[0] += edges.reach(ends[4], FrameLongList.in(world.frame(), 20));
        };
    }),
    STRING_INDEX((world, moving) -> {
        long[] entities = new long[100];
        world.template().with(Lists.pairs()).build().spawn(entities);
        ValueIndex byText = world.index(Lists.TEXT);
        String[] texts = {"one", "two"};
        int[] turn = new int[1];
        long[] results = new long[1];
        return () -> {
            world.set(entities[7], Lists.TEXT, texts[turn[0]++ & 1]);
            results[0] += byText.find("one") + byText.find("two");
        };
    }),
    QUERY_OBSERVERS((world, moving) -> {
        long[] results = new long[1];
        long entity = moving.first();
        world.observers().onEnter(moving, entered -> results[0] += entered);
        world.observers().onLeave(moving, left -> results[0] -= left);
        return () -> {
            world.disable(entity);
            world.enable(entity);
            world.remove(entity, Velocity.TYPE);
            world.add(entity, Velocity.TYPE);
        };
    }),
    GROUPS_AND_JOINS((world, moving) -> {
        Query all = selfish(world);
        Selection selection = Selection.of(all);
        long[] results = new long[1];
        return () -> {
            MemoryScope scope = world.frame().open();
            selection.collect().join(Kinds.TARGET, all).groupBy(Kinds.TARGET);
            for (int group = 0; group < selection.groupCount(); group++) {
                for (int i = selection.groupStart(group); i < selection.groupEnd(group); i++) {
                    results[0] += selection.groupKey(group) + selection.partner(i);
                }
            }
            scope.close();
        };
    }),
    QUESTIONS_TO_GRIDS((world, moving) -> {
        SpatialGrid flat = SpatialGrid.of(moving, Position.X, Position.Y).radius(2);
        SpatialGrid deep =
                SpatialGrid.of(moving, Position.X, Position.Y, Velocity.DX).radius(2);
        FrameLongList list = FrameLongList.in(world.frame(), 2000);
        moving.forEach(row -> row.set(Position.X, row.index() * 31 % 17));
        RowKernel kernel = moving.kernel(row -> row.set(
                Velocity.DY,
                flat.count(row.get(Position.X), row.get(Position.Y), 3)
                        + Entity.index(flat.nearest(row.get(Position.X) + 1, row.get(Position.Y), 3))));
        flat.rebuild();
        deep.rebuild();
        long[] results = new long[1];
        return () -> {
            kernel.run();
            for (int i = 0; i < 8; i += 4) {
                list.clear();
                results[0] += flat.count(i, 1, i) + deep.count(i, 1, 1, i);
                results[0] += flat.collect(i, 1, i, list) + deep.collect(i, 1, 1, i, list);
                results[0] += flat.collectBox(i, 1, 5, i, list) + deep.collectBox(i, 1, 1, 5, i, 3, list);
                results[0] += flat.collectCell(i, 1, list) + deep.collectCell(i, 1, 1, list);
                results[0] += flat.nearest(i, 1, 100) + deep.nearest(i, 1, 1, 100);
                results[0] += flat.nearest(i, 1, 100, 5, list) + deep.nearest(i, 1, 1, 100, 5, list);
                results[0] += flat.firstAlong(i, 0, 9, 3, 1) + deep.firstAlong(i, 0, 0, 9, 3, 2, 1);
            }
        };
    }),
    LOOPS_OVER_SELECTIONS((world, moving) -> {
        Query all = selfish(world);
        Selection selection = Selection.of(all).collect().join(Kinds.TARGET, all);
        RowBody body = row -> row.set(Kinds.I32, row.get(Kinds.I32) + 1);
        PairQuery.Body pairBody = (row, partner) -> row.set(Kinds.I64, partner.get(Kinds.I64) + 1);
        return () -> {
            selection.forEach(body);
            selection.forEachPair(pairBody);
        };
    }),
    EVENTS((world, moving) -> {
        EventChannel<Spark> rare = world.events(Spark.TYPE);
        EventReader<Spark> cursor = rare.reader();
        EventReader<Spark> loop = rare.reader();
        int[] sum = new int[1];
        LongConsumer add = event -> sum[0] += rare.get(event, Spark.CHARGE);
        return () -> {
            for (int i = 0; i < 100; i++) {
                long event = rare.send();
                rare.set(event, Spark.CHARGE, i);
                rare.set(event, Spark.NOTE, "x");
            }
            while (cursor.next()) {
                sum[0] += rare.get(cursor.event(), Spark.CHARGE);
            }
            loop.forEachNumber(add);
            sum[0] += (int) (cursor.missed() + loop.remaining());
            world.events(Spark.TYPE).send();
            world.swapEvents();
        };
    }),
    TIME_AND_RESOURCES((world, moving) -> {
        Time time = world.time();
        world.resources().put(new float[1]);
        RowKernel move = moving.kernel(
                row -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX) * time.deltaSeconds()));
        return () -> {
            world.time().advance(1 / 60.0);
            move.run();
            world.resources().get(float[].class)[0] += time.deltaSeconds();
        };
    }),
    CHANGES((world, moving) -> {
        RowKernel writer = moving.kernel((Row row) -> row.set(Position.X, row.get(Position.X) + 1));
        Query reader = world.query()
                .all(Velocity.TYPE)
                .changed(Position.TYPE)
                .none(Frozen.TYPE)
                .build();
        Query gained =
                world.query().all(Position.TYPE).added(Frozen.TYPE, Health.TYPE).build();
        RowKernel react = reader.kernel((Row row) -> row.set(Position.Y, row.get(Position.X)));
        RowKernel count = gained.kernel((Row row) -> row.set(Position.Y, row.get(Position.X)));
        return () -> {
            long entity = Entity.of(5, 1);
            world.set(entity, Position.X, 1);
            react.run();
            writer.run();
            react.run();
            world.add(entity, Frozen.TYPE);
            count.run();
            world.remove(entity, Frozen.TYPE);
        };
    }),
    REMOVALS_AND_OBSERVERS((world, moving) -> {
        Template template = world.template().with(new Health(3)).build();
        Query healthy = world.query().all(Health.TYPE).build();
        RemovedComponents removals = world.removed(Frozen.TYPE);
        Observers observers = world.observers();
        long counter = world.spawn(new Kinds(0, 0, (byte) 0, (short) 0, 0, 0, false, 0, null));
        LongConsumer count = entity -> world.set(counter, Kinds.I64, world.get(counter, Kinds.I64) + 1);
        observers.onAdd(Frozen.TYPE, count);
        observers.onAdd(Health.TYPE, count);
        observers.onRemove(Frozen.TYPE, entity -> observers.commands().destroy(entity));
        observers.onDestroy(count);
        observers.onSet(Health.TYPE, count);
        return () -> {
            world.set(template.spawn(), Health.POINTS, 1);
            template.spawn(3);
            healthy.bulk().add(Frozen.TYPE);
            world.remove(healthy.first(), Frozen.TYPE);
            healthy.bulk().remove(Frozen.TYPE);
            while (removals.next()) {
                world.isAlive(removals.entity());
            }
        };
    }),
    RECORDS((world, moving) -> {
        Position position = new Position(1, 2);
        Velocity velocity = new Velocity(3, 4);
        Rare rare = new Rare(6, "rare");
        Label label = new Label("label");
        Matrix matrix = new Matrix(new float[16]);
        Record[] all = {velocity, rare, label, matrix, Vectors.sample(7), Kinds.ODD, new Frozen()};
        Component<?>[] types = {Velocity.TYPE, Rare.TYPE, Label.TYPE, Matrix.TYPE, Vectors.TYPE, Kinds.TYPE, Frozen.TYPE
        };
        Spark spark = new Spark(1, "note");
        Salvo salvo = Salvo.sample(2);
        EventChannel<Spark> sparks = world.events(Spark.TYPE);
        EventChannel<Salvo> salvos = world.events(Salvo.TYPE);
        Commands commands = world.commands();
        long entity = world.spawn(position);
        world.spawn(all); // so that the block has them
        return () -> {
            world.destroy(world.spawn(position));
            world.destroy(world.spawn(position, velocity));
            world.destroy(world.spawn(velocity, position));
            world.destroy(world.spawn(label, rare, velocity));
            world.destroy(world.spawn(matrix, position, velocity, rare));
            world.destroy(world.spawn(all));
            for (int times = 0; times < 2; times++) {
                for (Record value : all) {
                    if (times == 0) {
                        world.add(entity, value);
                    } else {
                        commands.add(entity, value);
                    }
                }
                world.applyCommands();
                for (int i = 0; i < all.length; i++) {
                    world.set(entity, all[i]);
                    commands.remove(entity, types[i]);
                }
                world.applyCommands();
            }
            sparks.send(spark);
            salvos.send(salvo);
            commands.send(spark);
            world.applyCommands();
            world.swapEvents();
        };
    }),
    COMMANDS_WITH_RECORDS((world, moving) -> {
        Template template =
                world.template().with(new Health(3), new Velocity(0, 0)).build();
        Velocity velocity = new Velocity(1, 2);
        Health health = new Health(4);
        Frozen frozen = new Frozen();
        Position position = new Position(3, 4);
        RowKernel record = moving.kernel((row, commands) -> {
            template.spawn(commands, velocity, health);
            commands.spawn(health, frozen);
            commands.set(row.entity(), position);
        });
        Query spawned = world.query().all(Health.class).build();
        return () -> {
            record.run();
            spawned.bulk().destroy();
        };
    }),
    COMMANDS((world, moving) -> {
        Template template = world.template().with(new Health(3)).build();
        RowKernel record = moving.kernel((row, commands) -> {
            long entity = row.entity();
            float x = row.get(Position.X);
            if (x > 0) {
                commands.set(template.spawn(commands), Health.POINTS, 4);
                commands.add(entity, Frozen.TYPE);
                commands.set(entity, Position.Y, x);
            }
        });
        RowKernel reap = world.query().all(Health.TYPE).build().kernel((row, commands) -> {
            long entity = row.entity();
            commands.destroy(entity);
        });
        RowKernel thaw = moving.kernel((row, commands) -> commands.remove(row.entity(), Frozen.TYPE));
        return () -> {
            record.run();
            reap.run();
            thaw.run();
        };
    }),
    REDUCTIONS_AND_COUNTS((world, moving) -> {
        float[] results = new float[5];
        return () -> {
            results[0] = (float) moving.reduce().sum(Position.X);
            results[1] = moving.reduce().min(Position.Y, 0);
            results[2] = moving.reduce().max(Velocity.DX, 0);
            results[3] = moving.count();
            results[4] = moving.first();
        };
    });

    private record Mover(Position position, Velocity velocity) {}

    private record Body(Position at, Velocity speed, Side side) {}

    private enum Side {
        LEFT,
        RIGHT
    }

    private record Wide(
            float a,
            float b,
            float c,
            float d,
            float e,
            float f,
            float g,
            float h,
            float i,
            float j,
            float k,
            float l) {}

    private record Edge(
            @EntityHandle long from, @EntityHandle long to) {}

    private final BiFunction<World, Query, Runnable> tick;

    SteadyUse(BiFunction<World, Query, Runnable> tick) {
        this.tick = tick;
    }

    Runnable tick(World world, Query moving) {
        return tick.apply(world, moving);
    }

    /** More bytecode than the JIT inlines: at most 325 bytes (FreqInlineSize). */
    private static void large(Row row) {
        row.set(Position.X, row.get(Position.X) * 0.5f + row.get(Velocity.DX) - row.get(Position.Y));
        row.set(Position.Y, row.get(Position.Y) * 0.5f - row.get(Velocity.DY) + row.get(Position.X));
        row.set(Position.X, row.get(Position.X) * 0.5f + row.get(Velocity.DX) - row.get(Position.Y));
        row.set(Position.Y, row.get(Position.Y) * 0.5f - row.get(Velocity.DY) + row.get(Position.X));
        row.set(Position.X, row.get(Position.X) * 0.5f + row.get(Velocity.DX) - row.get(Position.Y));
        row.set(Position.Y, row.get(Position.Y) * 0.5f - row.get(Velocity.DY) + row.get(Position.X));
        row.set(Position.X, row.get(Position.X) * 0.5f + row.get(Velocity.DX) - row.get(Position.Y));
        row.set(Position.Y, row.get(Position.Y) * 0.5f - row.get(Velocity.DY) + row.get(Position.X));
        row.set(Position.X, row.get(Position.X) * 0.5f + row.get(Velocity.DX) - row.get(Position.Y));
        row.set(Position.Y, row.get(Position.Y) * 0.5f - row.get(Velocity.DY) + row.get(Position.X));
        row.set(Position.X, row.get(Position.X) * 0.5f + row.get(Velocity.DX) - row.get(Position.Y));
        row.set(Position.Y, row.get(Position.Y) * 0.5f - row.get(Velocity.DY) + row.get(Position.X));
    }

    private static Query shifts(World world) {
        world.template()
                .with(new Shift(new Position(1, 2), TimeUnit.DAYS, 'a'))
                .build()
                .spawn(100);
        return world.query().all(Shift.TYPE).build();
    }

    /** A hundred rows that are their own partners. */
    private static Query selfish(World world) {
        world.template().with(Kinds.ZERO).build().spawn(100);
        Query all = world.query().all(Kinds.TYPE).build();
        all.forEach(row -> row.set(Kinds.TARGET, row.entity()));
        return all;
    }

    /** Ten entities, each related to the next one. */
    private static long[] spawnPath(World world, ManyToMany<Edge> edges) {
        long[] ends = new long[10];
        world.template().with(new Position(1, 2)).build().spawn(ends);
        for (int i = 1; i < 10; i++) {
            edges.relate(ends[i - 1], ends[i]);
        }
        return ends;
    }

    /** A world with a hundred matching rows, except for one that was destroyed. */
    static Query fill(World world) {
        world.template().with(new Position(1, 2), new Velocity(3, 4)).build().spawn(100);
        world.destroy(Entity.of(7, 1));
        return world.query().all(Position.TYPE, Velocity.TYPE).build();
    }
}
