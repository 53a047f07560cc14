package basalt.inspect.web;

import basalt.internal.JsonWriter;

/**
 * A view of a stream. If its address is wrong, or names a component that the world does not have yet, the other views
 * of the stream go on, and this one is tried again.
 */
final class WatchedView extends View {
    private final String name;
    private final String parameters;
    private final Views views;

    /** Null until the address was right. */
    private View view;

    /** The view at an address, such as {@code entities?query=Position}. */
    WatchedView(String address, Views views) {
        int mark = address.indexOf('?');
        name = mark < 0 ? address : address.substring(0, mark);
        parameters = mark < 0 ? null : address.substring(mark + 1);
        this.views = views;
    }

    @Override
    boolean update(long nanos) {
        if (view == null) {
            if (name.equals("difference")) {
                throw new ApiException(400, "a difference of recordings takes long, and cannot be watched");
            }
            view = views.view(name, Parameters.of(parameters));
        }
        return view.update(nanos);
    }

    @Override
    void write(JsonWriter json) {
        view.write(json);
    }

    @Override
    void close() {
        if (view != null) {
            view.close();
        }
    }
}
