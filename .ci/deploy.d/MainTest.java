package app;

import org.junit.jupiter.api.Test;

class MainTest {
    @Test
    void shouldRun() throws Exception {
        Main.main();
    }
}
