package basalt.bench.field;

/**
 * The fragmented_iter in a living world: each run destroys the entity that the run before has spawned, spawns another
 * one, and doubles the value that all have. Engines and numbers are those of {@link FragmentedIter}.
 */
public class FragmentedTick extends FragmentedIter {
    @Override
    protected Trial scene(Engine of) {
        return of.fragments(entities, true);
    }
}
