package basalt.storage;

/** Selects rows, 64 at a time. */
@FunctionalInterface
public interface RowWords {
    long rows(long base, int word);
}
