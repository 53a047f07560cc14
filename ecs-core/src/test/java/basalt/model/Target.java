package basalt.model;

/** The entity of an operation, as data that is valid in every list of operations. */
record Target(Kind kind, int number) {
    enum Kind {
        /** An entity that is alive. */
        ALIVE,
        /** Any handle that was issued. */
        ISSUED,
        /** The current entity of the innermost loop. */
        CURRENT,
        /** A handle that no world issued. */
        FORGED
    }

    @Override
    public String toString() {
        return kind + " " + number;
    }
}
