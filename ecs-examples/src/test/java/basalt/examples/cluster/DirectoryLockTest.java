package basalt.examples.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes that want the same directory, or the same ports. */
class DirectoryLockTest {
    @TempDir
    Path directory;

    private DirectoryLock lock(String name, String driver) {
        return new DirectoryLock(
                directory.resolve(name), directory.resolve(driver).toString());
    }

    private void refuse(String name, String driver, String problem) {
        String message = assertThrows(IllegalStateException.class, () -> lock(name, driver))
                .getMessage();
        assertEquals(problem, message.substring(0, problem.length()));
    }

    @Test
    void shouldBelongToOneNode() {
        DirectoryLock first = lock("a", "driver-1");
        refuse("a", "driver-2", "another process runs in ");
        refuse("b", "driver-1", "another process has the same ports, in another directory");
        lock("b", "driver-2").close(); // those that were refused have kept nothing
        first.close();
        lock("a", "driver-1").close();
    }
}
