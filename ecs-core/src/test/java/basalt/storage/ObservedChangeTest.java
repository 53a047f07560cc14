package basalt.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

class ObservedChangeTest {
    private final ObservedChange change = new ObservedChange();
    private final List<String> done = new ArrayList<>();
    private final LongConsumer noting = entity -> done.add("hook " + entity);

    @Test
    void shouldSettleWhenTheOutermostHasEnded() {
        change.afterChange(() -> done.add("after"));
        change.whenSettled(() -> done.add("settled"));
        change.begin();
        change.begin();
        change.call(new LongConsumer[] {noting, noting}, 5);
        change.end();
        assertEquals(List.of("hook 5", "hook 5"), done);
        change.end();
        assertEquals(List.of("hook 5", "hook 5", "after", "settled"), done);
        change.begin();
        change.end();
        assertEquals(4, done.size(), "none was told of this one");
    }

    @Test
    void shouldNotSettleInTheMidstOfSettling() {
        change.afterChange(() -> {
            done.add("after");
            change.begin();
            change.call(new LongConsumer[] {noting}, 6);
            change.end();
        });
        change.begin();
        change.call(new LongConsumer[] {noting}, 5);
        change.end();
        assertEquals(List.of("hook 5", "after", "hook 6"), done);
    }

    @Test
    void shouldRejectChangesInsideOfAHookOnly() {
        change.requireOutside();
        change.begin();
        change.requireOutside();
        change.call(
                new LongConsumer[] {
                    entity -> {
                        assertTrue(change.isCalling());
                        assertThrows(IllegalStateException.class, change::begin);
                        change.beginWrite();
                        change.call(new LongConsumer[] {noting}, 6);
                        assertTrue(change.isCalling());
                        change.end();
                    }
                },
                5);
        change.end();
        change.requireOutside();
        assertEquals(List.of("hook 6"), done);
    }

    @Test
    void shouldThrowAtTheEndWhatHooksHaveThrown() {
        RuntimeException first = new ArithmeticException("first");
        Error second = new StackOverflowError();
        RuntimeException third = new ArithmeticException("third");
        change.afterChange(() -> {
            throw third;
        });
        change.begin();
        change.begin();
        change.call(
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
        change.end();
        assertSame(first, assertThrows(ArithmeticException.class, change::end));
        assertEquals(List.of(second, third), List.of(first.getSuppressed()));
        assertEquals(List.of("hook 5"), done);

        change.afterChange(() -> {});
        change.begin();
        change.end();
    }

    @Test
    void shouldAddWhatHooksHaveThrownToTheCauseOfAFailure() {
        IllegalStateException cause = new IllegalStateException("the change fails");
        ArithmeticException thrown = new ArithmeticException("the hook, too");
        change.begin();
        change.call(
                new LongConsumer[] {
                    entity -> {
                        throw thrown;
                    }
                },
                5);
        change.endAfter(cause);
        assertEquals(List.of(thrown), List.of(cause.getSuppressed()));

        change.begin();
        change.call(
                new LongConsumer[] {
                    entity -> {
                        throw cause;
                    }
                },
                5);
        change.endAfter(cause);
        assertEquals(1, cause.getSuppressed().length);
    }
}
