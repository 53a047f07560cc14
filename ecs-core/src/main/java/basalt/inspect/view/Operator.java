package basalt.inspect.view;

/** The comparisons of a query's text. Those of two characters come first, since they begin with others. */
enum Operator {
    AT_MOST("<="),
    AT_LEAST(">="),
    NOT_EQUAL("!="),
    LESS("<"),
    GREATER(">"),
    EQUAL("=");

    private final String text;

    Operator(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    boolean needsOrder() {
        return this != EQUAL && this != NOT_EQUAL;
    }
}
