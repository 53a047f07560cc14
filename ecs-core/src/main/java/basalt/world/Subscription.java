package basalt.world;

import basalt.internal.NoState;
import java.util.function.LongConsumer;

/** The registration of an observer. It lives until it is closed or its world is. For the world's thread only. */
@NoState
public final class Subscription implements AutoCloseable {
    private final LongConsumer observer;
    private final Observers observers;
    private final LongConsumer hook = this::accept;
    private Runnable unregister;

    Subscription(LongConsumer observer, Observers observers) {
        this.observer = observer;
        this.observers = observers;
    }

    LongConsumer hook() {
        return hook;
    }

    /** Sets the action that removes the hook. */
    void registered(Runnable newUnregister) {
        unregister = newUnregister;
    }

    private void accept(long entity) {
        if (unregister != null) { // another observer of the same change may have closed this one
            observer.accept(entity);
        }
    }

    /**
     * Ends the registration: the observer is no longer called. Further calls do nothing.
     *
     * @throws IllegalStateException on the wrong thread, and while a schedule runs systems
     */
    @Override
    public void close() {
        if (unregister != null && !observers.isClosed()) {
            observers.checkOwner("subscription.close()", "close it after the tick");
            Runnable once = unregister;
            unregister = null;
            once.run();
        }
    }
}
