package basalt.inspect.view;

import basalt.component.Component;
import basalt.match.Filter;
import java.util.List;

/**
 * A query that was written as text.
 *
 * @param filter selects the rows
 * @param required the components that all rows have, in the order of the text
 * @param text the text, trimmed
 */
public record ParsedQuery(Filter filter, List<Component<?>> required, String text) {
    /** Copies the list. */
    public ParsedQuery {
        required = List.copyOf(required);
    }
}
