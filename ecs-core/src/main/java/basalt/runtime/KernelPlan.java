package basalt.runtime;

import basalt.component.Component;
import basalt.snapshot.Filter;
import java.util.List;

/**
 * What a run of a kernel needs to know.
 *
 * @param runtime what the kernel's world runs with
 * @param filter which rows match
 * @param partners which partners of the rows match; null if its rows have none
 * @param declared the components that its query declares
 * @param driver the loop around its body
 * @param pure whether dead rows may be run over
 * @param checked how strict mode runs a pure kernel, which checks it; null where the driver alone runs it
 * @param captured strict mode: what the body can change outside of its rows; null otherwise
 */
public record KernelPlan(
        WorldRuntime runtime,
        Filter filter,
        Filter partners,
        List<Component<?>> declared,
        KernelDriver driver,
        boolean pure,
        Runnable checked,
        CapturedState captured) {
    /**
     * The conditions of all rows that the body is given.
     *
     * @return one, or two if the rows have partners
     */
    public List<Filter> filters() {
        return partners == null ? List.of(filter) : List.of(filter, partners);
    }

    /**
     * Throws if a query of the kernel was closed.
     *
     * @throws IllegalStateException if its own was, or that of the partners
     */
    public void requireOpen() {
        filter.requireOpen();
        if (partners != null) {
            partners.requireOpen();
        }
    }
}
