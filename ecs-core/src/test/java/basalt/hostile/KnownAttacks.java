package basalt.hostile;

import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowCursor;
import basalt.query.Selection;
import basalt.query.Span;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Health;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.world.Template;
import basalt.world.World;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/** Attacks that succeeded in an earlier version, each in its shortest form. */
final class KnownAttacks {
    private KnownAttacks() {}

    /** Runs in a separate JVM. */
    public static void main(String... arguments) {
        Walk walk = new Walk();
        attacks().forEach((name, attack) -> {
            walk.count(name);
            CountingMemory memory = new CountingMemory(MemorySource.direct());
            World world = World.builder().memory(memory).build();
            Throwable thrown = Walk.thrown(() -> attack.accept(world));
            world.close();
            if (thrown != null || memory.outstanding() > 0) {
                walk.fail(name, thrown == null ? "leaks" : thrown.toString());
            }
        });
        walk.end();
    }

    private static Map<String, Consumer<World>> attacks() {
        Map<String, Consumer<World>> attacks = new LinkedHashMap<>();
        rows(attacks);
        generations(attacks);
        attacks.put("a query for changes that two systems share", world -> {
            Query changed = world.query().changed(Health.TYPE).build();
            refuse(() -> {
                var kernel = changed.kernel(row -> {});
                Schedule.builder(world)
                        .add("one", kernel, Access.writes(Health.TYPE))
                        .add("two", kernel, Access.writes(Health.TYPE))
                        .build()
                        .close();
            });
        });
        attacks.put("10,000 queries for changes, made and closed", world -> {
            world.template().with(new Health(1)).build().spawn(20_000);
            long before = world.statistics().memory().totalBytes();
            for (int i = 0; i < 10_000; i++) {
                world.query().changed(Health.TYPE).build().close();
            }
            Walk.require(
                    world.statistics().memory().totalBytes() - before < 1 << 20,
                    "they retain " + world.statistics().memory());
        });
        attacks.put("commands of a kernel that has ended", world -> {
            long entity = world.spawn(new Health(1));
            Query all = world.query().all(Health.TYPE).build();
            basalt.query.Commands[] kept = new basalt.query.Commands[1];
            try (Schedule schedule = Schedule.builder(world)
                    .workers(1)
                    .add("keep", all.kernel((row, commands) -> kept[0] = commands), Access.touchesOthers())
                    .build()) {
                schedule.tick(0.1f);
                try {
                    kept[0].set(entity, Health.POINTS, 99);
                    schedule.tick(0.1f);
                    world.applyCommands();
                    Walk.require(world.get(entity, Health.POINTS) == 99, "the command was recorded and lost");
                } catch (IllegalStateException refused) {
                    // expected
                }
            }
        });
        attacks.put("more entities than a world holds", world -> {
            FailingMemory memory = new FailingMemory(MemorySource.direct(), 40, Long.MAX_VALUE / 2);
            try (World small = World.builder().memory(memory).build()) {
                Template template = small.template().with(new Health(1)).build();
                try {
                    template.spawn(Integer.MAX_VALUE);
                    throw new AssertionError("the spawn succeeded");
                } catch (NativeMemoryException | IllegalStateException refused) {
                    StoreInvariants.check(small);
                }
            }
        });
        return attacks;
    }

    private static void rows(Map<String, Consumer<World>> attacks) {
        attacks.put("a selection's row after its entity", world -> {
            long entity = world.spawn(new Health(1));
            Selection selection =
                    Selection.of(world.query().all(Health.TYPE).build()).collect();
            Row row = selection.row(0);
            world.destroy(entity);
            long next = nextInRow(world, entity);
            refuse(() -> row.set(Health.POINTS, 99));
            Walk.require(world.get(next, Health.POINTS) == 2, "the points of the new entity");
        });
        attacks.put("a span after its loop, and after its world", world -> {
            World other = World.create();
            other.template().with(new Health(7)).build().spawn(100);
            Span[] kept = new Span[1];
            other.query().all(Health.TYPE).build().forEachSpan(span -> kept[0] = span);
            Runnable use = () -> {
                refuse(() -> kept[0].entity(1));
                refuse(() -> kept[0].row(1));
                refuse(kept[0]::baseUnchecked);
                refuse(() -> kept[0].wrap(Health.POINTS, new UnsafeBuffer()));
            };
            use.run();
            other.close();
            use.run();
            World.trimRetainedMemory();
            use.run();
        });
        attacks.put("a span's row after its entity", world -> {
            long entity = world.spawn(new Health(1));
            world.query().all(Health.TYPE).build().forEachSpan(span -> {
                world.destroy(entity);
                refuse(() -> span.entity(span.from()));
                refuse(() -> span.row(span.from()));
            });
        });
        attacks.put("a closed cursor", world -> {
            world.spawn(new Health(1));
            world.spawn(new Health(2));
            Query all = world.query().all(Health.TYPE).build();
            RowCursor first = all.cursor();
            first.next();
            first.close();
            try (RowCursor second = all.cursor()) {
                refuse(first::next);
                refuse(first::row);
                refuse(first::entity);
                Walk.require(second.next() && second.next() && !second.next(), "the first cursor moved the second");
            }
        });
    }

    /** A row is retired after its last generation, so that no handle is issued twice. */
    private static void generations(Map<String, Consumer<World>> attacks) {
        attacks.put("the last generation of a row", world -> {
            long entity = world.spawn(new Health(1));
            StoreInvariants.age(world, entity, Entity.LAST_GENERATION);
            long last = Entity.of(Entity.index(entity), Entity.LAST_GENERATION);
            Walk.require(world.isAlive(last) && !world.isAlive(entity), "only the last one is alive");
            Row row = world.row(last);
            world.destroy(last);
            Walk.require(!world.isAlive(last) && !world.isAlive(entity), "the row is not alive");
            refuse(() -> row.set(Health.POINTS, 1));
            for (int i = 0; i < 100; i++) {
                Walk.require(
                        Entity.index(world.spawn(new Health(2))) != Entity.index(entity), "the row is in use again");
            }
            Walk.require(world.query().all(Health.TYPE).build().count() == 100, "count");
        });
        attacks.put("the last generation in a bulk spawn and a bulk destroy", world -> {
            Template template = world.template().with(new Health(1)).build();
            long[] handles = new long[64];
            template.spawn(handles);
            for (long handle : handles) {
                StoreInvariants.age(world, handle, Entity.LAST_GENERATION);
            }
            Query all = world.query().all(Health.TYPE).build();
            Walk.require(all.bulk().destroy() == 64, "bulk destroy");
            template.spawn(1_000);
            for (long handle : handles) {
                Walk.require(!world.isAlive(handle), "a stale handle is alive");
                Walk.require(!world.isAlive(Entity.of(Entity.index(handle), 1)), "generation 1 is alive again");
            }
            Walk.require(all.count() == 1_000, "count");
        });
    }

    /** Spawns entities until one gets the row of a dead entity; returns it. */
    private static long nextInRow(World world, long dead) {
        for (int i = 0; i < 1_000; i++) {
            long next = world.spawn(new Health(2));
            if (Entity.index(next) == Entity.index(dead)) {
                return next;
            }
        }
        throw new AssertionError("the row was not reused");
    }

    private static void refuse(Runnable attack) {
        try {
            attack.run();
        } catch (IllegalStateException | IllegalArgumentException | DeadEntityException refused) {
            Walk.require(refused.getMessage() != null, "no message");
            return;
        }
        throw new AssertionError("no error");
    }
}
