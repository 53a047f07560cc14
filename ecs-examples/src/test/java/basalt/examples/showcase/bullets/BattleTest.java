package basalt.examples.showcase.bullets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.examples.framework.program.Garbage;
import basalt.examples.showcase.bullets.Battle.BattleSettings;
import basalt.examples.showcase.bullets.Battle.Stage;
import basalt.examples.showcase.bullets.Components.Emitter;
import basalt.examples.showcase.bullets.Components.Position;
import basalt.examples.showcase.bullets.Fleet.Ship;
import basalt.examples.showcase.bullets.Gun.Routine;
import basalt.examples.showcase.bullets.bulletml.Pattern;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.world.World;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BattleTest {
    private static final Stage STAGE = new Stage(800, 600);

    private static List<Pattern> shipped() throws IOException {
        List<Pattern> patterns = new ArrayList<>();
        for (String name : Pattern.shippedNames()) {
            patterns.add(Pattern.shipped(name));
        }
        return patterns;
    }

    private static Pattern pattern(String actions) throws IOException {
        return Pattern.read(
                new ByteArrayInputStream(("<bulletml>" + actions + "</bulletml>").getBytes(StandardCharsets.UTF_8)),
                "test.xml");
    }

    private static Battle battle(int bullets, int ships, int emitters, int workers) throws IOException {
        return new Battle(
                World.create(), new BattleSettings(STAGE, shipped(), bullets, ships, emitters, 0.5f, workers));
    }

    private static Battle battle(int bullets, int ships, Pattern... patterns) {
        return new Battle(
                World.create(), new BattleSettings(STAGE, List.of(patterns), bullets, ships, patterns.length, 0.5f, 1));
    }

    private static void tick(Battle battle, int ticks) {
        for (int i = 0; i < ticks; i++) {
            battle.tick();
        }
    }

    private static long hashAfter(int ticks, long seed, int workers) throws IOException {
        try (Battle battle = battle(5_000, 60, 24, workers)) {
            battle.start(seed);
            tick(battle, ticks);
            assertTrue(battle.score().hits() > 0);
            return battle.hash();
        }
    }

    @Test
    void shouldProduceEqualWorldsFromEqualSeeds() throws IOException {
        assertEqualWorlds(120, 2);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldProduceEqualWorldsForLong(int workers) throws IOException {
        assertEqualWorlds(250, workers);
    }

    private static void assertEqualWorlds(int ticks, int workers) throws IOException {
        long hash = hashAfter(ticks, 5, 1);
        assertEquals(hash, hashAfter(ticks, 5, workers));
        assertNotEquals(hash, hashAfter(ticks, 6, workers));
    }

    /** The scripts in the pool, the random numbers and the score are restored as well. */
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldRepeatItsCourseAfterARestoration(int workers) throws IOException {
        try (Battle battle = battle(2_000, 30, 24, workers);
                Snapshots ring = Saves.snapshots(battle.world(), 30, battle.derived())) {
            battle.start(5);
            tick(battle, 150);
            List<Long> hashes = new ArrayList<>();
            List<Long> ticks = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                battle.tick();
                ticks.add(ring.capture());
                hashes.add(battle.hash());
            }
            long hits = battle.score().hits();
            for (int back : new int[] {29, 7, 20, 0, 13}) {
                ring.restore(ticks.get(back));
                int scripts = battle.scriptCount();
                assertEquals(hashes.get(back), battle.hash());
                tick(battle, 29 - back);
                assertEquals(hashes.get(29), battle.hash());
                ring.restore(ticks.get(back));
                assertEquals(scripts, battle.scriptCount());
            }
            ring.restore(ticks.get(0));
            tick(battle, 200);
            assertTrue(battle.score().hits() > hits);
            battle.start(5); // destroys all, so each script is freed once
            assertEquals(0, battle.scriptCount());
        }
    }

    @Test
    void shouldTickWithoutGarbage() throws IOException {
        Garbage.requireQuickKernels();
        assumeTrue(Runtime.version().feature() > 17, "JDK 17 does not always remove the object of world.row(entity)");
        try (Battle battle = battle(20_000, 200, 96, 1)) {
            battle.start(1);
            tick(battle, 500);
            assertTrue(battle.bullets().count() > 4_000);
            Garbage.assertNoneSoon(() -> tick(battle, 100));
        }
    }

    @Test
    void shouldRestartFromAnEmptyWorld() throws IOException {
        long[] hashes = new long[2];
        for (int i = 0; i < 2; i++) {
            try (Battle battle = battle(5_000, 60, 24, 1)) {
                battle.start(1);
                tick(battle, 200);
                battle.start(2);
                assertEquals(0, battle.bullets().count());
                assertEquals(0, battle.scriptCount());
                assertEquals(60, battle.ships().count());
                assertEquals(0, battle.score().hits());
                assertEquals(0, battle.heldBack());
                tick(battle, 100);
                hashes[i] = battle.hash();
            }
        }
        assertEquals(hashes[0], hashes[1]);
    }

    @Test
    void shouldCloseItsWorldIfCreationFails() throws IOException {
        for (BattleSettings wrong : List.of(
                new BattleSettings(STAGE, shipped(), 10, 1, 1, 0.5f, 0),
                new BattleSettings(STAGE, shipped(), 10, -1, 1, 0.5f, 1))) {
            World world = World.create();
            assertThrows(RuntimeException.class, () -> new Battle(world, wrong));
            assertThrows(IllegalStateException.class, world::query, "closed");
        }
    }

    /** The scripts and the world are closed even if closing a resource fails. */
    @Test
    void shouldCloseAllEvenIfOneFails() throws IOException {
        World world = World.create();
        Battle battle = new Battle(world, new BattleSettings(STAGE, shipped(), 1_000, 10, 8, 0.5f, 2));
        AutoCloseable late = () -> {
            throw new IllegalStateException("late");
        };
        world.resources().own(AutoCloseable.class, late);
        battle.start(1);
        tick(battle, 10);
        assertEquals(
                "late", assertThrows(IllegalStateException.class, battle::close).getMessage());
        assertThrows(IllegalStateException.class, world::query, "closed");
    }

    @Test
    void shouldAddEmittersUntilRestart() throws IOException {
        try (Battle battle = battle(5_000, 60, 24, 1)) {
            battle.start(1);
            battle.spawn();
            battle.spawn();
            assertEquals(26, battle.world().query().all(Emitter.TYPE).build().count());
            battle.start(1);
            assertEquals(24, battle.world().query().all(Emitter.TYPE).build().count());
        }
    }

    @Test
    void shouldLimitEmitters() throws IOException {
        try (Battle battle = battle(10, 1, Battle.MOST_EMITTERS - 1, 1)) {
            battle.start(1);
            for (int i = 0; i < 3; i++) {
                battle.spawn();
                assertEquals(
                        Battle.MOST_EMITTERS,
                        battle.world().query().all(Emitter.TYPE).build().count());
            }
        }
    }

    @Test
    void shouldKeepItsLimits() throws IOException {
        try (Battle battle = battle(1_500, 50, 24, 2)) {
            battle.start(1);
            for (int i = 0; i < 600; i++) {
                battle.tick();
                assertEquals(50, battle.ships().count());
                assertTrue(battle.bullets().count() <= 1_500);
                assertTrue(battle.scriptCount() <= Routine.MOST * (1_500 + 24));
            }
            assertTrue(battle.heldBack() > 0, "the limit was reached");
            assertTrue(battle.score().ships() > 0, "ships were lost");
            battle.bullets()
                    .forEach(row -> assertTrue(!STAGE.isFarOut(
                            row.get(Position.X) - row.get(Position.X) / 100,
                            row.get(Position.Y) - row.get(Position.Y) / 100)));
        }
    }

    /** Fires a bullet per tick, straight down, until it leaves the stage. The emitter starts in the first tick. */
    @Test
    void shouldFireMoveAndDestroyBullets() throws IOException {
        Pattern straight = pattern("""
                <action label="top"><repeat><times>9999</times><action>
                <fire><direction type="absolute">180</direction><speed>50</speed><bullet/></fire><wait>1</wait>
                </action></repeat></action>""");
        try (Battle battle = battle(1_000, 1, straight)) {
            battle.start(3);
            battle.tick();
            assertEquals(0, battle.bullets().count());
            battle.tick();
            assertEquals(1, battle.bullets().count());
            long bullet = battle.bullets().first();
            float[] at = {0, STAGE.height()};
            battle.bullets().forEach(row -> at[0] = row.get(Position.Y));
            battle.tick();
            battle.bullets().forEach(row -> at[1] = Math.min(at[1], row.get(Position.Y)));
            assertEquals(at[0] - 50, at[1]);
            tick(battle, 30);
            battle.bullets().forEach(row -> assertNotEquals(bullet, row.entity()));
            int steady = battle.bullets().count();
            tick(battle, 30);
            assertTrue(Math.abs(steady - battle.bullets().count()) <= 2);
        }
    }

    /** As by an inspector, between two ticks. */
    @Test
    void shouldReplaceShipsThatWereDestroyedFromOutside() throws IOException {
        try (Battle battle = battle(2_000, 30, 24, 1)) {
            battle.start(5);
            tick(battle, 100);
            World world = battle.world();
            world.query().all(Ship.TYPE).build().bulk().destroy();
            battle.tick();
            assertEquals(30, world.query().all(Ship.TYPE).build().count());
            tick(battle, 50);
            assertTrue(battle.score().hits() > 0);
        }
    }

    @Test
    void shouldAimAtAShipAndHitIt() throws IOException {
        Pattern aimed = pattern("""
                <action label="top"><repeat><times>9999</times><action>
                <fire><speed>8</speed><bullet/></fire><wait>1</wait>
                </action></repeat></action>""");
        try (Battle battle = battle(1_000, 1, aimed, aimed, aimed, aimed, aimed, aimed)) {
            battle.start(3);
            tick(battle, 2_000);
            assertTrue(battle.score().hits() > 100, "hits " + battle.score().hits());
            assertTrue(battle.score().ships() >= 1, "lost " + battle.score().ships());
            assertEquals(battle.score().hits() / Ship.NEW_HULL, battle.score().ships(), 3);
        }
    }

    /** A bullet that splits and then vanishes. */
    @Test
    void shouldRunTheScriptsOfBulletsAndFreeThem() throws IOException {
        Pattern split = pattern("""
                <action label="top"><fire><direction type="absolute">90</direction><speed>1</speed>
                <bullet><action><wait>5</wait>
                <repeat><times>8</times>
                <action><fire><direction type="sequence">45</direction><bullet/></fire></action></repeat>
                <vanish/></action></bullet></fire><wait>1000</wait></action>""");
        try (Battle battle = battle(1_000, 1, split)) {
            battle.start(3);
            tick(battle, 4);
            assertEquals(1, battle.bullets().count());
            assertEquals(2, battle.scriptCount(), "that of the emitter, and that of the bullet");
            tick(battle, 4);
            assertEquals(8, battle.bullets().count());
            assertEquals(1, battle.scriptCount());
        }
    }

    @Test
    void shouldEndAnEmitterThatVanishes() throws IOException {
        Pattern gone = pattern("""
                <action label="top"><fire><speed>0</speed><bullet/></fire><wait>2</wait><vanish/></action>""");
        try (Battle battle = battle(1_000, 1, gone)) {
            battle.start(3);
            tick(battle, 3);
            assertEquals(1, battle.world().query().all(Emitter.TYPE).build().count());
            tick(battle, 10);
            assertEquals(0, battle.world().query().all(Emitter.TYPE).build().count());
            assertEquals(0, battle.scriptCount());
        }
    }

    @Test
    void shouldRestartFinishedPatterns() throws IOException {
        Pattern once = pattern("<action label='top'><fire><speed>0</speed><bullet/></fire><wait>9</wait></action>");
        try (Battle battle = battle(1_000, 1, once)) {
            battle.start(3);
            tick(battle, 100);
            int fired = battle.bullets().count() + (int) battle.score().hits();
            assertTrue(fired >= 8 && fired <= 12, "fired " + fired);
        }
    }

    @Test
    void shouldRefuseAPatternWithTooManyTopActions() throws IOException {
        Pattern wide =
                pattern("<action label='top1'/><action label='top2'/><action label='top3'/><action label='top4'/>"
                        + "<action label='top5'/>");
        World world = World.create();
        BattleSettings settings = new BattleSettings(STAGE, List.of(wide), 10, 1, 1, 0.5f, 1);
        String message = assertThrows(IllegalArgumentException.class, () -> new Battle(world, settings))
                .getMessage();
        assertThrows(IllegalStateException.class, world::query, "closed");
        assertTrue(message.contains("test.xml") && message.contains("at most 4"), message);
    }
}
