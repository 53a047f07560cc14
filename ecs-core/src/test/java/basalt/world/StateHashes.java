package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.internal.Friend;
import basalt.memory.MemorySource;
import basalt.runtime.WorldRuntime;
import basalt.save.Saves;
import basalt.storage.access.Store;
import basalt.storage.capture.RowHash;

/** Checks state hashes. */
public final class StateHashes {
    private static final Friend<World, WorldRuntime> WORLDS = Friend.of(World.class, WorldRuntime.class);

    private StateHashes() {}

    /** Returns the hash of a world, and fails unless it is the same if it is made from scratch. */
    public static long requireExact(World world) {
        Store store = WORLDS.internal(world).store();
        try (RowHash hash = new RowHash(store.rows(), store.changeTracker(), MemorySource.direct())) {
            hash.update();
            assertEquals(
                    hash.sum() + WORLDS.internal(world).time().hash(),
                    Saves.stateHash(world),
                    "hash from scratch, and incremental");
        }
        return Saves.stateHash(world);
    }
}
