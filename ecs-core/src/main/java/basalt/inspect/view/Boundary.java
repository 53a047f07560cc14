package basalt.inspect.view;

import basalt.runtime.TickControl;

/**
 * What the inspector does between ticks, on the world's thread: changes before a tick, questions after it. What goes
 * wrong in a question or a change reaches the one who has asked, and not the game.
 *
 * <pre>
 *   before a tick      changes, as commands
 *   after a tick       states and memory are kept; questions are answered, within the budget
 *   between ticks      changes that are no commands; questions
 * </pre>
 */
public final class Boundary implements TickControl.Boundary {
    private final InspectedWorld inspected;
    private final Questions questions;
    private final Changes changes;
    private final Pulse pulse;
    private final long budgetNanos;
    private boolean hasTicked;

    public Boundary(InspectedWorld inspected, Questions questions, Changes changes, Pulse pulse, long budgetNanos) {
        this.inspected = inspected;
        this.questions = questions;
        this.changes = changes;
        this.pulse = pulse;
        this.budgetNanos = budgetNanos;
    }

    @Override
    public void beforeTick(boolean isPlayed, long least, long greatest) {
        inspected.history().limit(least, greatest);
        changes.beforeTick(inspected, isPlayed);
        pulse.beforeTick();
    }

    @Override
    public void afterTick() {
        long now = System.nanoTime();
        pulse.at(now, inspected);
        try {
            inspected.traces().afterTick();
            inspected.history().afterTick();
            inspected.memory().afterTick(inspected, now);
        } catch (Throwable e) { // such as a heap that is full: the tick has ended, and the game goes on
            inspected.traces().stop();
            inspected.history().failed(e);
        }
        questions.answer(inspected, budgetNanos);
        hasTicked = true;
    }

    @Override
    public void betweenTicks() {
        pulse.at(System.nanoTime(), inspected);
        changes.betweenTicks(inspected);
        if (!hasTicked) { // else they have had their time after the tick
            questions.answer(inspected, budgetNanos);
        }
        hasTicked = false;
    }

    @Override
    public void closed() {
        pulse.close();
        changes.close();
        questions.close();
        inspected.traces().stop();
    }
}
