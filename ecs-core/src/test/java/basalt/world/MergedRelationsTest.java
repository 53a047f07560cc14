package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.component.OnTargetDestroy;
import basalt.memory.LeakCheck;
import basalt.save.LoadOptions;
import basalt.save.MergeReport;
import basalt.save.Saves;
import basalt.save.Saving;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Relations of a world into which a saved one is merged. */
@ExtendWith(LeakCheck.class)
final class MergedRelationsTest {
    private static final int HUNTERS = 100;

    private final World world = World.create();

    /** The entities of the saved world: a prey that many hunt, and its hunters. */
    private final List<Long> saved = new ArrayList<>();

    @AfterEach
    void close() {
        world.close();
    }

    private byte[] level(int hunters) {
        saved.clear();
        try (World level = World.create()) {
            for (int i = 0; i < 7; i++) {
                level.spawn();
            }
            long prey = level.spawn();
            long dead = level.spawn();
            saved.add(prey);
            for (int i = 0; i < hunters; i++) {
                saved.add(level.spawn(new Hunting(prey, i)));
            }
            saved.add(level.spawn(new Hunting(dead, 0)));
            level.destroy(dead);
            return Saving.bytes(level);
        }
    }

    private MergeReport merge(byte[] level) {
        return Saves.merge(world, Saving.source(level), new LoadOptions());
    }

    private List<Long> sources(Relation relation, long target) {
        List<Long> sources = new ArrayList<>();
        relation.forEachSource(target, sources::add);
        return sources;
    }

    @Test
    void shouldFindMergedSourcesBesideOthers() {
        Relation hunting = world.relation(Hunting.PREY, OnTargetDestroy.DESTROY);
        long prey = world.spawn();
        List<Long> own = new ArrayList<>();
        for (int i = 0; i < HUNTERS; i++) {
            own.add(world.spawn(new Hunting(prey, -i)));
        }
        assertEquals(own, sources(hunting, prey));
        byte[] level = level(HUNTERS);
        for (int times = 0; times < 3; times++) {
            MergeReport report = merge(level);
            List<Long> merged =
                    saved.subList(1, HUNTERS + 1).stream().map(report::handleOf).toList();
            long mergedPrey = report.handleOf(saved.get(0));
            assertEquals(own, sources(hunting, prey));
            assertEquals(merged, sources(hunting, mergedPrey));
            assertEquals(Entity.NULL, hunting.target(report.handleOf(saved.get(HUNTERS + 1))));
            int before = world.entityCount();
            world.destroy(mergedPrey);
            assertEquals(before - HUNTERS - 1, world.entityCount());
            assertFalse(world.isAlive(merged.get(0)));
        }
    }

    /** The policy is that of the world, and observers of the merge see the sources that are added already. */
    @Test
    void shouldFindSourcesInObserversOfAMerge() {
        Relation hunting = world.relation(Hunting.PREY);
        List<Integer> counts = new ArrayList<>();
        world.observers().onAdd(Hunting.TYPE, hunter -> {
            long target = hunting.target(hunter);
            counts.add(target == Entity.NULL ? 0 : hunting.count(target));
        });
        MergeReport report = merge(level(HUNTERS));
        assertEquals(HUNTERS + 1, counts.size());
        assertTrue(counts.stream().allMatch(count -> count == 0 || count == HUNTERS), counts::toString);
        world.destroy(report.handleOf(saved.get(0)));
        assertEquals(Entity.NULL, world.get(report.handleOf(saved.get(1)), Hunting.PREY));
    }

    /** A merge writes columns, and does not ask relations: what it violates is reported by the next look-up. */
    @Test
    void shouldReportSeveralMergedSourcesOfAnExclusiveRelation() {
        Relation hunting = world.relation(Hunting.PREY).exclusive();
        long prey = world.spawn();
        long hunter = world.spawn(new Hunting(prey, 0));
        MergeReport single = merge(level(1));
        assertEquals(List.of(single.handleOf(saved.get(1))), sources(hunting, single.handleOf(saved.get(0))));

        MergeReport twice = merge(level(2));
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> hunting.count(prey));
        for (long named : saved.subList(0, 3)) {
            assertTrue(e.getMessage().contains(Entity.toString(twice.handleOf(named))), e.getMessage());
        }
        hunting.clear(twice.handleOf(saved.get(2)));
        assertEquals(List.of(hunter), sources(hunting, prey));
        assertEquals(1, hunting.count(twice.handleOf(saved.get(0))));
    }
}
