package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.reads;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.query.RowKernel;
import basalt.storage.Strict;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.world.Template;
import basalt.world.World;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Systems that say which entities they make and destroy are in the way of those alone that look at such entities. */
class DeclaredPopulationTest {
    private final World world = World.create();
    private final Template shot =
            world.template().with(Position.TYPE, Velocity.TYPE).build();
    private final Template patient = world.template().with(new Health(1)).build();

    @AfterEach
    void close() {
        world.close();
    }

    private static Link link(Access first, Access second) {
        return new Systems()
                .add("first", first)
                .add("second", second)
                .graph()
                .order()
                .precedence()
                .link(0, 1);
    }

    @Test
    void shouldKnowTheComponentsOfATemplate() {
        assertEquals(List.of(Position.TYPE, Velocity.TYPE), shot.components());
        assertThrows(
                UnsupportedOperationException.class, () -> shot.components().clear());
    }

    @Test
    void shouldLinkThoseThatLookAtSuchEntities() {
        assertEquals(Link.BARRIER, link(spawns(shot), reads(Position.TYPE)));
        assertEquals(Link.NONE, link(spawns(shot), reads(Health.TYPE)));
        assertEquals(Link.BARRIER, link(spawns(shot, patient), reads(Health.TYPE)));
        assertEquals(Link.WEAK, link(writes(Velocity.TYPE), spawns(shot)));
        assertEquals(Link.NONE, link(writes(Health.TYPE), spawns(shot)));
        assertEquals(Link.BARRIER, link(destroys(shot), reads(Position.TYPE)));
        assertEquals(Link.NONE, link(destroys(Position.TYPE, Velocity.TYPE), reads(Health.TYPE)));
        assertEquals(Link.WEAK, link(reads(Position.TYPE), destroys(Position.TYPE)));
        assertEquals(Link.NONE, link(reads(Burning.TYPE), destroys(Position.TYPE)));
    }

    @Test
    void shouldOrderBirthsAndDeaths() {
        assertEquals(Link.ORDERED, link(spawns(shot), spawns(patient)), "ids are given out in order");
        assertEquals(Link.BARRIER, link(destroys(shot), spawns(shot)));
        assertEquals(Link.WEAK, link(destroys(shot), spawns(patient)), "in rows of its own");
        assertEquals(Link.BARRIER, link(destroys(), spawns(patient)));
        assertEquals(Link.BARRIER, link(destroys(patient), spawns()));
        assertEquals(Link.WEAK, link(spawns(shot), destroys(shot)));
    }

    /** A kernel over entities of any kind looks at all that are made. */
    @Test
    void shouldLinkKernelsThatSelectByNothing() {
        RowKernel all = world.query().build().kernel(row -> {});
        RowKernel none = world.query().none(Health.TYPE).build().kernel(row -> {});
        for (RowKernel kernel : List.of(all, none)) {
            try (Schedule schedule = Schedule.builder(world)
                    .add("make", () -> shot.spawn(world.commands()), spawns(shot))
                    .add("all", kernel, reads(Health.TYPE))
                    .build()) {
                assertEquals(2, schedule.graph().stages().size());
            }
        }
    }

    @Test
    void shouldRejectWhatIsMissing() {
        Rejection.assertRejects(() -> spawns((Template) null), "spawns() got a null template");
        Rejection.assertRejects(() -> spawns((Template[]) null), "spawns() got null instead of templates");
        Rejection.assertRejects(() -> destroys((Template) null), "destroys() got a null template");
        Rejection.assertRejects(() -> destroys(shot, (Template[]) null), "destroys() got null instead of templates");
        Rejection.assertRejects(() -> destroys((Component<?>) null), "destroys() got a null component");
    }

    @Test
    void shouldRunWhatIsDeclared() {
        long doomed = shot.spawn();
        try (Schedule schedule = Schedule.builder(world)
                .add("make", () -> patient.spawn(world.commands()), spawns(patient))
                .add("end", () -> world.commands().destroy(doomed), destroys(Position.TYPE, Velocity.TYPE))
                .add("both", () -> world.commands().destroy(shot.spawn(world.commands())), spawns(shot), destroys(shot))
                .build()) {
            schedule.tick(1);
            schedule.tick(1);
        }
        assertEquals(2, world.entityCount());
    }

    @Test
    void shouldFindOtherEntitiesInStrictMode() {
        long burning = world.spawn(new Position(0, 0), new Health(1));
        assertUndeclared(() -> patient.spawn(world.commands()), "Health", "spawns(...)", spawns(shot));
        assertUndeclared(() -> world.commands().destroy(burning), "Health", "destroys(...)", destroys(shot));
    }

    private void assertUndeclared(Runnable body, String component, String remedy, Access declared) {
        try (Schedule schedule =
                Schedule.builder(world).add("system", body, declared).build()) {
            if (Strict.ON) {
                String message = assertThrows(SystemException.class, () -> schedule.tick(1))
                        .getCause()
                        .getMessage();
                assertTrue(message.contains(component) && message.contains(remedy), message);
            } else {
                schedule.tick(1);
            }
        }
    }
}
