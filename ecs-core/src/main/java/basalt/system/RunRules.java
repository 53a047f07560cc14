package basalt.system;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * All run rules of one system. Immutable; what goes on from tick to tick is kept by a {@link RunGate}.
 *
 * @param conditions all of them must hold
 * @param everySeconds the interval in seconds; 0 if there is none
 * @param everyTicks the interval in ticks; 0 if there is none
 * @param once whether it runs one time only
 */
record RunRules(List<BooleanSupplier> conditions, float everySeconds, int everyTicks, boolean once) {
    RunRules {
        conditions = List.copyOf(conditions);
    }

    /**
     * Puts the rules of a system together.
     *
     * @throws IllegalArgumentException if there is more than one interval, or once() is said twice
     */
    static RunRules of(String system, List<RunRule> rules) {
        List<BooleanSupplier> conditions = new ArrayList<>();
        RunRule interval = null;
        boolean once = false;
        for (RunRule rule : rules) {
            switch (rule.kind()) {
                case WHEN -> conditions.add(rule.condition());
                case EVERY, EVERY_TICKS -> {
                    if (interval != null) {
                        throw new IllegalArgumentException("a system can have one interval: system \"" + system
                                + "\" has " + interval + " and " + rule + "; drop one");
                    }
                    interval = rule;
                }
                case ONCE -> {
                    if (once) {
                        throw new IllegalArgumentException("system \"" + system + "\" has once() twice; drop one");
                    }
                    once = true;
                }
            }
        }
        return new RunRules(
                conditions, interval == null ? 0 : interval.seconds(), interval == null ? 0 : interval.ticks(), once);
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
        conditions.forEach(condition -> texts.add("when(...)"));
        if (once) {
            texts.add("once()");
        }
        return String.join(", ", texts);
    }
}
