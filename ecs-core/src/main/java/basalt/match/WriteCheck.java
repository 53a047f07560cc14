package basalt.match;

/** Reports which components the running kernels of a thread may still write. */
@FunctionalInterface
public interface WriteCheck {
    /**
     * Whether a running kernel may still write a component.
     *
     * @param id the component
     * @param own a query's conditions on changes; kernels of that query do not count
     * @return true if a kernel of another query may
     */
    boolean mayStillWrite(int id, ChangeFilter own);
}
