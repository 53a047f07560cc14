package basalt.query;

import basalt.check.Strict;
import basalt.component.Column;
import basalt.query.KernelExplanation.Finding;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is known of a kernel's body without a look at its code, and is known to keep the JIT from inlining or
 * vectorising a loop.
 *
 * @param body the body
 * @param isSpecialised whether the kernel has a driver class for it
 * @param reads the columns that it has read
 * @param writes those that it has written
 * @param writesVary whether it has written more columns in some rows than in others
 * @param asksForPresence whether it has asked which components a row has
 */
record BodyTraits(
        Object body,
        boolean isSpecialised,
        Set<Column> reads,
        Set<Column> writes,
        boolean writesVary,
        boolean asksForPresence) {
    private static final int RECOMMENDED_JDK = 25;

    /** Through these and rows a body gets at other entities. By name, as they stand to the right of this class. */
    static final Set<String> WAYS_TO_OTHERS =
            Set.of("basalt.query.Query", "basalt.query.RowCursor", "basalt.selection.Selection", "basalt.world.World");

    /** The likely causes of what the times say, the likeliest first; none if the loop is vectorised. */
    List<String> causes(TrialTimes times) {
        List<String> causes = new ArrayList<>();
        if (Strict.ON) {
            causes.add("strict mode checks each access, and these are the figures of that: run without"
                    + " -Dbasalt.strict=true");
            return causes;
        }
        if (times.vectorised() == Finding.YES) {
            return causes;
        }
        if (!times.isSettled()) {
            causes.add("the loops still got faster when the time of a trial was over: the body is slow or the machine"
                    + " busy; call explain() once more");
        } else if (!times.isJvmVectorising()) {
            causes.add(
                    "not even a copy is vectorised in this JVM: a JIT that is limited or switched off by a flag, or a"
                            + " machine that is too busy to tell");
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
            causes.add("a store in some rows only: store in each row, the old value where nothing is to change");
        }
        Set<Integer> sizes = new TreeSet<>();
        reads.forEach(column -> sizes.add(column.kind().sizeBytes()));
        writes.forEach(column -> sizes.add(column.kind().sizeBytes()));
        if (sizes.size() > 1) {
            causes.add("columns of different sizes in one loop, of " + sizes
                    + " bytes: use one size, or a kernel for each");
        }
        if (reads.stream().anyMatch(Column::sparse) || writes.stream().anyMatch(Column::sparse)) {
            causes.add("columns of a sparse component, whose address the JIT does not know to be that of the block");
        }
        if (asksForPresence) {
            causes.add("row.has() or row.isEnabled(), which are branches: use a query for each kind of rows");
        }
    }

    /** Looks at the types alone of what the body has captured. */
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
        if (Row.class.isAssignableFrom(captured) || WAYS_TO_OTHERS.contains(captured.getName())) {
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
