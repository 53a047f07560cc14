package basalt.storage.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.storage.change.Hooks.HookScope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

class HookScopeTest {
    private final List<String> done = new ArrayList<>();
    private final List<String> settled = new ArrayList<>();
    private final HookScope scope = new HookScope(() -> settled.addAll(done), broken -> {});
    private final LongConsumer noting = entity -> done.add("hook " + entity);

    @Test
    void shouldRunItsTaskAfterTheOutermostScope() {
        scope.afterwards(() -> done.add("after"));
        scope.begin();
        scope.begin();
        scope.call(new LongConsumer[] {noting, noting}, 5);
        scope.end();
        assertEquals(List.of("hook 5", "hook 5"), done);
        assertEquals(List.of(), settled);
        scope.end();
        assertEquals(List.of("hook 5", "hook 5", "after"), done);
        assertEquals(done, settled, "settled once, and last");
        scope.begin();
        scope.end();
        assertEquals(3, done.size(), "no hook was called for this change");
        assertEquals(3, settled.size(), "no hook was called for this change");
    }

    @Test
    void shouldThrowExceptionsOfHooksAtTheEnd() {
        RuntimeException first = new ArithmeticException("first");
        Error second = new StackOverflowError();
        RuntimeException third = new ArithmeticException("third");
        scope.afterwards(() -> {
            throw third;
        });
        scope.begin();
        scope.begin();
        scope.call(
                new LongConsumer[] {
                    entity -> {
                        throw first;
                    },
                    noting,
                    entity -> {
                        throw second;
                    },
                    entity -> {
                        throw first;
                    }
                },
                5);
        scope.end();
        assertSame(first, assertThrows(ArithmeticException.class, scope::end));
        assertEquals(List.of(second, third), List.of(first.getSuppressed()));
        assertEquals(List.of("hook 5"), done);

        scope.afterwards(() -> {});
        scope.begin();
        scope.end();
    }

    @Test
    void shouldAddExceptionsOfHooksToAFailure() {
        IllegalStateException cause = new IllegalStateException("the change fails");
        ArithmeticException thrown = new ArithmeticException("the hook, too");
        scope.begin();
        scope.call(
                new LongConsumer[] {
                    entity -> {
                        throw thrown;
                    }
                },
                5);
        scope.endAfter(cause);
        assertEquals(List.of(thrown), List.of(cause.getSuppressed()));

        scope.begin();
        scope.call(
                new LongConsumer[] {
                    entity -> {
                        throw cause;
                    }
                },
                5);
        scope.endAfter(cause);
        assertEquals(1, cause.getSuppressed().length);
    }
}
