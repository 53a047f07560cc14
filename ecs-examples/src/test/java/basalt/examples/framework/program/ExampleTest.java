package basalt.examples.framework.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExampleTest {
    @Test
    void shouldRunStepsOfTheTutorial() throws Exception {
        List<String> lines = Printed.toTheConsole(out -> Example.main("Step1Entities"));
        assertEquals("Position[x=2.0, y=2.0]", lines.get(0));
    }

    @Test
    void shouldFindSmallPrograms() {
        assertEquals("basalt.examples.small.Boids", Example.find("Boids").getName());
    }

    @Test
    void shouldNameThePackagesIfThereIsNoSuchProgram() {
        var thrown = assertThrows(IllegalArgumentException.class, () -> Example.find("Bird"));
        assertEquals("no program Bird in the packages [small, tutorial] of basalt.examples", thrown.getMessage());
    }
}
