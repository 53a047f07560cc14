package basalt.inspect.web;

import basalt.inspect.view.Question;
import basalt.inspect.view.Questions;
import basalt.internal.JsonWriter;
import java.util.function.Consumer;

/** What a {@code GET} shows, once or again and again. For the thread of one request. */
abstract class View {
    /** Finds the current answer. */
    abstract boolean update(long nanos);

    /** Writes the answer. */
    abstract void write(JsonWriter json);

    /** No more answers are wanted. */
    void close() {}

    /** A view that needs no world. */
    static View of(Consumer<JsonWriter> writer) {
        return new View() {
            @Override
            boolean update(long nanos) {
                return true;
            }

            @Override
            void write(JsonWriter json) {
                writer.accept(json);
            }
        };
    }

    /** A view of the world. */
    static View of(Question question, Questions questions) {
        return new View() {
            @Override
            boolean update(long nanos) {
                if (!question.isAsked() && !questions.ask(question)) {
                    throw new ApiException(503, "too many questions wait for the world, whose thread does not answer");
                }
                return question.await(nanos);
            }

            @Override
            void write(JsonWriter json) {
                question.write(json);
            }

            @Override
            void close() {
                question.drop();
            }
        };
    }

    /**
     * A view of a stream. If its address is wrong, or names a component that the world does not have yet, the other
     * views of the stream go on, and this one is tried again.
     */
    static final class Watched extends View {
        private final String name;
        private final String parameters;
        private final Views views;

        /** Null until the address was right. */
        private View view;

        /** The view at an address, such as {@code entities?query=Position}. */
        Watched(String address, Views views) {
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
}
