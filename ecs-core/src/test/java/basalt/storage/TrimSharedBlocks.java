package basalt.storage;

import basalt.memory.LeakCheck;
import org.junit.jupiter.api.extension.Extension;

/**
 * Tells the leak check that the shared pool keeps blocks on purpose. Registered for all tests of the module by the
 * service file, so that it holds before the first world is made.
 */
public final class TrimSharedBlocks implements Extension {
    static {
        LeakCheck.beforeMeasure(() -> BlockPool.shared().trim());
    }
}
