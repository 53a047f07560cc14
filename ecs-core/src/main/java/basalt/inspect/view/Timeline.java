package basalt.inspect.view;

import basalt.internal.JsonWriter;
import basalt.runtime.TickControl;
import basalt.runtime.TickTrace;

/** What the workers did in the last tick. */
public final class Timeline extends Question {
    private final TickControl control;
    private final TickTrace trace = new TickTrace();

    /** A question about a tick. */
    public Timeline(TickControl control) {
        this.control = control;
    }

    @Override
    protected void begin(InspectedWorld inspected) {
        inspected.traces().want();
    }

    /** Before the first tick that is traced, there are no pieces. */
    @Override
    protected boolean proceed(InspectedWorld inspected, long deadlineNanos) {
        trace.copy(inspected.traces().last());
        return true;
    }

    @Override
    public void write(JsonWriter json) {
        json.startObject().name("tick").value(trace.tick()).name("nanos").value(trace.nanos());
        json.name("workers").value(control.workers()).name("systems").startArray();
        for (int i = 0; i < control.systems(); i++) {
            json.value(control.name(i));
        }
        json.endArray().name("pieces").startArray();
        for (int i = 0; i < trace.count(); i++) {
            json.startArray().value(trace.system(i)).value(trace.worker(i));
            json.value(trace.start(i)).value(trace.duration(i)).endArray();
        }
        json.endArray().endObject();
    }
}
