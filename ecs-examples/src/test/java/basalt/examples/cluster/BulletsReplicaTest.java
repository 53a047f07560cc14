package basalt.examples.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.LeakCheck;
import basalt.examples.cluster.Message.Command;
import basalt.memory.MemorySource;
import basalt.save.SaveBuffer;
import basalt.save.SaveSource;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
class BulletsReplicaTest {
    private static final int MESSAGES = 10;
    private static final long SESSION = 8;
    private static final long PLAYER = 3;

    private final RecordedEffects effects = new RecordedEffects();
    private final BulletsReplica replica = replica(effects, null);
    private final ExpandableArrayBuffer message = new ExpandableArrayBuffer();

    private static BulletsReplica replica(BulletsReplica.Effects effects, SaveSource saved) {
        ClusterConfig config = new ClusterConfig()
                .set("bullets", "500")
                .set("messages-per-second", String.valueOf(MESSAGES))
                .set("check-ticks", "5");
        return new BulletsReplica(config, effects, (world, tick) -> {}, saved);
    }

    @AfterEach
    void close() {
        replica.close();
    }

    private void send(BulletsReplica to, short type, long sequence, float dx) {
        to.onMessage(SESSION, message, 0, new Command(type, sequence, dx, 1).write(message));
    }

    private List<String> answersTo(short type, long sequence) {
        effects.take();
        send(replica, type, sequence, 1);
        return effects.take();
    }

    @Test
    void shouldApplyEachCommandOnceAndInOrder() {
        replica.onOpen(SESSION, PLAYER);
        assertEquals(List.of("8 REPEATED 0 applied 0"), answersTo(Message.STEER, 0));
        assertEquals(List.of("8 APPLIED 1 applied 1"), answersTo(Message.FIRE, 1));
        assertEquals(1, replica.arena().bullets());
        assertEquals(List.of("8 REPEATED 1 applied 1"), answersTo(Message.FIRE, 1));
        assertEquals(1, replica.arena().bullets());
        assertEquals(List.of("8 GAP 1 applied 1"), answersTo(Message.FIRE, 3));
        assertEquals(1, replica.arena().bullets());
        assertEquals(List.of("8 APPLIED 2 applied 2"), answersTo(Message.FIRE, 2));
        assertEquals(2, replica.arena().bullets());
    }

    @Test
    void shouldKnowAPlayerWhoComesBack() {
        replica.onOpen(SESSION, PLAYER);
        send(replica, Message.FIRE, 1, 1);
        replica.onClose(SESSION);
        replica.onOpen(SESSION, PLAYER);
        assertEquals(List.of("8 REPEATED 1 applied 1"), answersTo(Message.FIRE, 1));
    }

    @Test
    void shouldCloseTheOlderSessionOfAPlayer() {
        replica.onTerm(1_000);
        replica.onOpen(SESSION, PLAYER);
        effects.take();
        replica.onOpen(SESSION + 1, PLAYER);
        assertEquals(List.of("8 REPLACED 0 applied 0"), effects.take());
        replica.onTimer(1, 1_033);
        assertEquals(List.of("close 8", "timer 2 at 1066"), effects.take());
        replica.onClose(SESSION);
        message.setMemory(0, 100, (byte) 0);
        replica.onMessage(SESSION + 1, message, 0, new Command(Message.STEER, 1, 1, 1).write(message));
        assertEquals(List.of("9 APPLIED 1 applied 1"), effects.take());
    }

    @Test
    void shouldTellAndCloseWhoSendsTooMuch() {
        replica.onTerm(1_000);
        replica.onOpen(SESSION, PLAYER);
        for (int command = 1; command <= MESSAGES; command++) {
            assertEquals(List.of("8 APPLIED " + command + " applied " + command), answersTo(Message.STEER, command));
        }
        assertEquals(List.of("8 TOO_MANY 11 applied 0"), answersTo(Message.STEER, 11));
        assertEquals(List.of(), answersTo(Message.STEER, 11));
        replica.onTimer(1, 1_033);
        assertEquals(List.of("close 8", "timer 2 at 1066"), effects.take());
    }

