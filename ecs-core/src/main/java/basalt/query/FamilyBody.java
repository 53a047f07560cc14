package basalt.query;

/** The body of a cascade over families: called for each run of neighbouring rows with one parent. */
@FunctionalInterface
public interface FamilyBody {
    /**
     * Handles children of one parent, or some of them: those in neighbouring rows.
     *
     * @param children the rows of the children; valid until this method returns
     * @param parent the row of their parent, read-only; valid until this method returns
     */
    void accept(Span children, Row parent);
}
