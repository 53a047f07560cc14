package basalt.runtime;

import basalt.component.Component;
import basalt.match.ChangeFilter;
import basalt.match.Filter;
import java.util.List;

/**
 * The data that a run of a kernel needs.
 *
 * @param runtime the runtime of the kernel's world
 * @param filter the filter of the rows
 * @param partners the filter of the partners; null if the rows have no partners
 * @param declared the components that its query declares
 * @param driver the loop around its body; null if {@code whole} or {@code levels} runs the kernel
 * @param pure whether the kernel may run over rows that do not match
 * @param whole runs the kernel as one piece, with a snapshot of its own; null if the driver runs it. In strict mode,
 *     for a pure kernel, which is checked
 * @param levels the loop of a cascade; null for other kernels
 * @param captured strict mode: the state that the body can change outside of its rows; null otherwise
 */
public record KernelPlan(
        WorldRuntime runtime,
        Filter filter,
        Filter partners,
        List<Component<?>> declared,
        KernelDriver driver,
        boolean pure,
        Runnable whole,
        LevelLoop levels,
        CapturedState captured) {
    /** The filters of all rows that the body gets. Returns one filter, or two if the rows have partners. */
    public List<Filter> filters() {
        return partners == null ? List.of(filter) : List.of(filter, partners);
    }

    /** The conditions on changes that decide which rows the body gets. Returns null if there are none. */
    public ChangeFilter changes() {
        return levels == null ? filter.changeFilter() : levels.changes();
    }

    /** Throws if a query of the kernel was closed. */
    public void requireOpen() {
        filter.requireOpen();
        if (partners != null) {
            partners.requireOpen();
        }
    }
}
