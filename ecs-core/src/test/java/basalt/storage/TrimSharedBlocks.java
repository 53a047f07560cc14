package basalt.storage;

import basalt.memory.LeakCheck;
import org.junit.jupiter.api.extension.Extension;

/**
 * Makes the leak check ignore the blocks that the shared pool retains. Registered for all tests of the module by the
 * service file, so that it is active before the first world is created.
 */
public final class TrimSharedBlocks implements Extension {
    static {
        LeakCheck.beforeMeasure(() -> BlockPool.shared().trim());
    }
}
