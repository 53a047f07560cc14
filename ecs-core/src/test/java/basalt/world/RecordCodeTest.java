package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.component.Component;
import basalt.component.EventType;
import basalt.memory.CountingMemory;
import basalt.memory.MemorySource;
import basalt.query.Query;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** The accessors of a record are user code and may do anything, for example close the world that reads its values. */
class RecordCodeTest {
    /** Runs an action when its value is read. */
    record Deed(int x) {
        static final Component<Deed> TYPE =
                Component.builder(Deed.class).sparse().build();

        private static Runnable deed = () -> {};

        @Override
        public int x() {
            deed.run();
            return x;
        }
    }

    /** An event with the same behaviour. */
    record SentDeed(int x) {
        static final EventType<SentDeed> TYPE = EventType.of(SentDeed.class);

        @Override
        public int x() {
            Deed.deed.run();
            return x;
        }
    }

    @Test
    void shouldRejectValuesThatCloseTheWorld() {
        List<BiConsumer<World, Long>> uses = List.of(
                (world, entity) -> world.spawn(new Deed(1)),
                (world, entity) -> world.add(entity, new Deed(1)),
                (world, entity) -> world.set(entity, new Deed(1)),
                (world, entity) -> world.events(SentDeed.TYPE).send(new SentDeed(1)),
                (world, entity) -> world.commands().add(entity, new Deed(1)),
                (world, entity) -> world.commands().send(new SentDeed(1)),
                (world, entity) -> world.template().with(new Deed(1)).build().spawn(),
                (world, entity) -> world.query().all(Deed.TYPE).build().bulk().add(new Deed(1)));
        for (BiConsumer<World, Long> use : uses) {
            CountingMemory memory = new CountingMemory(MemorySource.direct());
            World world = World.builder().memory(memory).build();
            long entity = world.spawn(new Deed(1));
            Query all = world.query().all(Deed.TYPE).build();
            assertEquals(1, all.count());
            Deed.deed = world::close;
            try {
                assertThrows(IllegalStateException.class, () -> use.accept(world, entity));
            } finally {
                Deed.deed = () -> {};
                world.close();
            }
            assertEquals(0, memory.outstanding());
        }
    }
}
