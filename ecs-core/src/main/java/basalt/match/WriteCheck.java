package basalt.match;

/** Reports which components the running kernels of a thread may still write. */
@FunctionalInterface
public interface WriteCheck {
    /** Whether a running kernel may still write a component. */
    boolean mayStillWrite(int id, ChangeFilter own);
}
