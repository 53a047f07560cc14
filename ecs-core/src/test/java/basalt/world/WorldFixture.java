package basalt.world;

import org.junit.jupiter.api.AfterEach;

/** A world for each test, which is closed after it. */
abstract class WorldFixture {
    final World world = World.create();

    @AfterEach
    void closeWorld() {
        world.close();
    }
}
