package basalt.examples.cluster;

import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** Keeps what a replica does to the outside, as lines; and its last message. */
final class RecordedEffects implements BulletsReplica.Effects {
    final List<String> lines = new ArrayList<>();
    final ExpandableArrayBuffer published = new ExpandableArrayBuffer();

    @Override
    public void answer(long session, DirectBuffer message, int length) {
        Message.Answer answer = Message.Answer.read(message, 0, length);
        lines.add(session + " " + answer.status() + " " + answer.sequence() + " applied " + answer.applied());
    }

    @Override
    public void close(long session) {
        lines.add("close " + session);
    }

    @Override
    public void timer(long id, long deadlineMillis) {
        lines.add("timer " + id + " at " + deadlineMillis);
    }

    @Override
    public void publish(DirectBuffer message, int length) {
        published.putBytes(0, message, 0, length);
    }

    /** The lines since the last call. */
    List<String> take() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }
}
