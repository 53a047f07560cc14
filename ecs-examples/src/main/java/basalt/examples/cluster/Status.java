package basalt.examples.cluster;

/** What has become of a command. After a refusal the session is closed at the next tick. */
enum Status {
    /** The command was applied now. */
    APPLIED("the command was applied"),

    /** The command had been applied before: the answer to a repetition. */
    REPEATED("the command had been applied before"),

    /** Commands before it are missing. The answer has the number of the last one that was applied. */
    GAP("earlier commands are missing"),

    /** Too many messages. */
    TOO_MANY("too many messages a second"),

    /** Not a command. */
    MALFORMED("the message is no command of this version"),

    /** The same player has joined with another session. */
    REPLACED("the player has joined again elsewhere");

    private static final Status[] ALL = values();

    private final String text;

    Status(String text) {
        this.text = text;
    }

    /** Whether the session is closed. */
    boolean isRefusal() {
        return compareTo(TOO_MANY) >= 0;
    }

    /** By its ordinal; what is unknown counts as malformed. */
    static Status of(int ordinal) {
        return ordinal >= 0 && ordinal < ALL.length ? ALL[ordinal] : MALFORMED;
    }

    /** A text for people. */
    String text() {
        return text;
    }
}
