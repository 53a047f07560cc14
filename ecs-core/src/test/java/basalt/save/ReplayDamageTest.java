package basalt.save;

import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.SaveFormatException;
import basalt.replay.ReplayGame;
import basalt.storage.StoreInvariants;
import basalt.world.World;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Damaged replays are refused, by one exception; or they are played like any other, on a world that stays whole. */
class ReplayDamageTest {
    private static final int FILES = Integer.getInteger("basalt.save.damaged", 25);
    private static final int TICKS = 6;
    private static final int BODY = FileChunks.HEADER;

    private static byte[] sample() {
        try (ReplayGame game = new ReplayGame();
                Replay replay = Replay.ofEachSystem(game.schedule, game::apply)) {
            game.record(replay, TICKS);
            return Saving.bytes(replay::save);
        }
    }

    /** Either is fine; true if the file was loaded, and its ticks were played. */
    private static boolean isPlayed(byte[] bytes, String which) {
        return Saving.isAccepted(bytes, which, memory -> {
            try (ReplayGame game = new ReplayGame(World.builder().memory(memory).build());
                    Replay replay = Replay.load(Saving.source(bytes), game.schedule, game::apply)) {
                play(game, replay);
            }
        });
    }

    private static void play(ReplayGame game, Replay replay) {
        if (replay.firstTick() != 1) {
            return; // the world has none of these ticks
        }
        long next;
        do { // a difference ends the playing
            next = game.world.time().tick() + 1;
            if (next <= replay.lastTick() && !isPlayed(replay, next)) {
                break;
            }
        } while (next < replay.lastTick());
        StoreInvariants.checkLoaded(game.world);
        game.record(replay, 2);
        StoreInvariants.checkLoaded(game.world);
    }

    /** Plays a tick; returns false if a tree refuses a damaged command, as it would in the tick that was recorded. */
    private static boolean isPlayed(Replay replay, long tick) {
        try {
            replay.play(tick);
            return true;
        } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().contains("in the tree '"), e::getMessage);
            return false;
        }
    }

    @Test
    void shouldPlayTheFileThatIsDamagedHere() {
        assertTrue(isPlayed(sample(), "undamaged"));
    }

    /** A new file, and one in which an enum is a reference. */
    private static List<byte[]> samples() throws IOException {
        try (InputStream file = ReplayDamageTest.class.getResourceAsStream("replay-version-1.basalt")) {
            return List.of(sample(), file.readAllBytes());
        }
    }

    /** {@code -Dbasalt.save.damaged=N} sets the number of files. */
    @ParameterizedTest
    @MethodSource("samples")
    void shouldSurviveAnyDamage(byte[] sample) {
        int played = DamagedFile.accepted(FILES, seed -> DamagedFile.of(sample, seed), ReplayDamageTest::isPlayed);
        assertTrue(played > 0 && played < FILES / 2, "played: " + played); // values may be changed, little else
    }

    /** Damage to the ticks alone. */
    @ParameterizedTest
    @MethodSource("samples")
    void shouldSurviveDamageOfTicks(byte[] sample) {
        int played = DamagedFile.accepted(FILES, seed -> withDamagedTicks(sample, seed), ReplayDamageTest::isPlayed);
        assertTrue(played > 0 && played < FILES, "played: " + played);
    }

    private static byte[] withDamagedTicks(byte[] sample, int seed) {
        FileChunks file = new FileChunks(sample);
        ByteBuffer ticks = file.get("TICK");
        Random random = new Random(seed);
        int at = BODY + random.nextInt((ticks.capacity() - BODY) / 8) * 8;
        switch (random.nextInt(4)) {
            case 0 -> ticks.putLong(at, ticks.getLong(at) ^ 1L << random.nextInt(64));
            case 1 -> ticks.putLong(at, random.nextInt(5) - 1L);
            case 2 -> ticks.putInt(at + 4 * random.nextInt(2), Integer.MAX_VALUE >>> random.nextInt(32));
            default -> ticks.putLong(at, ticks.getLong(at) + random.nextInt(5) - 2);
        }
        return file.complete();
    }

    private static void assertRefused(byte[] bytes, String message) {
        try (ReplayGame game = new ReplayGame()) {
            assertThrowsWith(
                    SaveFormatException.class,
                    () -> Replay.load(Saving.source(bytes), game.schedule, game::apply)
                            .close(),
                    message);
        }
    }

    @Tag("slow")
    @Test
    void shouldRefuseAFileThatEndsEarlyOrGoesOnOrHasAnotherByte() {
        DamagedFile.refuseEach(sample(), ReplayDamageTest::assertRefused);
    }

    @Test
    void shouldNotTakeMemoryForNumbers() {
        FileChunks file = new FileChunks(sample());
        file.get("RPLY").putInt(BODY + 8, Integer.MAX_VALUE);
        assertRefused(file.complete(), "another chunk is missing");
        file = new FileChunks(sample());
        file.get("TICK").putLong(BODY, 1L << 32);
        assertRefused(file.complete(), "another chunk is missing");
        file.get("TICK").putLong(BODY, 1L << 40);
        assertRefused(file.complete(), "length of a tick");
        file.get("TICK").putLong(BODY, 12);
        assertRefused(file.complete(), "length of a tick");
    }

    /** Otherwise ticks that are recorded next would have hashes that no tick counts. */
    @Test
    void shouldRefuseHashesOfSystemsWithoutThoseOfEachTick() {
        FileChunks file = new FileChunks(sample());
        file.get("RPLY").putInt(BODY + 12, 2);
        assertRefused(file.complete(), "hashes are after each system, but not each tick: interval=2");
    }

    /** So that a replay takes no more memory than its file has bytes. */
    @Test
    void shouldRefuseCompressedChunks() {
        FileChunks file = new FileChunks(sample());
        file.get("TICK").putInt(4, 1);
        assertRefused(file.complete(), "the coding of a chunk is unknown: coding=1");
    }

    /** The first command of the first tick is a spawn. */
    @Test
    void shouldCheckCommands() {
        int first = BODY + 16;
        assertCommand(first, 5L, "a spawn is about nothing");
        assertCommand(first + 8, 1L | 3L << 32, "a template is unknown");
        assertCommand(first + 8, 99L, "operation=99");
        assertCommand(first + 8, 20L, "its entity is unknown");
        int third = first + 2 * 16; // sets a value of Velocity
        long code = new FileChunks(sample()).get("TICK").getLong(third + 8) & 0xFFFF_FF00L;
        assertCommand(third + 8, code | 14, "its component holds no parents of a tree");
        assertCommand(third + 8, code | 20, "its component holds no parents of a tree");
        assertCommand(BODY + 8, 0x7FC0_0000L, "its length is out of range: NaN");
        assertCommand(BODY + 8, -1L << 32, "number of its commands");
    }

    private static void assertCommand(int at, long value, String message) {
        FileChunks file = new FileChunks(sample());
        file.get("TICK").putLong(at, value);
        assertRefused(file.complete(), message);
        assertRefused(file.complete(), "tick 0");
    }
}