    @Test
    void shouldTellAndCloseWhoSendsGarbage() {
        replica.onTerm(1_000);
        for (int length = 0; length <= 100; length++) {
            replica.onOpen(SESSION, PLAYER);
            effects.take();
            message.setMemory(0, 100, (byte) length);
            replica.onMessage(SESSION, message, 0, length);
            assertEquals(List.of("8 MALFORMED 0 applied 0"), effects.take(), "length " + length);
            replica.onClose(SESSION);
        }
        replica.onOpen(SESSION, PLAYER);
        assertEquals(List.of("8 MALFORMED 0 applied 0"), refusedFloat(Float.NaN));
    }

    private List<String> refusedFloat(float dx) {
        effects.take();
        send(replica, Message.STEER, 1, dx);
        return effects.take();
    }

    @Test
    void shouldKeepTheTimeOfTicks() {
        replica.onTerm(1_000);
        assertEquals(List.of("timer 1 at 1033"), effects.take());
        replica.onTimer(1, 1_050);
        assertEquals(List.of("timer 2 at 1066"), effects.take(), "a late tick does not delay the next");
        replica.onTimer(1, 1_051);
        replica.onTimer(3, 1_052);
        assertEquals(List.of(), effects.take(), "timers of other ticks are ignored");
        assertEquals(1, replica.tick());
        for (int tick = 2; tick <= 30; tick++) {
            replica.onTimer(tick, 1_000 + tick * 1_000 / 30);
        }
        assertEquals("timer 31 at 2033", effects.take().get(28));
        replica.onTerm(500); // the next leader's clock is behind
        assertEquals(List.of("timer 31 at 533"), effects.take());
        replica.onTimer(31, 10_000); // the clock was set
        assertEquals(List.of("timer 32 at 10033"), effects.take());
    }

    @Test
    void shouldGoOnFromASnapshotAsOneThatRanThrough() {
        replica.onTerm(1_000);
        replica.onOpen(SESSION, PLAYER);
        replica.onOpen(SESSION + 1, PLAYER + 1);
        for (int command = 1; command <= 10; command++) {
            send(replica, Message.FIRE, command, 1);
        }
        replica.onTimer(1, 1_040);
        replica.onOpen(SESSION + 2, PLAYER + 1); // the older session waits for its end
        RecordedEffects loadedEffects = new RecordedEffects();
        try (SaveBuffer buffer = new SaveBuffer(MemorySource.direct())) {
            replica.save(buffer::write);
            try (BulletsReplica loaded = replica(loadedEffects, buffer.source())) {
                effects.take();
                for (int tick = 2; tick <= 200; tick++) {
                    for (BulletsReplica each : List.of(replica, loaded)) {
                        each.onTimer(tick, 1_000 + tick * 40);
                        send(each, Message.FIRE, 9 + tick, tick);
                    }
                }
                assertEquals(effects.take(), loadedEffects.take());
                assertEquals(replica.hash(), loaded.hash());
                assertEquals(200, loaded.tick());
            }
        }
    }

    @Test
    void shouldSayWhereTheStateDiffers() {
        RecordedEffects leaders = new RecordedEffects();
        try (BulletsReplica leader = replica(leaders, null)) {
            for (BulletsReplica each : List.of(leader, replica)) {
                each.onTerm(0);
                each.onOpen(SESSION, PLAYER);
            }
            send(leader, Message.STEER, 1, 1);
            send(replica, Message.STEER, 1, 1);
            run(leader, 1, 5);
            run(replica, 1, 5);
            replica.onPublished(leaders.published, 0); // no difference

            send(leader, Message.STEER, 2, 1);
            send(replica, Message.STEER, 2, -1);
            run(leader, 6, 10);
            run(replica, 6, 10);
            IllegalStateException divergence =
                    assertThrows(IllegalStateException.class, () -> replica.onPublished(leaders.published, 0));
            assertTrue(
                    divergence
                            .getMessage()
                            .contains("at tick 10: hash %016x, the leader's %016x"
                                    .formatted(replica.hash(), leader.hash())),
                    divergence.getMessage());
            assertTrue(divergence.getMessage().contains("Velocity"), divergence.getMessage());
        }
    }

    @Test
    void shouldRefuseHashesOfTicksThatItDoesNotCheck() {
        Message.putHashes(message, 6, 1);
        IllegalStateException error = assertThrows(IllegalStateException.class, () -> replica.onPublished(message, 0));
        assertTrue(error.getMessage().contains("check-ticks is 5 here"), error.getMessage());
    }

    private static void run(BulletsReplica each, int from, int to) {
        for (int tick = from; tick <= to; tick++) {
            each.onTimer(tick, tick * 33);
        }
    }
}
