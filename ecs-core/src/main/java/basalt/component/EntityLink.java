package basalt.component;

/** Says which entity a row points at: an {@link EntityColumn}, or what is about one, such as a relation. */
public interface EntityLink {
    /** {@return the column with the handles of these entities} */
    EntityColumn column();
}
