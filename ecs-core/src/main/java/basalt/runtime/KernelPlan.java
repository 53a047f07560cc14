package basalt.runtime;

import basalt.component.Component;
import java.util.List;

/**
 * What a run of a kernel needs to know.
 *
 * @param home the iterations of the kernel's world
 * @param filter which rows match
 * @param declared the components that its query declares
 * @param driver the loop around its body
 * @param pure whether dead rows may be run over
 * @param checked how strict mode runs a pure kernel, which checks it; null where the driver alone runs it
 */
public record KernelPlan(
        Iterations home,
        Filter filter,
        List<Component<?>> declared,
        KernelDriver driver,
        boolean pure,
        Runnable checked) {}
