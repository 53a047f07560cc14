package basalt.examples.showcase.bullets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.program.ProgramRun;
import basalt.examples.framework.render.Egl;
import basalt.examples.showcase.bullets.bulletml.Pattern;
import basalt.save.SaveInfo;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BulletsTest {
    private static final String SMALL =
            "--bullets 2000 --ships 30 --emitters 20 --ticks 30 --settle 60 --width 320" + " --height 180 --workers 2";

    /** The hash of the small battle with the seed 5. */
    private static final String WORLD = "be867cf571914c2d";

    private static final int NIGHT = 0x05060d;
    private static final int WHITE = 0xffffff;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void shouldPrintHelp() {
        assertEquals(0, run("--help"));
        for (String option :
                new String[] {"--bullets", "--ships", "--pattern", "--rank", "--workers", "--output", "(default: 1920)"
                }) {
            assertTrue(out.toString().contains(option), option);
        }
        assertEquals("", err.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--bullets 0",
                "--bullets x",
                "--ships 0",
                "--emitters 0",
                "--rank -0.1",
                "--rank NaN",
                "--ticks 0",
                "--settle -1",
                "--workers 0",
                "--workers 257",
                "--width 0",
                "--height 100000",
                "--stage 0",
                "--renderer crayon",
                "--renderer none --gif x.gif",
                "--output .",
                "--speed 3",
            })
    void shouldReportInvalidArgumentsInOneLine(String arguments) {
        assertEquals(2, run(arguments.split(" ")));
        assertEquals("", out.toString());
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().startsWith("bullets: "), err::toString);
        assertTrue(err.toString().endsWith("; try --help" + System.lineSeparator()), err::toString);
    }

    @Test
    void shouldReportAnInvalidPatternInOneLine() throws IOException {
        Path broken = Files.writeString(
                folder.resolve("broken.xml"), "<bulletml>\n<action label='top'><wiat/></action></bulletml>");
        assertEquals(1, runSmall(folder.resolve("x.png"), "--pattern", broken.toString()));
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().startsWith("bullets: broken.xml:2:"), err::toString);
        assertEquals(
                2,
                run(
                        "--output",
                        folder.resolve("x.png").toString(),
                        "--pattern",
                        folder.resolve("no.xml").toString()));
        assertTrue(
                err.toString().contains("bullets: --pattern no such file: " + folder.resolve("no.xml")), err::toString);
    }

    @Test
    void shouldRunAndPrintASummaryAndDraw() throws IOException {
        Path picture = folder.resolve("new/picture.png");
        assertEquals(0, runSmall(picture, "--stats", null));
        assertEquals("", err.toString());
        String summary = out.toString();
        assertTrue(summary.contains("of at most 2,000"), summary);
        assertTrue(summary.contains(" ticks a second, "), summary);
        assertTrue(summary.contains("30 in "), summary);
        assertTrue(summary.contains("by 2 threads"), summary);
        assertTrue(summary.contains("collide"), summary);
        assertTrue(summary.contains("readsResource(Grid)"), "the graph: " + summary);
        String firstStage = summary.substring(summary.indexOf("stage 0"), summary.indexOf("stage 1"));
        assertTrue(firstStage.contains("  collide: ") && firstStage.contains("  script: "), "beside: " + summary);
        BufferedImage image = ImageIO.read(picture.toFile());
        assertEquals(320, image.getWidth());
        assertEquals(180, image.getHeight());
    }

    @Test
    void shouldPrintStatsEvenIfThePictureCannotBeWritten() {
        Path taken = folder.resolve("taken");
        StringWriter said = ProgramRun.inWhichAFolderTakesThePlaceOf(taken);
        String[] arguments = ProgramRun.arguments(SMALL, taken);
        assertEquals(1, ProgramRun.execute(Bullets.commandLine(), said, err, arguments));
        assertFalse(said.toString().contains("picture "), said::toString);
        assertTrue(
                err.toString().contains("bullets: must be a file, not a folder: " + taken + "; name a file in it"),
                err::toString);
    }

    /** All floating-point results are equal on every machine: plain arithmetic, and StrictMath. */
    @Test
    void shouldReproduceTheWorldOfASeed() {
        assertEquals(0, runSmall(folder.resolve("x.png"), "--seed", "5"));
        assertEquals(WORLD, world());
        out.getBuffer().setLength(0);
        assertEquals(0, runSmall(folder.resolve("x.png"), "--seed", "5", "--workers", "1"));
        assertEquals(WORLD, world());
        out.getBuffer().setLength(0);
        assertEquals(0, runSmall(folder.resolve("x.png"), "--seed", "6"));
        assertNotEquals(WORLD, world());
    }

    @Test
    void shouldDrawBulletsOfEachPatternAndShips() throws IOException {
        Path picture = folder.resolve("picture.png");
        assertEquals(0, runSmall(picture, "--seed", "5", "--stage", "360", "--width", "640", "--height", "360"));
        BufferedImage image = ImageIO.read(picture.toFile());
        assertTrue(count(image, NIGHT) > 640 * 360 / 2, "night: " + count(image, NIGHT));
        assertTrue(count(image, WHITE) > 50, "ships: " + count(image, WHITE));
        for (int pattern = 0; pattern < Pattern.shippedNames().size(); pattern++) {
            int pixels = count(image, BattleView.colour(pattern));
            assertTrue(pixels > 20, Pattern.shippedNames().get(pattern) + ": " + pixels);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"java2d", "egl"})
    void shouldRunTheSameWorldWithARenderer(String renderer) throws IOException {
        if (renderer.equals("egl")) {
            Egl.require();
        }
        Path film = folder.resolve("film.gif");
        int exit = runSmall(folder.resolve("x.png"), "--seed", "5", "--renderer", renderer, "--gif", film.toString());
        assertEquals(0, exit, err::toString);
        assertEquals(WORLD, world());
        BufferedImage first = ImageIO.read(film.toFile());
        assertEquals(320, first.getWidth());
        assertTrue(count(first, NIGHT) > 320 * 180 / 4 && count(first, NIGHT) < 320 * 180, "neither empty nor full");
    }

    /** 30 ticks, of which 10 are taken back and run again: the world is that of 20 ticks. */
    @Test
    void shouldRewindByAScriptedKey() throws IOException {
        Path film = folder.resolve("film.gif");
        assertEquals(0, runSmall(folder.resolve("x.png"), "--seed", "5", "--ticks", "20"));
        String after20 = world();
        out.getBuffer().setLength(0);
        assertEquals(
                0,
                runSmall(folder.resolve("x.png"), "--seed", "5", "--keys", "r@15-25", "--gif", film.toString()),
                err::toString);
        assertEquals(after20, world());
        assertFalse(out.toString().contains("the same seed gives the same hash"), out::toString);
        ImageReader reader = ImageIO.getImageReadersByFormatName("gif").next();
        try (ImageInputStream in = ImageIO.createImageInputStream(film.toFile())) {
            reader.setInput(in);
            assertEquals(20, reader.getNumImages(true), "every second of 30 ticks and 10 steps back");
        } finally {
            reader.dispose();
        }
    }

    @Tag("slow")
    @Test
    void shouldContinueASavedWorldAsIfItHadNotEnded() throws IOException {
        Path saved = folder.resolve("new/battle.basalt");
        Path picture = folder.resolve("x.png");
        assertEquals(0, runSmall(picture, "--seed", "5", "--ticks", "100"));
        String after100 = world();
        out.getBuffer().setLength(0);
        assertEquals(0, runSmall(picture, "--seed", "5", "--ticks", "40", "--save", saved.toString()), err::toString);
        assertTrue(out.toString().contains("saved      " + saved), out::toString);
        out.getBuffer().setLength(0);
        Path json = folder.resolve("battle.json");
        assertEquals(
                0,
                runSmall(
                        picture,
                        "--ticks",
                        "60",
                        "--workers",
                        "1",
                        "--load",
                        saved.toString(),
                        "--dump-json",
                        json.toString()),
                err::toString);
        assertEquals(after100, world());
        assertTrue(Files.readString(json).startsWith("{\n  \"tick\": 160,\n  \"entities\": [\n"), "settled 60 ticks");
    }

    /** Each run ends with a checkpoint, from which the next one continues. */
    @Tag("slow")
    @Test
    void shouldContinueTheNewestGoodCheckpoint() throws IOException {
        Path checkpoints = folder.resolve("checkpoints");
        Path picture = folder.resolve("x.png");
        assertEquals(0, runSmall(picture, "--seed", "5", "--ticks", "100"));
        String after100 = world();
        for (int ticks : new int[] {30, 50}) {
            assertEquals(
                    0,
                    runSmall(
                            picture,
                            "--seed",
                            "5",
                            "--ticks",
                            Integer.toString(ticks),
                            "--checkpoints",
                            checkpoints.toString()),
                    err::toString);
        }
        Path newest = checkpoints.resolve("checkpoint-000003.basalt");
        Files.copy(checkpoints.resolve("checkpoint-000002.basalt"), newest);
        byte[] damaged = Files.readAllBytes(newest);
        damaged[damaged.length / 2] ^= 1;
        Files.write(newest, damaged);
        out.getBuffer().setLength(0);
        assertEquals(0, runSmall(picture, "--ticks", "20", "--checkpoints", checkpoints.toString()), err::toString);
        assertEquals(after100, world());
        assertTrue(err.toString().contains("skipped    " + newest + ": "), err::toString);
        SaveInfo info = SaveInfo.read(checkpoints.resolve("checkpoint-000004.basalt"));
        assertEquals("the end of a run", info.note());
        assertEquals(160, info.tick());
    }

    /** Input is taken back and given again, and played with another number of workers. */
    @Test
    void shouldReplayRecordedInput() throws IOException {
        Path replay = folder.resolve("battle.replay");
        Path picture = folder.resolve("x.png");
        String[] recording = {
            "--seed", "5", "--ticks", "60", "--keys", "s@12,s@26,r@30-45,s@48", "--record-replay", replay.toString()
        };
        assertEquals(0, runSmall(picture, recording), err::toString);
        String recorded = world();
        out.getBuffer().setLength(0);
        String[] playing = {"--seed", "5", "--ticks", "45", "--workers", "1", "--replay", replay.toString()};
        assertEquals(0, runSmall(picture, playing), err::toString);
        assertEquals(recorded, world());
        assertTrue(out.toString().contains("replayed   " + replay + ", the same: 105 of 105 ticks"), out::toString);
        playing[1] = "6";
        assertEquals(1, runSmall(picture, playing));
        assertTrue(
                err.toString().contains("differs from the recorded one in tick 1, before the first system: "),
                err::toString);
        err.getBuffer().setLength(0);
        Files.writeString(replay, "spawn 3");
        assertEquals(2, runSmall(picture, playing));
        assertTrue(err.toString().contains("--replay " + replay + ": this is no saved replay"), err::toString);
    }

    @Test
    void shouldReplayFromASavedWorld() throws IOException {
        Path saved = folder.resolve("battle.basalt");
        Path replay = folder.resolve("battle.replay");
        Path picture = folder.resolve("x.png");
        assertEquals(0, runSmall(picture, "--ticks", "30", "--save", saved.toString()), err::toString);
        String[] recording = {
            "--ticks", "20", "--load", saved.toString(), "--keys", "s@4", "--record-replay", replay.toString()
        };
        out.getBuffer().setLength(0);
        assertEquals(0, runSmall(picture, recording), err::toString);
        String recorded = world();
        out.getBuffer().setLength(0);
        String[] playing = {"--ticks", "20", "--workers", "1", "--load", saved.toString(), "--replay", replay.toString()
        };
        assertEquals(0, runSmall(picture, playing), err::toString);
        assertEquals(recorded, world());
        assertTrue(out.toString().contains("the same: 20 of 20 ticks"), out::toString);
        err.getBuffer().setLength(0);
        assertEquals(2, runSmall(picture, "--replay", replay.toString()));
        assertTrue(
                err.toString().contains(replay + " has the ticks 91 to 110, and the world is before tick 1; --load"),
                err::toString);
    }

    @Test
    void shouldRefuseToContinueWithOtherOptions() throws IOException {
        Path saved = folder.resolve("battle.basalt");
        Path picture = folder.resolve("x.png");
        assertEquals(0, runSmall(picture, "--save", saved.toString()), err::toString);
        err.getBuffer().setLength(0);
        assertEquals(2, runSmall(picture, "--load", saved.toString(), "--ships", "31"));
        assertTrue(
                err.toString()
                        .contains(saved + " was saved with --stage 3840.0x2160.0 --ships 30 --pattern spiral.xml,"),
                err::toString);
        Files.writeString(saved, "no world");
        err.getBuffer().setLength(0);
        assertEquals(2, runSmall(picture, "--load", saved.toString()));
        assertTrue(err.toString().startsWith("bullets: --load " + saved + ": this is no saved world"), err::toString);
    }

    /** The hash of the world, from the summary. */
    private String world() {
        return out.toString()
                .lines()
                .filter(line -> line.startsWith("world "))
                .map(line -> line.split(" +")[1])
                .findFirst()
                .orElseThrow();
    }

    /** Number of pixels with about this colour. */
    private static int count(BufferedImage image, int rgb) {
        int count = 0;
        for (int i = 0; i < image.getWidth() * image.getHeight(); i++) {
            int pixel = image.getRGB(i % image.getWidth(), i / image.getWidth());
            int off = 0;
            for (int shift = 0; shift <= 16; shift += 8) {
                off = Math.max(off, Math.abs((pixel >> shift & 255) - (rgb >> shift & 255)));
            }
            count += off <= 24 ? 1 : 0;
        }
        return count;
    }

    /** Options in {@code more} replace those of the small battle; null for no value. */
    private int runSmall(Path picture, String... more) {
        return run(ProgramRun.arguments(SMALL, picture, more));
    }

    private int run(String... arguments) {
        return ProgramRun.execute(Bullets.commandLine(), out, err, arguments);
    }
}
