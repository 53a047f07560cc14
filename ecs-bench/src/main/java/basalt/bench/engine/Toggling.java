package basalt.bench.engine;

/** Entities that get a component, and lose it again. */
public abstract class Toggling implements Scene {
    private final int entities;

    protected Toggling(int entities) {
        this.entities = entities;
    }

    /** Adds the component, with the value 0, to all entities. Returns the number of entities that got it. */
    protected abstract int add();

    /** Removes the component from all entities. Returns the number of entities that lost it. */
    protected abstract int remove();

    /** Sets the component of an entity to 1. Returns its value before. */
    protected abstract float set(int number);

    @Override
    public final int run() {
        return add() + remove();
    }

    @Override
    public final void rewind() {
        // Each run ends as it begins.
    }

    /** The values of all new components; the next addition must not find what is written to them here. */
    @Override
    public final float[] values() {
        Values values = new Values();
        add();
        for (int i = 0; i < entities; i++) {
            values.add(set(i));
        }
        remove();
        return values.all();
    }
}
