package basalt.inspect.view;

import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;

/** The questions that wait for the world's thread. Any thread asks; the world's thread answers. */
public final class Questions {
    private static final int CAPACITY = 256;

    private final ManyToOneConcurrentArrayQueue<Question> waiting = new ManyToOneConcurrentArrayQueue<>(CAPACITY);

    /** The question that is being answered; null for none. */
    private Question current;

    private boolean isAnswering;
    private volatile boolean isClosed;

    /** No questions. */
    public Questions() {}

    /** Asks a question. For any thread. */
    public boolean ask(Question question) {
        if (isClosed) {
            throw closed();
        }
        question.asked();
        if (waiting.offer(question)) {
            if (isClosed) {
                failAll();
            }
            return true;
        }
        question.refused();
        return false;
    }

    private static IllegalStateException closed() {
        return new IllegalStateException("the schedule is closed, so nothing can be asked any more");
    }

    /** Answers questions for a while. For the world's thread. */
    void answer(InspectedWorld inspected, long budgetNanos) {
        if (isAnswering || current == null && waiting.isEmpty()) { // an object's toString() may tick
            return;
        }
        isAnswering = true;
        try {
            long deadline = System.nanoTime() + budgetNanos;
            do {
                if (current == null) {
                    current = waiting.poll();
                }
                if (current == null || !current.answer(inspected, deadline)) {
                    return;
                }
                current = null;
            } while (System.nanoTime() - deadline < 0 && !inspected.runtime().isClosed());
        } finally {
            isAnswering = false;
        }
    }

    /** Fails all questions, now and later. For the world's thread. */
    void close() {
        isClosed = true;
        if (current != null) {
            current.fail(closed());
            current = null;
        }
        failAll();
    }

    private synchronized void failAll() {
        for (Question left = waiting.poll(); left != null; left = waiting.poll()) {
            left.fail(closed());
        }
    }
}
