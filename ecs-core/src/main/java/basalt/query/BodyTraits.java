package basalt.query;

import basalt.component.Column;
import basalt.internal.Strict;
import basalt.query.KernelExplanation.Finding;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Properties of a kernel's body that keep the JIT from inlining or vectorising its loop. They are found without reading
 * the body's code.
 *
 * @param body the body
 * @param isSpecialised whether the kernel has a driver class for it
 * @param reads the columns that the body has read
 * @param writes the columns that the body has written
 * @param writesVary whether the body has written other columns in one row than in another
 * @param readsPresence whether the body has called {@code row.has()} or {@code row.isEnabled()}
 */
record BodyTraits(
        Object body,
        boolean isSpecialised,
        Set<Column> reads,
        Set<Column> writes,
        boolean writesVary,
        boolean readsPresence) {
    private static final int RECOMMENDED_JDK = 25;

    /**
     * Types that give access to other entities, besides rows. Named as text, because this package may not import all.
     */
    static final Set<String> ACCESS_TYPES =
            Set.of("basalt.query.Query", "basalt.query.RowCursor", "basalt.query.Selection", "basalt.world.World");

    /** The likely causes of slow times, the likeliest first; none if the loop is vectorised. */
    List<String> causes(TrialTimes times) {
        List<String> causes = new ArrayList<>();
        if (Strict.ON) {
            causes.add("strict mode checks each access, and the times include these checks: run without"
                    + " -Dbasalt.strict=true");
            return causes;
        }
        if (times.vectorised() == Finding.YES) {
            return causes;
        }
        if (!times.isSettled()) {
            causes.add("the loops were still getting faster at the end of the trial: the body is slow or the machine is"
                    + " busy; call explain() once more");
        } else if (!times.isJvmVectorising()) {
            causes.add("even a copy is not vectorised in this JVM: the JIT is limited or switched off by a flag, or the"
                    + " machine is too busy");
        }
        if (!isSpecialised) {
            causes.add("the kernel shares its loop with others: -Dbasalt.kernels.specialise=false, or a runtime without"
                    + " hidden classes");
        }
        if (times.inlined() == Finding.NO) {
            causes.add("the body is called for each row, as its compiled code is larger than the JIT inlines (2,500"
                    + " bytes, -XX:InlineSmallCode): make it smaller; each value of another entity that it reads by "
                    + "handle"
                    + " takes some 650 bytes");
        }
        addCaptured(causes);
        addColumns(causes);
        causes.add(
                "a branch, ?:, && or ||, a comparison, a loop or a call in the body, or arithmetic that the JIT has no"
                        + " vectors for: see ecs-core/docs/vectorising.md");
        if (Runtime.version().feature() < RECOMMENDED_JDK) {
            causes.add("JDK " + Runtime.version().feature() + ", which vectorises less than JDK " + RECOMMENDED_JDK);
        }
        return causes;
    }

    private void addColumns(List<String> causes) {
        if (writesVary) {
            causes.add("a store in some rows only: store in each row, and store the old value where nothing changes");
        }
        Set<Integer> sizes = new TreeSet<>();
        reads.forEach(column -> sizes.add(column.kind().sizeBytes()));
        writes.forEach(column -> sizes.add(column.kind().sizeBytes()));
        if (sizes.size() > 1) {
            causes.add("columns of different sizes in one loop, of " + sizes
                    + " bytes: use one size, or a kernel for each");
        }
        if (readsPresence) {
            causes.add("row.has() or row.isEnabled(), which are branches: use one query for each case");
        }
    }

    /** Adds causes that follow from the types of the captured values. */
    private void addCaptured(List<String> causes) {
        for (Class<?> type = body.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Field captured : type.getDeclaredFields()) {
                if (!Modifier.isStatic(captured.getModifiers())) {
                    addCaptured(causes, captured.getType());
                }
            }
        }
    }

    private static void addCaptured(List<String> causes, Class<?> captured) {
        if (Row.class.isAssignableFrom(captured) || ACCESS_TYPES.contains(captured.getName())) {
            causes.add("the body has captured a " + captured.getSimpleName() + ": what it reads through that is checked"
                    + " in each row; read it before the run, into a small object that the body captures instead");
            return;
        }
        for (Field field : captured.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && Column.class.isAssignableFrom(field.getType())) {
                causes.add("a column in field " + field.getName() + " of a captured " + captured.getSimpleName()
                        + ", which is no constant to the JIT: make it static final");
            }
        }
    }
}
