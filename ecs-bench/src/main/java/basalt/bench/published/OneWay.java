package basalt.bench.published;

import basalt.bench.engine.Scene;

/** A scene that is built anew instead of rewound. */
public abstract class OneWay implements Scene {
    /** For subclasses. */
    protected OneWay() {}

    @Override
    public final void rewind() {
        throw new UnsupportedOperationException("build another one");
    }
}
