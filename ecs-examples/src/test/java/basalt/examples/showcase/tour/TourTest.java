package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.program.ProgramRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TourTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void shouldPrintHelp() {
        assertEquals(0, run("--help"));
        for (String option :
                new String[] {"--actors", "--frames", "--seed", "--wav", "--output", "--save", "--guard"}) {
            assertTrue(out.toString().contains(option), option);
        }
        assertEquals("", err.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--actors 0",
                "--actors 16001",
                "--actors many",
                "--actors",
                "--actors 1 --actors 2",
                "--frames 1",
                "--frames 3601",
                "--seed x",
                "--wav .",
                "--output .",
                "--save .",
                "--guard yes",
                "-x",
            })
    void shouldReportInvalidArgumentsInOneLine(String arguments) {
        assertEquals(2, run(arguments.split(" ")));
        assertEquals("", out.toString());
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().startsWith("tour: "), err::toString);
        assertTrue(err.toString().endsWith("; try --help" + System.lineSeparator()), err::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--wav", "--output", "--save"})
    void shouldRefuseAnOutputThatCannotBeWritten(String option) throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "not a folder");
        assertEquals(2, run(option, file.resolve("output").toString()));
        assertTrue(err.toString().startsWith("tour: " + option), err::toString);
        assertEquals("not a folder", Files.readString(file));
    }

    @Test
    void shouldPlayAndPrintASummaryAndWriteFiles() {
        Path wav = folder.resolve("new/folder/tour.wav");
        Path save = folder.resolve("tour.save");
        Path picture = folder.resolve("tour.png");
        String arguments = "--actors 200 --frames 60 --guard --wav " + wav + " --save " + save + " --output " + picture;
        assertEquals(0, run(arguments.split(" ")), err::toString);
        assertEquals("", err.toString());
        for (String title : new String[] {
            "START-UP",
            "IN A FRAME OF THE FIRST SCENE",
            "END OF THE FIRST SCENE",
            "BETWEEN THE SCENES",
            "END OF THE SECOND SCENE",
            "ALL CLOSED",
            "pictures ",
            "sound ",
            "actors ",
            "ground ",
            "journals ",
            "memory "
        }) {
            assertTrue(out.toString().lines().anyMatch(line -> line.startsWith(title)), title);
        }
        assertTrue(Files.exists(wav) && Files.exists(save) && Files.exists(picture));
    }

    private int run(String... arguments) {
        return ProgramRun.execute(Tour.commandLine(TestMemory.WORLD_BYTES), out, err, arguments);
    }
}
