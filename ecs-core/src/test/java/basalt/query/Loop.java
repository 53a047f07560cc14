package basalt.query;

import java.util.function.BiConsumer;

/** The ways to run a body over the rows of a query, which must all behave alike. */
public enum Loop {
    FOR_EACH(Query::forEach),
    KERNEL((query, body) -> query.kernel(body).run()),
    CURSOR((query, body) -> {
        try (RowCursor rows = query.cursor()) {
            while (rows.next()) {
                body.accept(rows.row());
            }
        }
    });

    private final BiConsumer<Query, RowBody> way;

    Loop(BiConsumer<Query, RowBody> way) {
        this.way = way;
    }

    public void run(Query query, RowBody body) {
        way.accept(query, body);
    }
}
