package basalt.inspect;

import static basalt.inspect.InspectedScene.text;
import static basalt.system.Access.reads;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.Length;
import basalt.component.OnTargetDestroy;
import basalt.memory.ForwardingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.storage.fixture.Health;
import basalt.world.Relation;
import basalt.world.World;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Edits of a page that would make a tick fail are refused, and the ticks go on. */
class InspectedTickTest {
    /** So large that a block has to move to get it. */
    record Large(@Length(64) double[] values) {
        static final Component<Large> TYPE = Component.of(Large.class);
    }

    /** Refuses large requests while it is told to. */
    private static final class Scarce extends ForwardingMemory {
        private boolean isScarce;

        Scarce() {
            super(MemorySource.direct());
        }

        @Override
        public long allocate(long bytes, int alignment) {
            if (isScarce && bytes >= 1 << 16) {
                throw new NativeMemoryException("refused", bytes, 0);
            }
            return super.allocate(bytes, alignment);
        }
    }

    private final Scarce memory = new Scarce();
    private final World world = World.builder().memory(memory).build();
    private final Relation aims =
            world.relation(Aim.TARGET, OnTargetDestroy.CLEAR).exclusive();
    private final long target = world.spawn();
    private final InspectedScene scene = new InspectedScene(
            world,
            systems -> systems.workers(1).add("look", () -> aims.count(target), reads(Aim.TYPE)),
            InspectorBuilder::editable);

    @AfterEach
    void close() {
        scene.close();
    }

    private HttpResponse<String> aim(long source, String value) {
        return scene.tryPost("set", "entity", text(source), "component", "Aim", "field", "target", "value", value);
    }

    private void assertRefused(String message, HttpResponse<String> answer) {
        assertEquals(409, answer.statusCode(), answer::body);
        assertTrue(answer.body().contains(message), answer::body);
        long tick = world.time().tick();
        scene.schedule.tick(1);
        assertEquals(tick + 1, world.time().tick());
    }

    @Test
    void shouldRefuseASecondSourceOfAnExclusiveRelation() {
        long first = world.spawn(new Aim(target));
        long second = world.spawn(new Aim(Entity.NULL));
        assertRefused("is exclusive", aim(second, text(target)));
        assertEquals(200, aim(first, text(target)).statusCode());
        assertEquals(200, aim(first, "null").statusCode());
        scene.schedule.tick(1);
        assertEquals(200, aim(second, text(target)).statusCode());
        scene.schedule.tick(1);
        assertEquals(target, aims.target(second));
        assertEquals(200, aim(first, "4294967295:7").statusCode());
        scene.schedule.tick(1);
    }

    /** Each was possible when it was asked for. */
    @Test
    void shouldDropTheSecondOfTwoSourcesOfOneTick() {
        long first = world.spawn(new Aim(Entity.NULL));
        long second = world.spawn(new Aim(Entity.NULL));
        scene.tick = () -> scene.inspector.serve();
        assertEquals(200, aim(first, text(target)).statusCode());
        assertEquals(200, aim(second, text(target)).statusCode());
        scene.schedule.tick(1);
        scene.schedule.tick(1);
        assertEquals(target, aims.target(first));
        assertEquals(Entity.NULL, aims.target(second));
    }

    @Test
    void shouldRefuseComponentsForWhichThereIsNoMemory() {
        long entity = world.spawn(new Health(1));
        world.commands().destroy(world.spawn()); // so that commands have their memory
        world.template().with(Large.TYPE).build().spawn(20_000); // in blocks of its own
        scene.tick.run();
        memory.isScarce = true;
        assertRefused("refused", scene.tryPost("add", "entity", text(entity), "component", "Large"));
        assertFalse(world.has(entity, Large.TYPE));
        memory.isScarce = false;
        scene.post("add", "entity", text(entity), "component", "Large");
        assertTrue(world.has(entity, Large.TYPE));
    }

    @Test
    void shouldRefuseAnAttachmentForWhichThereIsNoMemory() {
        long child = world.spawn();
        world.commands().destroy(world.spawn()); // so that commands have their memory
        scene.tick.run();
        memory.isScarce = true;
        assertRefused("refused", scene.tryPost("attach", "entity", text(child), "parent", text(target)));
        memory.isScarce = false;
        scene.post("attach", "entity", text(child), "parent", text(target));
        assertEquals(target, world.hierarchy().parent(child));
    }
}
