package basalt.system;

/**
 * Something that is said of a system when it is added to a schedule: what it uses ({@link Access}), where it stands
 * ({@link Order}), and when it runs ({@link RunCondition}). Options are immutable, and may be given to any number of
 * systems.
 */
public sealed interface SystemOption permits Access, Order, RunCondition {}
