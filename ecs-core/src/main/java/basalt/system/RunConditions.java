package basalt.system;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * All run conditions of one system. Immutable; {@link RunConditionEvaluator} holds the state between ticks.
 *
 * @param predicates all of them must hold
 * @param everySeconds the interval in seconds; 0 if there is none
 * @param everyTicks the interval in ticks; 0 if there is none
 * @param once whether it runs one time only
 */
record RunConditions(List<BooleanSupplier> predicates, float everySeconds, int everyTicks, boolean once) {
    RunConditions {
        predicates = List.copyOf(predicates);
    }

    /** Combines the conditions of a system. */
    static RunConditions of(String system, List<RunCondition> conditions) {
        List<BooleanSupplier> predicates = new ArrayList<>();
        RunCondition interval = null;
        boolean once = false;
        for (RunCondition condition : conditions) {
            switch (condition.kind()) {
                case WHEN -> predicates.add(condition.condition());
                case EVERY, EVERY_TICKS -> {
                    if (interval != null) {
                        throw new IllegalArgumentException("a system can have one interval: system \"" + system
                                + "\" has " + interval + " and " + condition + "; drop one");
                    }
                    interval = condition;
                }
                case ONCE -> {
                    if (once) {
                        throw new IllegalArgumentException("system \"" + system + "\" has once() twice; drop one");
                    }
                    once = true;
                }
            }
        }
        return new RunConditions(
                predicates, interval == null ? 0 : interval.seconds(), interval == null ? 0 : interval.ticks(), once);
    }

    @Override
    public String toString() {
        List<String> texts = new ArrayList<>();
        if (everySeconds > 0) {
            texts.add("every(" + everySeconds + ")");
        }
        if (everyTicks > 0) {
            texts.add("everyTicks(" + everyTicks + ")");
        }
        predicates.forEach(predicate -> texts.add("when(...)"));
        if (once) {
            texts.add("once()");
        }
        return String.join(", ", texts);
    }
}
