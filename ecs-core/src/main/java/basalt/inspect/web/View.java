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
}
