package basalt.snapshot;

/** Which components the kernels that run on a thread may still write. */
@FunctionalInterface
public interface WriteCheck {
    /**
     * Whether a kernel that runs now may still write a component.
     *
     * @param id the component
     * @param own what a query looks for: a kernel of that query does not count
     * @return true if another query's kernel may
     */
    boolean mayStillWrite(int id, ChangeFilter own);
}
