package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import basalt.component.Entity;
import basalt.memory.LeakCheck;
import basalt.storage.fixture.SourceCompiler;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fifty relations of many to many, each of a type of its own, between the same entities. */
@ExtendWith(LeakCheck.class)
final class FiftyRelationsTest extends WorldFixture {
    private static final int RELATIONS = 50;

    private static final int ENDS = 3 * RELATIONS;

    private static URLClassLoader loader;

    private final List<ManyToMany<?>> relations = new ArrayList<>();

    @BeforeAll
    static void compile(@TempDir Path folder) throws IOException {
        StringBuilder source = new StringBuilder("package basalt.fifty; import basalt.component.EntityHandle;");
        for (int i = 0; i < RELATIONS; i++) {
            source.append("record Kind%d(@EntityHandle long from, @EntityHandle long to) {}\n".formatted(i));
        }
        assertEquals("", SourceCompiler.compile("Kinds", source.toString(), folder));
        loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, FiftyRelationsTest.class.getClassLoader());
    }

    private static Class<? extends Record> kind(int i) throws ClassNotFoundException {
        return loader.loadClass("basalt.fifty.Kind" + i).asSubclass(Record.class);
    }

    @AfterAll
    static void closeLoader() throws IOException {
        loader.close();
    }

    /** Every fifth relation takes its sources along, and every fifth its targets. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldDestroyATargetOfAll(boolean isObserved) throws ClassNotFoundException {
        for (int i = 0; i < RELATIONS; i++) {
            ManyToMany<?> relation = world.manyToMany(kind(i));
            relations.add(i % 5 == 0 ? relation.cascadeToSources() : relation);
            if (i % 5 == 1) {
                relation.cascadeToTargets();
            }
        }
        List<Long> dying = new ArrayList<>();
        if (isObserved) {
            world.observers().onDestroy(dying::add);
        }
        long hub = world.spawn();
        int index = Entity.index(hub);
        long[] ends = new long[ENDS];
        world.template().build().spawn(ends);
        for (int round = 0; round < 3; round++) {
            relateAll(hub, ends);
            dying.clear();
            world.destroy(hub);
            checkEnds(hub, ends);
            if (isObserved) {
                assertEquals(1 + 3 * RELATIONS + 30 + 10, dying.size()); // edges, ends, and edges of ends
                assertEquals(dying.size(), new HashSet<>(dying).size());
            }
            hub = world.spawn();
            while (Entity.index(hub) != index) {
                hub = world.spawn();
            }
            for (ManyToMany<?> relation : relations) {
                assertEquals(0, relation.countSources(hub) + relation.countTargets(hub));
            }
            respawn(ends);
        }
    }

    /** Two sources and one target in each relation. */
    private void relateAll(long hub, long[] ends) {
        for (int i = 0; i < RELATIONS; i++) {
            relations.get(i).relate(ends[3 * i], hub);
            relations.get(i).relate(ends[3 * i + 1], hub);
            relations.get(i).relate(hub, ends[3 * i + 2]);
            relations.get(i).relate(ends[3 * i + 2], ends[3 * i + 2]); // stays unless the end dies
        }
    }

    private void checkEnds(long hub, long[] ends) {
        assertFalse(world.isAlive(hub));
        for (int i = 0; i < RELATIONS; i++) {
            assertEquals(i % 5 != 0, world.isAlive(ends[3 * i]), "source of " + i);
            assertEquals(i % 5 != 0, world.isAlive(ends[3 * i + 1]), "source of " + i);
            assertEquals(i % 5 != 1, world.isAlive(ends[3 * i + 2]), "target of " + i);
        }
    }

    /** Indices of the dead are used again, by entities without edges. */
    private void respawn(long[] ends) {
        for (int i = 0; i < ENDS; i++) {
            if (!world.isAlive(ends[i])) {
                ends[i] = world.spawn();
                for (ManyToMany<?> relation : relations) {
                    assertEquals(0, relation.countSources(ends[i]) + relation.countTargets(ends[i]));
                }
            }
        }
    }
}
