package basalt.examples.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.examples.cluster.Message.Status;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A player without a connection, who gets answers that a correct service gives, or does not. */
class PlayerClientTest {
    private final PlayerClient player = new PlayerClient(null, new ClusterConfig(), 1, new Bots.RoundTrips());

    @BeforeEach
    void join() {
        player.ask();
        answer(Status.REPEATED, -1, 7, 10); // the first answer of a connection: command 7 was the last
        assertEquals(7, player.answered());
    }

    private void answer(Status status, long sequence, long applied, long tick) {
        player.onAnswer(new Message.Answer(status, sequence, tick, applied, 0, 0));
    }

    private void assertError(String message) {
        IllegalStateException error = assertThrows(IllegalStateException.class, player::requireNoError);
        assertEquals(message, error.getMessage());
    }

    @Test
    void shouldTakeAnswersInOrder() {
        answer(Status.APPLIED, 8, 8, 11);
        answer(Status.REPEATED, 8, 8, 11);
        answer(Status.GAP, 8, 8, 12);
        player.requireNoError();
        assertEquals(8, player.answered());
    }

    @Test
    void shouldReportACommandThatWasAppliedTwice() {
        answer(Status.APPLIED, 8, 9, 11);
        assertError("command 8 is number 9 of those that were applied");
    }

    @Test
    void shouldReportAnAnsweredCommandThatWasLost() {
        answer(Status.APPLIED, 8, 8, 11);
        answer(Status.GAP, 7, 7, 12);
        assertError("command 8 was answered, but the last one is 7");
    }

    @Test
    void shouldIgnoreALateGapAfterAnAnswerToAQuestion() {
        player.ask();
        answer(Status.REPEATED, -2, 9, 15);
        answer(Status.GAP, 8, 8, 12);
        player.requireNoError();
        assertEquals(9, player.answered());
    }

    @Test
    void shouldIgnoreAnswersToQuestionsFromBeforeItHasSentAgain() {
        player.ask();
        player.ask();
        answer(Status.REPEATED, -2, 8, 11);
        player.ask();
        answer(Status.REPEATED, -3, 9, 12);
        assertEquals(8, player.answered());
        answer(Status.REPEATED, -4, 10, 13);
        assertEquals(10, player.answered());
    }

    @Test
    void shouldIgnoreALateAnswerOfTheLeaderBefore() {
        answer(Status.APPLIED, 8, 8, 11);
        answer(Status.GAP, 7, 7, 11);
        player.requireNoError();
        assertEquals(8, player.answered());
    }
}
