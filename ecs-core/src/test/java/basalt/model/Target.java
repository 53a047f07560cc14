package basalt.model;

/** Which entity an operation is for, as data that means something in every list of operations. */
record Target(Kind kind, int number) {
    enum Kind {
        /** One of the living. */
        LIVING,
        /** One of all handles that there ever were. */
        EVER,
        /** The one that an iteration stands on. */
        CURRENT,
        /** A handle that no world gave. */
        FORGED
    }

    @Override
    public String toString() {
        return kind + " " + number;
    }
}
