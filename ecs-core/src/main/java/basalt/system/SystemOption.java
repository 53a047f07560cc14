package basalt.system;

/**
 * A declaration about a system, given when it is added to a schedule: the data it uses ({@link Access}), its place
 * among the others ({@link Order}), and when it runs ({@link RunCondition}). Options are immutable, and may be given to
 * any number of systems.
 */
public sealed interface SystemOption permits Access, Order, RunCondition {}
