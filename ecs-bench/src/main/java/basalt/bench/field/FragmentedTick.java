package basalt.bench.field;

/**
 * The fragmented_iter in a living world: each run destroys the entity that the last run has spawned, spawns a new one,
 * and doubles the common value. Engines and numbers are those of {@link FragmentedIter}.
 */
public class FragmentedTick extends FragmentedIter {
    @Override
    protected Trial scene(Engine of) {
        return of.fragments(entities, true);
    }
}
