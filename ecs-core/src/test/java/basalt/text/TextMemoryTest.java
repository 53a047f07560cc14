package basalt.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.save.Saves;
import basalt.storage.fixture.DirtyMemory;
import basalt.text.Level.Hull;
import basalt.text.Level.Mount;
import basalt.text.Level.Place;
import basalt.text.Level.Sealed;
import basalt.world.Name;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A level is read while each allocation of the world's memory is refused once: nothing of it is there then. */
class TextMemoryTest {
    private static final String LEVEL = """
            {"prefabs": {"gun": {"Hull": {}, "children": [{"name": "barrel", "Place": {}}]}},
             "entities": [
                {"name": "a", "Place": {"x": 1}, "trees": {"squads of texts": ["barrel"]}},
                {"prefab": "gun", "Sealed": {}, "Mount": {"on": "a"}, "disabledComponents": ["Sealed"]},
                {"Captain": {"name": "b"}, "disabled": true}
             ]}""";

    @Test
    void shouldReadAllOrNothing() {
        int failures = 0;
        boolean hasFailed;
        int nth = 0;
        do {
            nth++;
            CountingMemory counting = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
            FailingMemory failing = new FailingMemory(counting, nth);
            try (World world =
                    FailingMemory.retry(() -> World.builder().memory(failing).build())) {
                failures += use(world);
            }
            assertEquals(0, counting.outstanding(), "when allocation " + nth + " failed");
            hasFailed = failing.hasFailed();
        } while (hasFailed);
        assertTrue(failures >= 2, "so few failures: " + failures);
    }

    private static int use(World world) {
        WorldText text = Level.of(world);
        List<Long> added = new ArrayList<>();
        world.observers().onAdd(Place.class, added::add);
        for (Class<? extends Record> type : List.of(Place.class, Hull.class, Sealed.class, Mount.class, Name.class)) {
            FailingMemory.retry(() -> world.query(type).changed(type).count());
        }
        FailingMemory.retry(() -> world.spawn(new Hull(1, null, new short[3])));
        int entities = world.entityCount();
        long hash = FailingMemory.retry(() -> Saves.stateHash(world));
        int failures = 0;
        while (true) {
            try {
                assertEquals(3, Level.read(text, LEVEL).length);
                break;
            } catch (NativeMemoryException e) {
                failures++;
                assertEquals(entities, world.entityCount());
                assertEquals(List.of(), added);
                assertEquals(0, text.prefabs().size());
                assertEquals(hash, FailingMemory.retry(() -> Saves.stateHash(world)));
                assertThrows(IllegalArgumentException.class, () -> text.prefab("gun"));
            }
        }
        assertEquals(2, added.size());
        assertEquals(entities + 4, world.entityCount());
        try (World plain = World.create()) {
            WorldText ofPlain = Level.of(plain);
            FailingMemory.retry(() -> plain.spawn(new Hull(1, null, new short[3])));
            Level.read(ofPlain, LEVEL);
            assertEquals(Level.write(ofPlain), Level.write(text));
        }
        return failures;
    }
}
