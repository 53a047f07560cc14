package basalt.examples.cluster;

import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** Keeps what a replica does to the outside, as lines; and its last message. */
final class RecordedEffects implements Effects {
    final List<String> lines = new ArrayList<>();
    final ExpandableArrayBuffer published = new ExpandableArrayBuffer();
    int publishedLength;

    @Override
    public void answer(long session, DirectBuffer message, int length) {
        lines.add(session + " " + Message.status(message, 0) + " " + Message.sequence(message, 0) + " applied "
                + Message.applied(message, 0));
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
        publishedLength = length;
    }

    /** The lines since the last call. */
    List<String> take() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }
}
