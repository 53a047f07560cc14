package basalt.examples.cluster;

import basalt.save.SaveSink;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Answers each command, and does nothing else: what is left of a round trip is that of the cluster. */
final class EchoReplica implements Replica {
    private final Effects effects;
    private final MutableDirectBuffer message = new UnsafeBuffer(new byte[Message.ANSWER_LENGTH]);

    EchoReplica(Effects effects) {
        this.effects = effects;
    }

    @Override
    public void onOpen(long session, long player) {}

    @Override
    public void onMessage(long session, DirectBuffer from, int offset, int length) {
        if (Message.isCommand(from, offset, length)) {
            long sequence = Message.sequence(from, offset);
            int answered = Message.putAnswer(message, 0, Status.APPLIED, sequence, 0, Math.max(0, sequence), 0, 0);
            effects.answer(session, message, answered);
        }
    }

    @Override
    public void onTerm(long timestamp) {}

    @Override
    public void onClose(long session) {}

    @Override
    public void onPublished(DirectBuffer from, int offset, int length) {}

    @Override
    public void onTimer(long id, long timestamp) {}

    @Override
    public void save(SaveSink sink) {}

    @Override
    public long tick() {
        return 0;
    }

    @Override
    public long hash() {
        return 0;
    }

    @Override
    public void close() {}
}
