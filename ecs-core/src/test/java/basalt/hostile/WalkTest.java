package basalt.hostile;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Attacks on all public members. Each runs in a separate JVM, so that a crash ends no other test. */
class WalkTest {
    @Test
    void shouldRejectWrongArgumentsWithAClearError() {
        assertManyAttacks(Attacks.inAnotherJvm(WrongArguments.class, "256m").output(), 8_000);
    }

    @Test
    void shouldRejectWrongThreadsWithAClearError() {
        assertManyAttacks(Attacks.inAnotherJvm(WrongThreads.class, "256m").output(), 300);
    }

    @Test
    void shouldRejectUseAfterCloseWithAClearError() {
        assertManyAttacks(Attacks.inAnotherJvm(AfterClose.class, "256m").output(), 300);
    }

    @Tag("long")
    @Test
    void shouldStayUsableAfterMisuseInCallbacks() {
        assertManyAttacks(Attacks.inAnotherJvm(Callbacks.class, "256m").output(), 500);
    }

    @Test
    void shouldRejectStaleSlicesOfEachAllocator() {
        assertManyAttacks(Attacks.inAnotherJvm(StaleSlices.class, "256m").output(), 5_000);
    }

    @Tag("long")
    @Test
    void shouldRejectMisuseThatOnlyStrictModeChecks() {
        assertManyAttacks(Attacks.inAnotherJvm(StrictAttacks.class, "256m").output(), 1_500);
    }

    @Tag("long")
    @Test
    void shouldStayUsableAfterRandomCallsWhileMemoryFails() {
        assertManyAttacks(Attacks.inAnotherJvm(RandomCalls.class, "256m").output(), 4_000);
    }

    @Tag("long")
    @Test
    void shouldHoldTenMillionEntitiesWithASmallHeap() {
        assertManyAttacks(Attacks.inAnotherJvm(SmallHeap.class, "32m").output(), 1);
    }

    @Test
    void shouldRejectASecondThreadWhileTheOwnerWorks() {
        assertManyAttacks(Attacks.inAnotherJvm(Races.class, "256m").output(), 4);
    }

    @Test
    void shouldRejectAttacksThatSucceededOnce() {
        assertManyAttacks(Attacks.inAnotherJvm(KnownAttacks.class, "256m").output(), 10);
    }

    private static void assertManyAttacks(String output, int least) {
        int attacks = output.lines()
                .filter(line -> line.startsWith("attacks="))
                .mapToInt(line -> Integer.parseInt(line.substring("attacks=".length())))
                .findFirst()
                .orElse(0);
        assertTrue(attacks > least, () -> "too few attacks: " + attacks);
    }
}
